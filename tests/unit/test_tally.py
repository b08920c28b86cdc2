"""Figures that a grade implies."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model import Cause, Usage
from grader.tally import Tally, printed_score, tally, total
from tests.making import N, P, S, V, grade_of, graded_contract


@pytest.mark.parametrize(
    ("exact", "printed"),
    [
        (Fraction(0), "0.0"),
        (Fraction(100), "100.0"),
        (Fraction(250, 3), "83.3"),
        (Fraction(433, 7), "61.9"),
        (Fraction("62.25"), "62.2"),
        (Fraction("62.35"), "62.4"),
        (Fraction("99.94"), "99.9"),
        (Fraction("99.95"), "99.9"),
        (Fraction(99_999, 1000), "99.9"),
    ],
)
def test_a_score_is_printed_half_even_and_never_rounded_up_to_full(exact: Fraction, printed: str) -> None:
    """One decimal place, half to even, and 100.0 only for 100."""
    assert printed_score(exact) == printed


@given(st.fractions(min_value=0, max_value=100))
def test_a_printed_score_is_close_and_full_only_when_full(exact: Fraction) -> None:
    """What is printed is within a tenth of the score, in 0.0-100.0, and 100.0 exactly for 100."""
    printed = Decimal(printed_score(exact))
    assert abs(Fraction(printed) - exact) <= Fraction(1, 10)
    assert 0 <= printed <= 100
    assert (printed == 100) == (exact == 100)
    assert -printed.as_tuple().exponent == 1  # type: ignore[operator]  # finite, so the exponent is a number


def test_clauses_are_counted_once_and_untested_paths_not_at_all() -> None:
    """Due are all unconditional clauses and the triggered conditionals."""
    grade = grade_of(
        graded_contract("a", [S, P, V, N], [(True, S), (False, None), (None, N)]),
        graded_contract("b", [Cause.NEEDS_JUDGE]),
    )
    counts = tally(grade.contracts)
    assert counts == Tally(satisfied=2, partially_satisfied=1, violated=1, not_evaluable=2)
    assert (counts.evaluated, counts.declared) == (4, 6)
    assert counts.percent_evaluated == Fraction(200, 3)


def test_nothing_due_counts_as_nothing_evaluated() -> None:
    """A run without due clauses has evaluated none of them."""
    assert Tally().percent_evaluated == 0


def test_an_unknown_price_makes_the_total_unknown() -> None:
    """Tokens still add up where the price of one call isn't known."""
    priced = Usage(calls=1, input_tokens=10, output_tokens=2, cache_read_tokens=3, cache_write_tokens=4, usd=0.5)
    assert total([priced, priced]) == Usage(
        calls=2, input_tokens=20, output_tokens=4, cache_read_tokens=6, cache_write_tokens=8, usd=1.0
    )
    assert total([priced, Usage(calls=1, usd=None)]).usd is None
