"""An overloaded, failing or vanishing service costs patience, never another clause's answer, and never a verdict."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from grader.judges.base import OpenQuestion
from grader.judges.claude.judge import ClaudeJudge
from grader.judges.claude.options import Endpoint, JudgeOptions
from grader.model import Outcome

MakeJudge = Callable[..., ClaudeJudge]
MakeQuestion = Callable[..., OpenQuestion]
Service = Any  # the service and what it can say are defined beside the fixtures
Say = Any


class Pauses:
    """Takes the place of sleeping, and keeps how long it would have been."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        """Keep the figure, and go on at once."""
        self.seconds.append(seconds)


def judge_with(service: Service, pauses: Pauses, **options: Any) -> ClaudeJudge:
    """A judge whose pauses are kept instead of made."""
    chosen = JudgeOptions(**{"call_timeout": 5.0, "clause_deadline": 120.0, **options})
    return ClaudeJudge(Endpoint("test-key", service.url), chosen, sleep=pauses)


def is_good(opinion: Any) -> bool:
    """Whether the opinion is the good answer's."""
    return [it.outcome for it in opinion.results] == [Outcome.MET] and opinion.failure is None


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
def test_tries_again_what_may_pass(service: Service, make_question: MakeQuestion, say: Say, status: int) -> None:
    """Overload and server errors are tried again after a pause, and every attempt is counted."""
    service.script = lambda _, number: say.error(status) if number < 3 else say.message(say.judged())
    pauses = Pauses()
    (opinion,) = judge_with(service, pauses).judge([make_question()])
    assert is_good(opinion)
    assert (service.calls, opinion.usage.calls, len(pauses.seconds)) == (3, 3, 2)
    assert opinion.usage.input_tokens == 100


@pytest.mark.parametrize(
    ("headers", "least"),
    [({"retry_after": "7"}, 7.0), ({"retry_after_ms": "2500"}, 2.5), ({"retry_after": "0"}, 0.0)],
)
@pytest.mark.parametrize("status", [429, 529])
def test_waits_as_long_as_the_service_asks(
    service: Service, make_question: MakeQuestion, say: Say, status: int, headers: dict[str, str], least: float
) -> None:
    """At least as long, and a little longer, so that many who were told the same don't return at once."""
    service.script = lambda _, number: say.error(status, **headers) if number == 1 else say.message(say.judged())
    pauses = Pauses()
    (opinion,) = judge_with(service, pauses).judge([make_question()])
    assert is_good(opinion)
    assert least <= pauses.seconds[0] <= least + 2


@pytest.mark.parametrize("value", ["soon", "-5", "inf", "nan", "Wed, 21 Oct 2026 07:28:00 GMT", ""])
def test_an_odd_retry_after_is_not_obeyed(service: Service, make_question: MakeQuestion, say: Say, value: str) -> None:
    """What is no number of seconds is answered with the usual pause."""
    service.script = lambda _, number: say.error(429, retry_after=value) if number == 1 else say.message(say.judged())
    pauses = Pauses()
    (opinion,) = judge_with(service, pauses).judge([make_question()])
    assert is_good(opinion)
    assert 0 <= pauses.seconds[0] <= 30


def test_does_not_wait_beyond_the_deadline(service: Service, make_question: MakeQuestion, say: Say) -> None:
    """A service that asks for an hour isn't waited for; the clause says why, and the other one is judged."""
    service.script = lambda body, _: (
        say.error(429, retry_after="3600") if "the other promise" in json.dumps(body) else say.message(say.judged())
    )
    pauses = Pauses()
    good, late = judge_with(service, pauses).judge([make_question(), make_question("`report`: the other promise")])
    assert is_good(good)
    assert "overloaded" in (late.failure or "")
    assert pauses.seconds == []


def test_gives_up_after_some_attempts(service: Service, make_question: MakeQuestion, say: Say) -> None:
    """A service that stays overloaded is left alone after the last attempt, and each pause may be longer."""
    service.script = lambda *_: say.error(529, "Overloaded")
    pauses = Pauses()
    (opinion,) = judge_with(service, pauses, attempts=4, clause_deadline=1000.0).judge([make_question()])
    assert opinion.failure == "the service is overloaded (529, Overloaded), 4 attempts"
    assert (service.calls, opinion.usage.calls, len(pauses.seconds)) == (4, 4, 3)
    assert all(pause <= 30 for pause in pauses.seconds)


