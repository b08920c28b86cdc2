"""How the terminal views are drawn: into a string, plain or in colour, with no text of a run acting on the terminal."""

from __future__ import annotations

import io
from dataclasses import dataclass
from enum import IntEnum

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from grader.reports.escape import terminal


class Detail(IntEnum):
    """How much is said."""

    QUIET = 0  # the verdict and what is broken
    NORMAL = 1
    VERBOSE = 2  # also every requirement, and whole quotes


@dataclass(frozen=True, slots=True)
class Look:
    """The terminal's width in columns, whether it shows colours, and how much is said."""

    width: int = 100
    colour: bool = False
    detail: Detail = Detail.NORMAL


def drawn(renderable: RenderableType, look: Look) -> str:
    """The text with or without colours; trailing blanks are left off."""
    console = Console(
        file=io.StringIO(),
        width=max(look.width, 40),
        force_terminal=look.colour,
        color_system="standard" if look.colour else None,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    with console.capture() as captured:
        console.print(renderable)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().split("\n")[:-1])


def safe(text: str, style: str = "") -> Text:
    """Text of a run, without anything that a terminal would act on."""
    return Text(terminal(text), style=style)


def hanging(mark: Text, body: RenderableType) -> RenderableType:
    """A body with a mark before its first line."""
    row = Table.grid(padding=(0, 1))
    row.add_column(width=1)
    row.add_column()
    row.add_row(mark, body)
    return row
