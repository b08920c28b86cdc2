"""The structure of a Markdown or plain text: headings, list items, tables, fences, paragraphs, each with its offsets.

One pass over the lines, so that an output of any size costs what reading it costs. Markdown parsers build a tree and
are a hundred times slower; a property test holds this reading against one of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class BlockKind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    ITEM = "item"
    PARAGRAPH = "paragraph"
    FENCE = "fence"
    TABLE = "table"
    RULE = "rule"
    QUOTE = "quote"


@dataclass(slots=True)
class Block:
    """A block of a text: offsets `start` to `end` (line ends not counted).

    `level`: a heading's 1-6, an item's depth from 0. `content` is where the text proper begins (behind `#`, a bullet);
    a heading's ends at `content_end`. `info` is a fence's info string, an item's bullet, of an HTML table
    why nobody can tell its rows. `rows` are a table's cells,
    header first, with the offsets of each row in `row_spans`.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    content: int = 0
    content_end: int = 0
    info: str = ""
    rows: Sequence[tuple[str, ...]] = ()
    row_spans: Sequence[tuple[int, int]] = ()


_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)(.*?)(?:[ \t]+#+)?[ \t]*$")
_ITEM = re.compile(r"([ \t]*)([-*+•]|\d{1,9}[.)])(?:([ \t]+)(?=\S)|[ \t]*$)")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*([^`]*)$")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_UNDERLINES = frozenset("=-|: ")
_DELIMITER_ROW = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")


def cells(line: str) -> tuple[str, ...]:
    """The cells of a table row, trimmed."""
    line = line.strip()
    line = line.removeprefix("|")
    if line.endswith("|") and not line.endswith("\\|"):
        line = line[:-1]
    return tuple(cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line))


_FRONT = re.compile(r"---[ \t]*\r?\n(?=[A-Za-z_][\w -]{0,60}:)")
_FRONT_END = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?(?:\n|\Z)", re.MULTILINE)


def front_matter(text: str) -> int:
    """Where the text begins behind its front matter; 0 where it has none."""
    begin = _FRONT.match(text)
    end = _FRONT_END.search(text, begin.end()) if begin is not None else None
    return end.end() if end is not None else 0


class _Scanner:
    """Reads a text line by line; `blocks` is what was found so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.blocks: list[Block] = []
        self.open: Block | None = None  # a paragraph, item or quote that further lines may continue
        self.fence: Block | None = None
        self.table: Block | None = None
        self.rows: list[tuple[str, ...]] = []  # the open table's
        self.row_spans: list[tuple[int, int]] = []
        self.item: Block | None = None  # the last list item
        self.header = (0, 0)  # the last line of an item that may be a table's header
        self.indents: list[int] = []  # content columns of the items that enclose the current line

    def run(self) -> list[Block]:
        at = front_matter(self.text)
        for raw in self.text[at:].split("\n") if at else self.text.split("\n"):
            line = raw[:-1] if raw[-1:] == "\r" else raw
            if self.fence is not None:
                self._in_fence(self.fence, line, at + len(line))
            elif not line:
                self.open = self.table = None
            elif line[0].isalpha() and (self.table is None or "|" not in line):
                self._plain(at, at + len(line))
            elif line.isspace():
                self.open = self.table = None
            elif not self._structure(line, at, at + len(line)):
                self._prose(line, at, at + len(line))
            at += len(raw) + 1
        return self.blocks

    def _plain(self, start: int, end: int) -> None:
        """A line that begins with a letter begins nothing but a paragraph: most lines of most texts."""
        opened = self.open
        if opened is not None and opened.kind is not BlockKind.QUOTE:
            opened.end = end
        else:
            self.indents.clear()
            self.open = self._add(Block(BlockKind.PARAGRAPH, start, end, content=start))

    def _in_fence(self, fence: Block, line: str, end: int) -> None:
        mark = _FENCE.match(line)
        if mark and mark[1][0] == fence.info[0] and len(mark[1]) >= fence.level and not mark[2].strip():
            fence.end = end
            fence.info = fence.info[fence.level :].strip()
            self.fence = None
        else:
            fence.end = fence.content_end = end

    def _add(self, block: Block) -> Block:
        self.blocks.append(block)
        self.open = self.table = None
        return block

    def _structure(self, line: str, start: int, end: int) -> bool:
        first = line.lstrip()[0]
        if first in "`~" and (mark := _FENCE.match(line)) is not None:
            self._extend_items(end)
            self.fence = self._add(Block(BlockKind.FENCE, start, end, level=len(mark[1]), content=end + 1))
            self.fence.info = mark[1] + mark[2].strip()
            self.fence.content_end = end
            return True
        if self.table is not None and "|" in line:
            self.rows.append(cells(line))
            self.row_spans.append((start, end))
            self.table.end = end
            return True
        if first == "#" and self._heading(line, start, end):
            return True
        if first in _UNDERLINES and self._under(line, start, end):
            return True
        if first in "-*_" and self._rule(line, start, end):
            return True
        return (first in "-*+•" or first.isdigit()) and self._item(line, start, end)

    def _heading(self, line: str, start: int, end: int) -> bool:
        mark = _HEADING.match(line)
        if mark is None:
            return False
        self.indents.clear()
        block = self._add(Block(BlockKind.HEADING, start, end, level=len(mark[1])))
        block.content, block.content_end = start + mark.start(2), start + mark.end(2)
        return True

    def _under(self, line: str, start: int, end: int) -> bool:
        """A line under a paragraph that makes a heading or a table's header of it."""
        opened = self.open
        if opened is None and self.header[1] == start - 1 > 0 and _DELIMITER_ROW.match(line) and "|" in line:
            first, last = self.header  # a table inside a list item
            opened = self._add(Block(BlockKind.PARAGRAPH, first, last, content=first))
            self._begin_table(opened, self.text[first:last], end)
            return True
        if opened is None or opened.kind is not BlockKind.PARAGRAPH:
            return False
        under = _SETEXT.match(line)
        if under is not None and self.text.find("\n", opened.start, start - 1) < 0:
            opened.kind, opened.level = BlockKind.HEADING, 1 if under[1][0] == "=" else 2
            opened.content, opened.content_end, opened.end = opened.start, opened.end, end
            self.open = None
            return True
        if "|" not in line or _DELIMITER_ROW.match(line) is None:
            return False
        header = self.text[max(opened.start, self.text.rfind("\n", opened.start, opened.end) + 1) : opened.end]
        if "|" not in header:
            return False
        self._begin_table(opened, header, end)
        return True

    def _begin_table(self, opened: Block, header: str, end: int) -> None:
        at = opened.end - len(header)
        if at > opened.start:
            opened.end = at - 1
            opened = self._add(Block(BlockKind.TABLE, at, end))
        opened.kind, opened.end = BlockKind.TABLE, end
        opened.rows = self.rows = [cells(header)]
        opened.row_spans = self.row_spans = [(at, at + len(header))]
        self.open, self.table = None, opened

    def _rule(self, line: str, start: int, end: int) -> bool:
        if _RULE.match(line) is None:
            return False
        self.indents.clear()
        self._add(Block(BlockKind.RULE, start, end, content=start))
        return True

    def _item(self, line: str, start: int, end: int) -> bool:
        mark = _ITEM.match(line)
        if mark is None:
            return False
        indent = len(mark[1].expandtabs(4))
        while self.indents and indent < self.indents[-1]:
            self.indents.pop()
        if not self.indents and indent > 3 and self.open is not None:
            return False
        depth = len(self.indents)
        block = self._add(Block(BlockKind.ITEM, start + len(mark[1]), end, level=depth, info=mark[2]))
        block.content = start + mark.end()
        self.indents.append(indent + len(mark[2]) + 1)
        self.open = self.item = block
        return True

    def _prose(self, line: str, start: int, end: int) -> None:
        opened = self.open
        if opened is not None and opened.kind is not BlockKind.QUOTE:
            opened.end = end
            return
        if line.lstrip().startswith(">"):
            if self.open is not None:
                self.open.end = end
            else:
                self.open = self._add(Block(BlockKind.QUOTE, start, end, content=start))
            return
        if self.indents and _indent(line) >= self.indents[0]:
            self._extend_items(end)
            self.header = (start, end) if "|" in line else (0, 0)
            return
        self.indents.clear()
        self.open = self._add(Block(BlockKind.PARAGRAPH, start, end, content=start))

    def _extend_items(self, end: int) -> None:
        """A line that belongs to an item belongs to the last item."""
        if self.item is not None and self.indents:
            self.item.end = max(self.item.end, end)


def _indent(line: str) -> int:
    line = line.expandtabs(4)
    return len(line) - len(line.lstrip())


def outline(text: str) -> list[Block]:
    """The blocks of a text in order. Total; linear in the text."""
    return _Scanner(text).run()
