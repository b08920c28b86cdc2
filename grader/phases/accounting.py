"""Proof that a report accounts for every declared clause: none lost, none made up, none half filled in.

The specification guarantees it ("each is either graded or listed as unevaluable"); here the guarantee is checked on
every report, not only in tests. A failure is always a defect of the grader, never of the run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from grader.errors import AccountingError
from grader.model import Cause, Clause, ClauseGrade, ConditionalClause, Contract, Verdict

# What phase 2 hands to phase 3: a contract, the grades of its clauses, and those of its conditional clauses.
GradedContract: TypeAlias = tuple[Contract, tuple[ClauseGrade, ...], tuple[ClauseGrade, ...]]

_HINT = "This is a defect of the grader, not of the run; please report it."
_CERTAIN = 100  # the highest confidence


def account(declared: Sequence[Contract], graded: Sequence[GradedContract]) -> None:
    """Raises AccountingError unless `graded` holds each declared contract and each of its clauses exactly once."""
    for problem in _problems(declared, graded):
        raise AccountingError(problem, hint=_HINT)


def _problems(declared: Sequence[Contract], graded: Sequence[GradedContract]) -> Iterator[str]:
    yield from _differences("contract", [c.name for c in declared], [contract.name for contract, _, _ in graded])
    promises = {contract.name: contract for contract in declared}
    for contract, clauses, conditional_clauses in graded:
        promised = promises[contract.name]
        yield from _differences("clause", map(_key, promised.clauses), (_key(g.clause) for g in clauses))
        yield from _differences(
            "conditional clause",
            map(_key, promised.conditional_clauses),
            (_key(grade.clause) for grade in conditional_clauses),
        )
        for grade in (*clauses, *conditional_clauses):
            yield from (f"clause {_key(grade.clause)}: {problem}" for problem in _oddities(grade))


def _key(clause: Clause) -> str:
    """What tells one clause from every other: where it stands, whether it is conditional, and its text."""
    kind = " (conditional)" if isinstance(clause, ConditionalClause) else ""
    return f"{clause.contract} {clause.place}{kind} {clause.text!r}"


def _differences(what: str, declared: Iterable[str], graded: Iterable[str]) -> Iterator[str]:
    expected, actual = Counter(declared), Counter(graded)
    yield from (f"{what} without a grade: {lost}" for lost in expected - actual)
    yield from (f"{what} graded but never declared: {made_up}" for made_up in actual - expected)


def _oddities(grade: ClauseGrade) -> Iterator[str]:
    """What a grade says that can't be, by the meaning of its fields."""
    if grade.triggered is not None and not grade.conditional:
        yield "an unconditional clause has no condition to trigger"
    if grade.conditional and grade.triggered is False:
        if grade.verdict is not None or grade.confidence is not None:
            yield "an untested path has neither a verdict nor a confidence"
        return
    if grade.verdict is None or grade.confidence is None:
        yield "a verdict and a confidence are due"
    elif not 0 <= grade.confidence <= _CERTAIN:
        yield f"a confidence of {grade.confidence} is out of range"
    if grade.conditional and grade.triggered is None and grade.verdict is not Verdict.NOT_EVALUABLE:
        yield "a verdict although it is unknown whether the condition held"
    if not (grade.verdict is Verdict.NOT_EVALUABLE) == bool(grade.reason) == bool(grade.cause):
        yield "a reason and a cause are due exactly where the verdict is not_evaluable"
    if (grade.suggestion is not None) != (grade.cause is Cause.VAGUE):
        yield "a suggestion is due exactly where the wording is the cause"