def test_pauses_differ(service: Service, make_question: MakeQuestion, say: Say) -> None:
    """Clauses that fail together don't come back together."""
    service.script = lambda *_: say.error(503)
    pauses = Pauses()
    judge_with(service, pauses, attempts=2).judge([make_question(f"promise {n}") for n in range(12)])
    assert len(set(pauses.seconds)) == 12


def test_a_defect_on_the_way_costs_only_its_own_clause(service: Service, make_question: MakeQuestion, say: Say) -> None:
    """The clock of this process fails while one waits to try again; the other has its answer."""

    async def broken(seconds: float) -> None:
        del seconds
        raise RuntimeError("no clock")

    service.script = lambda body, _: say.error(529) if "promise 0" in json.dumps(body) else say.message(say.judged())
    judge = ClaudeJudge(Endpoint("test-key", service.url), JudgeOptions(), sleep=broken)
    failed, good = judge.judge([make_question("promise 0"), make_question("promise 1")])
    assert failed.failure == "asking failed (RuntimeError: no clock)"
    assert is_good(good)


@pytest.mark.parametrize("status", [400, 413, 422])
def test_does_not_repeat_what_is_refused(service: Service, make_question: MakeQuestion, say: Say, status: int) -> None:
    """A refused call is that clause's failure, in the service's words, and no other's."""
    service.script = lambda body, _: (
        say.error(status, "prompt is too long")
        if "the other promise" in json.dumps(body)
        else say.message(say.judged())
    )
    good, bad = judge_with(service, Pauses()).judge([make_question(), make_question("`report`: the other promise")])
    assert is_good(good)
    assert bad.failure == f"refused call ({status}, prompt is too long)"
    assert service.calls == 2


def test_obeys_a_service_that_says_not_to_retry(service: Service, make_question: MakeQuestion, say: Say) -> None:
    """The service's own word on retrying counts more than the status."""
    service.script = lambda *_: say.error(500, x_should_retry="false")
    (opinion,) = judge_with(service, Pauses()).judge([make_question()])
    assert opinion.failure is not None
    assert service.calls == 1


@pytest.mark.parametrize("status", [401, 402, 403, 404])
def test_a_rejected_key_stops_all_further_calls(
    service: Service, make_question: MakeQuestion, say: Say, status: int
) -> None:
    """After the first rejection nothing more is asked, in this run or the next, and every clause says why."""
    service.script = lambda *_: say.error(status, "invalid x-api-key")
    judge = judge_with(service, Pauses(), concurrency=1)
    opinions = [*judge.judge([make_question(f"promise {n}") for n in range(5)]), *judge.judge([make_question("last")])]
    assert service.calls == 1
    assert f"({status}, invalid x-api-key)" in (opinions[0].failure or "")
    assert all((it.failure or "").startswith("not asked, since the service") for it in opinions[1:])
    assert [it.usage.calls for it in opinions] == [1, 0, 0, 0, 0, 0]


def test_answers_that_came_before_a_rejection_are_kept(service: Service, make_question: MakeQuestion, say: Say) -> None:
    """A key that is revoked half-way costs only what is still open."""
    service.script = lambda _, number: say.message(say.judged()) if number <= 2 else say.error(401)
    opinions = judge_with(service, Pauses(), concurrency=1).judge([make_question(f"promise {n}") for n in range(4)])
    assert [is_good(it) for it in opinions] == [True, True, False, False]


@pytest.mark.parametrize("key", ["", "two words", "line\nbreak", "schlüssel"])
def test_a_key_that_no_header_can_carry_is_not_tried(service: Service, make_question: MakeQuestion, key: str) -> None:
    """It would look like a failing connection; instead the clause says what is wrong."""
    judge = ClaudeJudge(Endpoint(key, service.url), JudgeOptions(), sleep=Pauses())
    (opinion,) = judge.judge([make_question()])
    assert "the key holds characters that no header can carry" in (opinion.failure or "")
    assert service.calls == 0


