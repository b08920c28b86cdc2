"""The edges of what reads outputs and names: what is too deep, too long, of another shape, or seen a second time."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from grader.document import LARGE, Document
from grader.judges.rules.compile import compile_promise
from grader.judges.rules.engine import check
from grader.judges.rules.expression_values import Unknown, comparable
from grader.judges.rules.far_numbers import FarNumber, options_for
from grader.judges.rules.joining import one_test
from grader.judges.rules.measure import Facts
from grader.judges.rules.outline import outline
from grader.judges.rules.parts import find_parts, part_of_each
from grader.judges.rules.resolve import stands_in
from grader.judges.rules.shapes import LONGEST, read_shape
from grader.judges.rules.view_lists import are_views, entries, values_of
from grader.judges.rules.views import View
from grader.model import Contract, Origin, Outcome, Role


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


def test_nothing_stands_nowhere() -> None:
    """A blank entry is in no text, whatever the text."""
    assert stands_in("", "a river") is None
    assert stands_in(" \n", "a river") is None
    assert stands_in("a  River", "It is a river.") == (6, 13)


def test_an_input_that_is_too_large_is_told_by_its_name() -> None:
    """It is no fault of the measure's."""
    request = Document("bindings/caller/request.md", LARGE + 1, lambda: io.BytesIO(b""), origin=Origin.INPUT)
    facts = Facts(contract=Contract(name="worker", role=Role.NODE), inputs={"request": request})
    (requirement,) = compile_promise("First repeat the request word for word without change.").requirements
    output = View(Document.of_text("bindings/worker/answer.md", "Name a river. Elbe."))

    finding = check(requirement, (output,), facts, None)
    assert (finding.outcome, finding.text) == (
        Outcome.UNKNOWN,
        "bindings/caller/request.md is too large for this measurement",
    )


def test_texts_have_an_order_only_where_nobody_doubts_it() -> None:
    """Of numbers in texts, however long, and of letters; not where the two ways to order them differ."""
    assert comparable(["a1", "b2"]) == ["a1", "b2"]
    assert comparable(["9", "10"]) == [9, 10]
    for doubtful in (["a10", "a9"], [f"a{'1' * 400}", "a2"], ["Zoe", "anna"]):
        with pytest.raises(Unknown):
            comparable(doubtful)
