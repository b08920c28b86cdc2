"""All open clauses at half the price, in batches that are waited for, taken up again, and never paid for twice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from anthropic.types.messages.batch_create_params import BatchCreateParams
from pydantic import TypeAdapter

from grader.judges.base import OpenQuestion
from grader.judges.claude.cache import DiskStore, NoStore
from grader.judges.claude.judge import ClaudeJudge
from grader.judges.claude.options import Endpoint, JudgeOptions

MakeQuestion = Callable[..., OpenQuestion]
Service = Any  # the service and what it can say are defined beside the fixtures
Say = Any


class Batches:
    """The service's side of batches: keeps them, needs some polls to end one, and answers as it is told."""

    def __init__(self, service: Service, say: Say) -> None:
        self.service, self.say = service, say
        self.made: list[list[dict[str, Any]]] = []
        self.polls = 0
        self.polls_needed = 2
        self.answer: Callable[[dict[str, Any]], dict[str, Any]] = lambda _: self.succeeded(say.judged())
        self.broken: list[Any] = []  # answers to give instead, first to last
        self.lines: Callable[[list[str]], list[str]] = list
        service.script = self.script

    def script(self, body: dict[str, Any], _: int) -> Any:
        """Answer one request."""
        path = self.service.paths[-1]
        if self.broken:
            return self.broken.pop(0)
        if path.endswith("/batches"):
            self.made.append(body["requests"])
            return self.say.answer(json.dumps(self.batch(f"msgbatch_{len(self.made)}", "in_progress")).encode())
        number = int(re.findall(r"msgbatch_(\d+)", path)[0])
        if number > len(self.made):
            return self.say.error(404, "no such batch")
        if path.endswith("/results"):
            lines = [
                json.dumps({"custom_id": it["custom_id"], "result": self.answer(it["params"])})
                for it in reversed(self.made[number - 1])
            ]
            return self.say.answer("".join(f"{it}\n" for it in self.lines(lines)).encode())
        self.polls += 1
        status = "ended" if self.polls >= self.polls_needed else "in_progress"
        return self.say.answer(json.dumps(self.batch(f"msgbatch_{number}", status)).encode())

    def batch(self, name: str, status: str) -> dict[str, Any]:
        """A batch as the service describes it."""
        return {
            "id": name,
            "type": "message_batch",
            "processing_status": status,
            "results_url": f"{self.service.url}/v1/messages/batches/{name}/results" if status == "ended" else None,
            "request_counts": {"canceled": 0, "errored": 0, "expired": 0, "processing": 0, "succeeded": 0},
            "created_at": "2026-01-01T00:00:00Z",
            "expires_at": "2026-01-02T00:00:00Z",
        }

    def succeeded(self, content: object) -> dict[str, Any]:
        """A result with a complete message."""
        return {"type": "succeeded", "message": json.loads(self.say.message(content).body)}


@pytest.fixture
def batches(service: Service, say: Say) -> Batches:
    """The service does batches."""
    return Batches(service, say)


class Pauses:
    """Takes the place of sleeping; can end the test's patience."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.interrupt_at = 0

    async def __call__(self, seconds: float) -> None:
        """Keep the figure, and go on at once."""
        self.seconds.append(seconds)
        if len(self.seconds) == self.interrupt_at:
            raise KeyboardInterrupt


@pytest.fixture
def pauses() -> Pauses:
    """The pauses that were made."""
    return Pauses()


@pytest.fixture
def make(service: Service, pauses: Pauses, tmp_path: Path) -> Callable[..., ClaudeJudge]:
    """Makes a judge that asks in batches."""

    def judge(*, cache: bool = False, **options: Any) -> ClaudeJudge:
        chosen = JudgeOptions(**{"batch": True, "attempts": 3, "call_timeout": 5.0, **options})
        store = (lambda: DiskStore(tmp_path / "cache")) if cache else NoStore
        return ClaudeJudge(
            Endpoint("test-key", service.url),
            chosen,
            open_store=store,
            batch_state=tmp_path / "batches.json",
            sleep=pauses,
        )

    return judge


def outcomes(opinions: Any) -> list[str]:
    """What each opinion amounts to."""
    return [it.failure or it.unproven or ",".join(one.outcome.value for one in it.results) for it in opinions]


def test_all_clauses_go_into_one_batch(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, pauses: Pauses
) -> None:
    """Results out of order reach their own clauses, at half the price, and the pauses grow."""
    batches.polls_needed = 4
    opinions = make().judge([make_question(f"promise {n}") for n in range(3)])
    assert outcomes(opinions) == ["met"] * 3
    assert [len(it) for it in batches.made] == [3]
    assert opinions[0].usage.usd == pytest.approx((100 * 2 + 50 * 10) / 1e6 / 2)
    assert pauses.seconds == sorted(pauses.seconds)
    assert len(pauses.seconds) == 3


def test_batches_are_well_formed(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion
) -> None:
    """As the SDK's types ask, with ids that the service takes."""
    make().judge([make_question()])
    TypeAdapter(BatchCreateParams).validate_python({"requests": batches.made[0]})
    assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", batches.made[0][0]["custom_id"])


