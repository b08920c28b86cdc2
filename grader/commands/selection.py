"""Which runs the arguments of a command mean."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from grader.errors import UsageError
from grader.model import Frozen
from grader.openprose.discovery import find_runs, is_run


class Selection(Frozen):
    """The runs, each once, in the order of the arguments. `single`: the only argument is itself a run."""

    runs: tuple[Path, ...]
    single: bool


def select(arguments: Sequence[Path]) -> Selection:
    """The runs that the arguments are or hold.

    What isn't a directory counts as a run, and grading it says why it isn't one. Any other folder is searched.
    Raises UsageError when a folder holds no run.
    """
    found: dict[str, Path] = {}
    for argument in arguments:
        for run in _runs_of(argument):
            found.setdefault(os.path.realpath(run), run)
    single = len(arguments) == 1 and not _is_searched(arguments[0])
    return Selection(runs=tuple(found.values()), single=single)


def _is_searched(argument: Path) -> bool:
    return argument.is_dir() and not is_run(argument)


def _runs_of(argument: Path) -> Sequence[Path]:
    if not _is_searched(argument):
        return [argument]
    if runs := find_runs(argument):
        return runs
    raise UsageError(
        f"{argument} neither is a run nor holds one",
        place=str(argument),
        hint="A run holds a root source, a manifest or a log, or lies directly in a folder called runs.",
    )
