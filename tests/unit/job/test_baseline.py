"""What differs between a run and its baseline."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.job.baseline import Change, Comparison, compare
from grader.model import Contract, Grade, Role, Verdict
from tests.making import N, P, S, V, clause, grade_of, graded

VERDICTS = st.sampled_from([S, P, V, N])


def grade(clauses: dict[str, Verdict]) -> Grade:
    """A run of one contract with these clauses."""
    graded_clauses = tuple(
        graded(clause("worker", text, line=number), verdict)
        for number, (text, verdict) in enumerate(clauses.items(), 9)
    )
    contract = Contract(name="worker", role=Role.NODE, clauses=tuple(each.clause for each in graded_clauses))
    return grade_of((contract, graded_clauses, ()))


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (S, V, Change.WORSE),
        (S, P, Change.WORSE),
        (P, V, Change.WORSE),
        (V, S, Change.BETTER),
        (P, S, Change.BETTER),
        (S, S, None),
        (S, N, None),
        (N, V, None),
    ],
)
def test_a_verdict_is_worse_better_or_neither(before: Verdict, after: Verdict, change: Change | None) -> None:
    """What wasn't or isn't evaluable is neither."""
    found = compare(grade({"a": after}), grade({"a": before})).changes
    assert [each.change for each in found] == ([] if change is None else [change])


def test_new_and_gone_clauses_are_named() -> None:
    """White space doesn't make a clause another one."""
    found = compare(grade({"same  text": S, "new": S}), grade({"same text": S, "gone": V}))
    assert [(each.change, each.text) for each in found.changes] == [(Change.NEW, "new"), (Change.GONE, "gone")]


@given(st.dictionaries(st.sampled_from("abcdef"), VERDICTS), st.dictionaries(st.sampled_from("abcdef"), VERDICTS))
def test_every_clause_is_the_same_or_a_change(now: dict[str, Verdict], then: dict[str, Verdict]) -> None:
    """None is lost, none is named twice, and the reverse comparison mirrors it."""
    there = compare(grade(now), grade(then))
    back = compare(grade(then), grade(now))
    assert {each.text for each in there.of(Change.NEW)} == now.keys() - then.keys()
    assert {each.text for each in there.of(Change.GONE)} == then.keys() - now.keys()
    assert {each.text for each in there.of(Change.WORSE)} == {each.text for each in back.of(Change.BETTER)}
    assert len(there.changes) == len({each.text for each in there.changes})
    assert there.drop == -back.drop


@pytest.mark.parametrize(
    ("before", "after", "regressed"),
    [("100", "90", False), ("100", "899/10", True), ("90", "100", False), (None, "50", False), ("50", None, False)],
)
def test_more_than_ten_points_are_a_regression(before: str | None, after: str | None, regressed: bool) -> None:
    """Exactly ten aren't, and without both scores there is none."""
    comparison = Comparison(
        run="r", baseline="b", before=Fraction(before) if before else None, after=Fraction(after) if after else None
    )
    assert comparison.regressed is regressed
