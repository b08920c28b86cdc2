"""Where values stand in a JSON text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from grader.judges.rules.json_text import Places, Step, locate

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


def paths(value: Any, path: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], Any]]:
    """Every path of a value with what it leads to."""
    yield path, value
    if isinstance(value, dict):
        for key, each in value.items():
            yield from paths(each, (*path, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from paths(each, (*path, index))


@given(VALUES, st.sampled_from([None, 0, 1, 4]), st.booleans(), st.sampled_from(["", " \n", "\t"]))
def test_every_value_is_found_where_it_stands(value: Any, indent: int | None, ascii_only: bool, before: str) -> None:
    """The place of each path holds exactly its value, and its entry begins with its key."""
    text = before + json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    places = Places(text)
    for path, wanted in paths(value):
        found = places.locate(path)
        assert found is not None
        entry, start, end = found
        assert json.loads(text[start:end]) == wanted
        if path and isinstance(path[-1], str):
            assert json.JSONDecoder().raw_decode(text, entry)[0] == path[-1]


@given(st.text(max_size=60), st.lists(st.text(max_size=3) | st.integers(0, 3), max_size=3))
def test_any_text_and_path_are_looked_up(text: str, path: list[Step]) -> None:
    """What isn't JSON, or has no such value, has no place; nothing is raised."""
    found = locate(text, path)
    assert found is None or found[0] <= found[1] <= found[2] <= len(text)


def test_the_last_of_equal_keys_counts() -> None:
    """As it does for the parser."""
    text = '{"a": 1, "a": 2}'
    assert locate(text, ["a"]) == (9, 14, 15)


def test_depth_is_no_danger() -> None:
    """A text nested beyond what the parser reads has no place."""
    assert locate("[" * 200_000, [0, 0]) is None
