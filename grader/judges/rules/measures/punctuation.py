"""Punctuation marks that must not occur, or so many times."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
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

EMOJI = "emoji"
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
    "ellipse": "…",
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
    "emoji": EMOJI,
}
# Words before a noun that say which of those marks are meant: em dashes are no other dashes.
_NARROWS = {
    "em": "dash",
    "en": "dash",
    "round": "bracket",
    "square": "bracket",
    "curly": "bracket",
    "inverted": "comma",
}
_EMOJI = "\U0001f300-\U0001faff\u2600-\u27bf\U0001f1e6-\U0001f1ff"
_URL = re.compile(r"https?://[^\s<>\"]{1,2000}")
_IN_URLS = frozenset("?!:;-_.~/#&=%+,*'()0123456789")
_EMOJIS = re.compile(f"[{_EMOJI}]")
_TYPED_DASH = re.compile(r"(?<=\S) -- (?=\S)|(?<=\w)--(?=\w)")
_DOUBTS: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    EMOJI: ((re.compile(r"(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])"), "a name of an emoji may be shown as one"),),
    "—": ((_TYPED_DASH, "two hyphens may stand for a dash"),),
    "–": ((_TYPED_DASH, "two hyphens may stand for a dash"),),
    "—–": (
        (_TYPED_DASH, "two hyphens may stand for a dash"),
        (re.compile(r"(?<=\S) - (?=\S)"), "a hyphen between spaces may stand for a dash"),
    ),
    MARKS["quote"]: (
        (re.compile(r"(?<!\w)(?:'[^'\n]{1,200}'|‘[^’\n]{1,200}’)(?!\w)"), "single quotation marks may be meant, too"),
    ),
}
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
        marks = marks_in([lexeme.norm for lexeme in match.normal.lexemes[match.first : match.last]])
        if not marks or runs_on(match):
            return None
        if match.phrase.fixed.get("none"):
            return {"marks": marks}
        found = read_amount(match)
        return {"marks": marks, "quantity": found["quantity"]} if found is not None else None

    def reads(self, requirement: Requirement) -> bool:
        """Whether the mark is none of Markdown's own, which are meant as they are written."""
        return _OWN.isdisjoint("".join(requirement.params["marks"]))

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        marks = requirement.params["marks"]
        found = list(_pattern(marks).finditer(view.text))
        urls = _inside_urls(view.text, found) if _IN_URLS.intersection("".join(marks)) else set()
        found = [each for each in found if each.start() not in urls or each[0] != "?"]  # it ends no question there
        own = _structural(view, found)
        doubtful = [each for each in found if each.start() in own or (each.start() in urls and each[0] != ",")]
        finding = self._judged(requirement, view, found)
        if doubtful:
            aside = {each.start() for each in doubtful}
            certain = self._judged(requirement, view, [each for each in found if each.start() not in aside])
            if certain.outcome is not finding.outcome:
                reason = f"{_occurring(doubtful)} occurs in addresses or as Markdown's own mark"
                return unknown(reason, (_around(view, each) for each in doubtful[:_SHOWN]))
        return finding

    @staticmethod
    def _judged(requirement: Requirement, view: View, found: Sequence[re.Match[str]]) -> Finding:
        """What it means that the marks stand at some places."""
        marks = requirement.params["marks"]
        shown = " or ".join(each if each == EMOJI else f"“{each[0]}”" for each in marks)
        doubt = next(filter(None, (_doubt(view, each) for each in marks)), None)
        quotes = tuple(_around(view, match) for match in found[:_SHOWN])
        if "quantity" in requirement.params:
            quantity = quantity_of(requirement)
            text = f"{len(found)} times {shown}; {quantity.text} promised"
            return doubt or Finding(quantity.holds(len(found)), text, quotes)
        if found:
            times = "once" if len(found) == 1 else f"{len(found)} times"
            return not_met(f"{_occurring(found)} occurs {times}", quotes)
        return doubt or met(f"{shown} doesn't occur in {view.document.path}")


def _inside_urls(text: str, found: Sequence[re.Match[str]]) -> set[int]:
    """The places that lie inside an address, its last character aside, which may end the sentence."""
    return _inside(found, [(match.start(), match.end() - 1) for match in _URL.finditer(text)])


def _structural(view: View, found: Sequence[re.Match[str]]) -> set[int]:
    """The places where a mark is Markdown's own: before an item, in a rule, below a table's header."""
    if not found or view.layout is not None or isinstance(view.value, (dict, list)):
        return set()
    spans = [(block.start, block.content) for block in view.blocks if block.kind in {BlockKind.ITEM, BlockKind.HEADING}]
    spans += [(block.start, block.end) for block in view.blocks if block.kind is BlockKind.RULE]
    for block in view.blocks:
        if block.kind is BlockKind.TABLE and len(block.row_spans) > 0:
            end = block.row_spans[0][1]
            spans.append((end, view.text.find("\n", end + 1) if "\n" in view.text[end + 1 :] else len(view.text)))
    return _inside(found, sorted(spans))


def _inside(found: Sequence[re.Match[str]], spans: Sequence[tuple[int, int]]) -> set[int]:
    """The places that lie in one of some spans, which are in order and overlap nowhere."""
    starts = [start for start, _ in spans]
    places = (each.start() for each in found)
    return {at for at in places if (index := bisect(starts, at) - 1) >= 0 and at < spans[index][1]}


def marks_in(norms: list[str]) -> tuple[str, ...]:
    """The marks that the words name: of each the characters that it may be written as, or "emoji"."""
    found: list[str] = []
    narrowed = ""
    for norm in norms:
        forms = (norm, norm.rstrip("s"), norm[:-2], norm.split("-", maxsplit=1)[0].rstrip("s"))
        form = next((each for each in forms if each in MARKS), "")
        if form and form != narrowed:
            found.append(MARKS[form])
        narrowed = narrowed if norm == "-" else _NARROWS.get(form, "")
    return tuple(dict.fromkeys(found))


def _pattern(marks: Sequence[str]) -> re.Pattern[str]:
    single = "".join(_EMOJI if each == EMOJI else re.escape(each) for each in marks)
    return re.compile(rf"[{single}]" + (r"|\.{3,}" if MARKS["ellipsis"] in marks else ""))


def _occurring(found: Sequence[re.Match[str]]) -> str:
    shown = dict.fromkeys(EMOJI if _EMOJIS.match(each[0]) else f"“{each[0]}”" for each in found)
    return " or ".join(list(shown)[:_SHOWN])


def _doubt(view: View, mark: str) -> Finding | None:
    """Something that a reader may take for the mark, or may not."""
    for pattern, reason in _DOUBTS.get(mark, ()):
        match = pattern.search(view.text)
        if match is not None:
            return unknown(reason, (_around(view, match),))
    return None


def _around(view: View, match: re.Match[str]) -> Quote:
    at, end = match.span()
    return view.quote(max(view.text.rfind("\n", 0, at) + 1, at - 30), end)


MEASURES: tuple[TextMeasure, ...] = (Punctuation(),)
