"""What the grader makes of each clause: which words are measured, with what result, and which are left to judgement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from pydantic import Field

from grader.model import ClauseGrade, Frozen, Grade, Outcome, RequirementResult, Verdict
from grader.reports.details_json import quote_detail
from grader.reports.details_model import Lines, QuoteDetail
from grader.reports.grade_json import as_text
from grader.tally import every_clause

VERSION: Final = 1


class Measured(Frozen):
    """A requirement that code measures."""

    text: str = Field(description="The clause's words.")
    measure: str
    outcome: Outcome
    finding: str
    quotes: tuple[QuoteDetail, ...]


class Judged(Frozen):
    """A part of the clause that nothing measures."""

    text: str = Field(description="The clause's words.")
    negated: bool


class ClauseExplanation(Frozen):
    """One clause, requirement by requirement."""

    contract: str
    text: str
    file: str
    lines: Lines
    conditional: bool
    triggered: bool | None
    verdict: Verdict | None
    reason: str | None
    measured: tuple[Measured, ...]
    left_to_judgement: tuple[Judged, ...]
    suggestion: str | None


class Explanation(Frozen):
    """All clauses of a run."""

    schema_version: Literal[1] = VERSION
    run_id: str
    system: str
    clauses: tuple[ClauseExplanation, ...]


def explanation(grade: Grade) -> Explanation:
    """What became of each clause's words."""
    return Explanation(run_id=grade.run_id, system=grade.system, clauses=tuple(_clauses(grade)))


def explanation_json(grade: Grade) -> str:
    """The explanation's JSON."""
    return as_text(explanation(grade))


def _clauses(grade: Grade) -> Iterator[ClauseExplanation]:
    for contract in grade.contracts:
        for clause in every_clause(contract):
            yield _clause(contract.contract.name, clause)


def _clause(contract: str, grade: ClauseGrade) -> ClauseExplanation:
    return ClauseExplanation(
        contract=contract,
        text=grade.clause.text,
        file=grade.clause.place.file,
        lines=grade.clause.place.lines,
        conditional=grade.conditional,
        triggered=grade.triggered,
        verdict=grade.verdict,
        reason=grade.reason,
        measured=tuple(_measured(grade.requirements)),
        left_to_judgement=tuple(
            Judged(text=result.text, negated=result.negated) for result in grade.requirements if result.measure is None
        ),
        suggestion=grade.suggestion,
    )


def _measured(results: Iterable[RequirementResult]) -> Iterator[Measured]:
    for result in results:
        if result.measure is not None:
            yield Measured(
                text=result.text,
                measure=result.measure,
                outcome=result.outcome,
                finding=result.finding,
                quotes=tuple(map(quote_detail, result.quotes)),
            )
