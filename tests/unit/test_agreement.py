"""Agreement beyond chance, the quality of each verdict, and what confidence is worth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.agreement import Judged, agreement_of, kappa
from grader.model import Verdict

S, P, V, N = Verdict.SATISFIED, Verdict.PARTIALLY_SATISFIED, Verdict.VIOLATED, Verdict.NOT_EVALUABLE

ROWS = st.lists(
    st.builds(
        Judged, labelled=st.sampled_from(Verdict), verdict=st.sampled_from(Verdict), confidence=st.integers(0, 100)
    ),
    max_size=40,
)


def rows(*counts: tuple[Verdict, Verdict, int], confidence: int = 90) -> list[Judged]:
    """As many rows of each kind: labelled, given, how many."""
    return [
        Judged(labelled=labelled, verdict=given_, confidence=confidence)
        for labelled, given_, count in counts
        for _ in range(count)
    ]


def test_kappa_is_cohens() -> None:
    """The textbook's table: 20 and 15 agreements, 5 and 10 disagreements, kappa 0.4."""
    table = rows((S, S, 20), (S, V, 5), (V, S, 10), (V, V, 15))
    assert kappa(table) == pytest.approx(0.4)
    assert agreement_of(table).agreement == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("table", "value"),
    [
        (rows((S, S, 5), (V, V, 5)), 1.0),
        (rows((S, V, 5), (V, S, 5)), -1.0),
        (rows((S, S, 5), (S, V, 5)), 0.0),
        (rows((S, S, 5)), None),
        ([], None),
    ],
)
def test_kappa_at_its_ends(table: list[Judged], value: float | None) -> None:
    """One for perfect agreement, zero for chance, none where only one verdict occurs at all."""
    assert kappa(table) == (None if value is None else pytest.approx(value))


def test_abstentions_are_counted_and_left_out() -> None:
    """A judge that says nothing is neither right nor wrong; its silence lowers recall."""
    found = agreement_of(rows((S, S, 6), (S, N, 2), (V, N, 1), (V, V, 1)))
    assert (found.rows, found.decided, found.agreement) == (10, 7, 1.0)
    assert found.abstention == pytest.approx(0.3)
    assert found.verdicts[S].recall == pytest.approx(0.75)
    assert found.verdicts[S].precision == 1.0


def test_not_evaluable_can_be_the_right_answer() -> None:
    """Where the label itself says so, it is a verdict like any other."""
    found = agreement_of(rows((N, N, 3), (N, S, 1)))
    assert (found.abstention, found.agreement) == (0.0, 0.75)
    assert found.verdicts[N].precision == 1.0


def test_reliability_sets_confidence_against_accuracy() -> None:
    """Ten points a row, the last to 100; the error weighs each row's distance by its size."""
    table = [
        *rows((S, S, 9), (S, V, 1), confidence=100),
        *rows((S, S, 5), (S, V, 5), confidence=70),
        *rows((V, S, 5), confidence=55),
    ]
    found = agreement_of(table)
    assert [(it.confidence, it.rows, it.accuracy) for it in found.reliability] == [
        ((50, 59), 5, 0.0),
        ((70, 79), 10, 0.5),
        ((90, 100), 10, 0.9),
    ]
    assert found.expected_calibration_error == pytest.approx((5 * 0.55 + 10 * 0.2 + 10 * 0.1) / 25)


def test_nothing_shows_nothing() -> None:
    """Without rows there is no share, and nothing fails."""
    found = agreement_of([])
    assert (found.agreement, found.kappa, found.abstention, found.expected_calibration_error) == (None,) * 4


@given(ROWS)
def test_the_figures_are_consistent(table: list[Judged]) -> None:
    """Rows are neither lost nor counted twice, and every share lies where shares lie."""
    found = agreement_of(table)
    assert sum(it.labelled for it in found.verdicts.values()) == len(table)
    assert sum(it.given for it in found.verdicts.values()) == len(table)
    assert sum(it.rows for it in found.reliability) == found.decided
    assert all(it.confidence[0] <= it.mean_confidence <= it.confidence[1] for it in found.reliability)
    for value in (found.agreement, found.abstention, found.expected_calibration_error):
        assert value is None or 0 <= value <= 1
    assert found.kappa is None or -1 <= found.kappa <= 1


@given(ROWS)
def test_a_judge_that_is_always_right_agrees_fully(table: list[Judged]) -> None:
    """Kappa is one, or there is nothing to be right about."""
    right = [row.model_copy(update={"verdict": row.labelled}) for row in table]
    found = agreement_of(right)
    assert found.agreement in {1.0, None}
    assert found.kappa is None or found.kappa == pytest.approx(1.0)
