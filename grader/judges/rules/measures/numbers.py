"""Numbers, as values: whole or not, in a range, above or below a bound."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from grader.judges.rules.finding import Finding, met, not_met, unknown
from grader.judges.rules.joining import Tester, each_of
from grader.judges.rules.measure import Facts, Measure, quantity_of, read_slots
from grader.judges.rules.measures.scalars import number_of, scalar_text
from grader.judges.rules.measures.types import is_type
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import MISSING, View
from grader.judges.rules.wordlists import words
from grader.model import Outcome

__all__ = ["MEASURES", "number_of"]

_IN = (
    "(from|between|in|within|in the range|in the range of|in range|within the range|of|,|:|—|–|on a scale "
    "of|on a scale from|"
    "ranging from|lying between|lying in|at|with a value of|with values in|in the interval|in the closed "
    "interval|valued)?"
)
_WHOLE = "(integer|int|whole number|integers|whole numbers|integer value|integer score|integral number)"
_ANY = (
    "(number|float|decimal|score|percentage|value|ratio|probability|figure|fraction|real "
    "number|rating|numbers|floats|decimals|"
    "percent|share|amount|numeric value|numeric score|numeric)"
)
_TAIL = "(, | {open} )? (inclusive|exclusive|both inclusive|both ends included|incl|incl.|inclusively)? {close}?"
_VERB = (
    "({must} (be|lie|stay|fall|remain|not "
    "exceed|range|sit|equal)|is|are|be|stays|stay|remains|remain|lies|lie|falls|fall|ranges|"
    "range|sits|keeps|equals|is always|are always|reaches|never goes|comes in|come in|has a value|amounts to|totals) "
)
_POSITIVE = Quantity(text="more than 0", low=Fraction(0), above=True)
_NON_NEGATIVE = Quantity(text="at least 0", low=Fraction(0))
_NEGATIVE = Quantity(text="less than 0", high=Fraction(0), below=True)
_NON_POSITIVE = Quantity(text="at most 0", high=Fraction(0))
_SIGNS = {
    "positive": _POSITIVE,
    "strictly positive": _POSITIVE,
    "non-negative": _NON_NEGATIVE,
    "nonnegative": _NON_NEGATIVE,
    "not negative": _NON_NEGATIVE,
    "never negative": _NON_NEGATIVE,
    "negative": _NEGATIVE,
    "non-positive": _NON_POSITIVE,
}


def _signed() -> tuple[Phrase, ...]:
    found = []
    for sign, quantity in _SIGNS.items():
        fixed = {"quantity": quantity}
        found.append(Phrase(f"{{be}}? {{a}}? {sign} {_WHOLE}", {**fixed, "whole": True}))
        found.append(Phrase(f"{{be}}? {{a}}? {sign} {_ANY}", fixed))
        found.append(Phrase(f"({{must}}? (be|is|are)) (always)? {sign}", fixed))
        found.append(Phrase(f"{{start}} {sign} {{finish}}", fixed, of_value=True))
    return tuple(found)


_GIVES = re.compile(r"^\W{0,3}\d|\d\W{0,3}$")  # a text that begins or ends with digits: "87 of 100", "it is 87"
_AUXILIARIES = words("does do must should shall will is are can may")


class Number(Measure):
    """A number, whole if promised, in a range if promised."""

    name = "number"
    of_value = of_scalar = True
    phrases = (
        Phrase(
            f"{{must}}? {{be}}? {{a}}? (single)? {_WHOLE} {_IN} {{open}}? {{quantity}} {{close}}? {_TAIL}",
            {"whole": True},
        ),
        Phrase(f"{{be}}? {{a}}? (single)? {_WHOLE} (no|not)? {{quantity}}", {"whole": True}),
        Phrase(f"{{must}}? {{be}}? {{a}}? {_ANY} {_IN} {{open}}? {{quantity}} {{close}}? {_TAIL}"),
        Phrase(
            f"{{start}} (anywhere|any number|anything|somewhere)? {_IN} {{open}}? {{quantity}} {{close}}? "
            f"{_TAIL} {{finish}}",
            {"alone": True},
            of_value=True,
        ),
        Phrase(f"{{start}} {_IN} {{open}}? {{quantity}} {{close}}? {_TAIL} (,|;|—|–)", of_value=True),
        Phrase(f"{_VERB} (anywhere|always|somewhere)? {_IN} {{open}}? {{quantity}} {{close}}? {_TAIL} {{stop}}"),
        Phrase(
            f"{_VERB} (anywhere|always|somewhere)? {_IN} {{open}}? {{quantity}} {{close}}? "
            "(inclusive|exclusive)? (,|and|—|–)"
        ),
        Phrase("{start} {must}? {quantity} {finish}", {"alone": True}, of_value=True),
        Phrase("{must}? {quantity} {stop}", {"bare": True}),
        Phrase("{quantity} {open} {code} {close}", {"field": True}),
        Phrase("{word} {quantity} (time~)? {open} {code} {close}", {"field": True}),
        *(
            Phrase(
                f"{{word}} (at most|no more than|up to|not more than) {word} {{open}} {{code}} {{close}}",
                {"field": True, "quantity": Quantity(text=f"at most {word}", high=Fraction(number))},
            )
            for word, number in (("once", 1), ("twice", 2), ("thrice", 3))
        ),
        Phrase(f"{{be}}? {{a}}? {_WHOLE}", {"whole": True}, of_value=True),
        Phrase("({must}? (be|is|are|as)) {a}? (single)? " + _WHOLE, {"whole": True}),
        *_signed(),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        found = {**read_slots(match), **match.phrase.fixed}
        if self._is_choice(match):
            return None
        if found.pop("bare", False) and not self._compares(match):
            return None
        if found.pop("field", False):
            found["name"] = match.words("code")
            word = match.words("word").casefold()
            if word and word[:4] != found["name"].casefold()[:4]:
                return None
        found.pop("word", None)
        if "exclusive" in match.text.lower() and isinstance(found.get("quantity"), Quantity):
            found["quantity"] = found["quantity"].model_copy(update={"above": True, "below": True})
        found.pop("code", None)
        return found

    @staticmethod
    def _is_choice(match: Match) -> bool:
        """Whether it is one of several numbers to choose from: "one of: 1, 2", "one of the numbers 1 and 2"."""
        lexemes = match.normal.lexemes
        before = [lexeme.norm for lexeme in lexemes[: match.first] if lexeme.norm != ":"]
        listed = match.first > 1 and before[-1] in {"and", "or", ","} and lexemes[match.first - 2].slot == "q"
        return listed or before[-2:] in (["one", "of"], ["any", "of"])

    @staticmethod
    def _compares(match: Match) -> bool:
        """A bare bound right behind a name: "`attempts` >= 3"."""
        quantity = match.slots["quantity"][0].quantity
        if match.first == 0 or quantity is None or (quantity.exact and not quantity.text.startswith(("=", "exactly"))):
            return False
        if match.last - match.first > 1:  # "... must not exceed 100"
            return True
        first = match.first
        while first > 1 and match.normal.lexemes[first - 1].norm in _AUXILIARIES:
            first -= 1
        before = match.normal.lexemes[first - 1]
        opens = first == 1 or match.normal.lexemes[first - 2].norm in {
            ".",
            ";",
            ":",
            ",",
            "and",
            "the",
            "—",
            "(",
        }
        return (before.slot == "c" and opens) or quantity.text[:1] in "<>≤≥="

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        name = requirement.params.get("name")
        if name is not None:
            key = view.key(name)
            if key is None:
                return unknown(f"no field is called `{name}`")
            view = view.child(key)
        if isinstance(view.value, list) and view.value and all(not isinstance(e, (dict, list)) for e in view.value):
            return self._of_list(requirement, view, facts)
        text = scalar_text(view)
        if text is None:
            return unknown("the output is no single value", (view.quote(),))
        number = number_of(view)
        if number is None and view.value is MISSING and _GIVES.search(text) is not None:
            return unknown(f"which number “{text[:80]}” gives can't be told", (view.quote(),))
        if requirement.params.get("whole") and is_type(view, "integer") is False:
            return not_met(f"“{text[:80]}” is no integer", (view.quote(),))
        if number is None:
            told = not isinstance(view.value, float)  # or JSON that goes far beyond what a float holds: 1e9999
            said = f"“{text[:80]}” is no number" if told else "the number is too far from others to be compared"
            return (not_met if told else unknown)(said, (view.quote(),))
        if "quantity" not in requirement.params:
            return met(f"{text} is a whole number", (view.quote(),))
        quantity = quantity_of(requirement)
        return Finding(self._holds(quantity, number, text), f"{text}; {quantity.text} promised", (view.quote(),))

    def tester(self, requirement: Requirement) -> Tester | None:
        if "name" in requirement.params:
            return None
        whole = bool(requirement.params.get("whole"))
        bounds = quantity_of(requirement) if "quantity" in requirement.params else Quantity(text="")
        if bounds.percent or bounds.approximate:
            return None
        low = float("-inf") if bounds.low is None else float(bounds.low)
        high = float("inf") if bounds.high is None else float(bounds.high)

        def test(value: Any) -> bool | None:
            if type(value) is not int and (whole or type(value) is not float):
                return None  # what no float holds, too: see `FarNumber`
            if low < value < high:
                return True
            return bounds.holds(Fraction(repr(value))) is Outcome.MET  # an end, or beyond

        return test

    def _of_list(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        """A bare quantity counts a list's entries; a number or a range is said of each."""
        if requirement.params.get("alone"):
            quantity = quantity_of(requirement)
            text = f"{len(view.value)} entries; {quantity.text} promised"
            return Finding(quantity.holds(len(view.value)), text, (view.quote(),))
        return each_of(list(view.children()), lambda entry: self.check(requirement, entry, facts), "entries")

    @staticmethod
    def _holds(quantity: Quantity, number: Fraction, text: str) -> Outcome:
        """A share may be written as a fraction of one: where that leaves two readings, nobody can tell."""
        if not quantity.percent or "%" in text or not 0 <= number <= 1:
            return quantity.holds(number)
        readings = {quantity.holds(number), quantity.holds(number * 100)}
        return (
            readings.pop()
            if len(readings) == 1
            else (quantity.holds(number * 100) if number.denominator > 1 else Outcome.UNKNOWN)
        )


MEASURES: tuple[Measure, ...] = (Number(),)
