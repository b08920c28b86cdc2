"""Numbers, as values: integers, ranges."""

from __future__ import annotations

from fractions import Fraction

from grader.judges.rules.finding import Finding, decided, not_met, unknown
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.values import scalar_text
from grader.judges.rules.phrases import Phrase
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View


def number_of(view: View) -> Fraction | None:
    """The number that a view is; None if it is none."""
    text = scalar_text(view)
    if text is None or len(text) > 40:
        return None
    try:
        return Fraction(text.replace(",", "").removesuffix("%").strip())
    except (ValueError, ZeroDivisionError):
        return None


class Number(Measure):
    """A number, whole if promised, in a range if promised."""

    name = "number"
    phrases = (
        Phrase(
            "{a}? (integer|int|whole number) (from|between|in|in the range|in range|of|,|:)? {open}? {quantity} {close}?",
            {"whole": True},
        ),
        Phrase(
            "{a}? (number|float|decimal|score|percentage|value|ratio) (from|between|in|in the range|in range|,|:)? {open}? {quantity} {close}?"
        ),
        Phrase("{start} {be}? (from|between)? {quantity} {finish}", of_value=True),
        Phrase("{a}? (integer|int|whole number)", {"whole": True}),
    )

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        number = number_of(view)
        if number is None:
            text = scalar_text(view)
            return (
                unknown("the output is no single value")
                if text is None
                else not_met(f"“{text}” is no number", (view.quote(),))
            )
        quantity: Quantity | None = requirement.params.get("quantity")
        if requirement.params.get("whole") and number.denominator != 1:
            return not_met(f"{scalar_text(view)} is no whole number", (view.quote(),))
        if quantity is None:
            return decided(True, "a whole number", (view.quote(),))
        return Finding(quantity.holds(number), f"{scalar_text(view)}; {quantity.text} promised", (view.quote(),))


MEASURES: tuple[Measure, ...] = (Number(),)
