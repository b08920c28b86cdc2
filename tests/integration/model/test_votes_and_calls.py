"""How often the service is asked: never more than clauses, votes and tries account for, and never twice alike."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import diskcache
import pytest

from grader.judges.base import OpenQuestion
from grader.judges.claude.cache import DiskStore
from grader.judges.claude.dry_run import DryRun
from grader.judges.claude.judge import ClaudeJudge
from grader.judges.claude.options import JudgeOptions
from grader.model import Outcome, RequirementResult, Verdict
from grader.settings import Effort

MakeJudge = Callable[..., ClaudeJudge]
MakeQuestion = Callable[..., OpenQuestion]
Service = Any  # the service and what it can say are defined beside the fixtures
Say = Any

ANSWERS = {"S": ("met", "satisfied"), "V": ("not_met", "violated"), "U": ("unknown", "not_evaluable")}


def in_turn(say: Say, letters: str) -> Callable[[Any, int], Any]:
    """A script that answers with one verdict after another; X is no usable answer, P is partially satisfied."""

    def script(_: Any, number: int) -> Any:
        letter = letters[number - 1]
        if letter == "X":
            return say.error(400)
        if letter == "P":
            answer = say.judged()
            (one,) = answer["requirements"]
            return say.message(
                {**answer, "requirements": [one, {**one, "outcome": "not_met"}], "verdict": "partially_satisfied"}
            )
        return say.message(say.judged(*ANSWERS[letter]))

    return script


def verdict(opinion: Any) -> str:
    """What the opinion amounts to: outcomes, or why there are none."""
    if opinion.failure:
        return "no answer"
    if opinion.unproven:
        return "disagrees" if "disagrees" in opinion.unproven else opinion.unproven
    return ",".join(it.outcome.value for it in opinion.results)


@pytest.mark.parametrize(
    ("answers", "decided"),
    [
        ("S", "met"),
        ("U", "unknown"),
        ("P", "met,not_met"),
        ("VV", "not_met"),
        ("VP", "met,not_met"),
        ("VS", "disagrees"),
        ("VU", "disagrees"),
        ("VX", "no answer"),
        ("X", "no answer"),
    ],
)
def test_a_violation_is_confirmed_once(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion, say: Say, answers: str, decided: str
) -> None:
    """Only a violation is asked about again; a confirmation one step off makes it partial, two steps a disagreement."""
    service.script = in_turn(say, answers)
    (opinion,) = make_judge().judge([make_question()])
    assert verdict(opinion) == decided
    assert service.calls == opinion.usage.calls == len(opinion.votes) == len(answers)


def test_a_confirmation_is_independent(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion, say: Say
) -> None:
    """The second opinion is asked with the very same words, and knows nothing of the first."""
    service.script = in_turn(say, "VV")
    make_judge().judge([make_question()])
    assert service.bodies[0] == service.bodies[1]


def test_confirmation_can_be_turned_off(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion, say: Say
) -> None:
    """Then one answer is enough."""
    service.script = in_turn(say, "V")
    (opinion,) = make_judge(confirm_violations=False).judge([make_question()])
    assert verdict(opinion) == "not_met"


@pytest.mark.parametrize(
    ("votes", "answers", "decided"),
    [
        (3, "SS", "met"),
        (3, "SVS", "met"),
        (3, "VV", "not_met"),
        (3, "SVP", "disagrees"),
        (3, "SXS", "met"),
        (3, "XX", "no answer"),
        (3, "SXV", "no answer"),
        (2, "SS", "met"),
        (2, "SV", "disagrees"),
        (5, "SVSVS", "met"),
    ],
)
def test_a_majority_decides(
    service: Service,
    make_judge: MakeJudge,
    make_question: MakeQuestion,
    say: Say,
    votes: int,
    answers: str,
    decided: str,
) -> None:
    """Voting ends as soon as it is decided; a majority of violations needs no confirmation."""
    service.script = in_turn(say, answers)
    (opinion,) = make_judge(votes=votes).judge([make_question()])
    assert verdict(opinion) == decided
    assert service.calls == len(opinion.votes) == len(answers)


def test_votes_are_kept_with_their_verdicts(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion, say: Say
) -> None:
    """Each vote is in the opinion, also one that gave no usable answer, and the least sure of the majority speaks."""
    answers = [say.message(say.judged(confidence=95)), say.error(400), say.message(say.judged(confidence=70))]
    service.script = lambda _, number: answers[number - 1]
    (opinion,) = make_judge(votes=3).judge([make_question()])
    assert [(it.verdict, it.confidence) for it in opinion.votes] == [
        (Verdict.SATISFIED, 95),
        (Verdict.NOT_EVALUABLE, 0),
        (Verdict.SATISFIED, 70),
    ]
    assert "no usable answer" in opinion.votes[1].note
    assert opinion.confidence == 70


def test_a_violation_together_with_a_measurement_is_confirmed(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion, say: Say
) -> None:
    """The verdict that is confirmed is the clause's, measurements included: partial isn't violated."""
    service.script = in_turn(say, "V")
    measured = RequirementResult(text="is Markdown", outcome=Outcome.MET)
    (opinion,) = make_judge().judge([make_question(measured=[measured])])
    assert verdict(opinion) == "not_met"
    assert service.calls == 1


def test_questions_that_differ_in_nothing_are_asked_once(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion
) -> None:
    """They share one answer, and its cost is counted once."""
    opinions = make_judge().judge([make_question(), make_question("another"), make_question()])
    assert service.calls == 2
    assert opinions[0].results == opinions[2].results
    assert [it.usage.calls for it in opinions] == [1, 1, 0]


def test_nothing_asked_costs_nothing(service: Service, make_judge: MakeJudge) -> None:
    """No question, no call."""
    assert make_judge().judge([]) == ()
    assert service.calls == 0


def test_a_repeated_run_costs_no_call(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion, say: Say, tmp_path: Path
) -> None:
    """Proven, unproven and disagreeing answers come from the cache alike, votes and all; only usage differs."""

    def script(body: Any, _: int) -> Any:
        text = json.dumps(body)
        if "promise b" in text:
            return say.message(say.judged(quotes=["nowhere to be found"]))
        return say.message(say.judged("not_met", "violated") if "promise c" in text else say.judged())

    service.script = script
    questions = [make_question(f"promise {letter}") for letter in "abc"]
    first = make_judge(lambda: DiskStore(tmp_path)).judge(questions)
    calls = service.calls
    again = make_judge(lambda: DiskStore(tmp_path)).judge(questions)
    assert (calls, service.calls) == (5, 5)
    assert [it.model_dump(exclude={"usage"}) for it in again] == [it.model_dump(exclude={"usage"}) for it in first]
    assert [it.usage.calls for it in again] == [0, 0, 0]


CHANGES: dict[str, dict[str, Any]] = {
    "another clause": {"question": {"text": "`report`: something else"}},
    "another output": {
        "question": {"outputs": {"bindings/writer/report.md": "The harbour was built in 1912, they say."}}
    },
    "another measurement": {"question": {"measured": [RequirementResult(text="m", outcome=Outcome.MET)]}},
    "another remainder": {"question": {"remainder": []}},
    "another model": {"options": {"model": "claude-opus-5-5"}},
    "another effort": {"options": {"effort": Effort.HIGH}},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_an_answer_holds_only_for_what_it_was_asked(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion, tmp_path: Path, change: dict[str, Any]
) -> None:
    """Whatever the answer depends on is part of its key."""
    make_judge(lambda: DiskStore(tmp_path)).judge([make_question()])
    before = service.calls
    judge = make_judge(lambda: DiskStore(tmp_path), **change.get("options", {}))
    judge.judge([make_question(**change.get("question", {}))])
    assert service.calls > before


def test_failures_are_not_cached(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion, say: Say, tmp_path: Path
) -> None:
    """An outage is asked about again as soon as it is over."""
    service.script = in_turn(say, "XS")
    failed = make_judge(lambda: DiskStore(tmp_path)).judge([make_question()])
    mended = make_judge(lambda: DiskStore(tmp_path)).judge([make_question()])
    assert (verdict(failed[0]), verdict(mended[0])) == ("no answer", "met")


class Bomb:
    """Does harm if it is ever unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (pytest.fail, ("a foreign pickle was loaded",))


