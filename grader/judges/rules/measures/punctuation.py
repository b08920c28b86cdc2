"""Punctuation marks that must not occur, or so many times."""

from __future__ import annotations

import re
from bisect import bisect
from typing import Any

from grader.judges.rules.finding import Finding, met, not_met, unknown
from grader.judges.rules.measure import Facts, quantity_of
from grader.judges.rules.measures.amounts import read_amount
from grader.judges.rules.measures.target import TextMeasure, runs_on
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.model import Quote

# What a clause calls a mark -> the characters.
MARKS: dict[str, str] = {
    "comma": ",\uff0c",
    "semicolon": ";\uff1b",
    "semi-colon": ";\uff1b",
    "colon": ":\uff1a",
    "exclamation": "!！",
    "question": "?？",
    "quotation": '"“”„«»',
    "quote": '"“”„«»',
    "inverted": '"“”„«»',
    "apostrophe": "'’",
    "asterisk": "*",
    "hyphen": "-\u2010",
    "em": "—",
    "en": "–",
    "dash": "—–",
    "ellipsis": "…",
    "full": ".",
    "period": ".",
    "parenthesis": "()",
    "parentheses": "()",
    "round": "()",
    "square": "[]",
    "curly": "{}",
    "bracket": "()[]{}",
    "hashtag": "#",
    "ampersand": "&",
    "digit": "0123456789",
    "numeral": "0123456789",
    "slash": "/",
}
_EMOJI = "\U0001f300-\U0001faff\u2600-\u27bf\U0001f1e6-\U0001f1ff"
_SHORTCODE = re.compile(r"(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])")
_URL = re.compile(r"https?://[^\s<>\"]{1,2000}")
_IN_URLS = frozenset("?!:;-_.~/#&=%+,*'()0123456789")
_OWN = frozenset("*_`#[]<>~-")
_SHOWN = 3
_MARKS = (
    "{mark_word} ((,|and|or|nor|, or|, and|/) (any)? {mark_word})? ((,|and|or|nor|, or|, and|/) (any)? "
    "{mark_word})? ((,|and|or|nor|, or|, and) (any)? {mark_word})?"
)
_BAN = (
    "({no} ({contain}|the use of|use of|employ|any use of|type|put|insert|place|make use of)?"
    "|ban|omit|drop|skip|eschew|shun|refrain from using|refrain from the use of|abstain from using|abstain "
    "from|avoid using|"
    "avoid the use of|dispense with|forgo|leave out|do without|steer clear of using|clear of)"
)