def test_what_answers_lead_to_goes_into_the_next_batch(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, say: Say
) -> None:
    """A confirmation and a second try are asked together, and settled clauses not again."""

    def answer(params: dict[str, Any]) -> dict[str, Any]:
        text = json.dumps(params)
        if "promise 0" in text:
            return batches.succeeded(say.judged("not_met", "violated"))
        if "promise 1" in text and "not accepted" not in text:
            return batches.succeeded(say.judged(quotes=["nowhere to be found"]))
        return batches.succeeded(say.judged())

    batches.answer = answer
    opinions = make().judge([make_question(f"promise {n}") for n in range(3)])
    assert outcomes(opinions) == ["not_met", "met", "met"]
    assert [len(it) for it in batches.made] == [3, 2]


RESULTS: dict[str, tuple[Any, str]] = {
    "errored": (
        {"type": "errored", "error": {"type": "error", "error": {"type": "api_error", "message": "it broke"}}},
        "the service failed in the batch (it broke)",
    ),
    "expired": ({"type": "expired"}, "the batch expired before this was asked"),
    "canceled": ({"type": "canceled"}, "the batch was canceled before this was asked"),
    "malformed": ({"type": "succeeded", "message": 7}, "the service's answer was malformed"),
    "of an unknown kind": ({}, "the batch's result was malformed"),
    "nothing": (None, "the batch's result was malformed"),
}


@pytest.mark.parametrize(("result", "reason"), RESULTS.values(), ids=RESULTS)
def test_a_result_that_is_no_answer_costs_only_its_own_clause(
    batches: Batches,
    make: Callable[..., ClaudeJudge],
    make_question: MakeQuestion,
    say: Say,
    result: Any,
    reason: str,
) -> None:
    """The clause says why; the others have their answers; a later run asks again."""
    batches.answer = lambda params: result if "promise 0" in json.dumps(params) else batches.succeeded(say.judged())
    opinions = make().judge([make_question(f"promise {n}") for n in range(2)])
    assert outcomes(opinions) == [reason, "met"]
    batches.answer = lambda _: batches.succeeded(say.judged())
    assert outcomes(make().judge([make_question("promise 0")])) == ["met"]


def test_a_missing_result_is_said_to_be_missing(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion
) -> None:
    """Lines that aren't there, and lines of somebody else's."""
    batches.lines = lambda lines: [*lines[1:], json.dumps({"custom_id": "other", "result": {"type": "expired"}}), "[]"]
    opinions = make().judge([make_question(f"promise {n}") for n in range(2)])
    assert sorted(outcomes(opinions)) == ["met", "the batch has no result for it"]


def test_results_that_break_off_for_good_are_used_as_far_as_they_go(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, say: Say, service: Service
) -> None:
    """What came whole is an answer; the rest says why it has none, and the next run reads it without paying again."""
    full = batches.script

    def script(body: dict[str, Any], number: int) -> Any:
        good = full(body, number)
        if not service.paths[-1].endswith("/results"):
            return good
        return say.answer(good.body, drop_after=len(good.body) - 9)

    service.script = script
    questions = [make_question(f"promise {n}") for n in range(300)]
    found = outcomes(make().judge(questions))
    (lost,) = (number for number, outcome in enumerate(found) if outcome != "met")
    assert found[lost].startswith("the connection failed")
    service.script = full
    assert outcomes(make().judge([questions[lost]])) == ["met"]
    assert len(batches.made) == 1


def test_a_key_that_is_rejected_at_the_results_stops_everything(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, say: Say, service: Service
) -> None:
    """Nothing is read with it, and nothing more is asked; with a good one the batch is still there."""
    full = batches.script
    service.script = lambda body, number: (
        say.error(401) if service.paths[-1].endswith("/results") else full(body, number)
    )
    judge = make()
    assert "rejected the key" in outcomes(judge.judge([make_question()]))[0]
    assert outcomes(judge.judge([make_question("another")]))[0].startswith("not asked")
    service.script = full
    assert outcomes(make().judge([make_question()])) == ["met"]
    assert len(batches.made) == 1


