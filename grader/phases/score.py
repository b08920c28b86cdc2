"""Phase 3: from the grades of single clauses to the whole report (grading-rules: "Scores").

Pure arithmetic in exact fractions. Before anything is added up, the grades are held against what the run declares
(`grader.phases.accounting`), so that a report never lacks a clause and never has one too many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from grader.model import (
    ClauseGrade,
    ContractGrade,
    Grade,
    Notice,
    OverallVerdict,
    Standing,
    Status,
    Verdict,
)
from grader.phases.accounting import GradedContract, account
from grader.run import Run
from grader.tally import FULL, due_clauses, every_clause, lacks_an_answer, total, waits_for_judge

RULES = "rules"  # the judge's name where no model judge is configured

_CREDIT = {
    Verdict.SATISFIED: Fraction(1),
    Verdict.PARTIALLY_SATISFIED: Fraction(1, 2),
    Verdict.VIOLATED: Fraction(0),
}


def score(run: Run, graded: Sequence[GradedContract], *, judge: str = RULES) -> Grade:
    """The report on `run`. `judge` is the model judge's name, or "rules" where none is configured.

    Raises AccountingError when `graded` isn't exactly what the run declares.
    """
    account(run.contracts, graded)
    contracts = tuple(score_contract(entry) for entry in graded)
    grades = [grade for contract in contracts for grade in every_clause(contract)]
    return Grade(
        run_id=run.run_id,
        system=run.system,
        run_path=run.path,
        contracts=contracts,
        overall_score=overall_score(contracts),
        overall_verdict=overall_verdict(contracts),
        status=status(grades, judge),
        judge=judge,
        warnings=(*run.warnings, *_noticed(grades)),
        usage=total(grade.usage for grade in grades),
        hashes=dict(run.hashes),
    )


def _noticed(grades: Sequence[ClauseGrade]) -> list[Notice]:
    """What was odd about where an output was found, once for each clause."""
    return [
        Notice(code="found-elsewhere", message=grade.notice, place=str(grade.clause.place))
        for grade in grades
        if grade.notice
    ]


def score_contract(entry: GradedContract) -> ContractGrade:
    """One contract's score and standing."""
    contract, clauses, conditional_clauses = entry
    counted = [*clauses, *(grade for grade in conditional_clauses if grade.triggered)]
    credit = [_CREDIT[grade.verdict] for grade in counted if grade.verdict in _CREDIT]
    exact = FULL * sum(credit, Fraction(0)) / len(credit) if credit else None
    return ContractGrade(
        contract=contract,
        clauses=clauses,
        conditional_clauses=conditional_clauses,
        score=exact,
        standing=_standing(exact, [*clauses, *conditional_clauses]),
    )


def _standing(exact: Fraction | None, grades: Sequence[ClauseGrade]) -> Standing:
    if exact is None:
        return Standing.UNGRADED
    if any(grade.verdict is Verdict.VIOLATED for grade in grades):
        return Standing.FAILS
    if exact == FULL and not any(map(waits_for_judge, grades)):
        return Standing.PASSES
    return Standing.FALLS_SHORT


def overall_score(contracts: Iterable[ContractGrade]) -> Fraction | None:
    """The mean of the scores that exist, weighted by each contract's due clauses; None where no score exists."""
    scored = [(contract.score, len(due_clauses(contract))) for contract in contracts if contract.score is not None]
    weight = sum(count for _, count in scored)
    return sum((exact * count for exact, count in scored), Fraction(0)) / weight if scored else None


def overall_verdict(contracts: Sequence[ContractGrade]) -> OverallVerdict:
    """Satisfied, partial or violated, from the contracts' standings."""
    scored = [contract.standing for contract in contracts if contract.standing is not Standing.UNGRADED]
    waiting = any(waits_for_judge(grade) for contract in contracts for grade in every_clause(contract))
    if scored and not waiting and all(standing is Standing.PASSES for standing in scored):
        return OverallVerdict.SATISFIED
    if 2 * scored.count(Standing.FAILS) > len(scored):
        return OverallVerdict.VIOLATED
    return OverallVerdict.PARTIAL


def status(grades: Iterable[ClauseGrade], judge: str) -> Status:
    """How much of the grading was done (grading-rules: "Judges and completeness")."""
    if any(lacks_an_answer(grade) for grade in grades):
        return Status.INCOMPLETE
    return Status.RULES_ONLY if judge == RULES else Status.COMPLETE
