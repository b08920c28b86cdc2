"""What a job knows once it has graded: every run's grade or error, and what is said beside them."""

from __future__ import annotations

from collections.abc import Iterable

from grader.check import Check, Rules, check
from grader.job.baseline import Comparison
from grader.model import Frozen, Grade, OverallVerdict, Status, UngradedRun
from grader.tally import Tally, printed_score, tally, total

ERROR, NONE = "error", "none"  # beside the specification's verdicts: not (wholly) graded, and nothing to grade

_WORST_FIRST = (ERROR, OverallVerdict.VIOLATED, OverallVerdict.PARTIAL, OverallVerdict.SATISFIED, NONE)


class Results(Frozen):
    """All of a job's results. `notes` are what a reader must know of how the runs were found and read."""

    head: str
    grades: tuple[Grade, ...] = ()
    errors: tuple[UngradedRun, ...] = ()
    removed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    comparisons: tuple[Comparison, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there was no run to grade."""
        return not self.grades and not self.errors

    @property
    def runs(self) -> tuple[str, ...]:
        """The paths of all runs, graded or not."""
        return tuple(grade.run_path for grade in self.grades) + tuple(error.run for error in self.errors)

    @property
    def verdict(self) -> str:
        """The worst over all runs: error, violated, partial, satisfied or none."""
        found: set[str] = {grade.overall_verdict.value for grade in self.grades}
        if self.errors or any(grade.status is Status.INCOMPLETE for grade in self.grades):
            found.add(ERROR)
        return next((str(each) for each in _WORST_FIRST if str(each) in found), NONE)

    @property
    def score(self) -> str:
        """The lowest score over all runs, printed; empty where there is none."""
        scores = [grade.overall_score for grade in self.grades if grade.overall_score is not None]
        return printed_score(min(scores)) if scores else ""

    @property
    def clauses(self) -> Tally:
        """The due clauses of all runs, by verdict."""
        return tally(contract for grade in self.grades for contract in grade.contracts)

    @property
    def usd(self) -> float | None:
        """What the model judge cost; None where a price is unknown."""
        return total(grade.usage for grade in self.grades).usd

    def regressed(self) -> tuple[Comparison, ...]:
        """The runs that lost too many points."""
        return tuple(each for each in self.comparisons if each.regressed)

    def outcome(self, rules: Rules) -> Check:
        """The check over all runs."""
        return check(self.grades, self.errors, rules)


def merged(head: str, parts: Iterable[Results]) -> Results:
    """The results of several jobs as those of one, by run path. What two jobs graded counts once: the last one's."""
    grades: dict[str, Grade] = {}
    errors: dict[str, UngradedRun] = {}
    removed: dict[str, None] = {}
    notes: dict[str, None] = {}
    comparisons: dict[str, Comparison] = {}
    for part in parts:
        for grade in part.grades:
            errors.pop(grade.run_path, None)
            grades[grade.run_path] = grade
        for error in part.errors:
            grades.pop(error.run, None)
            errors[error.run] = error
        removed |= dict.fromkeys(part.removed)
        notes |= dict.fromkeys(part.notes)
        comparisons |= {each.run: each for each in part.comparisons}
    return Results(
        head=head,
        grades=tuple(grades[run] for run in sorted(grades)),
        errors=tuple(errors[run] for run in sorted(errors)),
        removed=tuple(sorted(removed)),
        notes=tuple(notes),
        comparisons=tuple(comparisons[run] for run in sorted(comparisons)),
    )
