"""`grade.json`: exactly the fields of the specification's `grade` return, in their order, and nothing that varies.

What else is known stands in `details.json` (`grader.reports.details_json`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pydantic import Field

from grader.model import ClauseGrade, ConditionalClause, ContractGrade, Frozen, Grade, OverallVerdict, Verdict
from grader.tally import every_clause, printed_score

Score = float | None  # 0-100 with one decimal place; null when nothing was evaluable


class GradedClause(Frozen):
    """One declared clause and its verdict."""

    text: str = Field(description="The declared clause: the whole item, nested items one a line, markup kept.")
    verdict: Verdict
    evidence: str = Field(description="Exact quotes, one a line, or the sentence that says what is absent.")
    confidence: int = Field(ge=0, le=100, description="How certain the grader is.")


class GradedContract(Frozen):
    """One contract's clauses and score."""

    name: str
    clauses: tuple[GradedClause, ...]
    contract_score: Score = Field(
        ge=0, le=100, description="Per cent of evaluable clauses satisfied, a partly one half."
    )


class GradedConditional(Frozen):
    """One conditional clause. An untested path has no verdict; an unknown condition leaves it not_evaluable."""

    contract: str
    text: str
    condition: str
    triggered: bool | None = Field(description="Whether the condition held; null when that is unknown.")
    degraded_output_provided: bool | None
    verdict: Verdict | None
    evidence: str
    confidence: int | None = Field(ge=0, le=100)


class Unevaluable(Frozen):
    """A clause that could not be graded, and why."""

    contract: str
    text: str
    reason: str


class Recommendation(Frozen):
    """How to word a clause so that it can be graded."""

    contract: str
    clause: str
    suggestion: str


class GradeReport(Frozen):
    """Whether each contract of a run kept what it declared."""

    run_id: str
    system: str
    overall_score: Score = Field(ge=0, le=100, description="The contracts' scores, weighted by their clauses.")
    overall_verdict: OverallVerdict
    contracts: tuple[GradedContract, ...]
    conditional_clauses: tuple[GradedConditional, ...]
    unevaluable_clauses: tuple[Unevaluable, ...]
    recommendations: tuple[Recommendation, ...]


def grade_report(grade: Grade) -> GradeReport:
    """The grade in the specification's form."""
    return GradeReport(
        run_id=grade.run_id,
        system=grade.system,
        overall_score=None if grade.overall_score is None else float(printed_score(grade.overall_score)),
        overall_verdict=grade.overall_verdict,
        contracts=tuple(map(_contract, grade.contracts)),
        conditional_clauses=tuple(
            _conditional(clause, clause.clause)
            for contract in grade.contracts
            for clause in contract.conditional_clauses
            if isinstance(clause.clause, ConditionalClause)
        ),
        unevaluable_clauses=tuple(_unevaluable(grade.contracts)),
        recommendations=tuple(_recommendations(grade.contracts)),
    )


def grade_json(grade: Grade) -> str:
    """The text of `grade.json`. The same run, graded the same way, gives the same bytes."""
    return as_text(grade_report(grade))


def as_text(report: Frozen) -> str:
    """A report's JSON: indented, not ASCII-escaped, with a line end at the end."""
    return report.model_dump_json(indent=2) + "\n"


def _contract(contract: ContractGrade) -> GradedContract:
    return GradedContract(
        name=contract.contract.name,
        clauses=tuple(map(_clause, contract.clauses)),
        contract_score=None if contract.score is None else float(printed_score(contract.score)),
    )


def _clause(grade: ClauseGrade) -> GradedClause:
    return GradedClause(
        text=grade.clause.text,
        verdict=grade.verdict or Verdict.NOT_EVALUABLE,  # the accounting check has proved that there is one
        evidence=grade.evidence,
        confidence=grade.confidence or 0,
    )


def _conditional(grade: ClauseGrade, clause: ConditionalClause) -> GradedConditional:
    return GradedConditional(
        contract=clause.contract,
        text=clause.text,
        condition=clause.condition,
        triggered=grade.triggered,
        degraded_output_provided=_provided(grade),
        verdict=grade.verdict,
        evidence=grade.evidence,
        confidence=grade.confidence,
    )


def _provided(grade: ClauseGrade) -> bool | None:
    if not grade.triggered or grade.verdict is Verdict.NOT_EVALUABLE:
        return None
    return grade.verdict is not Verdict.VIOLATED


def _unevaluable(contracts: Iterable[ContractGrade]) -> Iterator[Unevaluable]:
    for contract in contracts:
        for grade in every_clause(contract):
            if grade.verdict is Verdict.NOT_EVALUABLE:
                yield Unevaluable(contract=contract.contract.name, text=grade.clause.text, reason=grade.reason or "")


def _recommendations(contracts: Iterable[ContractGrade]) -> Iterator[Recommendation]:
    for contract in contracts:
        for grade in every_clause(contract):
            if grade.suggestion:
                yield Recommendation(
                    contract=contract.contract.name, clause=grade.clause.text, suggestion=grade.suggestion
                )
