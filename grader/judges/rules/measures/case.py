"""Capital and small letters: a text all in one case, and words in capitals."""

from __future__ import annotations

import re
from typing import Any

from grader.judges.rules.finding import Finding, met, not_met, unknown
from grader.judges.rules.measure import Facts, quantity_of
from grader.judges.rules.measures.amounts import read_amount
from grader.judges.rules.measures.target import TextMeasure, runs_on
from grader.judges.rules.measures.text import LONG
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

_SHOWN = 3
_LETTERS = "(letter~|characters|text|type|case)"
_CAPITAL = (
    "(capital letter~|capital characters|capitals|uppercase|upper-case|upper case|caps|all-caps|block capitals|"
    "block capital letters|block letters)"
)
_SMALL = "(lowercase|lower-case|lower case|small letter~|all-lowercase|uncapitalized letters)"
_ALL = "(all|full|fully|entirely|completely|only|nothing but|exclusively|purely|solely|strictly|just|pure)"
_WRITE = (
    "({must}? (be|is|are)? "
    "(written|typed|set|presented|rendered|formatted|put|printed|kept|composed|shown|appear|appears)? "
    "{only}?|"
    "(write|type|put|render|keep|set|compose|respond|reply|answer|make|use|print|shout) ({whole}|every "
    "word|every letter|each letter|each word)? {only}?|use|uses|using|with)"
)
_AMONG = "(in|using|with|as|of)"


def _one_case(kind: str) -> tuple[str, ...]:
    """The wordings that ask for a text in one case."""
    return (
        (
            f"(everything|{{response}}|all text|all of it|it all)? {_WRITE}? {_AMONG} {_ALL}? {kind} {_LETTERS}? "
            f"{{only}}? {{in_it}}?"
        ),
        (
            f"(everything|{{response}}|all text|all of it|it all)? {_WRITE} {_ALL}? (in|of)? {kind} {_LETTERS}? "
            f"{{only}}? {{in_it}}?"
        ),
        (
            f"(only|nothing but|exclusively|solely) (use|using|in|write in)? {kind} {_LETTERS}? "
            f"({{shall}} ({{appear}}|be allowed|be permitted)|are allowed|are permitted|are used)? {{in_it}}?"
        ),
        f"(all|every|each) (of the)? (letters|letter|text|words) (in|being)? {kind}",
        f"{_ALL} {kind} {_LETTERS}? {{only}}? {{in_it}}?",
        f"{{start}} {kind} {_LETTERS}? {{only}} {{in_it}}?",
        f"{kind} {_LETTERS}? (only|throughout|exclusively) {{in_it}}?",
        (
            f"(all|every|each) {_LETTERS} {{in_it}}? {{must}}? (be|is|are)? (written)? (in|a)? {kind} "
            f"{_LETTERS}? {{only}}?"
        ),
        (
            f"(every|each|all) (single)? (letter|character|word|words|letters) {{in_it}}? {{must}}? (be|is|are) "
            f"(written)? (in|a)? {_ALL}? {kind} {_LETTERS}?"
        ),
    )


def _without(kind: str) -> tuple[str, ...]:
    """The wordings that rule the other case out."""
    return (
        (
            f"({{must}}? {{no}} ({{contain}}|use of|the use of|a single|any|write in)? (any|a single|a)? {kind} "
            f"{_LETTERS}?) ({{be}} "
            f"(allowed|permitted|used|present|accepted|acceptable)|({{must}}|may|can|should) ({{appear}}|be "
            f"allowed)|{{appear}})? {{in_it}}?"
        ),
        f"{kind} {_LETTERS}? ({{must}})? (be|is|are)? {{banned}} {{in_it}}?",
        f"{kind} {_LETTERS}? ({{must}}|may|can|do)? {{no}} {{appear}} {{in_it}}?",
        (
            f"(not|without|no|never) (even)? (a|one)? (single)? {kind} {_LETTERS}? ({{must}}|may|can)? "
            f"{{appear}}? {{in_it}}?"
        ),
    )


