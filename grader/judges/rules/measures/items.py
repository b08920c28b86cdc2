"""How many of a thing there are, by the output's own structure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from grader.judges.rules.finding import Finding, unknown
from grader.judges.rules.item_nouns import GENERIC
from grader.judges.rules.items import Items, find_items
from grader.judges.rules.links import doubtful_links, urls_of
from grader.judges.rules.measure import Facts, Measure, quantity_of
from grader.judges.rules.measures.numbers import number_of
from grader.judges.rules.measures.scalars import scalar_text
from grader.judges.rules.names import folded, singular
from grader.judges.rules.parts import find_field
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import MISSING, View
from grader.judges.rules.wordlists import words
from grader.model import Outcome

_SELECTING = words("most least top worst main key leading")
_CITED = words("source citation reference")
_LINKS = words("link url hyperlink")
# Words that say of a link what it is anyway.
_OF_LINKS = words("source external web supporting reference citation markdown http https inline hyper")


class CountedItems(Measure):
    """`three recommendations`: counted where the output shows for certain what its recommendations are."""

    name = "items"
    counts_items = True
    phrases = (
        Phrase(
            "(the)? (total)? (number|count) of {name} ({must}? be|is|equals|must equal|should equal|=|:)? {quantity}",
            {"modifiers": ()},
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        """What is counted; None for what other measures count, such as words."""
        quantity, noun = match.slots["quantity"][0].quantity, match.words("name")
        if quantity is None or singular(noun.casefold()) not in GENERIC:
            return None
        return {"quantity": quantity, "noun": noun, "modifiers": ()}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        quantity = quantity_of(requirement)
        noun, modifiers = requirement.params["noun"], list(requirement.params.get("modifiers", ()))
        if singular(noun) in _LINKS:
            modifiers = [word for word in modifiers if word not in _OF_LINKS]
        own = requirement.params.get("own")
        if own is not None and any(
            folded(word) == folded(own) for word in modifiers
        ):  # "breaking changes" of `breaking`
            found = find_items(view, own, own)
            return (
                self._otherwise(noun, quantity, view, found)
                if isinstance(found, str)
                else self._counted(requirement, noun, quantity, found)
            )
        if quantity.high == 0 and f"`{noun}`" in requirement.text and _is_scalar_field(view, noun):
            return unknown(f"`{noun}` is there; whether it or what it counts must be absent can't be told")
        found = find_items(view, " ".join([*modifiers, noun]), own)
        if isinstance(found, str) and requirement.params.get("lines") and view.value is MISSING:
            found = replace(find_items(view, "line"), named=True)  # type: ignore[type-var] # lines are always found
        if modifiers and (isinstance(found, str) or not found.named):
            return self._narrowed(requirement, find_items(view, noun, own), own)
        if isinstance(found, str):
            return self._otherwise(noun, quantity, view, found)
        if requirement.params.get("distinct"):
            found = _distinct(found)
        if singular(noun) in _LINKS and not found.named:
            urls = len(_cited(view.as_read))
            if quantity.holds(urls) is not quantity.holds(len(found.views)):
                return unknown(f"{urls} URLs in {len(found.views)} {found.what}; {quantity.text} {noun} promised")
        return self._counted(requirement, noun, quantity, found)

    @staticmethod
    def _counted(requirement: Requirement, noun: str, quantity: Quantity, found: Items) -> Finding:
        number = len(found.views)
        text = f"{number} {found.what}; {quantity.text} {noun} promised"
        outcome = quantity.holds(number)
        quotes = tuple(item.quote() for item in found.views[:3])
        if requirement.narrowed and not quantity.too_few(number):
            return Finding(Outcome.UNKNOWN, f"{text}, and not all of them need be meant", quotes)
        if requirement.params.get("mentioned") and not found.named:  # the list may hold other things, the text more
            return Finding(Outcome.UNKNOWN, f"{text}, and what is named need be no item", quotes)
        if not found.named and outcome is Outcome.NOT_MET and quantity.too_many(number):
            return Finding(Outcome.UNKNOWN, f"{text}, and not all of them need be meant", quotes)
        return Finding(outcome, text, quotes)

    @staticmethod
    def _narrowed(requirement: Requirement, found: Items | str, own: str | None) -> Finding:
        """Words narrow what is counted, and the output doesn't say how: all of them may be too few, never enough."""
        quantity, noun = quantity_of(requirement), requirement.params["noun"]
        if isinstance(found, str):
            return unknown(f"{noun} can't be counted: {found}")
        number = len(found.views)
        narrowing = " ".join(requirement.params["modifiers"])
        text = f"{number} {found.what}; {quantity.text} {narrowing} {noun} promised"
        quotes = tuple(item.quote() for item in found.views[:3])
        # "the 3 most likely causes": the output is that list, and no more; "one blocking finding" may be one of many
        selected = any(word in _SELECTING or word.endswith("est") for word in requirement.params["modifiers"])
        whole = own is not None and found.named and quantity.low is not None and selected
        if quantity.too_few(number) or (whole and quantity.too_many(number)):
            return Finding(Outcome.NOT_MET, text, quotes)
        return Finding(Outcome.UNKNOWN, f"{text}, and which of them are {narrowing} needs judgement", quotes)

    @staticmethod
    def _otherwise(noun: str, quantity: Quantity, view: View, reason: str) -> Finding:
        """A field that holds the number itself; links, where sources are promised and no list shows them."""
        field = find_field(view, noun) if view.members() is not None else None
        if isinstance(field, View):
            number = number_of(field)
            if number is not None:
                return Finding(quantity.holds(number), f"{noun}: {number}; {quantity.text} promised", (field.quote(),))
        view = view.as_read
        if singular(noun) in _LINKS and doubtful_links(view):
            return unknown(f"{noun} can't be counted: {reason}")
        links = _cited(view) if singular(noun) in _CITED | _LINKS else []
        if links:
            text = f"{len(links)} different URLs; {quantity.text} {noun} promised"
            quotes = tuple(view.quote(start, end) for _, start, end in links[:3])
            surely = singular(noun) in _LINKS or (not quantity.too_few(len(links)) and quantity.high is None)
            return Finding(quantity.holds(len(links)), text, quotes) if surely else unknown(text, quotes)
        if singular(noun) in _LINKS:
            return Finding(quantity.holds(0), f"no {noun}; {quantity.text} promised")
        return unknown(f"{noun} can't be counted: {reason}")


