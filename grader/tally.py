"""Figures that a grade implies: which clauses are due, how many were evaluated, what waits, what it cost."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from grader.model import Cause, ClauseGrade, ContractGrade, Frozen, Grade, Usage, Verdict

FULL = 100  # the highest score

_WAITING = frozenset({Cause.NEEDS_JUDGE, Cause.INCOMPLETE})


class Tally(Frozen):
    """Due clauses by verdict."""

    satisfied: int = 0
    partially_satisfied: int = 0
    violated: int = 0
    not_evaluable: int = 0

    @property
    def declared(self) -> int:
        """How many clauses are due."""
        return self.evaluated + self.not_evaluable

    @property
    def evaluated(self) -> int:
        """How many of them have a verdict."""
        return self.satisfied + self.partially_satisfied + self.violated

    @property
    def percent_evaluated(self) -> Fraction:
        """The share of due clauses that were evaluated, 0-100; 0 where nothing is due."""
        return Fraction(100 * self.evaluated, self.declared) if self.declared else Fraction(0)


def lacks_an_answer(grade: ClauseGrade) -> bool:
    """Whether a model judge was due for a clause, or for a part of it, and gave no usable answer."""
    return grade.unanswered or grade.cause is Cause.INCOMPLETE


def every_clause(contract: ContractGrade) -> tuple[ClauseGrade, ...]:
    """A contract's clauses and conditional clauses, triggered or not."""
    return contract.clauses + contract.conditional_clauses


def due_clauses(contract: ContractGrade) -> tuple[ClauseGrade, ...]:
    """The clauses that count: all unconditional ones and the triggered conditional ones."""
    return contract.clauses + tuple(grade for grade in contract.conditional_clauses if grade.triggered)


def tally(contracts: Iterable[ContractGrade]) -> Tally:
    """The due clauses of some contracts, by verdict."""
    verdicts = [grade.verdict for contract in contracts for grade in due_clauses(contract)]
    return Tally(**{verdict.value: verdicts.count(verdict) for verdict in Verdict})


def waits_for_judge(grade: ClauseGrade) -> bool:
    """Whether a model judge that wasn't there, or gave no usable answer, could still decide this clause."""
    return grade.cause in _WAITING


def clauses_of(grade: Grade) -> tuple[ClauseGrade, ...]:
    """Every clause of a run, contract by contract."""
    return tuple(clause for contract in grade.contracts for clause in every_clause(contract))


def total(usages: Iterable[Usage]) -> Usage:
    """All usages added up; the price is unknown as soon as one is."""
    whole = Usage()
    for usage in usages:
        whole = Usage(
            calls=whole.calls + usage.calls,
            input_tokens=whole.input_tokens + usage.input_tokens,
            output_tokens=whole.output_tokens + usage.output_tokens,
            cache_read_tokens=whole.cache_read_tokens + usage.cache_read_tokens,
            cache_write_tokens=whole.cache_write_tokens + usage.cache_write_tokens,
            usd=None if whole.usd is None or usage.usd is None else whole.usd + usage.usd,
        )
    return whole


def printed_score(exact: Fraction) -> str:
    """A score of 0-100 with one decimal place, half to even; a score under 100 never prints as 100.0."""
    tenths = round(exact * 10)  # a Fraction rounds exactly, and half to even
    if exact < FULL:
        tenths = min(tenths, 10 * FULL - 1)
    return str(Decimal(tenths).scaleb(-1))
