"""Hand-made contracts, clauses and grades, with every field that a test doesn't care about filled in."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from grader.model import (
    Cause,
    Clause,
    ClauseGrade,
    ConditionalClause,
    Contract,
    Grade,
    Place,
    Role,
    Section,
    Verdict,
)
from grader.phases.accounting import GradedContract
from grader.phases.score import RULES, score
from grader.run import Run

S, P, V, N = Verdict.SATISFIED, Verdict.PARTIALLY_SATISFIED, Verdict.VIOLATED, Verdict.NOT_EVALUABLE

_CONFIDENCE = {S: 95, P: 95, V: 95, N: 0}


def clause(contract: str = "worker", text: str = "`summary`: at least 50 words", line: int = 9) -> Clause:
    """A clause of `contract` on `line` of its source."""
    place = Place(file=f"sources/{contract}.prose.md", lines=(line, line))
    return Clause(contract=contract, text=text, body=text, place=place, section=Section.RETURNS)


def conditional(contract: str = "worker", line: int = 20, condition: str = "no source is found") -> ConditionalClause:
    """A conditional clause of `contract` on `line` of its source."""
    return ConditionalClause(
        contract=contract,
        text=f"if {condition}: an empty list",
        body="an empty list",
        condition=condition,
        place=Place(file=f"sources/{contract}.prose.md", lines=(line, line)),
        section=Section.RETURNS,
    )


def graded(
    of: Clause,
    verdict: Verdict | None = S,
    *,
    cause: Cause | None = None,
    triggered: bool | None = None,
    evidence: str = "as it was found",
) -> ClauseGrade:
    """A grade of the clause; a clause that isn't evaluable is vague unless another cause is given."""
    if verdict is N:
        cause = cause or Cause.VAGUE
    return ClauseGrade(
        clause=of,
        verdict=verdict,
        evidence=evidence,
        confidence=None if verdict is None else _CONFIDENCE[verdict],
        cause=cause,
        reason=cause and f"because {cause}",
        suggestion="`summary`: 50 to 100 words" if cause is Cause.VAGUE else None,
        triggered=triggered,
    )


def graded_contract(
    name: str = "worker",
    verdicts: Sequence[Verdict | Cause] = (S,),
    conditionals: Sequence[tuple[bool | None, Verdict | None]] = (),
    role: Role = Role.NODE,
) -> GradedContract:
    """A contract with one clause per verdict (or cause of none) and one conditional per (triggered, verdict)."""
    lines = itertools.count(9)
    clauses = tuple(
        graded(
            clause(name, line=next(lines)),
            N if isinstance(it, Cause) else it,
            cause=it if isinstance(it, Cause) else None,
        )
        for it in verdicts
    )
    conditional_clauses = tuple(
        graded(conditional(name, line=next(lines)), verdict, triggered=triggered) for triggered, verdict in conditionals
    )
    contract = Contract(
        name=name,
        role=role,
        source=f"sources/{name}.prose.md",
        clauses=tuple(grade.clause for grade in clauses),
        conditional_clauses=tuple(g.clause for g in conditional_clauses if isinstance(g.clause, ConditionalClause)),
    )
    return contract, clauses, conditional_clauses


def run_of(contracts: Sequence[Contract], path: str = "runs/20260101-120000-abc123") -> Run:
    """A run that holds the contracts and nothing else."""
    return Run(
        path=path,
        run_id=path.rpartition("/")[2],
        system="deep-research",
        generation="G2",
        root=contracts[0].name if contracts else "",
        contracts=tuple(contracts),
        inputs=(),
        system_outputs=(),
        documents={},
        log=(),
        log_path=None,
        absent_contracts=(),
        warnings=(),
        hashes={},
    )


def grade_of(*entries: GradedContract, judge: str = RULES, path: str = "runs/20260101-120000-abc123") -> Grade:
    """The report on a run of the graded contracts."""
    return score(run_of([contract for contract, _, _ in entries], path), entries, judge=judge)
