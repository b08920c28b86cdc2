"""How often a letter occurs, and capital letters."""

from __future__ import annotations

import re
from typing import Any

from grader.judges.rules.finding import Finding
from grader.judges.rules.measure import Facts, quantity_of
from grader.judges.rules.measures.amounts import read_amount
from grader.judges.rules.measures.target import TextMeasure
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

_LETTER = "{a}? (uppercase|capital|lowercase|upper-case|lower-case)? (letter|character) {letter}"
_USE = "({contain}|repeat|make use of|show|employ|get|drop|put)"
_NONE = Quantity(text="no", high=0)  # type: ignore[arg-type] # pydantic reads an integer as a fraction


class LetterFrequency(TextMeasure):
    """How often a letter occurs; capitals aside unless the clause speaks of a capital or small letter."""

    name = "letter-frequency"
    phrases = (
        Phrase(f"{_LETTER} {{shall}} {{appear}}? {{in_it}}? (a total of)? {{frequency}} {{in_it}}?"),
        Phrase(f"{_LETTER} {{must}}? {{no}} {{appear}} {{in_it}}?", {"none": True}, negated=True),
        Phrase(f"{_LETTER} {{must}}? (be|is|are) {{banned}} {{in_it}}?", {"none": True}, negated=True),
        Phrase(f"(do|does)? {_USE} {_LETTER} {{in_it}}? (a total of)? {{frequency}} {{in_it}}?"),
        Phrase(
            f"{{must}}? {{no}} ({_USE}|the use of|use of)? (any words (with|containing|that "
            f"contain))? {_LETTER} {{in_it}}?",
            {"none": True},
            negated=True,
        ),
        Phrase(
            f"{_USE}? {{quantity}} (occurrences|occurrence|instances|instance|uses|appearances) of {_LETTER} {{in_it}}?"
        ),
        Phrase(f"{{frequency}} ,? {{in_it}}? ,? {_USE} {_LETTER}"),
        Phrase(f"(keep|limit|restrict|hold) (the use of)? {_LETTER} (to|at|under)? {{frequency}} {{in_it}}?"),
        Phrase(f"{_USE}? {{quantity}} (letter|letters) {{letters}} {{in_it}}?"),
        Phrase(f"{_USE}? {{quantity}} {{letters}} {{in_it}}?", {"short": True}),
        Phrase(f"(number of|count of) (times)? {_LETTER} {{appear}}? {{must}}? (be|is|:)? {{quantity}}"),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """The letter, how often, and whether its case counts; None for anything longer than a letter."""
        letter = match.words("letter") or match.words("letters")
        if "letters" in match.slots:
            letter = re.sub(r"['’]?s$", "", letter, flags=re.IGNORECASE) if len(letter) > 1 else letter
            if match.phrase.fixed.get("short") and "'" not in match.words("letters").replace("’", "'"):
                return None
        if len(letter) != 1 or not letter.isalpha():
            return None
        cased = bool(re.search(r"\b(?:upper-?case|capital|lower-?case)\b", match.text, re.IGNORECASE))
        if cased:
            small = re.search(r"\blower", match.text, re.IGNORECASE) is not None
            letter = letter.lower() if small else letter.upper()
        found = {"quantity": _NONE} if match.phrase.fixed.get("none") else read_amount(match)
        return {"letter": letter, "quantity": found["quantity"], "cased": cased} if found is not None else None

    def reads(self, requirement: Requirement) -> bool:
        return True

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        letter, quantity = requirement.params["letter"], quantity_of(requirement)
        text = view.text if requirement.params["cased"] else view.text.lower()
        wanted = letter if requirement.params["cased"] else letter.lower()
        number = text.count(wanted)
        at = text.find(wanted)
        quotes = (view.quote(*_word_around(view.text, at)),) if number and len(text) == len(view.text) else ()
        times = "time" if number == 1 else "times"
        return Finding(
            quantity.holds(number), f"the letter “{letter}” occurs {number} {times}; {quantity.text} promised", quotes
        )


def _word_around(text: str, at: int) -> tuple[int, int]:
    """The word, or a piece of it, that holds the character at `at`."""
    start = end = at
    while start > 0 and at - start < 40 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and end - at < 40 and text[end].isalnum():
        end += 1
    return start, end


MEASURES = (LetterFrequency(),)
