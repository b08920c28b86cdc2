"""From the blocks of a commitment section to its clauses, by the table of that name in openprose-runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from grader.model import Clause, ConditionalClause, Notice, Place, Section
from grader.openprose.blocks import Kind, Node
from grader.openprose.content import Content, ends_in_colon, paragraph_parts
from grader.openprose.drafting import Context, Lead, draft
from grader.openprose.inline import Passage, sentence_starts
from grader.openprose.labels import postcondition

_EACH = re.compile(
    r"(?:each|every)\s.*\s(?:has|have|contains?|includes?|carries|with)\s?:[*_]*\Z", re.IGNORECASE | re.DOTALL
)
_ATTACHED = {Kind.FENCE, Kind.CODE, Kind.TABLE}
_FACET_LEVEL = 4


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
        context = Context(self._contract, self._file, section)
        for heading, body in _parts(nodes, in_facets=section is Section.MAINTAINS):
            if heading is None or not heading.text:
                self._flow(body, context)
            elif _is_postconditions(heading):
                self._flow(body, replace(context, section=Section.POSTCONDITIONS))
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

    def _flow(self, nodes: Sequence[Node], context: Context) -> None:
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

    def _paragraph(self, nodes: Sequence[Node], at: int, context: Context) -> int:
        """Read a paragraph, and the block after it if the paragraph introduces that; says how many were read."""
        parts = [_paragraph_of(part) for part in paragraph_parts(nodes[at].passage)]
        following = nodes[at + 1] if at + 1 < len(nodes) else None
        introduces = bool(parts) and ends_in_colon(parts[-1].text)
        for part in parts[:-1] if introduces else parts:
            self._emit([part], context)
        if not introduces:
            return 1
        if following and following.kind is Kind.LIST:
            self._introduced(parts[-1].passage, following, context)
        elif following and (following.kind is Kind.QUOTE or self._is_open(parts[-1])):
            self._emit([parts[-1], following], context)
        else:
            self._emit([parts[-1]], context)
            return 1
        return 2

    def _introduced(self, passage: Passage, items: Node, context: Context) -> None:
        """A list and the paragraph before it: its last sentence is the list's heading, the others are one clause."""
        label = postcondition(passage.text)
        starts = [start for start in sentence_starts(passage.text) if start >= label]
        *before, heading = passage.split(starts[-1:])
        for part in before:
            self._emit([_paragraph_of(part)], context)
        text = heading.collapsed
        if _EACH.match(text[postcondition(text) :]):
            self._emit([_paragraph_of(heading), items], context)
            return
        lead = Lead.of(text, self._branch)
        section = Section.POSTCONDITIONS if lead.postcondition else context.section
        self._flow([items], replace(context, section=section, condition=context.under(lead.condition)))
        self._branch = lead.condition

    def _is_open(self, paragraph: Node) -> bool:
        """Whether a paragraph that ends in a colon promises nothing without what follows it."""
        lead = Lead.of(paragraph.passage.collapsed, self._branch)
        return not lead.body and (lead.postcondition or lead.condition is not None)

    def _item(self, item: Node, context: Context) -> None:
        """A top-level item: one clause, or the heading of a list of postconditions."""
        lead = item.children[0] if item.children else None
        words = lead.passage.collapsed if lead and lead.kind is Kind.PARAGRAPH else ""
        label = postcondition(words)
        if label and not words[label:] and any(child.kind is Kind.LIST for child in item.children):
            self._flow(item.children[1:], replace(context, section=Section.POSTCONDITIONS))
        else:
            self._emit(item.children, context, (item.first, item.last))

    def _emit(self, nodes: Sequence[Node], context: Context, lines: tuple[int, int] | None = None) -> None:
        """One clause of these blocks, and those that are set apart in them."""
        if nodes:
            content = Content(self._file).add(nodes)
            lead = Lead.of(content.own.pop(0) if content.own else "", self._branch)
            self._add(content, lead, lines or (nodes[0].first, nodes[-1].last), context)

    def _facet(self, heading: Node, body: Sequence[Node], context: Context) -> None:
        title = heading.passage.collapsed
        lead = Lead.of_facet(title)
        content = Content(self._file, [title]).add(body, parent=lead.name or title)
        self._add(content, lead, (heading.first, body[-1].last if body else heading.last), context)

    def _add(self, content: Content, lead: Lead, lines: tuple[int, int], context: Context) -> None:
        last = None
        if content.lines:
            last = len(self._found)
            self._found.append(draft(content, lead, lines, context))
        inside = replace(context, condition=context.under(lead.condition))
        for apart in content.apart:
            self._flow(apart.nodes, replace(inside, parent=apart.parent or context.parent))
        self._last, self._branch = last, lead.condition

    def _attach(self, nodes: Sequence[Node], context: Context) -> None:
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
