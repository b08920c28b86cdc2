"""Sections that the text itself numbers: "SECTION 1", "Day 2"."""

from __future__ import annotations

import re
from typing import Any

from grader.judges.rules.finding import Finding
from grader.judges.rules.measure import Facts, quantity_of
from grader.judges.rules.measures.amounts import read_amount
from grader.judges.rules.measures.target import TextMeasure
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

_SHOWN = 3
_MOST_MARKS = 12
_ASK = (
    "({contain}|be|split|divide|organize|organise|break|structure|arrange|lay out|separate|there {must}? "
    "be|there are|is|are|be divided|be split|form|fall|falls|come in)"
)
_INTO = (
    "(({whole}|{response})? (up)? (divided|split|organized|organised|broken|structured|separated)? (up)? "
    "(into|in|of|as|with|by)?)"
)
_PARTS = "(separate|distinct|different|numbered|labelled|labeled|marked)? (section~|part~|chapter~|segment~|block~)"
_HEAD = (
    "(mark|marks|marked|label|labelled|labeled|head|headed|begin|begins|beginning|start|starts|starting|"
    "introduce|introduced|title|titled|name|named|called|"
    "open|opens|opening|prefix|prefixed|denote|denoted|indicate|indicated|signal|preface|prefaced|designated|"
    "designate|flag|flagged|tagged)"
)
_EACH = (
    "({must} be|{must}|with each (section|part|one|{one})|with every (section|part)|and each (section|part)|each "
    "{one}|(the|its)? (beginning|start) of (each|every) (section|part|one|{one})|each|all|each of them|each "
    "one|each of which|every one|every section|each section|each part|every part|them|of which|each chapter|the "
    "beginning of each|the start of each|the beginning of every|with each|and each|,|and|with the label|clearly)"
)
_MARK = "(with|by|as|using|:)? (the)? (words|word|label|heading|marker|text|header|title|tag|keyword)? (of|:)?"
_LABEL = (
    "{label} (x|n|#|1|i|{quantity}|followed by (a|its|the) (section)? number|and (a|its|the) number|plus "
    "(a|its|the) number|number|and then its number|, followed by its number)"
)
_FOLLOWED = f"({_LABEL}|{{text}})"
_SAMPLE = "(({such_as}|,|:) (this)? :? {example} {finish}|{open} {series} {close})"


class MarkedSections(TextMeasure):
    """Sections whose beginnings are marked by a word and a number."""

    name = "marked-sections"
    phrases = (
        Phrase(
            f"{_ASK}? {_INTO}? {{quantity}} {_PARTS} {{in_it}}? (.|;|,|and|:|—)? {_HEAD} {{a}}? "
            f"(beginning|start|top|head|opening)? (of)? (each|every|each one|them|all) ({{one}}|of "
            f"them|section|one|part|chapter|of these|of the sections)? {_MARK} {_FOLLOWED} {_SAMPLE}?"
        ),
        Phrase(
            f"{_ASK}? {_INTO}? {{quantity}} {_PARTS} {{in_it}}? (.|;|,|and|:|—)? {_EACH}? {_EACH}? {_HEAD} "
            f"{_MARK} {_FOLLOWED} {_SAMPLE}?"
        ),
        Phrase(f"{_ASK}? {_INTO}? {{quantity}} {_PARTS} ,? {_HEAD}? {_MARK} {{text}} ({{series}})? {_SAMPLE}?"),
        Phrase(f"{_ASK}? {_INTO}? {{quantity}} {_PARTS} ,? {_HEAD} {_MARK} {{series}}"),
        Phrase(f"{_ASK}? {_INTO}? {{quantity}} {_PARTS} ,? {_HEAD} {_MARK} {{list}} {_SAMPLE}?"),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """How many sections, and the word that marks them; None where no single word does."""
        found = read_amount(_first_quantity(match))
        label = _label(match)
        return {"quantity": found["quantity"], "label": label} if found is not None and label else None

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        label, quantity = requirement.params["label"], quantity_of(requirement)
        found = [match for match in _marker(label).finditer(view.text) if _begins_line(view.text, match.start())]
        numbers = dict.fromkeys(match["number"] for match in found)
        text = f"{len(numbers)} sections marked “{label} N”; {quantity.text} promised"
        return Finding(
            quantity.holds(len(numbers)), text, tuple(view.quote(*match.span("mark")) for match in found[:_SHOWN])
        )


def _marker(label: str) -> re.Pattern[str]:
    return re.compile(rf"(?P<mark>{re.escape(label)}[ \t]*#?(?P<number>\d{{1,3}}))")


def _begins_line(text: str, at: int) -> bool:
    """Whether nothing but marks such as `#` and `**` stands before it on its line."""
    before = text[max(0, at - _MOST_MARKS - 1) : at].rsplit("\n", 1)[-1]
    return len(before) <= _MOST_MARKS and not any(char.isalnum() for char in before)


def _first_quantity(match: Match) -> Match:
    """The match with the number of sections as its only quantity: later ones number the label."""
    first = next(((name, lexemes) for name, lexemes in match.all_slots if name == "quantity"), None)
    kept = tuple(each for each in match.all_slots if each[0] != "quantity")
    return Match(match.phrase, match.normal, match.first, match.last, (*kept, first) if first is not None else kept)


_NUMBERED = re.compile(r"^(?P<label>[^\W\d_][\w -]{0,40}?)[ \t]*(?:#|\d{1,3}|X|N|\{n\}|<n>)$")


def _label(match: Match) -> str | None:
    """The marking word, without the number or its stand-in; of a series ("SECTION 1, SECTION 2") what is common."""
    literals = [literal for name in ("label", "text", "list") for literal in match.literals(name)]
    if literals:
        found = {each["label"] for each in map(_NUMBERED.match, literals) if each is not None}
        if len(found) == 1:
            return found.pop().strip()
        return literals[0].strip() if len(literals) == 1 and "label" in match.slots else None
    if "series" in match.slots:
        words = match.words("series").replace(",", " ").split()
        return words[0]
    return match.words("label").strip() or None


MEASURES = (MarkedSections(),)
