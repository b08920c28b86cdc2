"""Bullet points, as Markdown has them."""

from __future__ import annotations

from typing import Any

from grader.judges.rules.finding import Finding, unknown
from grader.judges.rules.measure import Facts, quantity_of
from grader.judges.rules.measures.amounts import read_amount
from grader.judges.rules.measures.target import TextMeasure, qualified
from grader.judges.rules.outline import Block, BlockKind
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.model import Outcome

_SHOWN = 3
_BULLETS = (
    "(bullet point~|bullet~|bulleted point~|bulleted item~|bullet item~|bullet - "
    "point~|bullet-point~|bulletpoint~|bulleted list item~|items in a bulleted list|items in a bullet "
    "list|bullet list item~|markdown bullets|markdown bullet point~|entries in a bulleted list|bulleted "
    "entries|bulleted lines)"
)
_STYLE = (
    "((.|,|;|and|in|:|—|-|using|with|{open})? (use|using|write|make|format|formatted|in|as|with|written|they "
    "{must} be|these {must} be)? (them|these)? (with|as|in|like|using)? (the)? "
    "(markdown|asterisk|star|standard markdown|markdown asterisk|markdown asterisks|asterisks|stars) "
    "(bullet|list)? (points|point|bullets|lists|list|format|syntax|style|formatting|notation)? "
    "(style|format|syntax)? {close}?)"
)
_EACH = (
    "({open} (use|using|with) (asterisk~|star~|dash|dashes)? for (the|each)? (bullet~|bullet "
    "point~|them) {close}|(,)? (with)? (each|all|every one)? ({one}|of them|of which)? "
    "(starting|beginning|marked|introduced|prefixed|starts|begins) with (a|an)? "
    "(asterisk|star|dash|hyphen|-|bullet|asterisk symbol)?)"
)
_SAMPLE = "({such_as} {example} {finish})"


class Bullets(TextMeasure):
    """How many bullet points there are. Numbered items are none; where nested ones matter, nobody can tell."""

    name = "bullets"
    speaks_of = "item"
    counts_items = True
    phrases = (
        Phrase(
            f"({{keep}}|{{contain}}|present {{whole}} as|list|answer with|reply with|respond with|give|there "
            f"{{must}}? be|there are|in|as|in the form of)? {{a}}? (total of|list of|bulleted list of|bullet "
            f"list of|set of)? {{quantity}} (top-level|separate|distinct|short|markdown|individual)? {_BULLETS} "
            f"{{in_it}}? {{tail}}? {_STYLE}? {_EACH}? {_SAMPLE}?"
        ),
        Phrase(f"(use|write|give)? {_BULLETS} (:|,|-|—) {{quantity}} (of them)? {_STYLE}?"),
        Phrase(
            f"(number of|count of) {_BULLETS} {{in_it}}? {{must}}? (be|is|:|equal|equals)? {{quantity}} "
            f"{_STYLE}? {_SAMPLE}?"
        ),
        Phrase(
            f"{{a}}? (bulleted list|bullet list|bullet-point list|list of bullets|list of bullet points) "
            f"(of|with|containing|that has|having|comprising|made up of) {{quantity}} "
            f"(items|points|entries|bullets|bullet points|elements|lines)? {_STYLE}? {_SAMPLE}?"
        ),
        Phrase(
            f"{{quantity}} - (bullet|bullet-point) (bulleted list|bullet list|bullet point list)? {_STYLE}? {_SAMPLE}?"
        ),
        Phrase(
            f"{{quantity}} (points|items|entries) (,)? (as|in|formatted as|each as|written as|presented as|in "
            "the form of|using) (a|one)? (markdown)? (bulleted list|bullet list|bullets|bullet "
            f"points|bullet|bullet point|markdown bullets|markdown bullet points) {_SAMPLE}?"
        ),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """How many."""
        found = read_amount(match)
        if found is None:
            return None
        return {
            "quantity": found["quantity"],
            "markdown": "markdown" in match.text.lower(),
            **({"qualified": True} if qualified(match) else {}),
        }

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        quantity = quantity_of(requirement)
        items = [block for block in view.blocks if block.kind is BlockKind.ITEM]
        marks = "-*+" if requirement.params.get("markdown") else "-*+•"
        found = [block for block in items if block.info[:1] in marks]
        if not found and items and items[0].info[:1].isdigit():
            return unknown(f"{len(items)} numbered items, but no bullets")
        text = f"{len(found)} bullets; {quantity.text} promised"
        if requirement.params.get("qualified") and not quantity.too_few(len(found)):
            return unknown(
                f"{text}, and not all of them need be meant",
                tuple(view.quote(block.start, block.end) for block in found[:_SHOWN]),
            )
        outcome = quantity.holds(len(found))
        if quantity.holds(_top(found)) is not outcome:
            text += f" ({_top(found)} of them not nested)"
            outcome = Outcome.UNKNOWN
        return Finding(outcome, text, tuple(view.quote(block.start, block.end) for block in found[:_SHOWN]))


def _top(blocks: list[Block]) -> int:
    return sum(block.level == 0 for block in blocks)


MEASURES = (Bullets(),)
