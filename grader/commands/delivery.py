"""Where results go: standard output, and one folder a run under `--out`."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.errors import UsageError

REPORTS = frozenset({"grade.json", "details.json", "report.md", "error.json"})


def to_stdout(text: str) -> None:
    """Write the text to standard output as UTF-8. A reader that has gone away is no error.

    Raises UsageError if standard output takes nothing, for instance because the disk is full.
    """
    try:
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # The interpreter flushes standard output once more at its end, which must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        raise UsageError(f"standard output can't be written: {error.strerror}", place="stdout") from error


def folder_names(runs: Sequence[Path]) -> list[str]:
    """A folder name for each run: its id, and where several have the same id, more of its path until they differ."""
    parts = [Path(os.path.realpath(run)).parts[1:] for run in runs]
    kept = [1] * len(runs)
    while True:
        names = ["__".join(path[-count:]) or "root" for path, count in zip(parts, kept, strict=True)]
        shared = {name for name, count in Counter(names).items() if count > 1}
        longer = [
            count + 1 if name in shared and count < len(path) else count
            for name, path, count in zip(names, parts, kept, strict=True)
        ]
        if longer == kept:
            return _numbered(names)
        kept = longer


def _numbered(names: Sequence[str]) -> list[str]:
    """The names, with numbers where even whole paths come out the same (`a__b` beside `a/b`)."""
    distinct: dict[str, None] = {}
    for name in names:
        number, candidate = 1, name
        while candidate in distinct:
            number += 1
            candidate = f"{name}-{number}"
        distinct[candidate] = None
    return list(distinct)


def prepare_folders(out: Path, runs: Sequence[Path]) -> list[Path]:
    """A folder under `out` for each run's reports, made now, so that nothing is graded in vain.

    Raises UsageError if one can't be made or would lie in a run: a run is never written into.
    """
    folders = [out / name for name in folder_names(runs)]
    real_runs = [Path(os.path.realpath(run)) for run in runs]
    for folder in folders:
        real = Path(os.path.realpath(folder))
        for run in real_runs:
            if real == run or run in real.parents:
                raise UsageError(
                    f"{folder} lies in the run {run.name}, and a run is never written into",
                    place="out",
                    hint="Choose another folder for the reports.",
                )
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{folder} can't be made: {error.strerror}", place="out") from error
    return folders


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write the reports into the folder and remove what an earlier grading left there. Raises UsageError.

    Each file is written aside and put in place whole, so a reader never meets half a report, and a link in its place
    is replaced, not followed.
    """
    try:
        for stale in REPORTS - files.keys():
            (folder / stale).unlink(missing_ok=True)
        for name, text in files.items():
            partial = folder / f".{name}.partial"
            partial.unlink(missing_ok=True)
            partial.write_bytes(text.encode("utf-8", "backslashreplace"))
            partial.replace(folder / name)
    except OSError as error:
        raise UsageError(f"{error.filename or folder} can't be written: {error.strerror}", place="out") from error
