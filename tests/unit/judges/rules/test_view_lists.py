"""Lists of pieces that are made into views late: each has its own path, value and place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.document import Document
from grader.judges.rules.parts import find_parts, part_of_each
from grader.judges.rules.view_lists import FieldViews, Paths, Views, are_views, entries
from grader.judges.rules.views import View

_STEPS = st.lists(st.sampled_from(["a", "b"]) | st.integers(0, 3), max_size=2).map(tuple)
_RUNS = st.lists(st.tuples(_STEPS, st.none() | st.tuples(st.sampled_from(["id", "name"]), st.integers(0, 4))))


def json_view(value: Any) -> View:
    """A JSON output with that value."""
    return View(Document.of_text("bindings/worker/items.json", json.dumps(value)))


@given(_RUNS)
def test_paths_are_those_that_were_added(runs: list[tuple[tuple[str | int, ...], tuple[str, int] | None]]) -> None:
    """A column's paths count as if each had been added by itself."""
    paths, expected = Paths(), list[tuple[str | int, ...]]()
    for path, column in runs:
        if column is None:
            paths.add(path)
            expected.append(path)
        else:
            key, length = column
            paths.add_column(path, key, length)
            expected.extend((*path, index, key) for index in range(length))

    assert list(paths) == expected
    assert len(paths) == len(expected)
    assert paths[1:3] == expected[1:3]


@pytest.mark.parametrize("rows", [3, 2_000])
def test_the_field_of_each_entry_is_quoted_where_it_stands(rows: int) -> None:
    """Of a short array and of one that is read column by column."""
    view = json_view([{"id": number, "tag": f"t{number}"} for number in range(rows)])
    fields = part_of_each(entries(view), "tag")
    found = find_parts(view, "tag")

    assert isinstance(fields, FieldViews)
    assert are_views(found)
    for views in (fields, found):
        assert len(views) == rows
        assert views[rows - 1].value == f"t{rows - 1}"
        assert views[rows - 1].quote().text == f'"tag": "t{rows - 1}"'
        assert views[rows - 1].label == f"item {rows} ({rows - 1}), `tag`"


def test_an_entry_without_the_field_is_told() -> None:
    """Nothing is said of the others then."""
    items = entries(json_view([{"tag": "x"}, {"name": "y"}]))

    assert isinstance(items, Views)
    assert part_of_each(items, "tag") == "item 2 (y) has no single `tag`"
