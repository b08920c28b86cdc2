"""Labels are read strictly, and graded as runs of their own."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.calibrate import Label, calibrate, clause_of, read_labels, run_of
from grader.cli import main
from grader.errors import UsageError
from grader.judges.base import OpenQuestion, Opinion
from grader.model import Decider, Outcome, RequirementResult, Usage, Verdict

LABELS: list[dict[str, object]] = [
    {"id": "1", "clause": "at least 3 words", "output": "one two three", "label": "satisfied"},
    {"id": "2", "clause": "at least 3 words", "output": "one two", "label": "violated"},
    {"id": "3", "clause": "at least 3 words", "output": "one two", "label": "satisfied"},
    {"id": "4", "clause": "weighs the sources critically", "output": "one two three four", "label": "satisfied"},
]


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    """A file of labels."""
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in LABELS) + "\n")
    return path


def test_the_rules_are_calibrated(labels: Path) -> None:
    """What they measure agrees or doesn't, what they can't is an abstention, and it costs nothing."""
    found = calibrate(read_labels(labels), None)
    assert (found.judge, found.unanswered, found.usage) == ("rules", 0, Usage())
    assert (found.agreement.rows, found.agreement.decided) == (4, 3)
    assert found.agreement.agreement == pytest.approx(2 / 3)


class Yes:
    """Says that everything is satisfied, with one confidence, and keeps what it was asked at a time."""

    name = "yes"

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def judge(self, questions: Sequence[OpenQuestion]) -> Sequence[Opinion]:
        """Every remainder is met."""
        self.asked.append([question.clause.text for question in questions])
        return [
            Opinion(
                results=tuple(
                    RequirementResult(text=it.text, outcome=Outcome.MET, decided_by=Decider.MODEL)
                    for it in question.remainder
                ),
                confidence=80,
                usage=Usage(calls=1, usd=0.5),
            )
            for question in questions
        ]


def test_all_open_clauses_are_put_to_a_judge_together() -> None:
    """Not label by label, which would take as long as all of them one after another."""
    judge = Yes()
    rows = [
        Label(clause=f"weighs source {n} critically", output="one two three", label=Verdict.SATISFIED) for n in range(5)
    ]
    found = calibrate([*rows, Label(clause="at least 3 words", output="a b c", label=Verdict.SATISFIED)], judge)
    assert [len(it) for it in judge.asked] == [5]
    assert (found.agreement.agreement, found.usage.calls, found.usage.usd) == (1.0, 5, 2.5)


def test_partial_counts_as_violated_only_if_asked() -> None:
    """For labels that know only two verdicts."""
    row = Label(clause="exactly 2 lines, at least 9 words", output="one\ntwo", label=Verdict.VIOLATED)
    assert calibrate([row], None).agreement.agreement == 0.0
    assert calibrate([row], None, binary=True).agreement.agreement == 1.0


@pytest.mark.parametrize(
    "text", ["`summary`: at least 3 words", "at least 3 words", "if a: b", "# heading", "a\n\nb", "- a\n- b", "```"]
)
def test_any_text_is_one_clause(text: str) -> None:
    """As an item of a contract if it is one, else word for word; none of its words is lost."""
    assert re.findall(r"\w+", clause_of(text).text) == re.findall(r"\w+", text)


def test_a_clause_keeps_its_name() -> None:
    """So that the label's output is found by it."""
    assert clause_of("`summary`: at least 3 words").name == "summary"


def test_a_label_becomes_a_run_with_its_prompt() -> None:
    """What the contract was given is a caller input."""
    run = run_of(Label(clause="c", output="o", label=Verdict.SATISFIED, prompt="the question"))
    assert run.documents[run.inputs[0].path].text == "the question"
    assert run.contracts[0].bindings[0].name == "output"


def test_reads_gzipped_labels(labels: Path, tmp_path: Path) -> None:
    """By the file's name."""
    packed = tmp_path / "labels.jsonl.gz"
    packed.write_bytes(gzip.compress(labels.read_bytes()))
    assert read_labels(packed) == read_labels(labels)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "holds no labels"),
        (b"\n\n", "holds no labels"),
        (b"{}\n", "on line 1 \\(clause"),
        (b'{"clause": "c", "output": "o", "label": "met"}', "on line 1 \\(label"),
        (b'{"clause": "c", "output": "o", "label": "satisfied"}\nnot JSON', "on line 2"),
        (b'{"clause": "c", "output": "o", "label": "satisfied", "output_name": "../x"}', "output_name"),
        (b"\xff\xfe", "on line 1"),
    ],
)
def test_what_is_no_label_is_a_wrong_call(tmp_path: Path, text: bytes, said: str) -> None:
    """The error names the line and the field."""
    path = tmp_path / "labels.jsonl"
    path.write_bytes(text)
    with pytest.raises(UsageError, match=said):
        read_labels(path)


def test_an_absent_file_is_a_wrong_call(tmp_path: Path) -> None:
    """And so is one that isn't what its name says."""
    with pytest.raises(UsageError, match="can't be read"):
        read_labels(tmp_path / "absent.jsonl")
    broken = tmp_path / "labels.jsonl.gz"
    broken.write_bytes(b"not gzip")
    with pytest.raises(UsageError, match="can't be read"):
        read_labels(broken)


def test_the_command_prints_a_table(labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Agreement, kappa, each verdict, and the reliability table."""
    assert main(["calibrate", str(labels), "--judge", "rules"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Judge rules: 4 labels, 3 decided, 0 unanswered.\n")
    for word in ("agreement", "66.7 %", "Cohen's kappa", "abstention", "25.0 %", "satisfied", "90-100", "0 calls"):
        assert word in printed


def test_the_command_prints_json(labels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same figures for programs."""
    assert main(["calibrate", str(labels), "--judge", "rules", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["agreement"]["rows"] == 4


def test_the_command_refuses_what_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a wrong call."""
    assert main(["calibrate", str(tmp_path / "absent.jsonl")]) == 2
    assert "can't be read" in capsys.readouterr().err
