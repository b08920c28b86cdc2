"""How a grade differs from that of the same run, or of the same system's newest run, at the base commit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction

from grader.model import ClauseGrade, Frozen, Grade, Verdict
from grader.tally import clauses_of

REGRESSION_POINTS = 10  # a drop of more than this many points is a regression

_Clauses = Mapping[tuple[str, str], ClauseGrade]

_RANK = {Verdict.VIOLATED: 0, Verdict.PARTIALLY_SATISFIED: 1, Verdict.SATISFIED: 2}


class Change(StrEnum):
    """What became of a clause."""

    WORSE = "worse"
    BETTER = "better"
    NEW = "new"
    GONE = "gone"


class ClauseChange(Frozen):
    """A clause that isn't as it was; `before` and `after` are its verdicts, None where it wasn't graded."""

    contract: str
    text: str
    change: Change
    before: Verdict | None = None
    after: Verdict | None = None


class Comparison(Frozen):
    """A run beside its baseline. `baseline` is the path of the run it is compared with, None: there is none."""

    run: str
    baseline: str | None = None
    before: Fraction | None = None
    after: Fraction | None = None
    changes: tuple[ClauseChange, ...] = ()

    @property
    def drop(self) -> Fraction:
        """The points that the score lost; negative for a gain, 0 where either score is missing."""
        if self.before is None or self.after is None:
            return Fraction(0)
        return self.before - self.after

    @property
    def regressed(self) -> bool:
        """Whether the drop is a regression."""
        return self.drop > REGRESSION_POINTS

    def of(self, change: Change) -> tuple[ClauseChange, ...]:
        """The changes of one kind."""
        return tuple(each for each in self.changes if each.change is change)


def compare(grade: Grade, baseline: Grade) -> Comparison:
    """What differs. A clause is the same if its contract and its text, white space aside, are.

    A verdict that wasn't or isn't one (`not_evaluable`, an untested path) is neither worse nor better.
    """
    now, then = _clauses(grade), _clauses(baseline)
    return Comparison(
        run=grade.run_path,
        baseline=baseline.run_path,
        before=baseline.overall_score,
        after=grade.overall_score,
        changes=tuple(_changes(now, then)),
    )


def _changes(
    now: Mapping[tuple[str, str], ClauseGrade], then: Mapping[tuple[str, str], ClauseGrade]
) -> Iterator[ClauseChange]:
    for key, grade in now.items():
        earlier = then.get(key)
        change = Change.NEW if earlier is None else _change(earlier.verdict, grade.verdict)
        if change is not None:
            before = earlier.verdict if earlier else None
            yield ClauseChange(
                contract=key[0], text=grade.clause.text, change=change, before=before, after=grade.verdict
            )
    for key, grade in then.items():
        if key not in now:
            yield ClauseChange(contract=key[0], text=grade.clause.text, change=Change.GONE, before=grade.verdict)


def _change(before: Verdict | None, after: Verdict | None) -> Change | None:
    old, new = _RANK.get(before) if before else None, _RANK.get(after) if after else None
    if old is None or new is None or old == new:
        return None
    return Change.WORSE if new < old else Change.BETTER


def _clauses(grade: Grade) -> _Clauses:
    """Every clause by contract and text; of clauses that are told apart by nothing, the last."""
    return {(each.clause.contract, " ".join(each.clause.text.split())): each for each in clauses_of(grade)}
