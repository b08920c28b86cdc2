"""`details.json`, made from a grade. What it holds, and what its version promises: `grader.reports.details_model`."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from grader import __version__
from grader.model import (
    Binding,
    ClauseGrade,
    ConditionalClause,
    Contract,
    ContractGrade,
    Grade,
    Quote,
    RequirementResult,
)
from grader.reports.details_model import (
    BindingDetail,
    ClauseDetail,
    ConditionalDetail,
    ContractDetail,
    DetailsReport,
    ErrorDetail,
    Evaluated,
    QuoteDetail,
    RequirementDetail,
    Score,
    Tool,
    UntestedPath,
)
from grader.reports.grade_json import as_text
from grader.reports.view import untested_paths
from grader.tally import every_clause, printed_score, tally, total


def details_json(grade: Grade) -> str:
    """The text of `details.json`."""
    return as_text(details_report(grade))


def details_report(grade: Grade) -> DetailsReport:
    """All that is known of the grade, in its published form."""
    return DetailsReport(
        tool=Tool(version=__version__),
        run_id=grade.run_id,
        run=grade.run_path,
        system=grade.system,
        status=grade.status,
        judge=grade.judge,
        overall_verdict=grade.overall_verdict,
        overall_score=_score(grade.overall_score),
        evaluated=_evaluated(grade.contracts),
        contracts=tuple(map(_contract, grade.contracts)),
        untested_paths=tuple(map(_untested, untested_paths(grade))),
        warnings=grade.warnings,
        usage=grade.usage,
        hashes=grade.hashes,
        timings=grade.timings,
    )


def _score(exact: Fraction | None) -> Score | None:
    return None if exact is None else Score(printed=float(printed_score(exact)), exact=str(exact))


def _evaluated(contracts: Iterable[ContractGrade]) -> Evaluated:
    counts = tally(contracts)
    return Evaluated(
        declared=counts.declared,
        evaluated=counts.evaluated,
        satisfied=counts.satisfied,
        partially_satisfied=counts.partially_satisfied,
        violated=counts.violated,
        not_evaluable=counts.not_evaluable,
    )


def _contract(graded: ContractGrade) -> ContractDetail:
    contract = graded.contract
    return ContractDetail(
        name=contract.name,
        role=contract.role,
        kind=contract.kind,
        source=contract.source,
        standing=graded.standing,
        score=_score(graded.score),
        evaluated=_evaluated([graded]),
        progress=contract.progress,
        error=_error(contract),
        bindings=tuple(map(_binding, contract.bindings)),
        clauses=tuple(ClauseDetail(**_clause(grade)) for grade in graded.clauses),
        conditional_clauses=tuple(
            _conditional(grade, grade.clause)
            for grade in graded.conditional_clauses
            if isinstance(grade.clause, ConditionalClause)
        ),
        usage=total(grade.usage for grade in every_clause(graded)),
    )


def _error(contract: Contract) -> ErrorDetail | None:
    return ErrorDetail(name=contract.error_name, file=contract.error_file) if contract.had_error else None


def _binding(binding: Binding) -> BindingDetail:
    return BindingDetail(
        name=binding.name, path=binding.path, size=binding.size, media=binding.media, problem=binding.problem
    )


def _clause(grade: ClauseGrade) -> dict[str, Any]:
    clause = grade.clause
    return {
        "text": clause.text,
        "name": clause.name,
        "section": clause.section,
        "file": clause.place.file,
        "lines": clause.place.lines,
        "verdict": grade.verdict,
        "confidence": grade.confidence,
        "cause": grade.cause,
        "reason": grade.reason,
        "evidence": grade.evidence,
        "requirements": tuple(map(_requirement, grade.requirements)),
        "suggestion": grade.suggestion,
        "votes": grade.votes,
        "usage": grade.usage,
    }


def _conditional(grade: ClauseGrade, clause: ConditionalClause) -> ConditionalDetail:
    return ConditionalDetail(
        **_clause(grade), condition=clause.condition, parent=clause.parent, triggered=grade.triggered
    )


def _requirement(result: RequirementResult) -> RequirementDetail:
    return RequirementDetail(
        text=result.text,
        outcome=result.outcome,
        measure=result.measure,
        decided_by=result.decided_by,
        negated=result.negated,
        finding=result.finding,
        quotes=tuple(map(quote_detail, result.quotes)),
    )


def quote_detail(quote: Quote) -> QuoteDetail:
    """A quote in its published form."""
    return QuoteDetail(text=quote.text, file=quote.place.file, lines=quote.place.lines, origin=quote.origin)


def _untested(clause: ConditionalClause) -> UntestedPath:
    return UntestedPath(
        contract=clause.contract,
        text=clause.text,
        condition=clause.condition,
        file=clause.place.file,
        lines=clause.place.lines,
    )
