"""The edges of what reads outputs and names: what is too deep, too long, of another shape, or seen a second time."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grader.document import Document
from grader.judges.rules.far_numbers import FarNumber, options_for
from grader.judges.rules.joining import one_test
from grader.judges.rules.outline import outline
from grader.judges.rules.parts import find_parts, part_of_each
from grader.judges.rules.shapes import LONGEST, read_shape
from grader.judges.rules.view_lists import are_views, entries, values_of
from grader.judges.rules.views import View


def json_view(value: Any) -> View:
    """A JSON output with that value."""
    return View(Document.of_text("bindings/worker/items.json", json.dumps(value)))


def test_a_far_number_is_what_is_written() -> None:
    """Equal to one that is written alike, and to no other, however far both are."""
    text = "[1e400, 1e400, 1e401, 2.5]"
    first, same, other, near = json.loads(text, **options_for(text))

    assert isinstance(first, FarNumber)
    assert repr(first) == "1e400"
    assert first == same
    assert hash(first) == hash(same)
    assert first != other
    assert near == 2.5
    assert not isinstance(near, FarNumber)


def test_several_tests_are_one() -> None:
    """The first that doesn't hold decides, and one that can't tell tells nothing."""
    positive, small = (lambda value: value > 0), (lambda value: value < 9)
    test = one_test([positive, small])

    assert [test(value) for value in (5, 0, 10)] == [True, False, False]
    assert one_test(None)(5) is None
    assert one_test([])(5) is True


@pytest.mark.parametrize("text", ["{ a b", "{" * 51, "{ a: " + "x" * LONGEST + " }", "{"])
def test_what_is_no_shape_is_none(text: str) -> None:
    """Broken, nested without end or too long."""
    assert read_shape(text) is None


def test_a_line_of_white_space_ends_a_paragraph() -> None:
    """As an empty one does."""
    assert [(block.start, block.end) for block in outline("one\n \t \ntwo")] == [(0, 3), (8, 11)]


def test_what_is_read_once_is_read() -> None:
    """Escapes are resolved once, and a piece of a piece is a piece of the string."""
    document = Document.of_text("bindings/worker/note.json", '"one\\ntwo three"')
    read = View(document).as_read

    assert read.text == "one\ntwo three"
    assert read.as_read is read
    part = json_view({"a": "one two three"}).child("a").part(4, 13, "end").part(0, 3, "word")
    assert (part.text, part.label, part.as_read is part) == ("two", "word", True)


@pytest.mark.parametrize("rows", [3, 1_500])
def test_a_key_below_others_is_found_in_each_entry(rows: int) -> None:
    """In short arrays and in those that could have been read by column, had they been flat."""
    view = json_view([{"id": number, "of": {"tag": f"t{number}"}} for number in range(rows)])
    found = find_parts(view, "tag")

    assert are_views(found)
    assert list(values_of(found)) == [f"t{number}" for number in range(rows)]
    assert found[1].quote().text == '"tag": "t1"'


def test_a_part_that_an_entry_has_several_times_is_told() -> None:
    """Nothing can be said of "the" tag then."""
    view = json_view([{"tag": "a"}, {"one": {"tag": "b"}, "two": {"tag": "c"}}])

    assert part_of_each(entries(view), "tag") == "several parts are called `tag`"