def make_text_file(folder: Path) -> None:
    """A file where the database should be."""
    (folder / "cache.db").write_text("this is no database\n" * 100)


def make_other_database(folder: Path) -> None:
    """A database of somebody else's."""
    with sqlite3.connect(folder / "cache.db") as database:
        database.execute("CREATE TABLE Cache (name TEXT)")
    database.close()


def make_a_file_of_the_folder(folder: Path) -> None:
    """A file where the folder should be."""
    folder.rmdir()
    folder.write_text("no folder")


@pytest.mark.parametrize("spoil", [make_text_file, make_other_database, make_a_file_of_the_folder])
def test_a_corrupt_or_foreign_cache_is_ignored_with_a_warning(
    service: Service,
    make_judge: MakeJudge,
    make_question: MakeQuestion,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    spoil: Callable[[Path], None],
) -> None:
    """The run is judged as if there were no cache, and the log says so once."""
    folder = tmp_path / "cache"
    folder.mkdir()
    spoil(folder)
    with caplog.at_level(logging.WARNING):
        (opinion,) = make_judge(lambda: DiskStore(folder)).judge([make_question()])
    assert verdict(opinion) == "met"
    assert service.calls == 1
    assert [it.levelname for it in caplog.records] == ["WARNING"]


@pytest.mark.parametrize(
    "value",
    [
        Bomb(),
        b"bytes",
        7,
        "no JSON",
        '{"text": "{}", "tries": 1}',
        '{"format": 99, "text": "{}", "tries": 1}',
        "x" * 99_999,
    ],
    ids=["pickle", "bytes", "number", "text", "another answer", "another format", "a file"],
)
def test_a_foreign_entry_is_never_believed(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion, tmp_path: Path, value: object
) -> None:
    """Pickles aren't loaded, files aren't opened, and what is no answer of ours is asked for anew."""
    make_judge(lambda: DiskStore(tmp_path)).judge([make_question()])
    with diskcache.Cache(str(tmp_path)) as cache:
        for key in list(cache):
            cache.set(key, value)
    (opinion,) = make_judge(lambda: DiskStore(tmp_path)).judge([make_question()])
    assert verdict(opinion) == "met"
    assert service.calls == 2


