"""Where CommonMark's reading of a contract isn't its author's.

Two things happen in real sources: a wrapped line begins with `+ ` or `> 5` and is read as a nested list or quote, and
a nested item is indented so far that it is read as part of the line above it. Indent and sentence decide.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from grader.openprose.blocks import Kind, Node
from grader.openprose.inline import code_spans, mask_nested

_DEEP_ITEM = re.compile(r"(?m)^[ \t]*(?:[-*+][ \t]+)+(?=\S)")
_COMPARED = re.compile(r"=?\s*\d")
_TAIL = 1000  # characters before a line that decide whether the sentence goes on


def mend(children: Iterable[Node], outer_marker: str = "") -> tuple[Node, ...]:
    """A container's children, mended. `outer_marker` is the marker of the list whose item the container is."""
    mended: list[Node] = []
    queue = deque(children)
    while queue:
        child = queue.popleft()
        if child.kind is not Kind.PARAGRAPH:
            mended.append(child)
            continue
        paragraph = _Growing(child)
        while queue and paragraph.continues_in(queue[0], outer_marker):
            queue.extendleft(reversed(paragraph.take(queue.popleft())))
        mended += _unfolded(paragraph.node())
    return tuple(mended)


@dataclass(slots=True)
class _Growing:
    """A paragraph that may go on in what follows it."""

    start: Node
    taken: list[str] = field(default_factory=list)
    last: int = 0

    def __post_init__(self) -> None:
        self.last = self.start.last

    def node(self) -> Node:
        return replace(self.start, text="".join((self.start.text, *self.taken)), last=self.last)

    def continues_in(self, after: Node, outer_marker: str) -> bool:
        """Whether a block that CommonMark reads as a list or quote is this paragraph's next line."""
        if after.first != self.last + 1 or after.column != self.start.column or not after.children:
            return False
        tail = (self.taken[-1] if self.taken else self.start.text)[-_TAIL:]
        if _finished(tail):
            return False
        first = after.children[0]
        if after.kind is Kind.QUOTE:
            return first.kind is Kind.PARAGRAPH and _COMPARED.match(first.text) is not None
        if after.kind is not Kind.LIST or after.markup != "+" or outer_marker == "+":
            return False
        is_text = bool(first.children) and first.children[0].kind is Kind.PARAGRAPH
        return is_text and (len(after.children) == 1 or _left_open(tail))

    def take(self, after: Node) -> list[Node]:
        """Append the block's text; what of it is no part of the sentence is given back."""
        if after.kind is Kind.QUOTE:
            self._append("> ", after.children[0])
            return list(after.children[1:])
        for index, item in enumerate(after.children):
            text, *rest = item.children or (None,)
            if text is None or text.kind is not Kind.PARAGRAPH:
                return [replace(after, first=item.first, children=after.children[index:])]
            self._append("+ ", text)
            if rest:
                others = after.children[index + 1 :]
                return [*rest, *([replace(after, first=others[0].first, children=others)] if others else [])]
        return []

    def _append(self, sign: str, text: Node) -> None:
        self.taken.append("\n" * (text.first - self.last) + sign + text.text)
        self.last = text.last


def _finished(tail: str) -> bool:
    return tail.rstrip().rstrip("\"'”’)]*_`").endswith((".", ":", ";", "!", "?"))


def _left_open(tail: str) -> bool:
    """Whether the sentence can't end here: a comma, or a bracket or code span that nothing closes."""
    masked = mask_nested(tail)
    at, odd_tick = 0, False
    for start, end in code_spans(tail):
        odd_tick, at = odd_tick or "`" in tail[at:start], end
    return masked.rstrip().endswith(",") or any(sign in masked for sign in "([{") or odd_tick or "`" in tail[at:]


def _unfolded(node: Node) -> list[Node]:
    """A paragraph whose later lines begin like items, as a paragraph and a list of them."""
    if not _DEEP_ITEM.search(node.text):
        return [node]
    head: list[str] = []
    items: list[tuple[int, list[str]]] = []
    for number, line in enumerate(node.text.split("\n"), start=node.first):
        marker = _DEEP_ITEM.match(line)
        if marker and not (line.lstrip().startswith("+") and number > node.first):
            items.append((number, [line[marker.end() :]]))
        else:
            (items[-1][1] if items else head).append(line)
    if not items:
        return [node]
    found = tuple(_item(*item) for item in items)
    nested = Node(Kind.LIST, found[0].first, found[-1].last, markup="-", children=found)
    return [*([_paragraph(node.first, head)] if head else []), nested]


def _item(first: int, lines: list[str]) -> Node:
    paragraph = _paragraph(first, lines)
    return Node(Kind.ITEM, first, paragraph.last, children=(paragraph,))


def _paragraph(first: int, lines: list[str]) -> Node:
    text = "\n".join(lines).rstrip()
    return Node(Kind.PARAGRAPH, first, first + text.count("\n"), text)
