"""The check, row by row and option by option (grading-rules: "The check")."""

from __future__ import annotations

import itertools

import pytest

from grader.check import Check, Conclusion, Rules, State, check
from grader.model import Cause, Grade, UngradedRun
from grader.settings import FailOn, OnError
from tests.making import N, P, S, V, grade_of, graded_contract

OK, MEH, BAD = Conclusion.SUCCESS, Conclusion.NEUTRAL, Conclusion.FAILURE

SATISFIED = grade_of(graded_contract(verdicts=[S]), path="runs/satisfied")
PARTIAL = grade_of(graded_contract(verdicts=[S, P]), path="runs/partial")
ONE_VIOLATED = grade_of(graded_contract("a", [S]), graded_contract("b", [V]), path="runs/one-violated")
VIOLATED = grade_of(graded_contract(verdicts=[S, V]), path="runs/violated")
NOTHING = grade_of(graded_contract(verdicts=[N, Cause.NEEDS_JUDGE]), path="runs/nothing")
INCOMPLETE = grade_of(graded_contract(verdicts=[S, Cause.INCOMPLETE]), judge="some-model", path="runs/incomplete")
INCOMPLETE_VIOLATED = grade_of(
    graded_contract(verdicts=[V, Cause.INCOMPLETE]), judge="some-model", path="runs/incomplete-violated"
)
DEGRADED_VIOLATED = grade_of(
    graded_contract("a", [S]), graded_contract("b", [S]), graded_contract("c", [Cause.SUPERSEDED], [(True, V)])
)
UNREADABLE = UngradedRun(run="runs/unreadable", code="unreadable-run", message="not a directory")
NO_OUTPUTS = UngradedRun(run="runs/no-outputs", code="no-outputs", message="nothing is published")

# What happens with fail-on violated, partial, clause, never; then the exit code of the command line for a failure.
GRADED: list[tuple[Grade, tuple[Conclusion, Conclusion, Conclusion, Conclusion]]] = [
    (SATISFIED, (OK, OK, OK, OK)),
    (PARTIAL, (MEH, BAD, MEH, MEH)),
    (ONE_VIOLATED, (MEH, BAD, BAD, MEH)),
    (DEGRADED_VIOLATED, (MEH, BAD, BAD, MEH)),
    (VIOLATED, (BAD, BAD, BAD, MEH)),
    (NOTHING, (MEH, BAD, MEH, MEH)),
]


@pytest.mark.parametrize("on_error", OnError)
@pytest.mark.parametrize(
    ("grade", "fail_on", "conclusion"),
    [(grade, fail_on, row[at]) for grade, row in GRADED for at, fail_on in enumerate(FailOn)],
)
def test_a_graded_run_by_fail_on(grade: Grade, fail_on: FailOn, conclusion: Conclusion, on_error: OnError) -> None:
    """Each verdict under each `fail-on`, whatever `on-error` says; a bad grade is exit code 1 for both callers."""
    outcome = check([grade], rules=Rules(fail_on=fail_on, on_error=on_error))
    assert outcome.conclusion is conclusion
    assert outcome.action_exit_code == outcome.cli_exit_code == (conclusion is BAD)


@pytest.mark.parametrize("fail_on", FailOn)
@pytest.mark.parametrize(
    ("grades", "errors", "on_error", "conclusion"),
    [
        ([], [UNREADABLE], OnError.FAILURE, BAD),
        ([], [UNREADABLE], OnError.NEUTRAL, MEH),
        ([], [NO_OUTPUTS], OnError.FAILURE, BAD),
        ([], [NO_OUTPUTS], OnError.NEUTRAL, BAD),
        ([], [UNREADABLE, NO_OUTPUTS], OnError.NEUTRAL, BAD),
        ([SATISFIED], [UNREADABLE], OnError.FAILURE, BAD),
        ([SATISFIED], [UNREADABLE], OnError.NEUTRAL, MEH),
        ([SATISFIED], [NO_OUTPUTS], OnError.NEUTRAL, BAD),
    ],
)
def test_a_run_without_a_grade_by_on_error(
    grades: list[Grade], errors: list[UngradedRun], on_error: OnError, conclusion: Conclusion, fail_on: FailOn
) -> None:
    """`on-error: neutral` excuses every error but no-outputs, `fail-on` none; the command line exits 2."""
    outcome = check(grades, errors, Rules(fail_on=fail_on, on_error=on_error))
    assert outcome.conclusion is conclusion
    assert outcome.action_exit_code == (conclusion is BAD)
    assert outcome.cli_exit_code == (2 if conclusion is BAD else 0)


