"""Paragraphs: what divides them, and what a given one begins with."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.target import TextMeasure
from grader.judges.rules.measures.text import LONG, WORD, occurrences, ordinal
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

_DIVIDERS = re.compile(
    r"(?:separat|divid|split|delimit|between|break|part(?:ed|ing)?\b|set "
    r"apart|apart)[^.;]{0,120}?(?P<mark>\*{3,}|-{3,}|_{3,}|={3,}|#{3,}|~{3,}|\+{3,})"
    r"|(?P<mark2>\*{3,}|-{3,}|_{3,})[^.;]{0,60}(?:separat|divid|split|delimit|between|divider)"
    r"|(?P<blank>(?:\\n){2}|blank lines?|empty lines?|two new ?lines?|two line ?breaks?|double (?:new "
    r"?line|line break)s?|line of space)",
    re.IGNORECASE,
)
_STARS = re.compile(r"\b(?P<n>three|four|five|six|3|4|5|6) (?:asterisk|star)s?\b", re.IGNORECASE)
_COUNTS = {"three": 3, "four": 4, "five": 5, "six": 6}
_BLANK_LINES = re.compile(r"\n[ \t\r]*\n")
BLANK = "\n\n"
_SOME = 2
_NAMED = "{a}? (single)? (word|words|phrase|term)? :? {first_word}"


@lru_cache(maxsize=256)
def divider_of(clause: str) -> str | None:
    """The mark that a clause says parts are divided by: `BLANK` for a blank line, None if it says nothing."""
    found = _DIVIDERS.search(clause)
    if found is not None:
        return BLANK if found["blank"] else found["mark"] or found["mark2"]
    stars = _STARS.search(clause)
    if stars is None:
        return None
    number = stars["n"].lower()
    return "*" * (_COUNTS.get(number) or int(number))


def divided_spans(text: str, mark: str) -> list[tuple[int, int]]:
    """The pieces between the divider, blank ones left out."""
    pattern = (
        _BLANK_LINES
        if mark == BLANK
        else re.compile(rf"(?<!{re.escape(mark[0])}){re.escape(mark)}(?!{re.escape(mark[0])})")
    )
    spans: list[tuple[int, int]] = []
    at = 0
    if mark != BLANK and mark not in text:
        return [(0, len(text))] if text.strip() else []
    for start, end in [*(match.span() for match in pattern.finditer(text)), (len(text), len(text))]:
        if text[at:start].strip():
            spans.append((at, start))
        at = end
    return spans


def paragraph_spans(view: View, divider: str | None) -> list[tuple[int, int]]:
    """The paragraphs: by the divider that a clause states, else the prose blocks of the text."""
    if divider is not None:
        return divided_spans(view.text, divider)
    return [(block.start, block.end) for block in view.blocks if block.kind is BlockKind.PARAGRAPH]


SEPARATED = "(separated|divided|split|delimited|set apart|parted|broken up)"
_STARTING = (
    "(start|starts|starting|begin|begins|beginning|open|opens|opening|lead|leads|leading|commence|commences|kick "
    "off|kicks off)"
)


class ParagraphDivider(Measure):
    """The paragraphs are divided by a mark that the clause states."""

    name = "paragraph-divider"
    speaks_of = "line"
    phrases = (
        Phrase(
            "(paragraphs (and only paragraphs)?|they|these|them|which|all of them|each paragraph|and)? {must}? {be}? "
            f"{SEPARATED} ((from|with) (each other|one another|the next))? (by|with|using|via|through) {{divider}}"
        ),
        Phrase(
            "(separate|divide|split|delimit|break up|part|separating|dividing|splitting) "
            "(the|your|all|them|these|each|every)? "
            "(paragraph~|them|the text)? (from (each other|one another|the next))? "
            "(by|with|using|via|through) {divider}"
        ),
        Phrase(
            "(put|place|insert|leave|use|have|with|add|using|leaving|placing|putting|,) {divider} "
            "(between|separating|dividing|to separate|to divide|as {a}? (divider|separator|delimiter) "
            "(between|for|of)?) "
            "(each of|every two|each|every|any two|consecutive|the|your|all)? (paragraph~|them|one|two)? "
            "(and the next)?"
        ),
        Phrase(
            "(between|in between) (the|all|each of the|your|two)? paragraph~ ,? (there {must}? "
            "be|use|put|place|insert|leave|is|are|goes) {divider}"
        ),
        Phrase(
            "(the)? (markdown)? (divider|separator) (goes|stands|sits|appears|is|between|for|of|must "
            "be|:|{must}? appear) "
            "(between)? (the|them|each|all)? (paragraph~)? (is|must be|:)? {divider}"
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        """The mark; None where the clause names none that is known."""
        divider = divider_of(match.normal.source)
        return {"divider": divider} if divider is not None else None

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        mark = requirement.params["divider"]
        found = len(divided_spans(view.text, mark))
        shown = "blank lines" if mark == BLANK else f"“{mark}”"
        if mark != BLANK and re.search(rf"\S\s*{re.escape(mark)}\s+{re.escape(mark)}\s*\S", view.text):
            return unknown(f"{shown} stands twice in a row, with nothing between")
        if found < _SOME:
            return unknown(f"{shown} divides nothing")
        return met(f"{found} pieces, divided by {shown}", (view.quote(),))


class ParagraphStart(TextMeasure):
    """What the first word of a given paragraph is."""

    name = "paragraph-start"
    speaks_of = "paragraph"
    phrases = (
        Phrase(f"(paragraph {{quantity}}|{{a}}? {{ordinal}} paragraph) {{must}}? {_STARTING} (off)? with {_NAMED}"),
        Phrase(f"{_STARTING} (off)? (paragraph {{quantity}}|{{a}}? {{ordinal}} paragraph) (off)? with {_NAMED}"),
        Phrase(f"{{a}}? {{ordinal}} ({{one}}|of them|of which|of these) {{must}}? {_STARTING} (off)? with {_NAMED}"),
        Phrase(
            "{a}? (very)? (first|opening|initial) word (of|in) (paragraph {quantity}|{a}? {ordinal} paragraph) {must}? "
            f"(be|is|reads|read|:) {_NAMED}"
        ),
        Phrase(
            "in (paragraph {quantity}|{a}? {ordinal} paragraph) ,? {a}? (very)? (first|opening|initial) word {must}? "
            f"(be|is|reads|read|:) {_NAMED}"
        ),
        Phrase(
            "{a}? word? {first_word} {must}? (be|is|opens|open|start|starts|begin|begins) "
            "({a}? (very)? first word (of|in))? (paragraph {quantity}|{a}? {ordinal} paragraph)"
        ),
        Phrase(
            f"(paragraph {{quantity}}|{{a}}? {{ordinal}} paragraph) "
            "(has|have|having|with|takes|needs|uses|must have|should have) "
            f"{_NAMED} as (its|the) (very)? (first|opening) word"
        ),
        Phrase(f"{{a}}? {{ordinal}} paragraph's (very)? (first|opening) word {{must}}? (be|is|:) {_NAMED}"),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """The paragraph's number and the word; None where the clause is about something else than paragraphs."""
        if not any("paragraph" in lexeme.norm for lexeme in match.normal.lexemes):
            return None
        quantity = match.slots.get("quantity")
        number = None
        if quantity and quantity[0].quantity is not None and quantity[0].quantity.exact:
            number = int(quantity[0].quantity.low or 0)
        elif "ordinal" in match.slots:
            number = ordinal(match.words("ordinal"))
        word = match.words("first_word")
        if not number or not word:
            return None
        return {"number": number, "word": word, "divider": divider_of(match.normal.source)}

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        number, wanted = requirement.params["number"], requirement.params["word"]
        spans = paragraph_spans(_beginning(view), requirement.params["divider"])
        if not 0 < number < len(spans):
            spans = paragraph_spans(view, requirement.params["divider"])
        index = number - 1 if number > 0 else len(spans) + number
        if not 0 <= index < len(spans):
            return not_met(f"there are {len(spans)} paragraphs; a number {number} was to begin with “{wanted}”")
        start, end = spans[index]
        found = WORD.search(view.text, start, end)
        text = f"paragraph {index + 1} begins with “{found[0] if found else ''}”; “{wanted}” promised"
        begins = occurrences(view.text[found.start() : end], wanted) if found is not None else []
        return decided(bool(begins) and begins[0][0] == 0, text, (view.quote(start, end),))


def _beginning(view: View) -> View:
    """The beginning of a long text, where most paragraphs that have a number stand."""
    return View(view.document, view.start, view.start + LONG) if type(view) is View and len(view.text) > LONG else view


MEASURES: tuple[Measure, ...] = (ParagraphDivider(), ParagraphStart())