def test_more_than_a_batch_takes_goes_into_several(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the number of requests."""
    monkeypatch.setattr("grader.judges.claude.batch._LARGEST", 2)
    assert outcomes(make().judge([make_question(f"promise {n}") for n in range(5)])) == ["met"] * 5
    assert sorted(len(it) for it in batches.made) == [1, 2, 2]


def test_an_interrupted_wait_is_taken_up_again(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, tmp_path: Path
) -> None:
    """The next run finds the batch in the state file, waits on, and sends nothing anew."""
    questions = [make_question(f"promise {n}") for n in range(2)]
    with pytest.raises(KeyboardInterrupt):
        Interrupted(make()).judge(questions)
    assert json.loads((tmp_path / "batches.json").read_text())["batches"].keys() == {"msgbatch_1"}
    opinions = make().judge([*questions, make_question("promise 2")])
    assert outcomes(opinions) == ["met"] * 3
    assert [len(it) for it in batches.made] == [2, 1]
    assert json.loads((tmp_path / "batches.json").read_text())["batches"] == {}


class Interrupted:
    """A judge whose first pause is interrupted hard, as by a kill."""

    def __init__(self, judge: ClaudeJudge) -> None:
        self.inner = judge

    def judge(self, questions: Any) -> Any:
        """Ask, and be interrupted."""
        self.inner._terms.sleep.interrupt_at = 1  # type: ignore[attr-defined]  # the test's own clock
        try:
            return self.inner.judge(questions)
        finally:
            self.inner._terms.sleep.interrupt_at = 0  # type: ignore[attr-defined]  # the test's own clock


@pytest.mark.parametrize(
    "text", ["no JSON", "[]", '{"format": 99, "batches": {}}', '{"format":1,"batches":{"../x":["a"]}}']
)
def test_a_foreign_state_is_ignored(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, tmp_path: Path, text: str
) -> None:
    """What isn't ours isn't waited for."""
    (tmp_path / "batches.json").write_text(text)
    assert outcomes(make().judge([make_question()])) == ["met"]
    assert len(batches.made) == 1


def test_a_batch_that_is_gone_is_sent_anew_by_the_next_run(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, say: Say
) -> None:
    """The service keeps batches for a month only; the clause says so, and nothing else is stopped."""
    batches.broken = []
    with pytest.raises(KeyboardInterrupt):
        Interrupted(make()).judge([make_question()])
    batches.broken = [say.error(404, "no such batch")]
    assert "is gone" in outcomes(make().judge([make_question()]))[0]
    assert outcomes(make().judge([make_question()])) == ["met"]
    assert len(batches.made) == 2


@pytest.mark.parametrize(("status", "made"), [(429, 1), (529, 1), (503, 1)])
def test_a_batch_that_was_not_taken_is_sent_again(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, say: Say, status: int, made: int
) -> None:
    """Overload is waited out."""
    batches.broken = [say.error(status), say.error(status)]
    assert outcomes(make().judge([make_question()])) == ["met"]
    assert len(batches.made) == made


def test_a_batch_that_may_have_been_taken_is_not_sent_twice(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, say: Say
) -> None:
    """Where the connection drops nobody knows whether it was made, and a second one might be paid for too."""
    batches.broken = [say.answer(b"{}", drop_after=0)]
    assert "the connection failed" in outcomes(make().judge([make_question()]))[0]
    assert batches.made == []


def test_polls_and_results_are_tried_again(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, say: Say, service: Service
) -> None:
    """A failing poll and a results file that breaks off cost patience only."""
    full = batches.script
    seen: list[str] = []

    def script(body: dict[str, Any], number: int) -> Any:
        path = service.paths[-1]
        seen.append(path)
        if path.endswith("/results") and sum(it.endswith("/results") for it in seen) == 1:
            good = full(body, number)
            return say.answer(good.body, drop_after=len(good.body) // 2)
        return say.error(500) if len(seen) == 2 else full(body, number)

    service.script = script
    assert outcomes(make().judge([make_question(f"promise {n}") for n in range(3)])) == ["met"] * 3


def test_an_unreachable_batch_is_kept_for_the_next_run(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, say: Say
) -> None:
    """The service fails at every poll: the clause says so, and the next run waits on for the same batch."""
    full = batches.service.script
    batches.service.script = lambda body, number: full(body, number) if body else say.error(500)
    assert "the service failed" in outcomes(make().judge([make_question()]))[0]
    batches.service.script = full
    assert outcomes(make().judge([make_question()])) == ["met"]
    assert len(batches.made) == 1


def test_a_rejected_key_stops_everything(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion, say: Say
) -> None:
    """Also the next run's batch."""
    batches.broken = [say.error(401, "invalid x-api-key")]
    judge = make()
    first, later = judge.judge([make_question()]), judge.judge([make_question("another")])
    assert "rejected the key" in outcomes(first)[0]
    assert outcomes(later)[0].startswith("not asked, since the service rejected the key")
    assert batches.made == []


def test_a_budget_limits_a_batch(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion
) -> None:
    """Only as many clauses as the limit allows are sent."""
    opinions = make(max_calls=2).judge([make_question(f"promise {n}") for n in range(4)])
    assert outcomes(opinions) == ["met", "met", *["budget: the limit of 2 calls is reached"] * 2]
    assert [len(it) for it in batches.made] == [2]


def test_a_repeated_run_sends_no_batch(
    batches: Batches, make: Callable[..., ClaudeJudge], make_question: MakeQuestion
) -> None:
    """Answers that came in a batch are cached like any other."""
    for _ in range(2):
        assert outcomes(make(cache=True).judge([make_question()])) == ["met"]
    assert len(batches.made) == 1