@pytest.mark.parametrize("fail_on", FailOn)
@pytest.mark.parametrize("grade", [INCOMPLETE, INCOMPLETE_VIOLATED])
def test_an_incomplete_grade_fails_for_want_of_a_grade(grade: Grade, fail_on: FailOn) -> None:
    """An incomplete grade fails the check whatever `fail-on` says, and 2 wins over 1."""
    outcome = check([grade], rules=Rules(fail_on=fail_on))
    assert (outcome.action_exit_code, outcome.cli_exit_code) == (1, 2)


@pytest.mark.parametrize(
    ("grade", "fail_on", "conclusion"),
    [
        (INCOMPLETE, FailOn.VIOLATED, MEH),
        (INCOMPLETE, FailOn.PARTIAL, BAD),
        (INCOMPLETE_VIOLATED, FailOn.VIOLATED, BAD),
        (INCOMPLETE_VIOLATED, FailOn.NEVER, MEH),
    ],
)
def test_an_excused_incomplete_grade_is_judged_by_its_verdict(
    grade: Grade, fail_on: FailOn, conclusion: Conclusion
) -> None:
    """With `on-error: neutral` what was graded still counts, and its failure is exit code 1."""
    outcome = check([grade], rules=Rules(fail_on=fail_on, on_error=OnError.NEUTRAL))
    assert outcome.conclusion is conclusion
    assert outcome.cli_exit_code == (conclusion is BAD)


@pytest.mark.parametrize(
    ("grade", "least", "conclusion"),
    [
        (NOTHING, 0, MEH),
        (NOTHING, 0.1, BAD),
        (SATISFIED, 100, OK),
        (INCOMPLETE, 50, MEH),
        (INCOMPLETE, 50.1, BAD),
        (grade_of(graded_contract(verdicts=[])), 0, MEH),
        (grade_of(graded_contract(verdicts=[])), 1, BAD),
    ],
)
@pytest.mark.parametrize("fail_on", [FailOn.VIOLATED, FailOn.NEVER])
def test_too_few_evaluated_clauses_fail(grade: Grade, least: float, conclusion: Conclusion, fail_on: FailOn) -> None:
    """A run with a lower share of evaluated clauses than asked for fails, whatever `fail-on` says."""
    outcome = check([grade], rules=Rules(fail_on=fail_on, on_error=OnError.NEUTRAL, min_evaluated=least))
    assert outcome.conclusion is conclusion
    assert outcome.cli_exit_code == (conclusion is BAD)


def test_each_run_must_reach_the_share_by_itself() -> None:
    """One well evaluated run doesn't make up for another."""
    assert check([SATISFIED] * 9 + [NOTHING], rules=Rules(min_evaluated=50)).conclusion is BAD


def test_the_worst_run_decides() -> None:
    """Over every mix of three runs, the conclusion is the worst that any of them has alone."""
    alone = {id(grade): check([grade]).conclusion for grade, _ in GRADED}
    for mix in itertools.product((grade for grade, _ in GRADED), repeat=3):
        assert check(mix).conclusion is max(alone[id(grade)] for grade in mix)


def test_no_run_is_a_success_that_says_so() -> None:
    """A required check must not hang when nothing is to be graded."""
    outcome = check([])
    assert (outcome.conclusion, outcome.title, outcome.action_exit_code) == (OK, "no run to grade", 0)


@pytest.mark.parametrize(
    ("outcome", "title"),
    [
        (check([SATISFIED]), "run satisfied"),
        (check([NOTHING]), "run where nothing could be evaluated"),
        (check([SATISFIED, PARTIAL, VIOLATED, ONE_VIOLATED]), "1 of 4 runs violated"),
        (check([VIOLATED], [UNREADABLE, NO_OUTPUTS]), "2 of 3 runs could not be graded"),
        (check([INCOMPLETE_VIOLATED]), "run graded incompletely"),
    ],
)
def test_the_title_is_the_worst_row(outcome: Check, title: str) -> None:
    """The title counts the runs that the worst row applies to."""
    assert outcome.title == title


def test_every_finding_is_kept_and_the_worst_comes_first() -> None:
    """A reader sees all that applies, not only what decided."""
    outcome = check([SATISFIED, INCOMPLETE_VIOLATED], [UNREADABLE])
    assert [finding.state for finding in outcome.findings] == [
        State.UNGRADED,
        State.INCOMPLETE,
        State.VIOLATED,
        State.SATISFIED,
    ]
    assert str(outcome.conclusion) == "failure"
