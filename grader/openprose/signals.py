"""How each contract of a run ended: its error file and the log's last word, and what they disagree on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from grader.model import LogEvent, Notice, Progress
from grader.openprose.error_file import ERROR_FILE, error_name, first_token
from grader.openprose.files import RunFiles, Unreadable
from grader.openprose.layout import Layout
from grader.openprose.log import LastWord, last_words, parse_log, run_progress
from grader.openprose.names import fold


@dataclass(frozen=True, slots=True)
class Ending:
    """How a contract ended. `error_file` is there whenever the file is, even where the log overrules it."""

    had_error: bool = False
    error_name: str | None = None
    error_file: str | None = None
    progress: Progress = Progress.UNKNOWN
    note: str = ""


@dataclass(frozen=True, slots=True)
class Log:
    """The log's marker lines, and where it stands, if it does."""

    events: tuple[LogEvent, ...] = ()
    path: str | None = None


def read_log(files: RunFiles, layout: Layout, warnings: list[Notice]) -> Log:
    """Read the log, if there is one that can be read."""
    path = layout.log_name
    if path not in files:
        warnings.append(Notice(code="no-log", message=f"The run has no {path}", place=path))
        return Log()
    try:
        return Log(parse_log(files.text(path)), path)
    except Unreadable as refusal:
        warnings.append(Notice(code="unreadable-log", message=f"The log {path} {refusal}", place=path))
        return Log()


def error_files(files: RunFiles, layout: Layout) -> Mapping[str, str]:
    """The error files of the run, by folded name of the contract."""
    found: dict[str, str] = {}
    for path in files.under(layout.workspace):
        folder, _, name = path.removeprefix(f"{layout.workspace}/").rpartition("/")
        if name == ERROR_FILE and folder:
            found.setdefault(fold(folder), path)
    return found


def name_in(files: RunFiles, path: str, warnings: list[Notice]) -> str | None:
    """The error that an error file names; None, with a warning, if it can't be read or names none."""
    try:
        name = error_name(files.text(path))
    except Unreadable as refusal:
        warnings.append(Notice(code="unreadable-error", message=f"The error file {path} {refusal}", place=path))
        return None
    if name is None:
        warnings.append(Notice(code="unnamed-error", message=f"{path} names no error", place=path))
    return name


class Signals:
    """What the error files and the log say, contract by contract."""

    def __init__(self, files: RunFiles, log: Log, signalled: Mapping[str, str], warnings: list[Notice]) -> None:
        self._files = files
        self._log = log
        self._signalled = signalled
        self._words = last_words(log.events)
        self._warnings = warnings

    def ending(self, names: Sequence[str], *, root: bool) -> Ending:
        """How the contract of these names ended. The root ends as the run does, unless the log names it."""
        folded = [fold(name) for name in names]
        path = next((self._signalled[name] for name in folded if name in self._signalled), None)
        word = next((self._words[name] for name in folded if name in self._words), None)
        progress, note = (word.progress, word.event.detail) if word else (Progress.UNKNOWN, "")
        if root and word is None:
            progress, note = run_progress(self._log.events)
        if path is not None:
            return self._by_file(names[0], path, word, Ending(progress=progress, note=note))
        if word is None or word.progress is not Progress.FAILED:
            return Ending(progress=progress, note=note)
        message = f"{names[0]} failed by the log, but {ERROR_FILE} is missing"
        self._warn("no-error-file", message, f"{self._log.path}:{word.event.line}")
        return Ending(had_error=True, error_name=first_token(note), progress=progress, note=note)

    def _by_file(self, contract: str, path: str, word: LastWord | None, ending: Ending) -> Ending:
        if word is not None and word.progress is Progress.FINISHED:
            message = f"{contract} signalled an error, but finished by the log's last word: it isn't graded as errored"
            self._warn("error-overruled", message, path)
            return replace(ending, error_file=path)
        name = name_in(self._files, path, self._warnings)
        if name is None and word is not None and word.progress is Progress.FAILED:
            name = first_token(word.event.detail)
        progress = Progress.FAILED if ending.progress is Progress.UNKNOWN else ending.progress
        return replace(ending, had_error=True, error_name=name, error_file=path, progress=progress)

    def _warn(self, code: str, message: str, place: str) -> None:
        self._warnings.append(Notice(code=code, message=message, place=place))
