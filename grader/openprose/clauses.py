"""From the blocks of a commitment section to its clauses, by the table of that name in openprose-runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.model import Clause, ConditionalClause, Notice, Place, Section
from grader.openprose.blocks import Kind, Node
from grader.openprose.conditions import split_conditional, split_otherwise
from grader.openprose.content import Content, ends_in_colon, paragraph_parts
from grader.openprose.inline import Passage, sentence_starts
from grader.openprose.labels import postcondition, split_name

_EACH = re.compile(
    r"(?:each|every)\s.*\s(?:has|have|contains?|includes?|carries|with)\s?:[*_]*\Z", re.IGNORECASE | re.DOTALL
)
_ATTACHED = {Kind.FENCE, Kind.CODE, Kind.TABLE}
_FACET_LEVEL = 4


@dataclass(frozen=True, slots=True)
class _Context:
    """What holds for the clauses that are being read."""

    section: Section
    condition: str | None = None  # of the heading or the conditional that they stand under
    parent: str | None = None

    def under(self, condition: str | None) -> str | None:
        """A condition joined with that of the context."""
        return " and ".join(filter(None, (self.condition, condition))) or None


@dataclass(frozen=True, slots=True)
class _Lead:
    """A clause's first paragraph, taken apart."""

    name: str | None = None
    body: str = ""
    condition: str | None = None
    postcondition: bool = False

    @classmethod
    def of(cls, text: str, branch: str | None) -> _Lead:
        """Read a collapsed paragraph; `branch` is the condition of the clause before it."""
        label = postcondition(text)
        words = text[label:]
        found = split_conditional(words) or (split_otherwise(words, branch) if branch else None)
        if found:
            return cls(found.name, found.promise, found.condition, label > 0)
        return cls(*split_name(words, alone=not label), postcondition=label > 0)


