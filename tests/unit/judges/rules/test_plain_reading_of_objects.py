"""What a promise about one or two fields of an object plainly says, against what the rules say of it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from grader.document import Document
from grader.judges.rules.judge import measure_clause
from grader.judges.rules.measure import Facts
from grader.judges.rules.subject import Subject
from grader.judges.rules.views import View
from grader.model import Clause, Contract, Outcome, Place, Role, Section

PLACE = Place(file="sources/worker.prose.md", lines=(9, 9))
FACTS = Facts(Contract(name="worker", role=Role.NODE, source=PLACE.file))
WORDS = "alpha beta gamma delta Ada bob x y open closed".split()

PREDICATES: list[tuple[str, str, Callable[[Any], bool]]] = [
    ("score", "is between 0 and 10", lambda value: 0 <= value <= 10),
    ("score", "is at least 3", lambda value: value >= 3),
    ("score", "is less than 8", lambda value: value < 8),
    ("score", "is an integer", lambda value: isinstance(value, int)),
    ("name", "is at most 10 characters", lambda value: len(value) <= 10),
    ("name", "is at most 2 words", lambda value: len(value.split()) <= 2),
    ("name", "starts with `alpha`", lambda value: value.startswith("alpha")),
    ("name", "ends with `beta`", lambda value: value.endswith("beta")),
    ("name", "contains `gamma`", lambda value: "gamma" in value.split()),
    ("name", "is in lowercase", lambda value: value == value.lower()),
    ("status", "is `open` or `closed`", lambda value: value in {"open", "closed"}),
    ("status", "is one of `open`, `high`", lambda value: value in {"open", "high"}),
    ("status", 'is "open"', lambda value: value == "open"),
    ("tags", "has at least two items", lambda value: len(value) >= 2),
    ("tags", "has at most 2 entries", lambda value: len(value) <= 2),
    ("tags", "contains `alpha`", lambda value: "alpha" in value),
    ("tags", "is a non-empty array", bool),
]
ONE = [
    "`{f}` {p}",
    "the `{f}` {p}",
    "the `{f}` field {p}",
    "a `{f}` that {p}",
    "has a `{f}` that {p}",
    "contains a `{f}` field that {p}",
    "JSON with a `{f}` that {p}",
    "a JSON object whose `{f}` {p}",
    "the value of `{f}` {p}",
]
TWO: dict[str, Callable[[bool, bool], bool | None]] = {
    "`{f}` {p} and `{g}` {q}": lambda left, right: left and right,
    "`{f}` {p}, and `{g}` {q}": lambda left, right: left and right,
    "`{f}` {p}; `{g}` {q}": lambda left, right: left and right,
    "`{f}` {p}. `{g}` {q}.": lambda left, right: left and right,
    "`{f}` {p} while `{g}` {q}": lambda left, right: left and right,
    "`{f}` {p} but `{g}` {q}": lambda left, right: left and right,
    "both `{f}` {p} and `{g}` {q}": lambda left, right: left and right,
    "a `{f}` that {p} and a `{g}` that {q}": lambda left, right: left and right,
    "`{f}` {p} or `{g}` {q}": lambda left, right: left or right,
    "either `{f}` {p} or `{g}` {q}": lambda left, right: left or right,
    "has a `{f}` that {p} or a `{g}` that {q}": lambda left, right: left or right,
    "`{f}` {p} unless `{g}` {q}": lambda left, right: left or right,
    "`{f}` {p} when `{g}` {q}": lambda left, right: left if right else None,
}


def record(dice: random.Random) -> dict[str, Any]:
    """An object; one in eight lacks a field."""
    made: dict[str, Any] = {
        "name": " ".join(dice.choices(WORDS, k=dice.randint(1, 4))),
        "score": dice.choice([0, 1, 3, 5, 7.5, 10, 12, -1]),
        "status": dice.choice(["open", "closed", "high"]),
        "tags": dice.choices(WORDS, k=dice.randint(0, 3)),
    }
    if dice.random() < 0.125:
        made.pop(dice.choice(list(made)))
    return made


def decided(text: str, value: dict[str, Any]) -> tuple[bool | None, str]:
    """Whether the rules say that a clause is kept, None if they leave it open; and what they found."""
    clause = Clause(contract="worker", text=text, body=text, name=None, place=PLACE, section=Section.RETURNS)
    view = View(Document.of_text("bindings/worker/report.json", json.dumps(value)))
    found = measure_clause(clause, Subject((view,)), FACTS)
    shown = "; ".join(f"{each.text}: {each.outcome} ({each.finding})" for each in found.results)
    outcomes = {each.outcome for each in found.results}
    if Outcome.NOT_MET in outcomes:
        return False, shown
    open_ = not outcomes or Outcome.UNKNOWN in outcomes or found.compiled.remainder or found.compiled.vague
    return (None if open_ else True), shown


@pytest.mark.parametrize("form", ONE)
def test_a_promise_of_one_field(form: str) -> None:
    """It is kept where the field is there and as promised, and most of it is decided."""
    dice = random.Random(form)  # noqa: S311 - made-up objects keep no secret
    told = 0
    for name, predicate, holds in PREDICATES * 3:
        value, text = record(dice), form.format(f=name, p=predicate)
        found, shown = decided(text, value)
        told += found is not None
        expected = name in value and holds(value[name])
        assert found is None or found is expected, f"{text}\n{value}\n{shown}"
    assert told > 0.8 * 3 * len(PREDICATES)


@pytest.mark.parametrize("form", TWO)
def test_a_promise_of_two_fields(form: str) -> None:
    """What is said of one is never said of the other, and either isn't both."""
    dice = random.Random(form)  # noqa: S311 - as above
    for _ in range(60):
        (one, left, keeps), (other, right, holds) = dice.sample(PREDICATES, 2)
        if one == other:
            continue
        value, text = record(dice), form.format(f=one, p=left, g=other, q=right)
        found, shown = decided(text, value)
        expected = TWO[form](one in value and keeps(value[one]), other in value and holds(value[other]))
        assert found is None or expected is None or found is expected, f"{text}\n{value}\n{shown}"


@pytest.mark.parametrize("form", ["no `{f}` field", "has no `{f}`", "must not contain `{f}`", "`{f}` is absent"])
@pytest.mark.parametrize("name", ["score", "name", "status"])
def test_a_promise_that_a_field_is_absent(form: str, name: str) -> None:
    """A field that is there breaks it, whatever its value."""
    for number in range(12):
        value = record(random.Random(number))  # noqa: S311 - as above
        found, shown = decided(form.format(f=name), value)
        assert found is None or found is (name not in value), f"{form} {name}\n{value}\n{shown}"