def test_a_forged_entry_must_still_prove_itself(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion, say: Say, tmp_path: Path
) -> None:
    """A stored answer whose quotes don't stand in the output is dropped, or decides nothing."""
    make_judge(lambda: DiskStore(tmp_path)).judge([make_question()])
    forged = json.dumps(say.judged(quotes=["All of it is there, honestly"]))
    for tries, calls, decided in ((1, 2, "met"), (2, 2, "evidence not found in the output")):
        with diskcache.Cache(str(tmp_path)) as cache:
            for key in list(cache):
                cache.set(key, json.dumps({"text": forged, "tries": tries}))
        (opinion,) = make_judge(lambda: DiskStore(tmp_path)).judge([make_question()])
        assert (service.calls, verdict(opinion)) == (calls, decided)


def test_the_call_limit_holds_for_all_runs_together(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion
) -> None:
    """When it is reached, every further clause says so."""
    judge = make_judge(max_calls=3, concurrency=1)
    opinions = [
        *judge.judge([make_question(f"promise {n}") for n in range(2)]),
        *judge.judge([make_question(f"promise {n}") for n in range(2, 5)]),
    ]
    assert service.calls == 3
    assert [it.failure for it in opinions] == [None] * 3 + ["budget: the limit of 3 calls is reached"] * 2


def test_the_cost_limit_is_kept(service: Service, make_judge: MakeJudge, make_question: MakeQuestion, say: Say) -> None:
    """No call is made that would go beyond it, as far as can be told before; what was spent is known exactly."""
    usage = {
        "input_tokens": 1_000,
        "output_tokens": 1_000,
        "cache_read_input_tokens": 1_000,
        "cache_creation_input_tokens": 1_000,
    }
    service.script = lambda *_: say.message(say.judged(), usage=usage)
    each = (1_000 * 2 + 1_000 * 10 + 1_000 * 0.1 + 1_000 * 2.5) / 1_000_000
    judge = make_judge(max_cost_usd=5 * each, concurrency=1)
    opinions = judge.judge([make_question(f"promise {n}") for n in range(9)])
    spent = [it for it in opinions if it.failure is None]
    assert 3 <= len(spent) <= 5
    assert sum(it.usage.usd or 0 for it in spent) == pytest.approx(len(spent) * each)
    assert {it.failure for it in opinions if it.failure} == {"budget: the limit of 0.07 USD is reached"}


def test_a_price_that_is_not_known_is_said_to_be_unknown(make_judge: MakeJudge, make_question: MakeQuestion) -> None:
    """Tokens are counted, money isn't guessed."""
    (opinion,) = make_judge(model="some-local-model").judge([make_question()])
    assert (opinion.usage.usd, opinion.usage.input_tokens) == (None, 100)


def test_a_dry_run_calls_nothing(
    service: Service, make_judge: MakeJudge, make_question: MakeQuestion, tmp_path: Path
) -> None:
    """It lists what would be asked, with the tokens; what is cached already isn't among it."""
    judge = make_judge(lambda: DiskStore(tmp_path))
    judge.judge([make_question("promise a")])
    dry = DryRun(JudgeOptions(), base_url=service.url, open_store=lambda: DiskStore(tmp_path))
    known, new = dry.judge([make_question("promise a"), make_question("promise b")])
    assert verdict(known) == "met"
    assert new.failure == "dry run: nothing was asked"
    assert [(it.contract, it.clause) for it in dry.planned] == [("writer", "promise b")]
    assert 1000 < dry.planned[0].input_tokens < 3000
    assert service.calls == 1
