"""How measurements and a model judge's opinion make a clause's grade."""

from __future__ import annotations

import pytest

from grader.document import Document
from grader.judges.base import Opinion
from grader.judges.combine import combine, open_parts, open_to_judgement
from grader.judges.rules.judge import Assessment, measure_clause
from grader.judges.rules.measure import Facts
from grader.judges.rules.subject import Subject
from grader.judges.rules.views import View
from grader.judges.verdict import derive
from grader.model import Cause, Clause, Contract, Decider, Outcome, Place, RequirementResult, Role, Section, Verdict

PLACE = Place(file="sources/worker.prose.md", lines=(9, 9))
WORKER = Contract(name="worker", role=Role.NODE)
MET, NOT_MET, UNKNOWN = Outcome.MET, Outcome.NOT_MET, Outcome.UNKNOWN


def assessment(body: str, output: str = "The queue was drained twice.\n", name: str | None = "text") -> Assessment:
    """A clause measured on an output."""
    clause = Clause(contract="worker", text=body, body=body, name=name, place=PLACE, section=Section.RETURNS)
    document = Document.of_text("bindings/worker/text.md", output)
    subject = Subject((View(document),)) if output.strip() else Subject(missing="bindings/worker/text.md is blank")
    return measure_clause(clause, subject, Facts(contract=WORKER, own=(document,)))


def opinion(*outcomes: Outcome, confidence: int = 80, **more: str) -> Opinion:
    """A judge's opinion with these results."""
    results = tuple(
        RequirementResult(text="judged", outcome=outcome, decided_by=Decider.MODEL, finding="as judged")
        for outcome in outcomes
    )
    return Opinion(results=results, confidence=confidence, **more)  # type: ignore[arg-type] # reasons are texts


@pytest.mark.parametrize(
    ("outcomes", "verdict"),
    [
        ([MET, MET], Verdict.SATISFIED),
        ([MET, NOT_MET], Verdict.PARTIALLY_SATISFIED),
        ([MET, NOT_MET, UNKNOWN], Verdict.PARTIALLY_SATISFIED),
        ([NOT_MET], Verdict.VIOLATED),
        ([NOT_MET, UNKNOWN], Verdict.VIOLATED),
        ([MET, UNKNOWN], Verdict.NOT_EVALUABLE),
        ([UNKNOWN], Verdict.NOT_EVALUABLE),
        ([], Verdict.NOT_EVALUABLE),
    ],
)
def test_the_verdict_follows_from_the_outcomes(outcomes: list[Outcome], verdict: Verdict) -> None:
    """Code derives it, and nothing is never satisfied."""
    assert derive(RequirementResult(text="x", outcome=outcome) for outcome in outcomes) is verdict


def test_without_a_judge_a_remainder_waits_for_one() -> None:
    """Measured parts that hold don't satisfy a clause of which more is promised."""
    grade = combine(assessment("at most 9 words that calm the reader"), None)
    assert (grade.verdict, grade.cause, grade.confidence) == (Verdict.NOT_EVALUABLE, Cause.NEEDS_JUDGE, 0)
    assert "model judge" in (grade.reason or "")


@pytest.mark.parametrize(("judged", "verdict"), [(MET, Verdict.SATISFIED), (NOT_MET, Verdict.PARTIALLY_SATISFIED)])
def test_a_judge_decides_the_remainder_only(judged: Outcome, verdict: Verdict) -> None:
    """The measured part keeps its outcome beside the judged one."""
    grade = combine(assessment("at most 9 words that calm the reader"), opinion(judged))
    assert grade.verdict is verdict
    assert {result.decided_by for result in grade.requirements} == {Decider.RULES, Decider.MODEL}
    assert grade.confidence == 80


def test_no_judge_overrules_a_measurement() -> None:
    """Fifty words stay fifty words, whatever a judge says of the rest."""
    grade = combine(assessment("at most 9 words, and calms the reader", "word " * 50), opinion(MET))
    assert grade.verdict is Verdict.PARTIALLY_SATISFIED
    assert "50 words" in grade.evidence


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        (Opinion(failure="the service was overloaded"), Cause.INCOMPLETE),
        (Opinion(unproven="evidence not found in the output"), Cause.UNPROVEN),
        (Opinion(vague="nobody can check calm", suggestion="`text`: at most 9 words"), Cause.VAGUE),
    ],
)
def test_an_opinion_without_a_result_says_why(said: Opinion, cause: Cause) -> None:
    """Outage, missing proof and vagueness are different causes; only the wording's fault gets a rewrite."""
    grade = combine(assessment("calms the reader who is worried"), said)
    assert (grade.verdict, grade.cause) == (Verdict.NOT_EVALUABLE, cause)
    assert (grade.suggestion is not None) is (cause is Cause.VAGUE)


