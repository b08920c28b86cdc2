"""How many of a thing there are, by the output's own structure."""

from __future__ import annotations

from grader.judges.rules.finding import Finding, unknown
from grader.judges.rules.items import find_items
from grader.judges.rules.measure import Facts, Measure, quantity_of
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.model import Outcome


class CountedItems(Measure):
    """`three recommendations`: counted where the output shows for certain what its recommendations are."""

    name = "items"
    counts_items = True

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:  # noqa: ARG002
        quantity = quantity_of(requirement)
        noun = requirement.params["noun"]
        found = find_items(view, noun, requirement.params.get("own"))
        if isinstance(found, str):
            return unknown(f"{noun} can't be counted: {found}")
        number = len(found.views)
        text = f"{number} {found.what}; {quantity.text} {noun} promised"
        outcome = quantity.holds(number)
        quotes = tuple(item.quote() for item in found.views[:3])
        if requirement.narrowed and not quantity.too_few(number):
            return Finding(Outcome.UNKNOWN, f"{text}, and not all of them need be meant", quotes)
        if not found.named and outcome is Outcome.NOT_MET and quantity.too_many(number):
            return Finding(Outcome.UNKNOWN, f"{text}, and not all of them need be meant", quotes)
        return Finding(outcome, text, quotes)


MEASURES = (CountedItems(),)
