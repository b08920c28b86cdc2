"""One clause from what was read for it: which words are its name, its condition, its promise."""

from __future__ import annotations

from dataclasses import dataclass
from html import unescape

from grader.model import Clause, ConditionalClause, Place, Section
from grader.openprose.conditions import split_conditional, split_otherwise
from grader.openprose.content import Content
from grader.openprose.labels import postcondition, split_name


@dataclass(frozen=True, slots=True)
class Context:
    """What holds for the clauses that are being read: `condition` and `parent` are those that they stand under."""

    contract: str
    file: str
    section: Section
    condition: str | None = None
    parent: str | None = None

    def under(self, condition: str | None) -> str | None:
        """A condition joined with that of the context: both must hold."""
        both = [each for each in (self.condition, condition) if each]
        return " and ".join(f"({each})" if len(both) > 1 and " or " in each else each for each in both) or None


@dataclass(frozen=True, slots=True)
class Lead:
    """A clause's first paragraph, taken apart. `postcondition` says that it begins with that label."""

    name: str | None = None
    body: str = ""
    condition: str | None = None
    postcondition: bool = False

    @classmethod
    def of(cls, text: str, branch: str | None) -> Lead:
        """Read a collapsed paragraph; `branch` is the condition of the clause before it, which `otherwise:` negates."""
        label = postcondition(text)
        words = text[label:]
        found = split_conditional(words) or (split_otherwise(words, branch) if branch else None)
        if found:
            return cls(found.name, found.promise, found.condition, label > 0)
        return cls(*split_name(words, alone=not label), postcondition=label > 0)

    @classmethod
    def of_facet(cls, heading: str) -> Lead:
        """Read a facet's heading: its name, then perhaps a colon or a dash and a description."""
        name, body = split_name(heading)
        if name is None:
            name, _, body = heading.partition(": ") if ": " in heading else heading.partition(" — ")
        return cls(unescape(name.strip("`*_ ")) or None, body)


def draft(content: Content, lead: Lead, lines: tuple[int, int], context: Context) -> Clause:
    """The clause, a conditional one if it has a condition or stands under one. `content.own` is without the lead."""
    name, body = lead.name, "\n".join(filter(None, (lead.body, *content.own)))
    if not body and not name and content.blocks and all(block.kind == "quote" for block in content.blocks):
        body = "\n".join(" ".join(block.text.split()) for block in content.blocks)
    if lead.condition and not name and not body and len(content.items) == 1:
        name = split_name(content.items[0].text)[0]  # a one-of branch with its output in a nested item
    clause = Clause(
        contract=context.contract,
        text="\n".join(content.lines),
        place=Place(file=context.file, lines=lines),
        section=Section.POSTCONDITIONS if lead.postcondition else context.section,
        name=name,
        body=body,
        items=tuple(content.items),
        blocks=tuple(content.blocks),
    )
    condition = context.under(lead.condition)
    if condition is None:
        return clause
    return ConditionalClause(**dict(clause), condition=condition, parent=context.parent)
