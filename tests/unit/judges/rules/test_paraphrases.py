"""The wordings of each measure of a text: what they compile to, and that no word of them is left over."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grader.judges.rules.compile import compile_promise
from grader.judges.rules.quantity import Quantity
from tests.tables import ascii_id, read_table

TABLE: dict[str, list[list[Any]]] = read_table(Path(__file__).with_name("paraphrases.yaml"))
ROWS = [(measure, *row) for measure, rows in TABLE.items() for row in rows]


def shown(value: Any) -> Any:
    """A parameter as the table writes it."""
    if isinstance(value, Quantity):
        if value.approximate:
            return f"~{value.low}"
        return [_end(value.low, ">" if value.above else ""), _end(value.high, "<" if value.below else "")]
    return list(value) if isinstance(value, tuple) else value


def _end(number: Fraction | None, sign: str) -> int | str | None:
    if number is None:
        return None
    return f"{sign}{int(number)}" if sign else int(number)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: ascii_id(f"{row[0]}: {row[1]}"))
def test_wording_is_understood_whole(row: tuple[Any, ...]) -> None:
    """Each wording becomes the measure that the table names, with its parameters, and leaves no remainder.

    The words of a list are one requirement each.
    """
    measure, wording, params, *more = row
    compiled = compile_promise(wording, "response", of_value=True)
    found = [each.params for each in compiled.requirements if each.measure == measure]
    assert [each.measure for each in compiled.requirements if each.measure not in {*more, measure}] == []
    assert len(found) == (1 if measure != "keywords" or len(found[0]["words"]) > 1 else len(params.get("words", found)))
    joined = {**found[0], "words": [word for each in found for word in each.get("words", ())]}
    assert {name: shown(joined.get(name)) for name in params} == {**params}
    assert all("of" not in each for each in found)
    assert [each.text for each in compiled.remainder] == []
    assert compiled.vague == ()
