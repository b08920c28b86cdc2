"""The gate: what the job concludes, in a few words, as a status, and as an exit code."""

from __future__ import annotations

from grader.check import Check, Conclusion, Rules
from grader.github.status import StatusState
from grader.job.inputs import Inputs
from grader.job.results import Results
from grader.model import Frozen
from grader.reports.view import failing_words, plural, score_words


class Gate(Frozen):
    """The check over all runs, and whether a regression fails it all the same."""

    outcome: Check
    regressed: bool = False

    @property
    def failed(self) -> bool:
        """Whether the job fails."""
        return self.regressed or self.outcome.conclusion is Conclusion.FAILURE

    @property
    def exit_code(self) -> int:
        """0 passes, everything else fails: a job knows no third."""
        return int(self.failed)

    @property
    def state(self) -> StatusState:
        """As a commit status: error where a grade is missing, success also for neutral, which has no state."""
        if self.outcome.cli_exit_code > 1:
            return StatusState.ERROR
        return StatusState.FAILURE if self.failed else StatusState.SUCCESS

    @property
    def conclusion(self) -> str:
        """As a check run's conclusion."""
        return str(Conclusion.FAILURE if self.failed else self.outcome.conclusion)


def gate_of(results: Results, inputs: Inputs) -> Gate:
    """The gate by the inputs' rules."""
    rules = Rules(fail_on=inputs.fail_on, on_error=inputs.on_error, min_evaluated=inputs.min_evaluated)
    return Gate(
        outcome=results.outcome(rules),
        regressed=inputs.fail_on_regression and bool(results.regressed()),
    )


def headline(results: Results, gate: Gate) -> str:
    """The result on one line, for instance `76.2 · 2 of 3 contracts fail`."""
    if results.empty:
        return "no run to grade"
    parts = []
    if len(results.grades) == 1 and not results.errors:
        [grade] = results.grades
        parts += [score_words(grade), failing_words(grade)]
    elif results.grades:
        parts += [f"lowest score {results.score or '–'}", gate.outcome.title]
    else:
        parts.append(", ".join(sorted({error.code for error in results.errors})))
        parts.append(f"{plural(len(results.errors), 'run')} could not be graded")
    if results.regressed():
        parts.append("regression")
    if not gate.failed and gate.outcome.conclusion is Conclusion.NEUTRAL:
        parts.append("neutral")
    return " · ".join(parts)
