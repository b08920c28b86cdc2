"""The rules judge: what code can say of a clause, and what it leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath

from grader.document import Document
from grader.judges.base import Remainder
from grader.judges.rules.compile import compile_clause
from grader.judges.rules.engine import check
from grader.judges.rules.finding import Finding
from grader.judges.rules.large import check_large
from grader.judges.rules.measure import Facts
from grader.judges.rules.requirement import Compiled, Requirement
from grader.judges.rules.subject import Subject, find_subject
from grader.model import Clause, Contract, Decider, Outcome, RequirementResult
from grader.run import Run


@dataclass(frozen=True, slots=True)
class Assessment:
    """A clause as measured: what it compiled to, which output it speaks of, and one result per requirement."""

    clause: Clause
    contract: Contract
    compiled: Compiled
    subject: Subject
    results: tuple[RequirementResult, ...] = ()
    inputs: Mapping[str, Document] = field(default_factory=dict)  # the caller's, for a rewrite to speak of


def assess(clause: Clause, contract: Contract, run: Run, facts: Facts) -> Assessment:
    """Measures a clause on the whole output. Never raises; what can't be told is unknown."""
    return measure_clause(clause, find_subject(clause, contract, run), facts)


def measure_clause(clause: Clause, subject: Subject, facts: Facts) -> Assessment:
    """Measures a clause on the output that it speaks of; nothing is measured on a missing or unreadable one."""
    compiled = _compiled(clause, _file_of(subject))
    if subject.missing or subject.unreadable:
        return Assessment(clause, facts.contract, compiled, subject)
    if subject.large is not None:
        findings = check_large(compiled.requirements, subject.large, facts, clause.name)
    else:
        findings = [check(requirement, subject.views, facts, clause.name) for requirement in compiled.requirements]
    results = tuple(map(_result, compiled.requirements, findings))
    return Assessment(clause, facts.contract, compiled, subject, results, facts.inputs)


def _compiled(clause: Clause, file: str | None) -> Compiled:
    """The compiled clause; should the compiler fail on it, all of it is left to judgement."""
    try:
        return compile_clause(clause, file)
    except Exception:  # noqa: BLE001 - a fault of ours must not lose a run, and what isn't compiled is never satisfied
        return Compiled(remainder=(Remainder(text=clause.body[:2000]),))


def _file_of(subject: Subject) -> str | None:
    """The stem of the only file that a clause speaks of, which its words may repeat."""
    files = {view.document.path for view in subject.views}
    return _stem(files.pop()) if len(files) == 1 else None


@lru_cache(maxsize=4096)
def _stem(path: str) -> str:
    return PurePosixPath(path).stem


def _result(requirement: Requirement, finding: Finding) -> RequirementResult:
    return RequirementResult(
        text=requirement.text,
        measure=requirement.measure,
        outcome=finding.outcome,
        quotes=finding.quotes,
        finding=finding.text,
        decided_by=None if finding.outcome is Outcome.UNKNOWN else Decider.RULES,
        negated=requirement.negated,
    )