def _is_scalar_field(view: View, name: str) -> bool:
    field = find_field(view, name) if view.members() is not None else None
    return isinstance(field, View) and not isinstance(field.value, (list, dict))


def count_by_group(requirement: Requirement, view: View, own: str | None) -> Finding | None:
    """`no more than one alert per service`, where `service` is a field of the alerts; None where it is none."""
    items = find_items(view, requirement.params["noun"], own)
    key = requirement.each or ""
    if isinstance(items, str) or not items.named or not items.views or requirement.params.get("modifiers"):
        return None
    groups: dict[str, list[View]] = {}
    for item in items.views:
        name = item.key(key)
        value = scalar_text(item.child(name)) if name is not None else None
        if value is None:
            return None
        groups.setdefault(value, []).append(item)
    quantity = quantity_of(requirement)
    bad = {value: found for value, found in groups.items() if quantity.holds(len(found)) is Outcome.NOT_MET}
    shown = ", ".join(f"{value}: {len(found)}" for value, found in list(bad.items())[:3])
    quotes = tuple(item.quote() for found in (bad or groups).values() for item in found)[:3]
    if bad:
        return Finding(Outcome.NOT_MET, f"{shown}; {quantity.text} per {key} promised", quotes)
    text = f"{quantity.text} for each of {len(groups)} {key}"
    if quantity.low is not None and quantity.low >= 1:  # a group without any item shows nowhere
        return unknown(f"{text}; whether there are others can't be told")
    return Finding(Outcome.MET, text, quotes)


def _distinct(found: Items) -> Items:
    first: dict[str, View] = {}
    for item in found.views:
        urls = urls_of(item) if item.value is MISSING else []
        first.setdefault(urls[0][0] if len(urls) == 1 else " ".join(item.text.split()).casefold(), item)
    return Items(tuple(first.values()), f"different {found.what}", found.named)


def _cited(view: View) -> Sequence[tuple[str, int, int]]:
    first: dict[str, tuple[str, int, int]] = {}
    for url, start, end in urls_of(view):
        first.setdefault(url, (url, start, end))
    return list(first.values())


MEASURES: tuple[Measure, ...] = (CountedItems(),)
