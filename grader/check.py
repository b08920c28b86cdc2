"""The gate: from all grades and errors to one outcome and its exit codes (grading-rules: "The check").

A pure function. Each row of the table that applies to a run makes a finding; the outcome is the worst of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum, StrEnum

from grader.errors import NoOutputs
from grader.model import Frozen, Grade, OverallVerdict, Status, UngradedRun
from grader.settings import FailOn, OnError
from grader.tally import tally


class Conclusion(IntEnum):
    """What the check concludes, from best to worst."""

    SUCCESS = 0
    NEUTRAL = 1
    FAILURE = 2

    def __str__(self) -> str:
        return self.name.lower()


class State(StrEnum):
    """The rows of the table, worst first; the words are those of the check's title."""

    UNGRADED = "could not be graded"
    INCOMPLETE = "graded incompletely"
    VIOLATED = "violated"
    CLAUSE_VIOLATED = "with a violated clause"
    TOO_FEW_EVALUATED = "with too few clauses evaluated"
    NOTHING_EVALUATED = "where nothing could be evaluated"
    PARTIAL = "partial"
    SATISFIED = "satisfied"
    NO_RUN = "no run to grade"


_WITHOUT_GRADE = frozenset({State.UNGRADED, State.INCOMPLETE})
_SEVERITY = list(State)


class Finding(Frozen):
    """A row that applies to a run. `run` is the run's path (empty for `NO_RUN`), `detail` says more than the state."""

    state: State
    conclusion: Conclusion
    run: str = ""
    detail: str = ""


class Check(Frozen):
    """The outcome over all runs: the worst finding's conclusion, and all findings, worst first."""

    conclusion: Conclusion
    findings: tuple[Finding, ...]

    @property
    def title(self) -> str:
        """The worst row in a few words, for instance "2 of 3 runs violated"."""
        worst = self.findings[0].state
        if worst is State.NO_RUN:
            return worst.value
        runs = len({finding.run for finding in self.findings})
        hit = sum(finding.state is worst for finding in self.findings)
        return f"{hit} of {runs} runs {worst}" if runs > 1 else f"run {worst}"

    @property
    def action_exit_code(self) -> int:
        """0 passes, 1 fails; a job knows no third."""
        return int(self.conclusion is Conclusion.FAILURE)

    @property
    def cli_exit_code(self) -> int:
        """0 passes, 1 fails by a grade, 2 fails for want of a grade; 2 wins over 1."""
        failed = {finding.state for finding in self.findings if finding.conclusion is Conclusion.FAILURE}
        return 2 if failed & _WITHOUT_GRADE else self.action_exit_code


class Rules(Frozen):
    """The options that bend the table. `min_evaluated` is a percentage of each run's due clauses."""

    fail_on: FailOn = FailOn.VIOLATED
    on_error: OnError = OnError.FAILURE
    min_evaluated: float = 0


_DEFAULT = Rules()


def check(grades: Sequence[Grade], errors: Sequence[UngradedRun] = (), rules: Rules = _DEFAULT) -> Check:
    """The outcome over all runs, graded and not."""
    findings = [_of_error(error, rules) for error in errors]
    findings += [finding for grade in grades for finding in _of_grade(grade, rules)]
    if not findings:
        findings = [Finding(state=State.NO_RUN, conclusion=Conclusion.SUCCESS)]
    findings.sort(key=lambda finding: (-finding.conclusion, _SEVERITY.index(finding.state)))
    return Check(conclusion=findings[0].conclusion, findings=tuple(findings))


def _of_error(error: UngradedRun, rules: Rules) -> Finding:
    excused = rules.on_error is OnError.NEUTRAL and error.code != NoOutputs.code
    return Finding(
        state=State.UNGRADED,
        conclusion=Conclusion.NEUTRAL if excused else Conclusion.FAILURE,
        run=error.run,
        detail=f"{error.code}: {error.message}",
    )


def _of_grade(grade: Grade, rules: Rules) -> Iterator[Finding]:
    def finding(state: State, conclusion: Conclusion, detail: str) -> Finding:
        return Finding(state=state, conclusion=conclusion, run=grade.run_path, detail=detail)

    counts = tally(grade.contracts)
    evaluated = f"{counts.evaluated} of {counts.declared} clauses evaluated"
    if grade.status is Status.INCOMPLETE:
        excused = rules.on_error is OnError.NEUTRAL
        yield finding(State.INCOMPLETE, Conclusion.NEUTRAL if excused else Conclusion.FAILURE, evaluated)
    if rules.fail_on is FailOn.CLAUSE and counts.violated:
        violated = f"{counts.violated} of {counts.declared} clauses violated"
        yield finding(State.CLAUSE_VIOLATED, Conclusion.FAILURE, violated)
    if counts.percent_evaluated < rules.min_evaluated:
        asked = f"{evaluated}, {rules.min_evaluated:g} % were asked for"
        yield finding(State.TOO_FEW_EVALUATED, Conclusion.FAILURE, asked)
    state = State.NOTHING_EVALUATED if grade.overall_score is None else State[grade.overall_verdict.name]
    yield finding(state, _of_verdict(grade.overall_verdict, rules.fail_on), evaluated)


def _of_verdict(verdict: OverallVerdict, fail_on: FailOn) -> Conclusion:
    if verdict is OverallVerdict.SATISFIED:
        return Conclusion.SUCCESS
    if verdict is OverallVerdict.PARTIAL:
        return Conclusion.FAILURE if fail_on is FailOn.PARTIAL else Conclusion.NEUTRAL
    return Conclusion.NEUTRAL if fail_on is FailOn.NEVER else Conclusion.FAILURE
