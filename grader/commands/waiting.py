"""What somebody who waits for the model judge sees: a bar on a terminal, a line for each contract in a log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, TextIO

import click

from grader.judges.base import OpenQuestion, Opinion

if TYPE_CHECKING:  # only a bar that is drawn needs them
    from rich.progress import Progress as Bar

    from grader.judges.claude.progress import Progress


def waiting(stream: TextIO) -> Progress:
    """How progress is shown on the stream (standard error: standard output belongs to the report)."""
    from grader.judges.claude.progress import LogProgress  # the model judge's room is imported late

    return BarProgress(stream) if stream.isatty() else LogProgress(partial(click.echo, file=stream))


class BarProgress:
    """A bar that counts settled questions and vanishes when all are."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._bar: Bar | None = None

    def begin(self, questions: Sequence[OpenQuestion]) -> None:
        """Draw the empty bar."""
        from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
        from rich.progress import (  # noqa: PLC0415 - as above
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
        )

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._bar = Progress(*columns, console=Console(file=self._stream), transient=True)
        self._bar.add_task("Asking the model", total=len(questions))
        self._bar.start()

    def settled(self, question: OpenQuestion, opinion: Opinion) -> None:
        """One more."""
        del question, opinion
        if self._bar is not None:
            self._bar.advance(self._bar.task_ids[0])

    def end(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
