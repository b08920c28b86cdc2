"""The report as files, for an artifact: in the folder that the input `out` names, else in the runner's temp."""

from __future__ import annotations

import errno
import hashlib
import itertools
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from grader.errors import UsageError
from grader.github.context import Context
from grader.job.handover import FILE, to_json
from grader.job.results import Results
from grader.reports.details_json import details_json
from grader.reports.error_json import error_json
from grader.reports.grade_json import grade_json
from grader.reports.markdown import report

FOLDER = "contract-grader"  # below the runner's temp
REPORT = "report.md"
_LONGEST = 100  # characters of a folder's name
_UNFIT = re.compile(r"[^\w .+=@-]")  # upload-artifact refuses others, such as a colon


@dataclass(frozen=True, slots=True)
class Folder:
    """Where the files go. `shown` is the path that the next step knows it by: a container's own means nothing to it."""

    path: Path
    shown: str
    owner: tuple[int, int] | None  # whose the files are to be, where they lie in the workspace

    def named(self, *parts: str) -> str:
        """The path of something in it, as the next step knows it."""
        return str(PurePosixPath(self.shown, *parts))


def folder_for(context: Context, out: Path | None) -> Folder:
    """The folder of the reports. Raises UsageError if `out` leads out of the workspace, or through a link."""
    if out is None and context.temporary is not None and context.temporary.is_dir():
        name = _unused(context.temporary)
        return Folder(context.temporary / name, name, None)
    wanted = out or Path(FOLDER)
    workspace = context.workspace.resolve()
    path = Path(os.path.normpath(workspace / wanted))
    if path == workspace or workspace not in path.parents or path.resolve() != path:
        raise UsageError(
            f"out: {wanted} isn't a folder in the workspace",
            place="out",
            hint="Name a folder relative to the workspace, for instance contract-grades.",
        )
    facts = workspace.stat()
    return Folder(path, path.relative_to(workspace).as_posix(), (facts.st_uid, facts.st_gid))


def _unused(temporary: Path) -> str:
    """A name that no earlier step of the job used: two instances must not overwrite each other's reports."""
    names = itertools.chain([FOLDER], (f"{FOLDER}-{number}" for number in itertools.count(2)))
    return next(name for name in names if not os.path.lexists(temporary / name))


def write(folder: Folder, results: Results, page: str) -> None:
    """Write each run's reports, the whole page, and what another job needs to report in this one's place.

    Raises UsageError where the folder can't be written, or lies in a run: a run is never written into.
    """
    for run in results.runs:
        if folder.owner is not None and (run == "." or f"{folder.shown}/".startswith(f"{run}/")):
            raise UsageError(f"{folder.shown} lies in the run {run}, which is never written into", place="out")
    try:
        for name, text in (*_files(results), (REPORT, page), (FILE, to_json(results))):
            _write(folder, Path(name), text)
    except OSError as error:
        raise UsageError(f"{error.filename or folder.path} can't be written: {error.strerror}", place="out") from error


def run_folders(runs: Sequence[str]) -> dict[str, str]:
    """Each run's folder below the reports': its id, or where several share it, its whole path.

    Never nested: a folder called `runs` would make the reports look like runs themselves. Only characters that every
    system and an artifact take; a name that is taken, or too long, ends in a hash of the path.
    """
    ids = {run: _as_name(run.rpartition("/")[2]) for run in runs}
    shared = {name for name, count in Counter(map(str.casefold, ids.values())).items() if count > 1}
    folders: dict[str, str] = {}
    taken = {REPORT, FILE}
    for run, name in ids.items():
        wanted = _as_name(run.replace("/", "__")) if name.casefold() in shared else name
        if wanted.casefold() in taken or len(wanted) > _LONGEST:
            wanted = f"{wanted[:_LONGEST]}-{hashlib.sha256(run.encode()).hexdigest()[:12]}"
        taken.add(wanted.casefold())
        folders[run] = wanted
    return folders


def _as_name(path: str) -> str:
    """The path as the name of a folder, which hides nothing and leads nowhere."""
    return _UNFIT.sub("_", path).strip(". ") or "root"


def _files(results: Results) -> Iterator[tuple[str, str]]:
    folders = run_folders(results.runs)
    for error in results.errors:
        yield f"{folders[error.run]}/error.json", error_json(error)
    for grade in results.grades:
        folder = folders[grade.run_path]
        yield f"{folder}/grade.json", grade_json(grade)
        yield f"{folder}/details.json", details_json(grade)
        yield f"{folder}/report.md", report(grade)


def _write(folder: Folder, name: Path, text: str) -> None:
    """Write one file without following a link that the repository may have put in the way."""
    path = folder.path / name
    below = [each for each in (path, *path.parents) if each == folder.path or folder.path in each.parents]
    for each in below:
        if each.is_symlink():
            raise OSError(errno.ELOOP, "it is a symbolic link", str(each))
    made = [each for each in (path, *path.parents) if not each.exists()]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    if folder.owner is not None:
        for each in made:
            os.chown(each, *folder.owner, follow_symlinks=False)
