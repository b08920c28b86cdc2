"""An inquiry settles a question without any wire, and a defect in one costs no other its opinion."""

from __future__ import annotations

import dataclasses
import io
import json
from collections.abc import Callable
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.document import LARGE, Document
from grader.judges.base import OpenQuestion
from grader.judges.claude.answer import ClauseAnswer, ConditionAnswer, Unparsable, parse, schema_of
from grader.judges.claude.cache import NoStore
from grader.judges.claude.case import Bench
from grader.judges.claude.docket import Docket
from grader.judges.claude.exchange import NoReply, Reply
from grader.judges.claude.options import JudgeOptions
from grader.judges.verdict import derive
from grader.model import Outcome, Usage, Verdict

MakeQuestion = Callable[..., OpenQuestion]

BENCH = Bench(JudgeOptions(), "00ff", NoStore(), "http://127.0.0.1")
OUTPUT = "The risks are named here, and one of them is the flood."
REAL, INVENTED = "one of them is the flood", "none of them is the flood"


def answer(**changes: object) -> str:
    """A well-formed answer, as text."""
    requirement: dict[str, object] = {
        "part": 1,
        "requirement": "names the risks",
        "quotes": [REAL],
        "absence": "",
        "reason": "",
        "outcome": "met",
    }
    whole: dict[str, object] = {
        "requirements": [requirement],
        "wording": "specific",
        "vague_because": "",
        "rewrite": "",
        "verdict": "satisfied",
        "confidence": 90,
    }
    for name, value in changes.items():
        (requirement if name in requirement else whole)[name] = value
    return json.dumps(whole)


def reply(text: str, stop: str | None = "end_turn") -> Reply:
    """A reply that cost one call."""
    return Reply(text, stop, Usage(calls=1, input_tokens=10, usd=0.1))


def docket(*questions: OpenQuestion) -> Docket:
    """The questions under way."""
    return Docket(questions, BENCH)


def test_a_matter_waits_until_it_is_answered(make_question: MakeQuestion) -> None:
    """Its request names what it is about, and its usage is what the replies cost."""
    case = docket(make_question(outputs={"bindings/w/report.md": OUTPUT}))
    (matter,) = case.open
    assert matter.request is not None
    assert matter.request.kind is ClauseAnswer
    matter.answer(reply(answer()))
    assert case.open == ()
    (opinion,) = case.opinions()
    assert [it.outcome for it in opinion.results] == [Outcome.MET]
    assert opinion.usage == Usage(calls=1, input_tokens=10, usd=0.1)


def test_the_requests_of_one_question_have_keys_of_their_own(make_question: MakeQuestion) -> None:
    """First try, second try and confirmation can be told apart, and fit the service's ids."""
    case = docket(make_question(outputs={"bindings/w/report.md": OUTPUT}))
    (matter,) = case.open
    keys = []
    for text in (
        answer(outcome="not_met", verdict="violated", quotes=[INVENTED]),
        answer(outcome="not_met", verdict="violated"),
        answer(outcome="not_met", verdict="violated"),
    ):
        assert matter.request is not None
        keys.append(matter.request.key)
        matter.answer(reply(text))
    assert matter.opinion is not None
    assert len(set(keys)) == 3
    assert all(len(key) <= 64 for key in keys)


def test_a_document_that_cannot_be_read_costs_only_its_own_question(make_question: MakeQuestion) -> None:
    """The other question is asked all the same."""

    def vanished() -> BinaryIO:
        raise FileNotFoundError("bindings/w/report.md")

    bad = dataclasses.replace(make_question(), outputs=(Document("bindings/w/report.md", 10, vanished),))
    case = docket(bad, make_question())
    assert len(case.open) == 1
    case.open[0].answer(NoReply("as it happens"))
    broken, other = case.opinions()
    assert (broken.failure or "").startswith("preparing the question failed (FileNotFoundError")
    assert other.failure == "as it happens"


