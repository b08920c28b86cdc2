"""What one item, facet or paragraph holds: its own words, nested items, blocks, and what is no part of it.

A conditional or a postcondition that is nested in something else is a clause of its own, so it is set apart here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from grader.model import Block, Item, Place
from grader.openprose.blocks import Kind, Node
from grader.openprose.conditions import Conditional, split_conditional, split_otherwise
from grader.openprose.inline import Passage, collapse, sentence_starts, without_comments
from grader.openprose.labels import is_nothing, is_tags, postcondition

_BLOCKS = {Kind.FENCE: "fence", Kind.CODE: "fence", Kind.TABLE: "table", Kind.QUOTE: "quote"}


@dataclass(frozen=True, slots=True)
class Apart:
    """Blocks that make clauses of their own, and the text of the item that they are nested under."""

    nodes: tuple[Node, ...]
    parent: str


@dataclass(slots=True)
class Content:
    """`lines` is the whole text, one entry a line; `own` the paragraphs that are neither nested nor blocks."""

    file: str
    lines: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    apart: list[Apart] = field(default_factory=list)
    _branch: Conditional | None = None  # of the nested item before, which was set apart

    def add(self, nodes: Sequence[Node], parent: str | None = None) -> Content:
        """Take in blocks. `parent` names what holds them; without it the first block is the holder's own text."""
        start = 0
        if parent is None:
            parent = clean(nodes[0].passage).collapsed if nodes and nodes[0].kind is Kind.PARAGRAPH else ""
            if parent and not is_nothing(parent):
                self._say(parent)
                start = 1
        position = start
        while position < len(nodes):
            position += self._take(nodes, position, parent)
        return self

    def everything(self) -> list[str]:
        """The lines, and those of what was set apart after them: for sections whose entries aren't commitments."""
        for apart in self.apart:
            for node in apart.nodes:
                for item in node.children or (node,):
                    self.lines += Content(self.file).add(item.children or (item,)).everything()
        self.apart.clear()
        return self.lines

    def _take(self, nodes: Sequence[Node], at: int, parent: str) -> int:
        """Take in the block at a position; says how many blocks that were."""
        node = nodes[at]
        if node.kind is Kind.PARAGRAPH:
            return self._take_paragraph(nodes, at, parent)
        if node.kind is Kind.LIST:
            for item in node.children:
                self._nest(item, parent)
        elif node.kind is Kind.HEADING:
            self._say(clean(node.passage).collapsed)
        else:
            self.block(node)
        return 1

    def _take_paragraph(self, nodes: Sequence[Node], at: int, parent: str) -> int:
        following = nodes[at + 1] if at + 1 < len(nodes) else None
        parts = list(paragraph_parts(nodes[at].passage))
        for number, part in enumerate(parts, start=1):
            if not stands_alone(part.collapsed):
                self._say(part.collapsed)
                continue
            node = replace(nodes[at], first=part.first, last=part.last, text=part.text)
            introduces = number == len(parts) and following and ends_in_colon(part.text)
            self.apart.append(Apart((node, following) if introduces and following else (node,), parent))
            if introduces:
                return 2
        return 1

    def _nest(self, item: Node, parent: str) -> None:
        lead = item.children[0] if item.children else None
        text = clean(lead.passage).collapsed if lead and lead.kind is Kind.PARAGRAPH else ""
        branch, self._branch = self._branch, split_conditional(text)
        alone = replace(item, kind=Kind.LIST, children=(item,))
        if branch and split_otherwise(text, branch.condition):
            self.apart[-1] = replace(self.apart[-1], nodes=(*self.apart[-1].nodes, alone))
            return
        if self._branch or postcondition(text):
            self.apart.append(Apart((alone,), parent))
            return
        inner = Content(self.file).add(item.children)
        self.lines += inner.lines
        self.blocks += inner.blocks
        self.apart += inner.apart
        if inner.own:
            place = Place(file=self.file, lines=(item.first, item.last))
            self.items.append(Item(text="\n".join(inner.own), place=place, items=tuple(inner.items)))
        else:
            self.items += inner.items

    def _say(self, text: str) -> None:
        if text and not is_nothing(text) and not is_tags(text):
            self.lines.append(text)
            self.own.append(text)

    def block(self, node: Node) -> None:
        """Take in a fence, a table or a quote."""
        text = node.text if node.kind is not Kind.QUOTE else "\n".join(quoted(node))
        lines = [line for line in map(collapse, text.split("\n")) if line]
        if lines and node.kind is Kind.FENCE:
            lines = [f"{node.markup}{collapse(node.info)}", *lines, *([node.markup] if node.closed else [])]
        if lines:
            self.lines += lines
            place = Place(file=self.file, lines=(node.first, node.last))
            self.blocks.append(Block(kind=_BLOCKS[node.kind], info=node.info, text=text, place=place))


def quoted(node: Node) -> list[str]:
    """The lines of a quote, without its signs and those of lists in it."""
    lines: list[str] = []
    for child in node.children:
        lines += quoted(child) if child.children else without_comments(child.text).split("\n")
    return lines


def clean(passage: Passage) -> Passage:
    """A paragraph without comments and blank ends."""
    return Passage(without_comments(passage.text), passage.first).trimmed()


def paragraph_parts(passage: Passage) -> Iterator[Passage]:
    """A paragraph cut where a sentence begins `Postcondition:` and where a line is a one-of branch (`when X:`)."""
    passage = clean(passage)
    cuts = {start for start in sentence_starts(passage.text) if postcondition(passage.text[start : start + 300])}
    at = 0
    for line in passage.text.split("\n"):
        if at and (postcondition(line.lstrip()) or (ends_in_colon(line) and split_conditional(collapse(line)))):
            cuts.add(at)
        at += len(line) + 1
    return passage.split(sorted(cuts))


def stands_alone(text: str) -> bool:
    """Whether a collapsed text is a clause of its own wherever it stands: a conditional or a postcondition."""
    return postcondition(text) > 0 or split_conditional(text) is not None


def ends_in_colon(text: str) -> bool:
    """Whether a text ends in a colon, emphasis aside."""
    return text.rstrip().rstrip("*_").endswith(":")