class ClauseReader:
    """Collects the clauses of one contract, section by section, in the order of the source."""

    def __init__(self, contract: str, file: str) -> None:
        self._contract = contract
        self._file = file
        self._found: list[Clause] = []
        self._last: int | None = None  # the clause that a following fence or table belongs to
        self._branch: str | None = None  # the condition of the clause before, that an `otherwise:` negates
        self.warnings: list[Notice] = []

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The unconditional clauses."""
        return tuple(clause for clause in self._found if not isinstance(clause, ConditionalClause))

    @property
    def conditional_clauses(self) -> tuple[ConditionalClause, ...]:
        """The conditional clauses."""
        return tuple(clause for clause in self._found if isinstance(clause, ConditionalClause))

    def read(self, section: Section, nodes: Sequence[Node]) -> None:
        """Read one section's blocks. Headings in it name facets (Maintains), postconditions, or documentation."""
        context = _Context(section)
        for heading, body in _parts(nodes, in_facets=section is Section.MAINTAINS):
            if heading is None or not heading.text:
                self._flow(body, context)
            elif _is_postconditions(heading):
                self._flow(body, _Context(Section.POSTCONDITIONS))
            elif section is Section.MAINTAINS and heading.level == _FACET_LEVEL:
                self._facet(heading, body, context)
            elif body:
                self._left_out(heading, body)

    def _left_out(self, heading: Node, body: Sequence[Node]) -> None:
        title = heading.passage.collapsed[:80]
        message = f"What stands under the heading {title!r} is documentation and was not read as commitments"
        self.warnings.append(
            Notice(code="documentation", message=message, place=f"{self._file}:{heading.first}-{body[-1].last}")
        )

    def _flow(self, nodes: Sequence[Node], context: _Context) -> None:
        """Blocks that stand beside each other: items and paragraphs are clauses, what follows them belongs to them."""
        self._last = self._branch = None
        at = 0
        while at < len(nodes):
            node = nodes[at]
            if node.kind in {Kind.PARAGRAPH, Kind.HEADING}:
                at += self._paragraph(nodes, at, context)
            elif node.kind is Kind.LIST:
                for item in node.children:
                    self._item(item, context)
                at += 1
            elif node.kind in _ATTACHED:
                end = next((i for i in range(at, len(nodes)) if nodes[i].kind not in _ATTACHED), len(nodes))
                self._attach(nodes[at:end], context)
                at = end
            else:
                self._emit([node], context)
                at += 1

    def _paragraph(self, nodes: Sequence[Node], at: int, context: _Context) -> int:
        """Read a paragraph, and the block after it if the paragraph introduces that; says how many blocks were read."""
        parts = [
            replace(nodes[at], first=p.first, last=p.last, text=p.text) for p in paragraph_parts(nodes[at].passage)
        ]
        following = nodes[at + 1] if at + 1 < len(nodes) else None
        introduces = bool(parts) and following is not None and ends_in_colon(parts[-1].text)
        for part in parts[:-1] if introduces else parts:
            self._emit([part], context)
        if not introduces or following is None:
            return 1
        if following.kind is Kind.LIST:
            self._introduced(parts[-1], following, context)
        elif following.kind is Kind.QUOTE or _is_open(parts[-1].passage.collapsed):
            self._emit([parts[-1], following], context)
        else:
            self._emit([parts[-1]], context)
            return 1
        return 2

    def _introduced(self, paragraph: Node, items: Node, context: _Context) -> None:
        """A list and the paragraph before it: its last sentence is the list's heading, the others are one clause."""
        text = paragraph.text
        label = postcondition(text)
        start = max((each for each in sentence_starts(text) if each >= label), default=0)
        before, heading = list(paragraph.passage.split([start])) if start else [None, paragraph.passage]
        if before is not None:
            self._emit([_paragraph_of(before)], context)
        if heading is None:  # pragma: no cover -- a split leaves two parts
            return
        words = heading.collapsed[postcondition(heading.collapsed) :]
        if _EACH.match(words):
            self._emit([_paragraph_of(heading), items], context)
            return
        conditional = split_conditional(words)
        section = Section.POSTCONDITIONS if postcondition(heading.collapsed) else context.section
        condition = context.under(conditional.condition if conditional else None)
        self._flow([items], replace(context, section=section, condition=condition))

    def _item(self, item: Node, context: _Context) -> None:
        """A top-level item: one clause, or the heading of a list of postconditions."""
        lead = item.children[0] if item.children else None
        words = lead.passage.collapsed if lead and lead.kind is Kind.PARAGRAPH else ""
        label = postcondition(words)
        if label and not words[label:] and any(child.kind is Kind.LIST for child in item.children):
            self._flow(item.children[1:], replace(context, section=Section.POSTCONDITIONS))
        else:
            self._emit(item.children, context, (item.first, item.last))

    def _emit(self, nodes: Sequence[Node], context: _Context, lines: tuple[int, int] | None = None) -> None:
        """One clause of these blocks, and those that are set apart in them."""
        if nodes:
            content = Content(self._file).add(nodes)
            lead = _Lead.of(content.own.pop(0) if content.own else "", self._branch)
            self._add(content, lead, lines or (nodes[0].first, nodes[-1].last), context)

    def _facet(self, heading: Node, body: Sequence[Node], context: _Context) -> None:
        title = heading.passage.collapsed
        name, description = split_name(title)
        if name is None:
            name, _, description = title.partition(": ") if ": " in title else title.partition(" — ")
        name = name.strip("`*_ ")
        content = Content(self._file).add(body, parent=name)
        content.lines.insert(0, title)
        lines = (heading.first, body[-1].last if body else heading.last)
        self._add(content, _Lead(name=name, body=description), lines, context)

    def _add(self, content: Content, lead: _Lead, lines: tuple[int, int], context: _Context) -> None:
        condition = context.under(lead.condition)
        last = None
        if content.lines:
            last = len(self._found)
            clause = self._clause(content, lead, Place(file=self._file, lines=lines), context)
            self._found.append(
                clause
                if condition is None
                else ConditionalClause(**dict(clause), condition=condition, parent=context.parent)
            )
        for apart in content.apart:
            parent = apart.parent or context.parent
            self._flow(apart.nodes, replace(context, condition=condition, parent=parent))
        self._last, self._branch = last, lead.condition

    def _clause(self, content: Content, lead: _Lead, place: Place, context: _Context) -> Clause:
        name, body = lead.name, "\n".join(filter(None, (lead.body, *content.own)))
        if not body and not name and content.blocks and all(block.kind == "quote" for block in content.blocks):
            body = "\n".join(" ".join(block.text.split()) for block in content.blocks)
        if lead.condition and not name and not body and len(content.items) == 1:
            name = split_name(content.items[0].text)[0]  # a one-of branch with its output in a nested item
        return Clause(
            contract=self._contract,
            text="\n".join(content.lines),
            place=place,
            section=Section.POSTCONDITIONS if lead.postcondition else context.section,
            name=name,
            body=body,
            items=tuple(content.items),
            blocks=tuple(content.blocks),
        )

    def _attach(self, nodes: Sequence[Node], context: _Context) -> None:
        """Fences and tables after an item are part of it; without one before them they are a clause of their own."""
        if self._last is None:
            self._emit(nodes, context)
            return
        last = self._found[self._last]
        content = Content(self._file).add(nodes, parent="")
        lines = (last.place.lines[0], max(last.place.lines[1], nodes[-1].last))
        update = {
            "text": "\n".join((last.text, *content.lines)),
            "blocks": (*last.blocks, *content.blocks),
            "place": Place(file=self._file, lines=lines),
        }
        self._found[self._last] = last.model_copy(update=update)


def _parts(nodes: Sequence[Node], *, in_facets: bool) -> list[tuple[Node | None, list[Node]]]:
    """A section's blocks by the headings in it. A facet keeps the headings below it."""
    parts: list[tuple[Node | None, list[Node]]] = [(None, [])]
    for node in nodes:
        facet = in_facets and parts[-1][0] is not None
        if node.kind is Kind.HEADING and not (facet and node.level > _FACET_LEVEL and not _is_postconditions(node)):
            parts.append((node, []))
        else:
            parts[-1][1].append(node)
    return parts


def _is_postconditions(heading: Node) -> bool:
    return postcondition(f"{heading.passage.collapsed.rstrip(':')}:") > 0


def _paragraph_of(passage: Passage) -> Node:
    return Node(Kind.PARAGRAPH, passage.first, passage.last, passage.text)


def _is_open(text: str) -> bool:
    """Whether a text that ends in a colon promises nothing without what follows it."""
    words = text[postcondition(text) :]
    conditional = split_conditional(words)
    return not words or (conditional is not None and not conditional.promise)
