"""Where a condition ends and its promise begins."""

from __future__ import annotations

import pytest

from grader.openprose.conditions import split_conditional, split_otherwise

CONDITIONALS = [
    # text, condition, promise, name
    ("if sources are unavailable: partial findings", "sources are unavailable", "partial findings", None),
    ("If sources are unavailable, partial findings", "sources are unavailable", "partial findings", None),
    ("when the feed is empty: an empty list", "the feed is empty", "an empty list", None),
    ("`header`: if the file is blank, the word none", "the file is blank", "the word none", "header"),
    ("header — when the file is blank: the word none", "the file is blank", "the word none", "header"),
    ("when `len(x) >= n`: `winner`: the best one", "`len(x) >= n`", "the best one", "winner"),
    ("when len(x) >= n: `winner`", "len(x) >= n", "", "winner"),
    ("`when len(x) >= n`: `winner`", "len(x) >= n", "", "winner"),
    ("if nothing is found: null", "nothing is found", "null", None),
    ("if nothing is found: `empty`: why", "nothing is found", "why", "empty"),
    ("if nothing is found, `empty`: why", "nothing is found", "why", "empty"),
    ("if X then Y", "X", "Y", None),
    ("if X, then the Y", "X", "the Y", None),
    ("if X then the Y: Z", "X", "the Y: Z", None),
    ("if the run fails — a note that says so", "the run fails", "a note that says so", None),
    ("if the feed is down → the last known state", "the feed is down", "the last known state", None),
    ("**if X:** Y", "X", "Y", None),
    ("**if X**: Y", "X", "Y", None),
    ("*If X: Y*", "X", "Y", None),
    ("_if_ X: Y", "X", "Y", None),
    ("when the gate is **open**: a name", "the gate is **open**", "a name", None),
    ("if **it fails** (badly): a **note**", "**it fails** (badly)", "a **note**", None),
    ("if a, b or c fail: a partial report", "a, b or c fail", "a partial report", None),
    ("if a, b, or c fail, the report says so", "a, b, or c fail", "the report says so", None),
    ("if a source, e.g. the registry, is down, the report says so", "a source, e.g. the registry, is down", None, None),
    ("if none is found, the report lists: the places, the times", "none is found", None, None),
    ("if the log holds `a: b, c`: a warning", "the log holds `a: b, c`", "a warning", None),
    ('if the log says "stop: now, please", a warning', 'the log says "stop: now, please"', "a warning", None),
    ("if it fails (status: error, code 2), a warning", "it fails (status: error, code 2)", "a warning", None),
    ("if fewer than 1,000 rows at 10:30: a warning", "fewer than 1,000 rows at 10:30", "a warning", None),
    ("if X, a note. Format: JSON", "X", "a note. Format: JSON", None),
    ("if X then Y. Note: it's short", "X", "Y. Note: it's short", None),
    ("if none is found, the report says so and why, or is blank", "none is found", None, None),
    ("if none is found, all of these are blank, and, as ever: a, b", "none is found", None, None),
    ("if X : Y", "X", "Y", None),
    ("if X:", "X", "", None),
]


@pytest.mark.parametrize(("text", "condition", "promise", "name"), CONDITIONALS)
def test_a_conditional_is_split(text: str, condition: str, promise: str | None, name: str | None) -> None:
    """Condition, promise and the output's name are told apart; None stands for a promise that isn't the point."""
    found = split_conditional(text)
    assert found is not None
    assert (found.condition, found.name) == (condition, name)
    assert promise is None or found.promise == promise


@pytest.mark.parametrize(
    "text",
    [
        "if-statements found in the code are listed",
        "If",
        "if possible: cite a source",
        "if possible, cite a source",
        "when feasible: two sources",
        "when sorted, newest first",
        "the report says if a source is missing: yes or no",
        "iffy: a grade",
        "`if x: y` is valid code",
        "if",
        "if: yes",
        "report: whenever X: Y",
        "summary of what happens if X, Y",
    ],
)
def test_other_texts_are_no_conditionals(text: str) -> None:
    """A word that only looks like one, an excuse, a temporal `when` without a colon, an `if` further on."""
    assert split_conditional(text) is None


def test_otherwise_is_the_branch_where_the_one_before_is_not_due() -> None:
    """Its condition is the other one's negation, its promise may be named."""
    found = split_otherwise("otherwise: `loser`: the worst", "len(x) > 0")
    assert found is not None
    assert (found.condition, found.name, found.promise) == ("not (len(x) > 0)", "loser", "the worst")
    assert split_otherwise("otherwise known as x", "y") is None
