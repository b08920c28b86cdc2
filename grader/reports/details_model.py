"""What `details.json` holds: everything that is known of a grade and has no place in the specification's report.

The schema is published and versioned: whoever changes a field raises `VERSION`.
`timings` is the only part that differs from one grading of the same run to the next.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from pydantic import Field

from grader.model import (
    Cause,
    Decider,
    Frozen,
    Media,
    Notice,
    Origin,
    Outcome,
    OverallVerdict,
    Progress,
    Role,
    Section,
    Standing,
    Status,
    Usage,
    Verdict,
    Vote,
)

VERSION: Final = 1

Lines = tuple[int, int]  # first and last, from 1


class Score(Frozen):
    """A score, printed and exact."""

    printed: float = Field(ge=0, le=100)
    exact: str = Field(description='The fraction, for instance "433/7".')


class Evaluated(Frozen):
    """How many of the due clauses have a verdict: all unconditional ones and the triggered conditional ones are due."""

    declared: int
    evaluated: int
    satisfied: int
    partially_satisfied: int
    violated: int
    not_evaluable: int


class QuoteDetail(Frozen):
    """An exact part of a file of the run."""

    text: str
    file: str
    lines: Lines
    origin: Origin


class RequirementDetail(Frozen):
    """One requirement of a clause and what became of it."""

    text: str
    outcome: Outcome
    measure: str | None = Field(description="What was measured; null where it is left to judgement.")
    decided_by: Decider | None
    negated: bool
    finding: str
    quotes: tuple[QuoteDetail, ...]


class ClauseDetail(Frozen):
    """One clause: where it stands, what it requires, and how its verdict came about."""

    text: str
    name: str | None
    section: Section
    file: str
    lines: Lines
    verdict: Verdict | None
    confidence: int | None
    cause: Cause | None = Field(description="Why it is not evaluable.")
    reason: str | None
    evidence: str
    requirements: tuple[RequirementDetail, ...]
    suggestion: str | None
    votes: tuple[Vote, ...]
    usage: Usage


class ConditionalDetail(ClauseDetail):
    """One conditional clause."""

    condition: str
    parent: str | None
    triggered: bool | None


class BindingDetail(Frozen):
    """A published output file."""

    name: str
    path: str
    size: int = Field(description="Bytes.")
    media: Media
    problem: str | None


class ErrorDetail(Frozen):
    """The error that a contract ended with."""

    name: str | None
    file: str | None


class ContractDetail(Frozen):
    """One contract of the run."""

    name: str
    role: Role
    kind: str | None
    source: str | None
    standing: Standing
    score: Score | None
    evaluated: Evaluated
    progress: Progress
    error: ErrorDetail | None
    bindings: tuple[BindingDetail, ...]
    clauses: tuple[ClauseDetail, ...]
    conditional_clauses: tuple[ConditionalDetail, ...]
    usage: Usage


class UntestedPath(Frozen):
    """A conditional clause whose condition didn't hold."""

    contract: str
    text: str
    condition: str
    file: str
    lines: Lines


class Tool(Frozen):
    """What made the report."""

    name: Literal["contract-grader"] = "contract-grader"
    version: str


class DetailsReport(Frozen):
    """All that is known of the grade of one run."""

    schema_version: Literal[1] = VERSION
    tool: Tool
    run_id: str
    run: str = Field(description="The run's path, as the caller named it.")
    system: str
    status: Status
    judge: str = Field(description='The model judge\'s name, or "rules" where none was configured.')
    overall_verdict: OverallVerdict
    overall_score: Score | None
    evaluated: Evaluated
    contracts: tuple[ContractDetail, ...]
    untested_paths: tuple[UntestedPath, ...]
    warnings: tuple[Notice, ...]
    usage: Usage
    hashes: Mapping[str, str] = Field(description="sha256 of each file that was read, by its path in the run.")
    timings: Mapping[str, float] = Field(description="Seconds by phase.")
