"""Numbers that belong together: that they add up to a value, or to another field."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.items import find_items
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.scalars import number_of
from grader.judges.rules.names import singular
from grader.judges.rules.numerals import shown_number
from grader.judges.rules.parts import find_parts
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.view_lists import are_views
from grader.judges.rules.views import View

_ADD = (
    "(add up to|adds up to|sum to|sums to|sum up to|sums up to|total|totals|add to|come to|amount to|sum is|sum "
    "equals|sum must be|sum is equal to|must sum to|must add up to|should add up to|should sum to|adding up "
    "to|summing to|total up to)"
)
_COMPUTED = [["times"], ["multiplied"], ["×"], ["*"], ["x"], ["plus"], ["minus"], ["divided"]]
_SLACK = Fraction(1, 1000)  # of the promised sum: figures are rounded when they are written


class AddsUp(Measure):
    """The values of a field, or the entries of a list, add up to a number."""

    name = "sum"
    aggregates = True
    phrases = (
        Phrase(f"{{a}}? {{quantity}} {{name}} (values)? {{must}}? {_ADD} (exactly|a total of)? {{quantity}} {{stop}}"),
        Phrase(
            f"(the|all|all the|all of the)? {{name}} (values|column|field)? (together|all)? {{must}}? {_ADD} "
            f"(exactly|a total of)? {{quantity}} {{stop}}"
        ),
        Phrase(
            "(the)? (sum|total) (of|over) (the|all|all the|its)? {name} (values|column|field|entries)? "
            "(is|are|equals|must|should|may|does|must be|must equal|should be|is equal to|comes to|stays)? "
            "(exactly)? {quantity} {stop}"
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        quantities = [lexemes[0].quantity for slot, lexemes in match.all_slots if slot == "quantity"]
        name = match.words("name")
        if not quantities or quantities[-1] is None or name.casefold() in {"the", "it", "they"}:
            return None
        quantity = quantities[-1]
        return {"name": name, "quantity": quantity, "count": quantities[0] if len(quantities) > 1 else None}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        name = requirement.params["name"]
        values = _values(view, name, requirement.params.get("own"))
        if isinstance(values, str):
            return unknown(values)
        count = requirement.params.get("count")
        if isinstance(count, Quantity) and count.holds(len(values)).value != "met":
            return not_met(f"{len(values)} {name}; {count.text} promised", (value.quote() for value in values[:3]))
        return self._total(values, Quantity.model_validate(requirement.params["quantity"]))

    def check_parts(self, requirement: Requirement, views: Sequence[View], facts: Facts) -> Finding:
        return self._total(views, Quantity.model_validate(requirement.params["quantity"]))

    @staticmethod
    def _total(values: Sequence[View], quantity: Quantity) -> Finding:
        total = total_of(values)
        if isinstance(total, str):
            return unknown(total)
        text = f"the sum is {shown_number(total)}; {quantity.text} promised"
        near = quantity.exact and quantity.low is not None and abs(total - quantity.low) <= abs(quantity.low) * _SLACK
        quotes = tuple(value.quote() for value in values[:3])
        return met(text, quotes) if near else Finding(quantity.holds(total), text, quotes)


class SumOf(Measure):
    """A field equals the sum of others, or of a field of all entries."""

    name = "sum-of"
    phrases = (
        Phrase(
            "(the)? {name} (field|value)? {must}? (is|equals|equal|matches|be|is equal to) (exactly)? (the)? "
            "(sum|total) (of|over) (the|all|all the|its|every)? {name} (values|fields|column|entries)? "
            "(of|in|across|over) (the|all|all the|its|every)? {name}"
        ),
        Phrase(
            "(the)? {name} (field|value)? {must}? (is|equals|equal|matches|be|is equal to) (exactly)? (the)? "
            "(sum|total) (of|over) (the|all|all the|its|every)? {name} "
            "(values|fields|column|entries|amounts)?"
        ),
        Phrase(
            "(the)? {name} (field|value)? {must}? (is|equals|equal|matches|be|is equal to) (exactly)? (the)? "
            "(sum|total) (of) {list}"
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        names = [match.text_of(lexemes) for slot, lexemes in match.all_slots if slot == "name"]
        listed = list(match.literals("list"))
        after = [lexeme.norm for lexeme in match.normal.lexemes[match.last : match.last + 1]]
        if not names or names[0].casefold() in {"the", "it", "sum", "which"} or after[:1] in _COMPUTED:
            return None
        return {"total": names[0], "parts": tuple(listed or names[1:2]), "holder": names[2] if len(names) > 2 else None}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        total = find_parts(view, requirement.params["total"])
        if not are_views(total) or len(total) != 1 or (wanted := number_of(total[0])) is None:
            return unknown(f"`{requirement.params['total']}` is no number of the output")
        values: list[View] = []
        for name in requirement.params["parts"]:
            found = _values(view, name, None)
            if isinstance(found, str):
                return unknown(found)
            values.extend(value for value in found if value is not total[0])
        added = total_of(values)
        if isinstance(added, str):
            return unknown(added)
        text = f"the sum is {shown_number(added)}; `{requirement.params['total']}` is {shown_number(wanted)}"
        near = abs(added - wanted) <= abs(wanted) * _SLACK / 10
        return decided(near, text, (total[0].quote(), *(value.quote() for value in values[:2])))


def _values(view: View, name: str, own: str | None) -> Sequence[View] | str:
    for candidate in dict.fromkeys((name, singular(name))):
        found = find_parts(view, candidate, own)
        if are_views(found):
            if len(found) == 1 and isinstance(found[0].value, list):
                return list(found[0].children())
            if len(found) == 1 and isinstance(found[0].value, dict):
                return [found[0].child(key) for key in found[0].value]
            if len(found) > 1 or number_of(found[0]) is not None:
                return found
    items = find_items(view, name, own)
    if isinstance(items, str):
        return items
    return items.views if items.named else f"nothing says which items are {name}"


def total_of(values: Sequence[View]) -> Fraction | str:
    """The exact sum of some values, or why there is none."""
    if not values:
        return "no items to check"
    numbers = [number_of(value) for value in values]
    wrong = next((value for value, number in zip(values, numbers, strict=True) if number is None), None)
    if wrong is not None:
        return f"{wrong.label} is no number"
    return sum((number for number in numbers if number is not None), Fraction(0))


MEASURES: tuple[Measure, ...] = (AddsUp(), SumOf())
