"""What kind of character a text begins or ends with: "each bullet starts with a capital letter"."""

from __future__ import annotations

import re
from typing import Any

from grader.judges.rules.finding import Finding, decided, unknown
from grader.judges.rules.measure import Facts
from grader.judges.rules.measures.boundaries import END, START
from grader.judges.rules.measures.target import TextMeasure, runs_on, with_denials
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

_CAPITAL = "(capital letter|uppercase letter|upper-case letter|capital|capitalized word|capitalised word)"
_SMALL = "(lowercase letter|lower-case letter|small letter)"
_MARKS = "\"'“”‘’*_`([{<>)]}. \t"
_KINDS = (("capital", _CAPITAL), ("small", _SMALL), ("digit", "(digit|numeral|number)"), ("letter", "letter"))
_SHOWN = 60


_NUMBER_BEFORE = re.compile(r"(?:^|\n)[ \t]*\d{1,9}[.)][ \t]+$")


class FirstCharacter(TextMeasure):
    """The kind of the first or last character, marks of quotation and emphasis aside."""

    name = "first-character"
    phrases = with_denials(
        *(
            Phrase(f"{edge} (off)? {{in_it}}? (with|in) (a|an|one)? (single)? {words}", {"kind": kind, "first": first})
            for kind, words in _KINDS
            for edge, first in ((START, True), (END, False))
        ),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """The kind; None where a noun follows that it belongs to."""
        return None if runs_on(match) else dict(match.phrase.fixed)

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        kind, first = requirement.params["kind"], requirement.params["first"]
        text = view.text.strip().strip(_MARKS)
        char = text[:1] if first else text[-1:]
        if not char:
            return unknown("there is no character to look at")
        holds = {
            "capital": char.isupper(),
            "small": char.islower(),
            "digit": char.isdigit(),
            "letter": char.isalpha(),
        }[kind]
        if kind == "digit" and first and not holds and _NUMBER_BEFORE.search(view.document.text[: view.start][-12:]):
            return unknown("whether the number of the list item is meant can't be told")
        at = view.text.find(char) if first else view.text.rfind(char)
        quote = view.quote(at, at + _SHOWN) if first else view.quote(max(0, at - _SHOWN), at + 1)
        said = "begins" if first else "ends"
        return decided(holds, f"{said} with “{char}”; a {_NAMES[kind]} promised", (quote,))


_NAMES = {"capital": "capital letter", "small": "small letter", "digit": "digit", "letter": "letter"}
MEASURES: tuple[TextMeasure, ...] = (FirstCharacter(),)
