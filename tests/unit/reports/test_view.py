"""The words that all reports share."""

from __future__ import annotations

import pytest

from grader.model import Cause, Contract, Outcome, Progress, Quote, RequirementResult, Role, Verdict
from grader.phases.accounting import GradedContract
from grader.reports import view
from tests.making import N, P, S, V, clause, grade_of, graded, graded_contract


def _result(outcome: Outcome, finding: str, *quotes: Quote) -> RequirementResult:
    return RequirementResult(text="x", measure="words", outcome=outcome, finding=finding, quotes=quotes)


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (S, [("good", None)]),
        (V, [("bad", None)]),
        (P, [("x – bad", Outcome.NOT_MET), ("x – good", Outcome.MET)]),
    ],
)
def test_points_are_those_that_made_the_verdict(verdict: Verdict, told: list[tuple[str, Outcome | None]]) -> None:
    """What counts against a clause comes first; what made no difference isn't told."""
    results = (_result(Outcome.MET, "good"), _result(Outcome.UNKNOWN, "who knows"), _result(Outcome.NOT_MET, "bad"))
    grade = graded(clause(), verdict).model_copy(update={"requirements": results})
    assert [(point.text, point.outcome) for point in view.points(grade)] == told


@pytest.mark.parametrize(
    ("words", "finding", "told"),
    [
        ("`left`", "holds for all 3 entries", "`left` – holds for all 3 entries"),
        ("`Summary`", "`Summary` is there", "`Summary` is there"),
        ("", "is there", "is there"),
        ("`left`", "", "`left`"),
        ("word " * 40, "found", f"{('word ' * 16).strip()}… – found"),
    ],
)
def test_one_finding_of_several_says_what_it_is_about(words: str, finding: str, told: str) -> None:
    """Beside others, a finding is told with the words it is about, unless it has them."""
    quote = Quote(text="q", place=clause().place)
    result = RequirementResult(text=words, measure="m", outcome=Outcome.MET, finding=finding, quotes=(quote,))
    both = (result, _result(Outcome.MET, "other"))
    grade = graded(clause(), S).model_copy(update={"requirements": both})
    assert view.points(grade)[0].text == told


def test_without_requirements_the_evidence_is_told() -> None:
    """A clause whose output is missing has no requirement results, only its evidence."""
    assert [point.text for point in view.points(graded(clause(), V, evidence="no file named x"))] == ["no file named x"]


@pytest.mark.parametrize(
    ("cause", "reason", "words"),
    [
        (Cause.NEEDS_JUDGE, "needs a model judge: at least 50 words", "needs a model judge"),
        (Cause.NEEDS_JUDGE, "needs a model judge: no single value", "needs a model judge: no single value"),
        (Cause.INCOMPLETE, "budget", "the model judge gave no usable answer: budget"),
        (Cause.NOT_DUE, "not due on this branch", "not due on this branch"),
        (Cause.VAGUE, "too vague to check: “good”", "too vague to check: “good”"),
    ],
)
def test_a_reason_does_not_repeat_itself(cause: Cause, reason: str, words: str) -> None:
    """The cause in words, and what the reason adds to it and to the clause."""
    grade = graded(clause(), N, cause=cause).model_copy(update={"reason": reason})
    assert view.reason_words(grade) == words


@pytest.mark.parametrize(
    ("entries", "failing", "standings"),
    [
        ([[S]], "none of 1 contract fails", "1 contract passes"),
        ([[V]], "1 of 1 contract fails", "1 contract fails"),
        ([[V], [V], [S, P], [N]], "2 of 3 contracts fail", "2 contracts fail, 1 falls short, 1 has no score"),
        ([[N], [N]], "no contract has a score", "2 contracts have no score"),
        ([], "no contract has a score", "no contracts"),
    ],
)
def test_contracts_are_counted_by_standing(entries: list[list[Verdict]], failing: str, standings: str) -> None:
    """The worst first, in grammatical English."""
    grade = grade_of(*(graded_contract(f"contract-{at}", verdicts) for at, verdicts in enumerate(entries)))
    assert (view.failing_words(grade), view.standing_words(grade)) == (failing, standings)


@pytest.mark.parametrize(
    ("entry", "judge", "words"),
    [
        (graded_contract(verdicts=[S]), "rules", ""),
        (graded_contract(verdicts=[N]), "rules", ""),
        (
            graded_contract(verdicts=[S, Cause.NEEDS_JUDGE]),
            "rules",
            "graded by rules alone: 1 clause waits for a model judge",
        ),
        (
            graded_contract(verdicts=[Cause.INCOMPLETE, Cause.INCOMPLETE]),
            "some-model",
            "incomplete: the model judge gave no usable answer for 2 clauses",
        ),
        (graded_contract(verdicts=[S, Cause.UNPROVEN]), "some-model", ""),
    ],
)
def test_a_reader_is_told_what_waits(entry: GradedContract, judge: str, words: str) -> None:
    """Only where something could still be decided is there anything to say of how the grading was done."""
    assert view.status_words(grade_of(entry, judge=judge)) == words


@pytest.mark.parametrize(
    ("contract", "words"),
    [
        (Contract(name="a", role=Role.NODE), ""),
        (Contract(name="a", role=Role.ROOT), "root"),
        (Contract(name="a", role=Role.EXTRA), "not in the graph"),
        (Contract(name="a", role=Role.NODE, had_error=True, error_name="gone"), "signalled gone"),
        (Contract(name="a", role=Role.NODE, had_error=True), "signalled an error"),
        (Contract(name="a", role=Role.ROOT, progress=Progress.NOT_RUN), "root, never ran"),
        (Contract(name="a", role=Role.NODE, progress=Progress.NOT_RUN, progress_note="late"), "never ran: late"),
    ],
)
def test_what_sets_a_contract_apart_is_told(contract: Contract, words: str) -> None:
    """Its role, unless it is an ordinary node, and how it ended."""
    [graded_one] = grade_of((contract, (), ())).contracts
    assert view.role_words(graded_one) == words


def test_a_long_path_keeps_its_end() -> None:
    """The run's id stands at the end of its path."""
    assert view.brief("a/b", 10) == "a/b"
    assert view.brief("aaaaaaaaaa/runs/x", 10) == "…aa/runs/x"
    assert len(view.brief("aaaaaaaaaa/runs/x", 10)) == 10
