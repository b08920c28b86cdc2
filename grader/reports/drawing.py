"""How the terminal views are drawn: into a string, plain or in colour, with no text of a run acting on the terminal.

Rich wraps and colours. Its tables and groups measure everything several times, which takes seconds for a report of
thousands of clauses, so a `Sheet` lays out its lines itself.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum

from rich.console import Console
from rich.text import Text

from grader.reports.escape import terminal

_NARROWEST = 40  # columns; a narrower terminal wraps by itself
_LEAST = 10  # columns that a text gets however deep it is indented


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


def safe(text: str, style: str = "") -> Text:
    """Text of a run, without anything that a terminal would act on."""
    return Text(terminal(text), style=style)


class Sheet:
    """Lines of text on their way to a terminal."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._width = max(look.width, _NARROWEST)
        self._indent = 0
        self._lines: list[Text] = []
        self._console = Console(
            file=io.StringIO(),
            width=self._width,
            force_terminal=look.colour,
            color_system="standard" if look.colour else None,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
            _environ={},
        )

    @contextmanager
    def indented(self, by: int = 2) -> Iterator[None]:
        """Whatever is put here begins `by` columns further right."""
        self._indent += by
        try:
            yield
        finally:
            self._indent -= by

    @property
    def room(self) -> int:
        """The columns from here to the right end."""
        return self._width - self._indent

    def put(self, body: Text, mark: Text | None = None, right: Text | None = None) -> None:
        """A text, wrapped. `mark` stands before its first line, `right` at the right end of it."""
        mark = mark or Text()
        lead = Text(" " * self._indent) + mark
        room = self._width - lead.cell_len - (right.cell_len + 2 if right else 0)
        rest = Text(" " * lead.cell_len)
        for number, line in enumerate(body.wrap(self._console, max(room, _LEAST)) or [Text()]):
            line.rstrip()
            whole = (rest if number else lead) + line
            if right and not number:
                whole = whole + Text(" " * (self._width - whole.cell_len - right.cell_len)) + right
            self._lines.append(whole)

    def blank(self) -> None:
        """An empty line, unless there is one already or nothing stands above it."""
        if self._lines and self._lines[-1]:
            self._lines.append(Text())

    def text(self) -> str:
        """All lines, each with its line end."""
        if not self.look.colour:
            return "".join(f"{line.plain.rstrip()}\n" for line in self._lines)
        with self._console.capture() as captured:
            self._console.print(Text("\n").join(self._lines), soft_wrap=True)
        return "".join(f"{line.rstrip()}\n" for line in captured.get().rstrip("\n").split("\n"))
