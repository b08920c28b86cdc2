"""What the judge is shown, and whether it may conclude from what it isn't shown."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from grader.document import LARGE, Document
from grader.judges.base import OpenQuestion
from grader.judges.claude.view import view_of

MakeQuestion = Callable[..., OpenQuestion]
LONG = "\n".join(f"line {number} of a long output" for number in range(400))


def paths(shown: object) -> list[str]:
    """The paths of what is shown."""
    return [it.document.path for it in shown]  # type: ignore[attr-defined]  # parts of either kind


def test_short_outputs_are_shown_whole_in_an_order_that_no_clause_changes(make_question: MakeQuestion) -> None:
    """The shared beginning of a contract's questions is the same for all of them."""
    files = {"bindings/w/b.md": "b b b", "bindings/w/a.md": "a a a"}
    one, other = make_question(outputs=files), make_question(outputs=dict(reversed(files.items())))
    assert paths(view_of(one, 1000).outputs) == paths(view_of(other, 1000).outputs) == sorted(files)


def test_the_limit_counts_characters(make_question: MakeQuestion) -> None:
    """A text of exactly that many characters is whole, however many bytes it takes; one more isn't."""
    whole = view_of(make_question(outputs={"bindings/w/report.md": "é" * 1000}), 1000)
    parts = view_of(make_question(outputs={"bindings/w/report.md": "é" * 1001}), 1000)
    assert (len(whole.outputs), len(whole.parts), whole.whole) == (1, 0, True)
    assert (len(parts.outputs), len(parts.parts), parts.whole) == (0, 1, False)


def test_all_outputs_together_have_a_limit_too(make_question: MakeQuestion) -> None:
    """Many whole outputs don't add up to a prompt without bounds."""
    files = {f"bindings/w/{number:02}.md": "word " * 200 for number in range(30)}
    view = view_of(make_question(outputs=files, name=None), 1000)
    assert len(view.outputs) == 10
    assert len(view.parts) == 20
    assert sum(len(part.text) for shown in view.parts if shown.excerpt for part in shown.excerpt.parts) <= 2000


@pytest.mark.parametrize(
    ("name", "outputs", "unreadable", "whole"),
    [
        ("report", {"bindings/w/report.md": "short text here"}, (), True),
        ("Report", {"bindings/w/report.md": "short text here"}, ("bindings/w/chart.png",), True),
        ("report", {"bindings/w/report.md": "short text here", "bindings/w/data.md": LONG}, (), True),
        ("report", {"bindings/w/report.md": LONG, "bindings/w/data.md": "short"}, (), False),
        (None, {"bindings/w/report.md": "short text here", "bindings/w/data.md": LONG}, (), False),
        (None, {"bindings/w/report.md": "short text here"}, ("bindings/w/chart.png",), False),
        ("summary", {"bindings/w/report.md": "short text here"}, ("bindings/w/chart.png",), False),
        ("key_points", {"bindings/w/key-points.md": "short text here"}, ("bindings/w/chart.png",), True),
        (None, {}, (), False),
    ],
)
def test_absence_counts_only_where_nothing_was_held_back(
    make_question: MakeQuestion,
    name: str | None,
    outputs: dict[str, str],
    unreadable: tuple[str, ...],
    whole: bool,
) -> None:
    """The clause's own output must be shown whole; if it has none of its own, everything that was published."""
    view = view_of(make_question(name=name, outputs=outputs, unreadable=unreadable), 1000)
    assert view.whole is whole


@pytest.mark.parametrize("where", ["outputs", "inputs", "errors", "log"])
def test_a_condition_is_shown_everything_or_nothing_follows(make_question: MakeQuestion, where: str) -> None:
    """Whatever is shown in parts may hold the trace of the condition."""
    short = make_question(condition="it rained", log="short log here")
    value: object = LONG if where == "log" else {"bindings/w/x.md": LONG}
    assert view_of(short, 1000).whole
    assert not view_of(make_question(condition="it rained", **{where: value}), 1000).whole


def test_a_large_document_is_never_read_whole(make_question: MakeQuestion) -> None:
    """It is shown in parts, read line by line."""
    small = Document.of_text("bindings/w/report.md", LONG)
    large = Document("bindings/w/report.md", LARGE + 1, small.open)
    view = view_of(dataclasses.replace(make_question(), outputs=(large,)), 10**9)
    assert paths(view.parts) == ["bindings/w/report.md"]
    assert not view.whole


def test_inputs_that_the_clause_names_come_first(make_question: MakeQuestion) -> None:
    """And those that have no room left are only named."""
    inputs = {"bindings/caller/notes.md": "n " * 450, "bindings/caller/min_risks.md": "r " * 450}
    question = make_question("`report`: names at least `min_risks` risks", inputs=inputs)
    view = view_of(question, 1000)
    assert paths(view.inputs) == ["bindings/caller/min_risks.md", "bindings/caller/notes.md"]
    assert view.inputs[0].excerpt is None
    assert view.inputs[1].excerpt is not None
    assert view.inputs[1].excerpt.parts == ()
