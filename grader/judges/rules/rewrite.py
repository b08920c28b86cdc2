"""Rewrites that make a vague promise testable, from the clause's own noun and the output's real structure."""

from __future__ import annotations

from grader.judges.rules.judge import Assessment
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.views import View

_MOST = 6


def suggest(assessment: Assessment) -> str:
    """A concrete rewrite of a vague clause."""
    name = assessment.clause.name
    parts = [part for view in assessment.subject.views[:1] for part in _structure(view)]
    body = (
        " and ".join(parts) if parts else "the parts that a reader must find in it, each named, with a count or a range"
    )
    head = f"`{name}`: " if name else ""
    kind = (name or "text").replace("_", " ").replace("-", " ")
    return f"{head}a {kind} with {body}"


def _structure(view: View) -> list[str]:
    members = view.members()
    if members:
        names = ", ".join(f"`{key}`" for key in list(members)[:_MOST])
        return [f"the fields {names}"]
    titles = [view.text[b.content : b.content_end].strip() for b in view.blocks if b.kind is BlockKind.HEADING]
    found = []
    if titles:
        found.append(f"the sections {', '.join(titles[:_MOST])}")
    items = sum(b.kind is BlockKind.ITEM and b.level == 0 for b in view.blocks)
    if items:
        found.append(f"at least {items} list items")
    if not found:
        words = len(view.text.split())
        found.append(f"at most {max(50, -(-words // 50) * 50)} words")
    return found
