"""How well verdicts agree with labels, and confidence with being right. Pure arithmetic.

A judged row is what was labelled, what the judge said, and how sure it was. A judge abstains where it says
`not_evaluable` and the label is a verdict; such rows are counted, and left out of agreement and calibration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from grader.model import Frozen, Verdict

_BIN = 10  # points of confidence in one row of the reliability table
_LAST_BIN = 9  # 90 to 100


class Judged(Frozen):
    """A labelled clause and what the judge said of it."""

    labelled: Verdict
    verdict: Verdict
    confidence: int

    @property
    def abstained(self) -> bool:
        """Whether the judge gave no verdict where there is one."""
        return self.verdict is Verdict.NOT_EVALUABLE and self.labelled is not Verdict.NOT_EVALUABLE

    @property
    def right(self) -> bool:
        """Whether the verdict is the label's."""
        return self.verdict is self.labelled


class VerdictQuality(Frozen):
    """One verdict: of those given, how many are right (precision); of those due, how many were given (recall)."""

    labelled: int
    given: int
    right: int
    precision: float | None
    recall: float | None


class Reliability(Frozen):
    """Decided rows of some confidence: how many, how sure the judge was on average (0-100), how often right (0-1)."""

    confidence: tuple[int, int]
    rows: int
    mean_confidence: float
    accuracy: float


class Agreement(Frozen):
    """Everything that a set of judged rows shows. Shares are 0-1; None where there is nothing to divide by."""

    rows: int
    decided: int
    abstention: float | None
    agreement: float | None
    kappa: float | None
    verdicts: dict[Verdict, VerdictQuality]
    reliability: tuple[Reliability, ...]
    expected_calibration_error: float | None


def agreement_of(rows: Sequence[Judged]) -> Agreement:
    """What the rows show."""
    decided = [row for row in rows if not row.abstained]
    table = reliability(decided)
    return Agreement(
        rows=len(rows),
        decided=len(decided),
        abstention=share(len(rows) - len(decided), len(rows)),
        agreement=share(sum(row.right for row in decided), len(decided)),
        kappa=kappa(decided),
        verdicts={verdict: _quality(verdict, rows) for verdict in Verdict},
        reliability=table,
        expected_calibration_error=calibration_error(table),
    )


def kappa(rows: Sequence[Judged]) -> float | None:
    """Cohen's kappa: agreement beyond what the two sides' habits alone would bring. None where that is all there is."""
    if not rows:
        return None
    count = len(rows)
    labelled, given = Counter(row.labelled for row in rows), Counter(row.verdict for row in rows)
    by_chance = sum(labelled[verdict] * given[verdict] for verdict in Verdict) / count**2
    if by_chance == 1:
        return None
    return (sum(row.right for row in rows) / count - by_chance) / (1 - by_chance)


def reliability(rows: Iterable[Judged]) -> tuple[Reliability, ...]:
    """The rows by confidence, ten points at a time, those without rows left out."""
    bins: dict[int, list[Judged]] = {}
    for row in rows:
        bins.setdefault(min(row.confidence // _BIN, _LAST_BIN), []).append(row)
    return tuple(
        Reliability(
            confidence=(number * _BIN, 100 if number == _LAST_BIN else number * _BIN + _BIN - 1),
            rows=len(held),
            mean_confidence=sum(row.confidence for row in held) / len(held),
            accuracy=sum(row.right for row in held) / len(held),
        )
        for number, held in sorted(bins.items())
    )


def calibration_error(table: Sequence[Reliability]) -> float | None:
    """The expected calibration error: how far confidence lies from accuracy, weighted by rows (0-1)."""
    count = sum(row.rows for row in table)
    if not count:
        return None
    return sum(row.rows * abs(row.accuracy - row.mean_confidence / 100) for row in table) / count


def share(part: int, whole: int) -> float | None:
    """The part of a whole; None of nothing."""
    return part / whole if whole else None


def _quality(verdict: Verdict, rows: Sequence[Judged]) -> VerdictQuality:
    labelled = sum(row.labelled is verdict for row in rows)
    given = sum(row.verdict is verdict for row in rows)
    right = sum(row.verdict is verdict and row.right for row in rows)
    return VerdictQuality(
        labelled=labelled, given=given, right=right, precision=share(right, given), recall=share(right, labelled)
    )