def test_little_confidence_decides_nothing() -> None:
    """Below 50 a clause is not evaluable, with the judge's own figure."""
    grade = combine(assessment("calms the reader who is worried"), opinion(MET, confidence=49))
    assert (grade.verdict, grade.cause, grade.confidence) == (Verdict.NOT_EVALUABLE, Cause.UNPROVEN, 49)


def test_a_vague_clause_always_comes_with_a_rewrite() -> None:
    """Also where the judge calls it vague and suggests nothing, or decides all but the vague words."""
    said = combine(assessment("calms the reader who is worried"), Opinion(vague="nobody can check calm"))
    left = combine(assessment("a good text that calms the reader"), opinion(MET))
    assert [(each.cause, bool(each.suggestion)) for each in (said, left)] == [(Cause.VAGUE, True)] * 2


def test_a_judge_that_could_not_tell_is_no_missing_judge() -> None:
    """The clause waits for nobody: an answer came, and it proves nothing."""
    grade = combine(assessment("calms the reader who is worried"), opinion(UNKNOWN))
    assert (grade.verdict, grade.cause) == (Verdict.NOT_EVALUABLE, Cause.UNPROVEN)


def test_too_few_results_are_no_answer() -> None:
    """A judge may split a part, but never pass over one."""
    two = assessment("calms the reader who is worried. Explains what comes next in the month")
    assert len(open_parts(two)) == 2
    assert combine(two, opinion(MET)).verdict is Verdict.NOT_EVALUABLE


@pytest.mark.parametrize(
    ("body", "output", "asked"),
    [
        ("at most 9 words", "Short and sweet.\n", False),
        ("at most 9 words that calm the reader", "Short and sweet.\n", True),
        ("at most 9 words that calm the reader", "", False),
        ("a good text", "Short and sweet.\n", False),
        ("the text", "Short and sweet.\n", False),
    ],
)
def test_a_judge_is_asked_only_where_it_could_decide(body: str, output: str, asked: bool) -> None:
    """Not where all is measured, the output is missing, the words are vague, or presence is all that is promised."""
    assert open_to_judgement(assessment(body, output)) is asked


def test_a_blank_output_is_violated_even_for_a_promise_of_absence() -> None:
    """A promise of absence isn't satisfied by an output that doesn't exist."""
    grade = combine(assessment("never contains `TODO`", ""), None)
    assert (grade.verdict, grade.evidence) == (Verdict.VIOLATED, "bindings/worker/text.md is blank")


def test_presence_is_enough_for_an_output_that_is_not_text() -> None:
    """`chart`: the chart. A picture that is there is the chart; more about it nobody can measure."""
    opaque = Subject(unreadable="bindings/worker/chart.png isn't text", opaque="bindings/worker/chart.png, 9 bytes")
    for body, verdict in (("the chart", Verdict.SATISFIED), ("at most 9 words", Verdict.NOT_EVALUABLE)):
        clause = Clause(contract="worker", text=body, body=body, name="chart", place=PLACE, section=Section.RETURNS)
        assert combine(measure_clause(clause, opaque, Facts(contract=WORKER)), None).verdict is verdict


def test_a_vague_clause_is_never_put_to_a_judge_for_its_measured_part() -> None:
    """What no one can check stays so, whatever a judge would say of the rest."""
    vague = assessment("a comprehensive list of at least `max_items` items")
    assert [result.outcome for result in vague.results] == [UNKNOWN]
    assert not open_to_judgement(vague)


def test_a_measured_failure_outlives_an_outage() -> None:
    """What was measured decides, and the grade says that a part went unanswered."""
    clause = assessment("at most 2 words that calm the reader")
    failed = Opinion(failure="the service didn't answer in time")
    grade = combine(clause, failed)
    assert (grade.verdict, grade.cause, grade.unanswered) == (Verdict.VIOLATED, None, True)
    assert combine(clause, opinion(MET)).unanswered is False
    assert combine(clause, None).unanswered is False
