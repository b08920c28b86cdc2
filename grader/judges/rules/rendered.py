"""A document as its reader sees it, where that differs from its bytes: the text of HTML, a JSON text's own strings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from grader.document import Document
from grader.judges.rules.mapped import Mapped
from grader.judges.rules.outline import Block, BlockKind
from grader.model import Quote


@dataclass(slots=True)
class Layout:
    """What markup says of a rendered text; all offsets count within that text.

    `links` are their spans and targets, `stressed` the passages in bold or italics and which of the two. `doubts` says
    of a kind of thing ("paragraph", "row") why nobody can tell for certain which of them there are. `attributes` are
    texts that tags hold and some readers see: the targets of links, the descriptions of images.
    """

    blocks: list[Block] = field(default_factory=list)
    links: list[tuple[int, int, str]] = field(default_factory=list)
    images: list[tuple[int, int]] = field(default_factory=list)
    stressed: list[tuple[int, int, str]] = field(default_factory=list)
    doubts: dict[str, str] = field(default_factory=dict)
    attributes: list[str] = field(default_factory=list)

    def within(self, start: int, end: int) -> list[Block]:
        """The blocks of a piece of the text, their offsets counted within it.

        A piece that is a list item's or heading's own text is a paragraph to those who look into it.
        """
        inside = [block for block in self.blocks if start <= block.start <= block.end <= end]
        own = inside[:1] if inside and _is_own(inside, start, end) else []
        return [
            replace(
                block,
                kind=BlockKind.PARAGRAPH if block in own else block.kind,
                start=block.start - start,
                end=block.end - start,
                content=block.content - start,
                content_end=block.content_end - start,
                row_spans=[(first - start, last - start) for first, last in block.row_spans],
            )
            for block in inside
        ]


def _is_own(blocks: list[Block], start: int, end: int) -> bool:
    """Whether the first of the blocks from `start` to `end` is the list item or heading that the piece is."""
    first = blocks[0]
    if first.start != start or first.kind not in {BlockKind.ITEM, BlockKind.HEADING}:
        return False
    if first.kind is BlockKind.HEADING:
        return first.end == end
    return not any(block.kind is not BlockKind.ITEM or block.level <= first.level for block in blocks[1:])


class Rendered(Document):
    """The text that a reader sees of `source`; whatever is quoted of it is the file's own text.

    `layout` is None where the text has no markup of its own.
    """

    def __init__(self, source: Document, mapped: Mapped, layout: Layout | None = None) -> None:
        super().__init__(source.path, source.size, source.open, origin=source.origin)
        self.source = source
        self.layout = layout
        self.mapped = mapped
        self.text = mapped.text

    def quote(self, start: int, end: int) -> Quote:
        """The file's own text behind `start` to `end`; the line where nothing can be seen there."""
        end = min(end, len(self.text))
        while start < end and self.text[start].isspace():
            start += 1
        while start < end and self.text[end - 1].isspace():
            end -= 1
        first, last = self.mapped.span(start, end)
        if first == last:
            source = self.source.text
            line_end = source.find("\n", first)
            first, last = source.rfind("\n", 0, first) + 1, line_end if line_end >= 0 else len(source)
        return self.source.quote(first, last)


_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[\"\\/bfnrt])")
_PLAIN = {"b": "", "f": " ", "r": "\r", "n": "\n", "t": "\t"}


def unescaped(document: Document, start: int, end: int, *, lines: bool) -> Rendered:
    """The characters `start` to `end` of a JSON text with the escapes of its strings resolved.

    A line end inside a string shows as one only where the text is a single string (`lines`): else it would look like
    one of the JSON itself.
    """
    mapped, text, at = Mapped(), document.text, start
    for match in _ESCAPE.finditer(text, start, end):
        mapped.add(text[at : match.start()], at, match.start())
        shown = _resolved(match[0])
        mapped.add(" " if shown.isspace() and not lines else shown, *match.span())
        at = match.end()
    mapped.add(text[at:end], at, end)
    return Rendered(document, mapped)


def _resolved(escape: str) -> str:
    if escape[1] != "u":
        return _PLAIN.get(escape[1], escape[1])
    units = bytes.fromhex("".join(escape.split("\\u")))
    return units.decode("utf-16-be", "replace")
