"""That nothing occurs twice: unique ids, no duplicate hosts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from grader.judges.rules.far_numbers import FarNumber
from grader.judges.rules.finding import Finding, decided, unknown
from grader.judges.rules.item_nouns import GENERIC
from grader.judges.rules.items import find_measurable
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.scalars import scalar_text
from grader.judges.rules.names import singular
from grader.judges.rules.parts import find_parts, part_of_each
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.view_lists import Views, are_views
from grader.judges.rules.views import MISSING, View

_UNIQUE = "(unique|distinct|all different|different|pairwise distinct|globally unique|mutually distinct)"
_DUPLICATE = "(duplicate|duplicated|repeated|repeating|double|recurring)"
_WHERE = (
    "(in (it|the list|the output|them|the array|the file|the table)|among them|across all entries|across the "
    "list|across all items)?"
)


class Unique(Measure):
    """No two values, items or entries are the same."""

    name = "unique"
    of_kind = True
    aggregates = True
    phrases = (
        Phrase(f"({{must}}? (be|is|are|remain|stay)) (all|each)? {_UNIQUE} {_WHERE}"),
        Phrase(
            f"(has|have|contains|with|uses) (only|all)? (unique|distinct) {{name}} (values)? {_WHERE}", {"named": True}
        ),
        Phrase(
            "(each|every|all) (entry|item|row|element|record|finding|object) (has|have|carries|with) (a|its "
            "own)? (unique|distinct|different) {name}",
            {"named": True},
        ),
        Phrase(f"(unique|distinct) {{name}} (values)? {_WHERE} {{stop}}", {"named": True}),
        Phrase(f"({{no}}|without|free of|zero) (any)? {_DUPLICATE} {{name}} {_WHERE}", {"named": True}, negated=True),
        Phrase(
            "({no}|without|free of|zero) (any)? (duplicates|duplication|repetitions|repeats|duplicate "
            "entries) (in|among|of) (the)? {name}",
            {"named": True},
            negated=True,
        ),
        Phrase(
            f"({{no}}|without|free of|zero) (any)? (duplicates|duplication|repetitions|repeats|duplicate "
            f"entries) {_WHERE}",
            negated=True,
        ),
        Phrase(
            "no {quantity} (of the)? {name} (may|can|must|should)? (share|have|carry|use|bear|with) "
            "(a|an|the same|the|one|equal|identical)? (same)? {name}",
            {"shared": True},
            negated=True,
        ),
        Phrase(
            "no {quantity} (of the)? {name} (are|may be|can be) (the same|identical|equal|alike)",
            {"same": True},
            negated=True,
        ),
        Phrase(
            "no {name} (is|are|occurs|occur|appears|appear|may appear|may occur|must appear|shows up|is "
            "listed|is repeated|repeats) (more than once|twice|multiple times|repeated|duplicated|again) " + _WHERE,
            {"named": True},
            negated=True,
        ),
        Phrase(
            "no {name} (repeats|repeat|is repeated|are repeated|is duplicated|are duplicated)",
            {"named": True},
            negated=True,
        ),
        Phrase(
            "(each|every) {name} (appears|occurs|is listed|is named|is mentioned|shows up) (only|exactly|just)? once "
            + _WHERE,
            {"named": True},
        ),
        Phrase("{name} {must} (be)? (not)? (unique)", {"named": True}),
        Phrase("(no two alike|deduplicated|de-duplicated|deduped|duplicate-free)"),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        if "quantity" in match.slots and match.words("quantity").casefold() not in {"two", "2"}:
            return None
        names = [match.text_of(lexemes) for slot, lexemes in match.all_slots if slot == "name"]
        if match.phrase.fixed.get("shared"):
            return {"noun": names[0], "key": names[1]} if len(names) == 2 else None
        if match.phrase.fixed.get("named"):
            if names[0].casefold() in {"the", "a", "value", "values", "an", "must", "should"}:
                return None
            return {"noun": names[0]}
        return {"noun": names[0]} if names else {}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        noun, key, own = (requirement.params.get(name) for name in ("noun", "key", "own"))
        found = self._values(view, noun, key, own)
        if isinstance(found, str):
            return unknown(found)
        return self._told(found)

    def check_parts(self, requirement: Requirement, views: Sequence[View], facts: Facts) -> Finding:
        noun = requirement.params.get("key") or requirement.params.get("noun")
        if noun is None or singular(noun.casefold()) in GENERIC or requirement.within is not None:
            return self._told(views)
        parts = part_of_each(views, noun)  # "an array, each with a unique `id`"
        return unknown(parts) if isinstance(parts, str) else self._told(parts)

    @staticmethod
    def _values(view: View, noun: str | None, key: str | None, own: str | None) -> Sequence[View] | str:
        """What must differ: the values of a key, or the items of a noun."""
        if key is not None:
            keyed = find_parts(view, key)
            return keyed if are_views(keyed) else f"no field is called `{key}`"
        if noun is not None and singular(noun.casefold()) not in GENERIC:
            for name in dict.fromkeys((noun, singular(noun))):
                keyed = find_parts(view, name)
                if are_views(keyed) and (len(keyed) > 1 or not isinstance(keyed[0].value, list)) and keyed != [view]:
                    return keyed
        items = find_measurable(view, noun or "", own)
        if isinstance(items, str):
            return items
        if noun and not items.named:
            return f"nothing says which items are {noun}"
        return items.views

    @staticmethod
    def _told(values: Sequence[View]) -> Finding:
        if not values:
            return unknown("no items to check")
        doubles = _doubles(list(_forms(values)))
        shown = ", ".join(dict.fromkeys(_shown(values[index]) for index in doubles[:5]))
        text = f"more than once: {shown}" if doubles else f"{len(values)} different values"
        return decided(not doubles, text, (values[index].quote() for index in (doubles or range(len(values)))[:3]))


def _doubles(forms: Sequence[object]) -> list[int]:
    """Where something stands that stood before."""
    if len(set(forms)) == len(forms):
        return []
    seen: set[object] = set()
    doubles: list[int] = []
    for index, form in enumerate(forms):
        if form in seen:
            doubles.append(index)
        seen.add(form)
    return doubles


def _forms(values: Sequence[View]) -> Iterable[object]:
    """What is compared: a value as JSON, a text with case and white space aside."""
    if isinstance(values, Views):
        return values.values if set(map(type, values.values)) == {int} else map(_form, values.values)
    return (_form(view.text if view.value is MISSING else view.value) for view in values)


def _form(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split()).strip("*_` .,;").casefold()
    if isinstance(value, FarNumber):
        return value.written
    if type(value) is int or (isinstance(value, float) and value.is_integer()):
        return str(int(value))
    return json.dumps(value, sort_keys=True, default=str)


def _shown(view: View) -> str:
    return (scalar_text(view) or " ".join(view.text.split()))[:60]


MEASURES: tuple[Measure, ...] = (Unique(),)
