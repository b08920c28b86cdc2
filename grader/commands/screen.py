"""What the caller's terminal shows: its width, whether in colour, and how much of a report is asked for."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from typing import Any, TextIO, TypeVar

import click

from grader.errors import UsageError
from grader.reports.drawing import Detail, Look

Command = TypeVar("Command", bound=Callable[..., Any])

_WIDEST = 120  # columns; longer lines are hard to read
_PIPED = 100  # columns where there is no terminal


def look_at(stream: TextIO, environ: Mapping[str, str], detail: Detail = Detail.NORMAL) -> Look:
    """How to write to the stream. Colours only on a terminal that has them, and never with NO_COLOR."""
    terminal = stream.isatty()
    colour = terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    width = min(shutil.get_terminal_size((_PIPED, 24)).columns, _WIDEST) if terminal else _PIPED
    return Look(width=width, colour=colour, detail=detail)


def detail_options(command: Command) -> Command:
    """Adds `--quiet` and `--verbose`; they arrive as `quiet` and `verbose`."""
    quiet = click.option("-q", "--quiet", is_flag=True, help="Only the verdict and what is broken.")
    verbose = click.option("-v", "--verbose", is_flag=True, help="Also every requirement, and whole quotes.")
    return quiet(verbose(command))


def detail_of(*, quiet: bool, verbose: bool) -> Detail:
    """How much is said. Raises UsageError for both at once."""
    if quiet and verbose:
        raise UsageError("quiet and verbose can't both be asked for", place="quiet")
    return Detail.QUIET if quiet else Detail.VERBOSE if verbose else Detail.NORMAL
