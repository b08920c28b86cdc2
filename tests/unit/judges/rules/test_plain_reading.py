"""What a promise over items plainly says, written down as Python, against what the rules say of it.

Every form of speaking of items is combined with every predicate that its fields can have, over made-up items. The rules
may leave a clause open; what they decide must be what the plain reading decides.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from grader.document import Document
from grader.judges.rules.judge import measure_clause
from grader.judges.rules.measure import Facts
from grader.judges.rules.subject import Subject
from grader.judges.rules.views import View
from grader.model import Clause, Contract, Outcome, Place, Role, Section

Record = dict[str, Any]
Test = Callable[[Any], bool]

PLACE = Place(file="sources/worker.prose.md", lines=(9, 9))
FACTS = Facts(Contract(name="worker", role=Role.NODE, source=PLACE.file))
WORDS = "alpha beta gamma delta Ada bob x y open closed high low".split()

PREDICATES: dict[str, dict[str, Test]] = {
    "score": {
        "is between 0 and 10": lambda value: 0 <= value <= 10,
        "is at least 3": lambda value: value >= 3,
        "is less than 8": lambda value: value < 8,
        "is an integer": lambda value: isinstance(value, int),
        "is a number": lambda _: True,
        "is greater than 0": lambda value: value > 0,
    },
    "name": {
        "is at most 10 characters": lambda value: len(value) <= 10,
        "is at most 2 words": lambda value: len(value.split()) <= 2,
        "has at least 2 words": lambda value: len(value.split()) >= 2,
        "starts with `alpha`": lambda value: value.startswith("alpha"),
        "ends with `beta`": lambda value: value.endswith("beta"),
        "contains `gamma`": lambda value: "gamma" in value.split(),
        "does not contain `gamma`": lambda value: "gamma" not in value.split(),
        "is in lowercase": lambda value: value == value.lower(),
        "is a string": lambda _: True,
    },
    "status": {
        "is `open` or `closed`": lambda value: value in {"open", "closed"},
        "is one of `open`, `high`": lambda value: value in {"open", "high"},
        "is `open`": lambda value: value == "open",
        'is "open"': lambda value: value == "open",
    },
    "tags": {
        "is an array": lambda _: True,
        "is a non-empty array": bool,
        "is not empty": bool,
        "has at least 1 entry": bool,
        "has at least two items": lambda value: len(value) >= 2,
        "has at most 2 entries": lambda value: len(value) <= 2,
        "contains `alpha`": lambda value: "alpha" in value,
    },
    "note": {
        "is not null": lambda value: value is not None,
        "is not empty": bool,
        "is a string or null": lambda _: True,
    },
}


def of_all(meet: Sequence[bool | None], _: Sequence[Record]) -> bool:
    """All items have the field, and it is as promised."""
    return all(meet)


def of_those(meet: Sequence[bool | None], _: Sequence[Record]) -> bool | None:
    """The field is as promised wherever there is one; nothing can be said where there is none."""
    there = [each for each in meet if each is not None]
    return all(there) if there else None


def of_number(least: int, most: float = float("inf")) -> Callable[[Sequence[bool | None], Sequence[Record]], bool]:
    """So many items have the field as promised."""
    return lambda meet, _: least <= sum(map(bool, meet)) <= most


def of_open(meet: Sequence[bool | None], items: Sequence[Record]) -> bool | None:
    """The items whose status is open."""
    chosen = [each for each, item in zip(meet, items, strict=True) if item.get("status") == "open"]
    return all(chosen) if chosen else None


FORMS: dict[str, Callable[[Sequence[bool | None], Sequence[Record]], bool | None]] = {
    "each item's `{field}` {is_so}": of_all,
    "each entry's `{field}` {is_so}": of_all,
    "every item has a `{field}` that {is_so}": of_all,
    "every item must have a `{field}` which {is_so}": of_all,
    "each item has a `{field}` field that {is_so}": of_all,
    "all items have a `{field}` that {is_so}": of_all,
    "the `{field}` of each item {is_so}": of_all,
    "the `{field}` of every item {is_so}": of_all,
    "`{field}` {is_so} in every item": of_all,
    "`{field}` {is_so} for each item": of_all,
    "for each item, `{field}` {is_so}": of_all,
    "for every item the `{field}` {is_so}": of_all,
    "in each item the `{field}` {is_so}": of_all,
    "each item: `{field}` {is_so}": of_all,
    "each `{field}` {is_so}": of_those,
    "every `{field}` {is_so}": of_those,
    "if an item has a `{field}`, it {is_so}": of_those,
    "no item has a `{field}` that {is_so}": of_number(0, 0),
    "none of the items has a `{field}` that {is_so}": of_number(0, 0),
    "at least one item has a `{field}` that {is_so}": of_number(1),
    "there is at least one item whose `{field}` {is_so}": of_number(1),
    "some items have a `{field}` that {is_so}": of_number(1),
    "at least 2 items have a `{field}` that {is_so}": of_number(2),
    "exactly one item has a `{field}` that {is_so}": of_number(1, 1),
    "exactly two items have a `{field}` that {is_so}": of_number(2, 2),
    "at most one item has a `{field}` that {is_so}": of_number(0, 1),
    "each item whose `status` is `open` has a `{field}` that {is_so}": of_open,
    "items whose `status` is `open` have a `{field}` that {is_so}": of_open,
    "any item whose `status` is `open` has a `{field}` that {is_so}": of_open,
    "every open item has a `{field}` that {is_so}": of_open,
    "not every item has a `{field}` that {is_so}": lambda meet, _: not all(meet),
    "the first item's `{field}` {is_so}": lambda meet, _: bool(meet[0]),
    "the `{field}` of the first item {is_so}": lambda meet, _: bool(meet[0]),
    "the last item's `{field}` {is_so}": lambda meet, _: bool(meet[-1]),
    "each item except the first has a `{field}` that {is_so}": lambda meet, _: all(meet[1:]) if meet[1:] else None,
    "each of the first two items has a `{field}` that {is_so}": lambda meet, _: all(meet[:2]),
    "each item has `id` and a `{field}` that {is_so}": lambda meet, items: (
        all(meet) and all("id" in it for it in items)
    ),
}


def record(number: int, dice: random.Random) -> Record:
    """An item; one in ten lacks a field."""
    made: Record = {
        "id": dice.choice([number, number, 1]),
        "name": " ".join(dice.choices(WORDS, k=dice.randint(1, 4))),
        "score": dice.choice([0, 1, 3, 5, 7.5, 10, 12, -1]),
        "status": dice.choice(["open", "closed", "open"]),
        "tags": dice.choices(WORDS, k=dice.randint(0, 3)),
        "note": dice.choice(["", "ok", "fine then", None]),
    }
    if dice.random() < 0.1:
        made.pop(dice.choice(list(made)))
    return made


def decided(text: str, output: str) -> tuple[bool | None, str]:
    """Whether the rules say that a clause is kept, None if they leave it open; and what they found."""
    clause = Clause(contract="worker", text=text, body=text, name=None, place=PLACE, section=Section.RETURNS)
    view = View(Document.of_text("bindings/worker/items.json", output))
    found = measure_clause(clause, Subject((view,)), FACTS)
    shown = "; ".join(f"{each.text}: {each.outcome} ({each.finding})" for each in found.results)
    outcomes = {each.outcome for each in found.results}
    if Outcome.NOT_MET in outcomes:
        return False, shown
    open_ = not outcomes or Outcome.UNKNOWN in outcomes or found.compiled.remainder or found.compiled.vague
    return (None if open_ else True), shown


def readings(form: str, dice: random.Random) -> list[tuple[str, str, bool | None]]:
    """The clauses of a form with an output each, and what the plain reading says of them."""
    made = []
    for field, predicates in PREDICATES.items():
        for predicate, holds in predicates.items():
            items = [record(number, dice) for number in range(dice.randint(1, 4))]
            meet = [holds(item[field]) if field in item else None for item in items]
            output = json.dumps(items if dice.random() < 0.5 else {"items": items})
            made.append((form.format(field=field, is_so=predicate), output, FORMS[form](meet, items)))
    return made


@pytest.mark.parametrize("form", FORMS)
def test_what_is_decided_is_what_it_plainly_says(form: str) -> None:
    """Never kept where it is broken, nor broken where it is kept."""
    dice = random.Random(form)  # noqa: S311 - made-up items keep no secret
    for _ in range(3):
        for text, output, expected in readings(form, dice):
            found, shown = decided(text, output)
            assert found is None or expected is None or found is expected, f"{text}\n{output}\n{shown}"


def test_most_of_it_is_decided() -> None:
    """Abstaining alone would pass the other test."""
    dice = random.Random(1)  # noqa: S311 - as above
    plain = [form for form, reading in FORMS.items() if reading is of_all]
    told = [decided(text, output)[0] is not None for form in plain for text, output, _ in readings(form, dice)]
    assert sum(told) > 0.7 * len(told)
