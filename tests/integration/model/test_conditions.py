"""Whether a conditional clause was due is put to the model where no code can tell, and its answer is doubted as any."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.judges.claude.judge import ClaudeJudge
from grader.model import Cause, ClauseGrade, Verdict
from grader.phases.extract import extract
from grader.phases.grade import grade
from tests.run_on_disk import manifest, node, small_run

MakeJudge = Callable[..., ClaudeJudge]
Service = Any  # the service and what it can say are defined beside the fixtures
Say = Any

WRITER = """\
---
name: writer
kind: service
---

### Returns

- `brief`: at most 100 words
- if the topic is contested: the brief says so in at least 4 words
"""
BRIEF = "Heat pumps move heat; whether they pay off is contested by many.\n"
HELD = {
    "quotes": ["whether they pay off is contested"],
    "absence": "",
    "reason": "The brief says so.",
    "confidence": 90,
}


def is_condition(body: dict[str, Any]) -> bool:
    """Whether a request asks for a condition rather than for a clause."""
    return "requirements" not in body["output_config"]["format"]["schema"]["properties"]


@pytest.fixture
def graded(
    service: Service, make_judge: MakeJudge, say: Say, tmp_path: Path
) -> Callable[[dict[str, Any]], ClauseGrade]:
    """The grade of the run's conditional clause, where the model says that of its condition."""

    def graded(condition: dict[str, Any]) -> ClauseGrade:
        run = small_run(
            tmp_path / "run",
            {
                "sources/writer.prose.md": WRITER,
                "bindings/writer/brief.md": BRIEF,
                "bindings/writer/sources.md": None,
                "forme.manifest.json": manifest(node("writer", "brief")),
            },
        )
        clause = say.judged(quotes=["contested by many"])
        service.script = lambda body, _: say.message({**HELD, **condition} if is_condition(body) else clause)
        (_, _, (found,)) = next(each for each in grade(extract(run), make_judge()) if each[0].name == "writer")
        return found

    return graded


def test_a_condition_that_held_makes_its_clause_due(graded: Callable[..., ClauseGrade]) -> None:
    """The clause is graded as any other, and says that it was triggered; both answers' costs are its own."""
    found = graded({"outcome": "met"})

    assert found.triggered is True
    assert found.verdict is Verdict.SATISFIED
    assert found.usage is not None
    assert found.usage.input_tokens == 200


def test_a_condition_that_did_not_hold_leaves_a_path_untested(graded: Callable[..., ClauseGrade]) -> None:
    """No verdict, and the model's reason why."""
    found = graded({"outcome": "not_met"})

    assert (found.triggered, found.verdict, found.confidence) == (False, None, None)
    assert "The brief says so." in found.evidence


@pytest.mark.parametrize(
    ("condition", "cause", "reason"),
    [
        ({"outcome": "unknown"}, Cause.UNPROVEN, "The brief says so."),
        (
            {"outcome": "met", "quotes": ["nobody ever wrote these words"]},
            Cause.UNPROVEN,
            "evidence not found in the output",
        ),
        ({"outcome": "surely"}, Cause.INCOMPLETE, "answer"),
    ],
    ids=["unknown", "made-up quote", "malformed"],
)
def test_a_condition_in_doubt_leaves_its_clause_open(
    graded: Callable[..., ClauseGrade], condition: dict[str, Any], cause: Cause, reason: str
) -> None:
    """Neither due nor untested: not evaluable, with what is known of the condition."""
    found = graded(condition)

    assert found.verdict is Verdict.NOT_EVALUABLE
    assert found.triggered is not True
    assert found.cause is cause
    assert found.evidence.startswith("whether “the topic is contested” held is unknown: ")
    assert reason in found.evidence