class Punctuation(TextMeasure):
    """A mark that must not occur at all, or how often one must."""

    name = "punctuation"
    phrases = (
        Phrase(
            f"{{must}}? {_BAN} (any|all|the|a|a single|even a single|any of the|even one|of any)? {_MARKS} {{in_it}}?",
            {"none": True},
            negated=True,
        ),
        Phrase(
            f"{{must}}? {_BAN} (any|all|the|a|a single|even a single)? {_MARKS} "
            f"({{must}}|may|can|should|are|is)? ({{appear}}|allowed|be allowed|permitted|at all) "
            f"{{in_it}}?",
            {"none": True},
            negated=True,
        ),
        Phrase(
            f"(not|never) (even)? (a|one) (single)? {_MARKS} ({{must}}|may|can|is)? ({{appear}}|allowed)? {{in_it}}?",
            {"none": True},
            negated=True,
        ),
        Phrase(
            f"(all|any|the|use of|the use of)? {_MARKS} (usage|use)? (are|is|must be|should be|have to be|be) "
            f"(strictly|all|completely|entirely)? {{banned}} {{in_it}}?",
            {"none": True},
            negated=True,
        ),
        Phrase(f"{_MARKS} ({{must}}|may|can|do|does)? {{no}} {{appear}} {{in_it}}?", {"none": True}, negated=True),
        Phrase("{be}? (entirely|completely|fully)? {mark_word} - free", {"none": True}, negated=True),
        Phrase(
            "{be}? (entirely|completely|fully)? (comma-free|emoji-free|free of "
            "commas|commaless|comma-less|clear of commas|devoid of commas)",
            {"none": True},
            negated=True,
        ),
        Phrase(
            f"{{be}}? (entirely|completely|fully)? (devoid of|clear of|free of|free from) (any|all)? {_MARKS}",
            {"none": True},
            negated=True,
        ),
        Phrase("{contain}? {quantity} {mark_word} {tail}? {in_it}?"),
        Phrase("{mark_word} {shall} {appear} {in_it}? {frequency} {in_it}?"),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """The characters that the named marks are, and how often they may occur."""
        chars = marks_in([lexeme.norm for lexeme in match.normal.lexemes[match.first : match.last]])
        if not chars or runs_on(match):
            return None
        if match.phrase.fixed.get("none"):
            return {"marks": chars}
        found = read_amount(match)
        return {"marks": chars, "quantity": found["quantity"]} if found is not None else None

    def reads(self, requirement: Requirement) -> bool:
        """Whether the mark is none of Markdown's own, which are meant as they are written."""
        return _OWN.isdisjoint(requirement.params["marks"])

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        marks = requirement.params["marks"]
        pattern = re.compile(f"[{_EMOJI}]" if marks == "emoji" else f"[{re.escape(marks)}]")
        found = [match.start() for match in pattern.finditer(view.text)]
        urls = _inside_urls(view.text, found) if _IN_URLS.intersection(marks) else set()
        if urls and "?" in marks:  # it ends no question there
            found = [at for at in found if at not in urls or view.text[at] != "?"]
        doubtful = {at for at in found if at in urls and view.text[at] != ","} | _structural(view, found)
        if doubtful:
            finding = self._judged(requirement, view, [at for at in found if at not in doubtful])
            if finding.outcome is not self._judged(requirement, view, found).outcome:
                kept = tuple(_around(view, at) for at in sorted(doubtful)[:_SHOWN])
                return unknown(f"“{marks[0]}” occurs in addresses or as Markdown's own mark", kept)
        return self._judged(requirement, view, found)

    @staticmethod
    def _judged(requirement: Requirement, view: View, found: list[int]) -> Finding:
        """What it means that the marks stand at some places."""
        marks = requirement.params["marks"]
        shown = marks if marks == "emoji" else f"“{marks[0]}”"
        if "quantity" in requirement.params:
            quantity = quantity_of(requirement)
            text = f"{len(found)} times {shown}; {quantity.text} promised"
            return Finding(quantity.holds(len(found)), text, tuple(_around(view, at) for at in found[:_SHOWN]))
        if found:
            times = "once" if len(found) == 1 else f"{len(found)} times"
            return not_met(f"{shown} occurs {times}", (_around(view, at) for at in found[:_SHOWN]))
        short = _SHORTCODE.search(view.text) if marks == "emoji" else None
        if short is not None:
            return unknown("a name of an emoji may be shown as one", (_around(view, short.start()),))
        return met(f"{shown} doesn't occur in {view.document.path}")


def _inside_urls(text: str, found: list[int]) -> set[int]:
    """The places that lie inside an address, its last character aside, which may end the sentence."""
    spans = [match.span() for match in _URL.finditer(text)]
    inside = set()
    for at in found:
        index = bisect(spans, (at, len(text))) - 1
        if index >= 0 and at < spans[index][1] - 1:
            inside.add(at)
    return inside


def _structural(view: View, found: list[int]) -> set[int]:
    """The places where a mark is Markdown's own: before an item, in a rule, below a table's header."""
    if not found or view.layout is not None or isinstance(view.value, (dict, list)):
        return set()
    spans = [(block.start, block.content) for block in view.blocks if block.kind in {BlockKind.ITEM, BlockKind.HEADING}]
    spans += [(block.start, block.end) for block in view.blocks if block.kind is BlockKind.RULE]
    for block in view.blocks:
        if block.kind is BlockKind.TABLE and len(block.row_spans) > 0:
            end = block.row_spans[0][1]
            spans.append((end, view.text.find("\n", end + 1) if "\n" in view.text[end + 1 :] else len(view.text)))
    spans.sort()
    inside = set()
    for at in found:
        index = bisect(spans, (at, len(view.text))) - 1
        if index >= 0 and at < spans[index][1]:
            inside.add(at)
    return inside


def marks_in(norms: list[str]) -> str:
    """The characters that the words name; "emoji" for emojis."""
    chars = []
    for norm in norms:
        for form in (norm, norm.rstrip("s"), norm[:-2], norm.split("-", maxsplit=1)[0].rstrip("s")):
            if form.startswith("emoji"):
                return "emoji"
            if form in MARKS:
                chars.append(MARKS[form])
                break
    if "dash" in norms or "dashes" in norms:
        chars = [each for each in chars if each != MARKS["dash"]] or chars
    return "".join(dict.fromkeys("".join(chars)))


def _around(view: View, at: int) -> Quote:
    return view.quote(max(view.text.rfind("\n", 0, at) + 1, at - 30), at + 1)


MEASURES: tuple[TextMeasure, ...] = (Punctuation(),)
