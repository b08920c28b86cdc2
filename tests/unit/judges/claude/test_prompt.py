"""The prompt is versioned, deterministic, and says what is shown and what is not."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import pytest

from grader.judges.base import OpenQuestion, Remainder
from grader.judges.claude.answer import SCHEMA_VERSION, ClauseAnswer, ConditionAnswer
from grader.judges.claude.prompt import PROMPT_VERSION, Prompt, prompt_files, prompt_for
from grader.judges.claude.view import view_of

MakeQuestion = Callable[..., OpenQuestion]

# Whoever changes a packaged text or the schema counts its version up and puts the new digest here: answers in caches
# and figures in reports belong to the version that they were made with.
PROMPTS = (1, "527dcc6f09940cf5")
SCHEMAS = (1, "8df0faab9bbbc002")


def prompt(question: OpenQuestion, judge_chars: int = 1000, **options: object) -> Prompt:
    """The prompt of a question, with a fixed nonce."""
    return prompt_for(question, view_of(question, judge_chars), "00ff", **options)  # type: ignore[arg-type]  # whichever options a test gives


def test_the_version_counts_every_change_of_the_texts() -> None:
    """The packaged texts are those of this version."""
    text = "\0".join(f"{name}\0{text}" for name, text in prompt_files().items())
    assert (PROMPT_VERSION, hashlib.sha256(text.encode()).hexdigest()[:16]) == PROMPTS


def test_the_version_counts_every_change_of_the_schema() -> None:
    """The schemas are those of this version."""
    text = json.dumps([kind.model_json_schema() for kind in (ClauseAnswer, ConditionAnswer)], sort_keys=True)
    assert (SCHEMA_VERSION, hashlib.sha256(text.encode()).hexdigest()[:16]) == SCHEMAS


def test_the_same_question_makes_the_same_prompt(make_question: MakeQuestion) -> None:
    """Nothing in it depends on time, order or chance but the nonce."""
    assert prompt(make_question()) == prompt(make_question())


def test_clauses_of_a_contract_share_all_but_the_question(make_question: MakeQuestion) -> None:
    """Instructions and outputs are the same to the letter."""
    one, other = prompt(make_question("`report`: one")), prompt(make_question("`report`: other"))
    assert (one.system, one.shared) == (other.system, other.shared)
    assert one.question != other.question


def test_says_what_is_left_out(make_question: MakeQuestion) -> None:
    """Lines and characters that aren't shown are counted, and nothing may be concluded from them."""
    long = "\n".join(f"line {number} of a long output" for number in range(400))
    text = prompt(make_question(outputs={"bindings/w/report.md": long}))
    assert 'kind="names">\nbindings/w/report.md (' in text.shared
    assert 'lines="1-' in text.question
    assert "characters are left out." in text.question
    assert "decide `unknown`" in text.question


def test_names_an_input_that_has_no_room_left(make_question: MakeQuestion) -> None:
    """And says that nothing of it is shown."""
    inputs = {"bindings/caller/first.md": "n " * 450, "bindings/caller/second.md": "r " * 450}
    text = prompt(make_question(inputs=inputs)).question
    assert 'kind="names">\nbindings/caller/second.md (900 bytes)\n' in text
    assert "Nothing of this file is shown." in text
    assert "r r r" not in text


def test_names_what_could_not_be_shown(make_question: MakeQuestion) -> None:
    """A published picture is named with its size."""
    assert "bindings/w/chart.png (9 bytes)" in prompt(make_question(unreadable=("bindings/w/chart.png",))).shared


def test_shows_inputs_errors_and_log_with_the_question(make_question: MakeQuestion) -> None:
    """Not in the shared beginning, since they may differ from clause to clause."""
    question = make_question(
        inputs={"bindings/caller/q.md": "the question"}, errors={"workspace/w/__error.md": "# Error: x"}, log="1→ w ✓"
    )
    text = prompt(question)
    for kind, path in (("input", "bindings/caller/q.md"), ("error", "workspace/w/__error.md"), ("log", "vm.log.md")):
        assert f'<untrusted-00ff kind="{kind}" file="{path}">' in text.question
    assert "the question" not in text.shared


def test_numbers_the_open_parts_and_marks_promises_of_absence(make_question: MakeQuestion) -> None:
    """So that the answer can name the part it decides."""
    text = prompt(make_question(remainder=(Remainder(text="one"), Remainder(text="no two", negated=True)))).question
    assert 'kind="part 1">\none\n' in text
    assert 'kind="part 2">\nno two\n' in text
    assert "Part 2 promises that something does not occur." in text
    assert "Part 1 promises" not in text


def test_a_condition_is_put_as_a_condition(make_question: MakeQuestion) -> None:
    """With the whole promise for context only."""
    text = prompt(make_question("if it rains: wet", condition="it rains")).question
    assert 'kind="condition">\nit rains\n' in text
    assert "Did the condition hold in this run?" in text


@pytest.mark.parametrize("condition", [None, "it rains"])
def test_objections_come_last(make_question: MakeQuestion, condition: str | None) -> None:
    """What was wrong with the earlier answer stands after everything else."""
    text = prompt(make_question(condition=condition), objections=("that is not there",)).question
    assert text.index("- that is not there") > text.index("Remember:")
