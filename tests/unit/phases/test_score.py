"""Scores, standings and verdicts, held against grading-rules ("Scores")."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model import Cause, OverallVerdict, Standing, Status, Verdict
from grader.phases.accounting import GradedContract
from grader.phases.score import score_contract
from grader.reports.view import status_words
from grader.tally import due_clauses
from tests.making import N, P, S, V, grade_of, graded_contract

verdicts = st.lists(st.sampled_from(Verdict), max_size=8)
conditionals = st.lists(
    st.one_of(
        st.just((False, None)),
        st.just((None, N)),
        st.tuples(st.just(True), st.sampled_from(Verdict)),
    ),
    max_size=4,
)
contracts = st.lists(st.tuples(verdicts, conditionals), max_size=6).map(
    lambda drawn: [graded_contract(f"contract-{number}", *pair) for number, pair in enumerate(drawn)]
)


def test_the_worked_example_of_the_rules() -> None:
    """The example that grading-rules works out comes out as written there."""
    grade = grade_of(
        graded_contract("researcher", [S, S, P, N]), graded_contract("critic", [S, V]), graded_contract("system", [V])
    )
    assert [contract.score for contract in grade.contracts] == [Fraction(250, 3), 50, 0]
    assert [contract.standing for contract in grade.contracts] == ["falls-short", "fails", "fails"]
    assert grade.overall_score == (Fraction(250, 3) * 4 + 50 * 2) / 7
    assert grade.overall_verdict is OverallVerdict.VIOLATED


@pytest.mark.parametrize(
    ("entry", "score", "standing"),
    [
        (graded_contract(verdicts=[S, S]), 100, Standing.PASSES),
        (graded_contract(verdicts=[S, N]), 100, Standing.PASSES),
        (graded_contract(verdicts=[S, Cause.SUPERSEDED]), 100, Standing.PASSES),
        (graded_contract(verdicts=[S, Cause.NEEDS_JUDGE]), 100, Standing.FALLS_SHORT),
        (graded_contract(verdicts=[S, Cause.INCOMPLETE]), 100, Standing.FALLS_SHORT),
        (graded_contract(verdicts=[S, P]), 75, Standing.FALLS_SHORT),
        (graded_contract(verdicts=[S, V]), 50, Standing.FAILS),
        (graded_contract(verdicts=[N]), None, Standing.UNGRADED),
        (graded_contract(verdicts=[Cause.NEEDS_JUDGE]), None, Standing.UNGRADED),
        (graded_contract(verdicts=[]), None, Standing.UNGRADED),
        (graded_contract(verdicts=[S], conditionals=[(False, None)]), 100, Standing.PASSES),
        (graded_contract(verdicts=[S], conditionals=[(None, N)]), 100, Standing.PASSES),
        (graded_contract(verdicts=[S], conditionals=[(True, V)]), 50, Standing.FAILS),
        (graded_contract(verdicts=[N], conditionals=[(True, S)]), 100, Standing.PASSES),
    ],
)
def test_a_contract_stands_by_its_due_clauses(entry: GradedContract, score: int | None, standing: Standing) -> None:
    """Unconditional clauses and triggered conditionals count; what isn't evaluable doesn't, unless it waits."""
    grade = score_contract(entry)
    assert (grade.score, grade.standing) == (score, standing)


def test_a_triggered_conditional_adds_to_the_weight() -> None:
    """The weight counts every clause, evaluable or not, and the triggered conditionals, never the others."""
    grade = grade_of(graded_contract("a", [S, N], [(True, S), (False, None), (None, N)]), graded_contract("b", [V]))
    assert grade.overall_score == Fraction(100 * 3 + 0 * 1, 4)


@pytest.mark.parametrize(
    ("standings", "verdict"),
    [
        ([[S], [S]], OverallVerdict.SATISFIED),
        ([[S], [N]], OverallVerdict.SATISFIED),
        ([[S], [Cause.NEEDS_JUDGE]], OverallVerdict.PARTIAL),
        ([[S], [V]], OverallVerdict.PARTIAL),
        ([[S], [P]], OverallVerdict.PARTIAL),
        ([[V], [P], [P]], OverallVerdict.PARTIAL),
        ([[V], [V], [S]], OverallVerdict.VIOLATED),
        ([[V], [N], [N]], OverallVerdict.VIOLATED),
        ([[V], [Cause.INCOMPLETE]], OverallVerdict.VIOLATED),
        ([[N], [N]], OverallVerdict.PARTIAL),
        ([], OverallVerdict.PARTIAL),
    ],
)
def test_the_verdict_follows_the_standings(standings: list[list[Verdict | Cause]], verdict: OverallVerdict) -> None:
    """All pass: satisfied; more than half of those with a score fail: violated; otherwise partial."""
    grade = grade_of(*(graded_contract(f"contract-{number}", it) for number, it in enumerate(standings)))
    assert grade.overall_verdict is verdict


@pytest.mark.parametrize(
    ("entries", "judge", "status"),
    [
        ([S], "rules", Status.RULES_ONLY),
        ([Cause.NEEDS_JUDGE], "rules", Status.RULES_ONLY),
        ([S, Cause.UNPROVEN], "some-model", Status.COMPLETE),
        ([S, Cause.INCOMPLETE], "some-model", Status.INCOMPLETE),
    ],
)
def test_the_status_says_how_much_was_done(entries: list[Verdict | Cause], judge: str, status: Status) -> None:
    """Without a model judge the grade is rules-only; an answer that never came makes it incomplete."""
    assert grade_of(graded_contract(verdicts=entries), judge=judge).status is status


def test_a_part_without_an_answer_makes_a_grade_incomplete() -> None:
    """Although the clause has its verdict, by what was measured; the headline counts it."""
    contract, (met, failed), _ = graded_contract(verdicts=[S, V])
    entry = (contract, (met, failed.model_copy(update={"unanswered": True})), ())
    grade = grade_of(entry, judge="some-model")
    assert grade.status is Status.INCOMPLETE
    assert status_words(grade) == "incomplete: the model judge gave no usable answer for 1 clause"


@given(contracts)
def test_scores_obey_the_formula(entries: list[GradedContract]) -> None:
    """Every score is the formula's, lies in 0-100, and exists exactly where something was evaluable."""
    grade = grade_of(*entries)
    for contract in grade.contracts:
        due = [clause.verdict for clause in due_clauses(contract)]
        points, evaluable = 2 * due.count(S) + due.count(P), len(due) - due.count(N)
        assert contract.score == (Fraction(50 * points, evaluable) if evaluable else None)
    scored = [
        (contract.score, len(due_clauses(contract))) for contract in grade.contracts if contract.score is not None
    ]
    if not scored:
        assert grade.overall_score is None
        return
    assert grade.overall_score is not None
    assert 0 <= grade.overall_score <= 100
    assert grade.overall_score * sum(weight for _, weight in scored) == sum(score * weight for score, weight in scored)


@given(contracts)
def test_a_satisfied_run_has_no_open_end(entries: list[GradedContract]) -> None:
    """A satisfied run scores 100, and one with a violated clause is never satisfied."""
    grade = grade_of(*entries)
    verdicts = {clause.verdict for contract in grade.contracts for clause in due_clauses(contract)}
    if grade.overall_verdict is OverallVerdict.SATISFIED:
        assert grade.overall_score == 100
        assert not verdicts & {P, V}
    if grade.overall_verdict is OverallVerdict.VIOLATED:
        assert V in verdicts
