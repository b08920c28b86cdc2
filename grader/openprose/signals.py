"""How each contract of a run ended: its error file and the log's last word, and what they disagree on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from grader.model import LogEvent, Progress
from grader.openprose.error_file import ERROR_FILE, error_name, named_in_log
from grader.openprose.files import RunFiles, Unreadable
from grader.openprose.layout import Layout
from grader.openprose.log import LastWord, last_words, parse_log, run_progress
from grader.openprose.names import fold
from grader.openprose.notices import Notices, shown

Value = TypeVar("Value")


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


def read_log(files: RunFiles, layout: Layout, notices: Notices) -> Log:
    """Read the log, if there is one that can be read."""
    path = layout.log_name
    if path not in files:
        notices.add("no-log", f"The run has no {path}", path)
        return Log()
    try:
        return Log(parse_log(files.text(path)), path)
    except Unreadable as refusal:
        notices.add("unreadable-log", f"The log {path} {refusal}", path)
        return Log()


def error_files(files: RunFiles, layout: Layout) -> Mapping[str, str]:
    """The error files of the run, by the name of the folder below the workspace that each is in."""
    paths = (path for path in files.under(layout.workspace) if path.rpartition("/")[2] == ERROR_FILE)
    return {path.removeprefix(f"{layout.workspace}/").rpartition("/")[0]: path for path in paths}


def name_in(files: RunFiles, path: str, notices: Notices) -> str | None:
    """The error that an error file names; None, with a notice, if it can't be read or names none."""
    try:
        name = error_name(files.text(path))
    except Unreadable as refusal:
        notices.add("unreadable-error", f"The error file {path} {refusal}", path)
        return None
    if name is None:
        notices.add("unnamed-error", f"{path} names no error", path)
    return name


class Signals:
    """What the error files (by folder) and the log say, contract by contract."""

    def __init__(self, files: RunFiles, log: Log, signalled: Mapping[str, str], notices: Notices) -> None:
        self._files = files
        self._log = log
        self._words = last_words(log.events)
        self._notices = notices
        self._by_folder = {fold(folder): path for folder, path in signalled.items()} | dict(signalled)
        self.unheard = dict.fromkeys(signalled.values())  # error files that no contract was asked for

    def ending(self, names: Sequence[str], *, workspace: str | None = None, root: bool = False) -> Ending:
        """How the contract of these names ended. The root ends as the run does, unless the log names it.

        `workspace` is the folder that the manifest states for it, below the run's workspace.
        """
        folders = [workspace] if workspace else []
        path = _first(self._by_folder, [*folders, *names, *(fold(name) for name in names)])
        word = _first(self._words, [fold(name) for name in names])
        progress, note = (word.progress, word.event.detail) if word else (Progress.UNKNOWN, "")
        if root and word is None:
            progress, note = run_progress(self._log.events)
        if path is not None:
            self.unheard.pop(path, None)
            return self._by_file(names[0], path, word, Ending(progress=progress, note=note))
        if word is None or word.progress is not Progress.FAILED:
            return Ending(progress=progress, note=note)
        message = f"{shown(names[0])} failed by the log, but {ERROR_FILE} is missing"
        self._notices.add("no-error-file", message, f"{self._log.path}:{word.event.line}")
        return Ending(had_error=True, error_name=named_in_log(note), progress=progress, note=note)

    def _by_file(self, contract: str, path: str, word: LastWord | None, ending: Ending) -> Ending:
        if word is not None and word.progress is Progress.FINISHED:
            message = (
                f"{shown(contract)} signalled an error, but finished by the log's last word: it counts as finished"
            )
            self._notices.add("error-overruled", message, path)
            return replace(ending, error_file=path)
        name = name_in(self._files, path, self._notices)
        if name is None and word is not None and word.progress is Progress.FAILED:
            name = named_in_log(word.event.detail)
        progress = Progress.FAILED if ending.progress is Progress.UNKNOWN else ending.progress
        return replace(ending, had_error=True, error_name=name, error_file=path, progress=progress)


def _first(found: Mapping[str, Value], keys: Iterable[str]) -> Value | None:
    return next((found[key] for key in keys if key in found), None)