def test_the_key_shows_nowhere(service: Service, make_question: MakeQuestion, say: Say) -> None:
    """Not in the endpoint's representation, and not in what a rejection says."""
    service.script = lambda *_: say.error(401)
    endpoint = Endpoint("sk-very-secret", service.url)
    (opinion,) = ClaudeJudge(endpoint, JudgeOptions(), sleep=Pauses()).judge([make_question()])
    assert "very-secret" not in repr(endpoint) + repr(opinion)


BROKEN = {"at once": 0, "after the headers": 1, "half-way": 120}


@pytest.mark.parametrize("after", BROKEN.values(), ids=BROKEN)
def test_a_dropped_connection_is_tried_again(
    service: Service, make_question: MakeQuestion, say: Say, after: int
) -> None:
    """Half a body is no answer, and nothing of it counts; the next attempt does."""
    good = say.message(say.judged())
    service.script = lambda _, number: say.answer(good.body, drop_after=after) if number == 1 else good
    (opinion,) = judge_with(service, Pauses()).judge([make_question()])
    assert is_good(opinion)
    assert opinion.usage.calls == 2


@pytest.mark.parametrize("after", BROKEN.values(), ids=BROKEN)
def test_a_connection_that_always_drops_is_a_failure(
    service: Service, make_question: MakeQuestion, say: Say, after: int
) -> None:
    """After the last attempt the clause says that the connection failed."""
    service.script = lambda *_: say.answer(say.message(say.judged()).body, drop_after=after)
    (opinion,) = judge_with(service, Pauses(), attempts=2).judge([make_question()])
    assert "the connection failed" in (opinion.failure or "")


def test_nobody_listening_is_a_failure(make_question: MakeQuestion) -> None:
    """An address where nothing listens gives every clause its reason."""
    judge = ClaudeJudge(Endpoint("test-key", "http://127.0.0.1:9"), JudgeOptions(attempts=2), sleep=Pauses())
    (opinion,) = judge.judge([make_question()])
    assert "the connection failed" in (opinion.failure or "")


def test_an_address_that_is_none_is_a_failure(make_question: MakeQuestion) -> None:
    """Also one that the SDK can't even begin with costs no more than the clause's answer."""
    judge = ClaudeJudge(Endpoint("test-key", "http://127.0.0.1:port"), JudgeOptions(), sleep=Pauses())
    (opinion,) = judge.judge([make_question()])
    assert "asking failed" in (opinion.failure or "")


def test_a_hanging_call_is_given_up_and_tried_again(service: Service, make_question: MakeQuestion, say: Say) -> None:
    """A call that brings nothing in its time is abandoned; the next attempt counts."""
    service.script = lambda _, number: say.answer(b"", hang=True) if number == 1 else say.message(say.judged())
    (opinion,) = judge_with(service, Pauses(), call_timeout=0.2).judge([make_question()])
    assert is_good(opinion)


def test_a_service_that_only_hangs_ends_at_the_deadline(
    service: Service, make_question: MakeQuestion, say: Say
) -> None:
    """All attempts for a clause together have one deadline; the other clause isn't held up."""
    service.script = lambda body, _: (
        say.answer(b"", hang=True) if "the other promise" in json.dumps(body) else say.message(say.judged())
    )
    began = time.monotonic()
    good, late = judge_with(service, Pauses(), clause_deadline=0.5).judge(
        [make_question(), make_question("`report`: the other promise")]
    )
    assert is_good(good)
    assert late.failure == "no answer within 0.5 s"
    assert time.monotonic() - began < 4


def test_a_redirect_is_not_followed(service: Service, make_question: MakeQuestion, say: Say) -> None:
    """The key and the outputs go nowhere but to the address that was chosen."""
    service.script = lambda *_: say.error(307, location=f"{service.url}/elsewhere")
    (opinion,) = judge_with(service, Pauses()).judge([make_question()])
    assert opinion.failure is not None
    assert service.paths == ["/v1/messages"]
