"""The blocks of a Markdown document: a tree whose leaves hold source text and know their lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from grader.openprose.inline import Passage


class Kind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    ITEM = "item"
    FENCE = "fence"
    CODE = "code"  # indented
    TABLE = "table"
    QUOTE = "quote"


@dataclass(frozen=True, slots=True)
class Node:
    """One block. `first` and `last` are source lines from 1; `last` is its last line that isn't blank.

    `text` is a leaf's text, container markers and indentation removed, one line of it for each source line (a fence
    without its delimiters, a heading without its signs). `level` is a heading's; `markup` a list's marker, or a
    fence's opening signs; `info` a fence's info string; `column` where the text, or a list's marker, stands in its
    first source line. `closed` is false for a fence that nothing ends.
    """

    kind: Kind
    first: int
    last: int
    text: str = ""
    level: int = 0
    markup: str = ""
    info: str = ""
    column: int = 0
    closed: bool = True
    children: tuple[Node, ...] = ()

    @property
    def passage(self) -> Passage:
        """A leaf's text with its line."""
        return Passage(self.text, self.first)


def blank_aside(lines: Sequence[str], first: int, last: int) -> int:
    """The last line of the range (from 1) that isn't blank, `first` at least."""
    while last > first and not lines[last - 1].strip():
        last -= 1
    return last