class OneCase(TextMeasure):
    """Every letter is a capital, or none is."""

    name = "case"
    phrases = (
        *(Phrase(each, {"upper": True}) for each in _one_case(_CAPITAL)),
        *(Phrase(each, {"upper": False}) for each in _one_case(_SMALL)),
        *(Phrase(each, {"upper": True}, negated=True) for each in _without(_SMALL)),
        *(Phrase(each, {"upper": False}, negated=True) for each in _without(_CAPITAL)),
        Phrase(
            "(capitalize|capitalise|uppercase|upper-case) (everything|{whole}|every letter|all "
            "letters|every single letter|each letter|all the letters|all of it|all text)",
            {"upper": True},
        ),
        Phrase(
            "(lowercase|lower-case) (everything|{whole}|every letter|all letters|every single "
            "letter|each letter|all of it|all text)",
            {"upper": False},
        ),
        Phrase(
            "(every|each|all) (single)? (letter|letters|character) {in_it}? ({must}? (be|is|are))? "
            "(capitalized|capitalised|a capital|capital)",
            {"upper": True},
        ),
        Phrase("(caps lock|caps-lock) (on|only)? {in_it}?", {"upper": True}),
        Phrase(
            "{must}? {no} (capitalize|capitalise|use capitalization|use capitalisation|any "
            "capitalization|capitalization) (anything|any word|any letter|a single letter|any "
            "letters|any words)? {in_it}?",
            {"upper": False},
            negated=True,
        ),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """Which case; None where the words speak of single words or of a beginning."""
        before = match.normal.lexemes[match.first - 1] if match.first else None
        if runs_on(match) or (
            before is not None and (before.quantity is not None or before.norm in {"a", "an", "one"})
        ):
            return None
        return {"upper": match.phrase.fixed["upper"]}

    def reads(self, requirement: Requirement) -> bool:
        return True

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        upper = requirement.params["upper"]
        offender = next(
            (at for at, char in enumerate(view.text) if (char.islower() if upper else char.isupper())), None
        )
        wanted, other = ("capital", "small") if upper else ("small", "capital")
        if offender is not None:
            end = view.text.find("\n", offender)
            start = view.text.rfind("\n", 0, offender) + 1
            quote = view.quote(max(start, offender - 40), end if end >= 0 else None)
            return not_met(f"there are {other} letters, the first “{view.text[offender]}”", (quote,))
        if not any(char.isupper() or char.islower() for char in view.text):
            return unknown("the text has no letters that come in two cases")
        return met(f"every letter is a {wanted} letter", (view.quote(),))


_CAPITAL_WORD = re.compile(r"[^\W_](?:[\w'’&-]*\w)?(?:\.[^\W_](?!\w))*")
_WORDS_IN_CAPITALS = (
    f"({_ALL}|fully|completely|entirely|all -)? "
    "(capital|capitals|capitalized|capitalised|uppercase|upper-case|upper "
    "case|caps|all-caps|all-capital|all-uppercase|fully-capitalized) (letter~|-)? word~"
)
_WORDS_WITH = (
    f"word~ ({{shall}} (be|appear)|that are|which are|are|is|written|that is|appearing|to "
    "be|typed|spelled|set)? (written|spelled|typed|put)? (entirely|completely|fully)? (with|in|of|using)? "
    f"{_ALL}? "
    f"{_CAPITAL} {_LETTERS}?"
)


class CapitalWords(TextMeasure):
    """How many words are written in capitals throughout."""

    name = "capital-words"
    phrases = (
        Phrase(f"{_WORDS_WITH} {{shall}} {{appear}} {{in_it}}? (a total of)? {{frequency}} {{in_it}}?"),
        Phrase(f"{_WORDS_IN_CAPITALS} {{shall}} {{appear}} {{in_it}}? (a total of)? {{frequency}} {{in_it}}?"),
        Phrase(
            f"({{contain}}|put|capitalize|capitalise|write|there {{shall}} be|there are|be)? {{quantity}} (of "
            f"your|of the|full|entire|whole|separate|different)? {_WORDS_WITH} {{in_it}}?"
        ),
        Phrase(f"({{contain}}|put|write)? {{quantity}} (of your|of the)? {_WORDS_IN_CAPITALS} {{in_it}}?"),
        Phrase(
            f"(number of|count of) ({_WORDS_WITH}|{_WORDS_IN_CAPITALS}) {{in_it}}? {{must}}? (be|is|:|stay)? "
            f"{{quantity}}"
        ),
        Phrase(f"({_WORDS_WITH}|{_WORDS_IN_CAPITALS}) : {{quantity}}"),
        Phrase(
            "{quantity} (of your|of the)? word~ {in_it}? {shall} be (fully|completely|entirely|all) "
            "(capitalized|capitalised|uppercased) {in_it}?"
        ),
        Phrase(
            "(capitalize|capitalise|uppercase|fully capitalize|fully capitalise) {quantity} word~ "
            "(completely|entirely|fully|in full)? {in_it}?"
        ),
        Phrase(
            f"(use|have|put|make use of) ({_WORDS_WITH}|{_WORDS_IN_CAPITALS}|all caps for|capitals for|all "
            f"capital letters for) {{in_it}}? {{frequency}} {{in_it}}?"
        ),
        Phrase(
            "(use|write in) (all caps|capitals|all capitals|all capital letters|uppercase|all-caps) "
            "(for|on|in) {quantity} word~ {in_it}?"
        ),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """How many words."""
        found = read_amount(match)
        return {"quantity": found["quantity"]} if found is not None else None

    def reads(self, requirement: Requirement) -> bool:
        return True

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        quantity = quantity_of(requirement)
        found = self._words(view.text[:LONG])
        if len(view.text) > LONG and not (
            quantity.too_many(len(found)) or (quantity.high is None and not quantity.too_few(len(found)))
        ):
            found = self._words(view.text)
        text = f"{len(found)} words in capitals; {quantity.text} promised"
        return Finding(quantity.holds(len(found)), text, tuple(view.quote(*span) for span in found[:_SHOWN]))

    @staticmethod
    def _words(text: str) -> list[tuple[int, int]]:
        return [match.span() for match in _CAPITAL_WORD.finditer(text) if match[0].isupper()]


MEASURES: tuple[TextMeasure, ...] = (CapitalWords(), OneCase())