def test_a_document_that_goes_away_while_it_is_judged_costs_only_its_own_question(make_question: MakeQuestion) -> None:
    """A large document is searched for a quote when the answer is there, and may be gone by then."""
    there = True

    def opened() -> BinaryIO:
        if there:
            return io.BytesIO(OUTPUT.encode())
        raise FileNotFoundError("bindings/w/report.md")

    bad = dataclasses.replace(make_question(), outputs=(Document("bindings/w/report.md", LARGE + 1, opened),))
    case = docket(bad, make_question(outputs={"bindings/w/report.md": OUTPUT}))
    there = False
    for matter in case.open:
        matter.answer(reply(answer()))
    broken, other = case.opinions()
    assert (broken.failure or "").startswith("judging it failed (FileNotFoundError")
    assert broken.usage.calls == 1
    assert [it.outcome for it in other.results] == [Outcome.MET]


def test_a_large_output_is_put_to_the_judge_without_counting_its_words(make_question: MakeQuestion) -> None:
    """Only an output that is known to have fewer than three words isn't."""
    for size, asked in ((3, 0), (LARGE + 1, 1)):
        output = Document("bindings/w/report.md", size, lambda: io.BytesIO(b"yes"))
        assert len(docket(dataclasses.replace(make_question(), outputs=(output,))).open) == asked


def test_an_abandoned_matter_keeps_what_it_cost(make_question: MakeQuestion) -> None:
    """Calls that were made are counted, whatever became of the question."""
    case = docket(make_question())
    (matter,) = case.open
    matter.answer(reply("no JSON"))
    matter.abandon("interrupted")
    (opinion,) = case.opinions()
    assert (opinion.failure, opinion.usage.calls) == ("interrupted", 1)


PIECES = st.fixed_dictionaries(
    {
        "quotes": st.lists(st.sampled_from([REAL, INVENTED, "flood", "", OUTPUT]), max_size=3),
        "absence": st.sampled_from(["", "no list of risks"]),
        "outcome": st.sampled_from(["met", "not_met", "unknown"]),
        "verdict": st.sampled_from([it.value for it in Verdict]),
        "wording": st.sampled_from(["specific", "subjective", "vague"]),
        "confidence": st.integers(0, 100),
    }
)
REPLIES = st.lists(
    st.builds(lambda pieces: reply(answer(**pieces)), PIECES)
    | st.builds(reply, st.text(max_size=20), st.sampled_from(["end_turn", "max_tokens", "refusal", None]))
    | st.just(NoReply("no answer")),
    min_size=4,
    max_size=4,
)


@given(REPLIES, st.booleans())
def test_nothing_is_believed_that_is_not_proven(replies: list[Reply | NoReply], long: bool) -> None:
    """Whatever comes back: at most two tries a vote, and a decided requirement has its evidence."""
    from tests.unit.judges.claude.conftest import question  # noqa: PLC0415 - a fixture can't be drawn on here

    text = OUTPUT + ("\n" + "Nothing more of interest.\n" * 1000 if long else "")
    case = docket(question(outputs={"bindings/w/report.md": text}))
    (matter,) = case.open
    asked = 0
    while matter.request is not None:
        matter.answer(replies[asked])
        asked += 1
    (opinion,) = case.opinions()
    assert asked <= 4
    assert opinion.usage.calls == sum(isinstance(it, Reply) for it in replies[:asked])
    decided = [it for it in opinion.results if it.outcome is not Outcome.UNKNOWN]
    for result in decided:
        assert (opinion.failure, opinion.unproven, opinion.vague) == (None, None, None)
        assert opinion.confidence >= 50
        assert all(quote.text in text for quote in result.quotes)
        assert result.quotes or (result.outcome is Outcome.NOT_MET and not long)
        assert not (long and result.outcome is Outcome.NOT_MET and "looked for" in result.finding)
    if derive(opinion.results) is Verdict.VIOLATED:
        assert [it.verdict for it in opinion.votes].count(Verdict.VIOLATED) == 2


@pytest.mark.parametrize("kind", [ClauseAnswer, ConditionAnswer])
def test_the_schema_names_every_field_and_asks_for_all(kind: type[ClauseAnswer | ConditionAnswer]) -> None:
    """No field can be left out, and none made up."""
    schema = schema_of(kind)
    assert schema["additionalProperties"] is False
    assert sorted(schema["required"]) == sorted(schema["properties"])


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_any_text_is_an_answer_or_unparsable(text: str) -> None:
    """Nothing else happens, and the message is one short line."""
    said = ""
    try:
        parse(text, ClauseAnswer)
    except Unparsable as unparsable:
        said = str(unparsable)
    assert "\n" not in said
    assert len(said) <= 200
