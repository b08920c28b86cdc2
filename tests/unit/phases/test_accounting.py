"""No report lacks a clause, has one too many, or says what can't be."""

from __future__ import annotations

import pytest

from grader.errors import AccountingError
from grader.model import Cause, ClauseGrade, Verdict
from grader.phases.accounting import account
from tests.making import N, S, V, clause, conditional, graded, graded_contract

CONTRACT, CLAUSES, CONDITIONALS = graded_contract("worker", [S, V], [(True, S), (False, None)])


def test_a_whole_report_passes() -> None:
    """Every declared clause and conditional is there once."""
    account([CONTRACT], [(CONTRACT, CLAUSES, CONDITIONALS)])


@pytest.mark.parametrize(
    ("clauses", "conditionals", "complaint"),
    [
        (CLAUSES[:1], CONDITIONALS, "clause without a grade"),
        (CLAUSES, CONDITIONALS[1:], "conditional clause without a grade"),
        ((*CLAUSES, CLAUSES[0]), CONDITIONALS, "clause graded but never declared"),
        ((*CLAUSES, graded(clause("other"))), CONDITIONALS, "clause graded but never declared"),
        ((*CLAUSES, CONDITIONALS[0]), CONDITIONALS[1:], "clause graded but never declared"),
        (CLAUSES[::-1], CONDITIONALS, None),
    ],
)
def test_each_clause_is_accounted_for_once(
    clauses: tuple[ClauseGrade, ...], conditionals: tuple[ClauseGrade, ...], complaint: str | None
) -> None:
    """A lost, doubled or made-up clause is an error that names it; the order is no matter."""
    if complaint is None:
        account([CONTRACT], [(CONTRACT, clauses, conditionals)])
        return
    with pytest.raises(AccountingError, match=complaint):
        account([CONTRACT], [(CONTRACT, clauses, conditionals)])


def test_a_contract_can_be_neither_lost_nor_made_up() -> None:
    """The contracts themselves are accounted for, also those without clauses."""
    empty = graded_contract("empty", [])
    with pytest.raises(AccountingError, match="contract without a grade: empty"):
        account([CONTRACT, empty[0]], [(CONTRACT, CLAUSES, CONDITIONALS)])
    with pytest.raises(AccountingError, match="contract graded but never declared: empty"):
        account([CONTRACT], [(CONTRACT, CLAUSES, CONDITIONALS), empty])


def _changed(grade: ClauseGrade, **fields: object) -> ClauseGrade:
    return grade.model_copy(update=fields)


@pytest.mark.parametrize(
    ("grade", "complaint"),
    [
        (graded(clause()), None),
        (_changed(graded(clause()), triggered=True), "no condition"),
        (_changed(graded(clause()), verdict=None), "are due"),
        (_changed(graded(clause()), confidence=None), "are due"),
        (_changed(graded(clause()), confidence=101), "out of range"),
        (_changed(graded(clause(), N), reason=None), "reason and a cause"),
        (_changed(graded(clause()), reason="why not"), "reason and a cause"),
        (_changed(graded(clause()), reason="why not", cause=Cause.UNPROVEN), "reason and a cause"),
        (_changed(graded(clause(), N), suggestion=None), "suggestion is due"),
        (_changed(graded(clause(), N, cause=Cause.NEEDS_JUDGE), suggestion="x"), "suggestion is due"),
        (_changed(graded(conditional(), None, triggered=False), confidence=0), "untested path"),
        (_changed(graded(conditional(), None, triggered=False), verdict=S), "untested path"),
        (_changed(graded(conditional(), S, triggered=True), triggered=None), "unknown whether"),
    ],
)
def test_a_grade_says_only_what_can_be(grade: ClauseGrade, complaint: str | None) -> None:
    """Verdict, confidence, reason, cause, suggestion and trigger agree with each other."""
    contract = graded_contract("worker", [])[0]
    field = "conditional_clauses" if grade.conditional else "clauses"
    contract = contract.model_copy(update={field: (grade.clause,)})
    grades: tuple[tuple[ClauseGrade, ...], tuple[ClauseGrade, ...]] = (
        ((), (grade,)) if grade.conditional else ((grade,), ())
    )
    if complaint is None:
        account([contract], [(contract, *grades)])
        return
    with pytest.raises(AccountingError, match=complaint):
        account([contract], [(contract, *grades)])


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_can_be_accounted_for(verdict: Verdict) -> None:
    """A triggered conditional may have any of the four verdicts, as any clause may."""
    entry = graded_contract("worker", [verdict], [(True, verdict)])
    account([entry[0]], [entry])
