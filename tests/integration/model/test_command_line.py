"""The whole pipeline from the command line, with the model judge behind a real address."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from grader.cli import main

Service = Any  # the service and what it can say are defined beside the fixtures
Say = Any

SOURCE = """---
name: writer
kind: function
---

### Returns

- `report`: explains why the harbour was built
- `report`: at least 5 words
- the report weighs the sources critically
"""
REPORT = (
    "The harbour was built in 1912 because the river had silted up.\nBoth sources agree, the older one less surely.\n"
)
QUOTE = "because the river had silted up"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of one contract: one clause is measured, two need judgement."""
    folder = tmp_path / "runs" / "20260101-000000-abcdef"
    for path, text in {
        "root.prose.md": SOURCE,
        "sources/writer.prose.md": SOURCE,
        "bindings/writer/report.md": REPORT,
        "forme.manifest.json": json.dumps(
            {"id": "writer", "graph": [{"id": "writer", "sourcePath": "sources/writer.prose.md"}]}
        ),
        "vm.log.md": "# run:20260101-000000-abcdef writer\n1→ writer ✓\n---end now\n",
    }.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


@pytest.fixture
def keyed(service: Service, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Service:
    """The environment names the service and a key, and a cache folder of its own."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", service.url)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    service.script = lambda *_: say.message(say.judged(quotes=[QUOTE]))
    return service


def graded(out: Path) -> dict[str, Any]:
    """The delivered grade.json."""
    (file,) = out.rglob("grade.json")
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def details(out: Path) -> dict[str, Any]:
    """The delivered details.json."""
    (file,) = out.rglob("details.json")
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def test_only_the_remainders_are_asked_about(keyed: Service, run: Path, tmp_path: Path) -> None:
    """One call for each clause that needs judgement, none for the measured one; the evidence is the output's own."""
    assert main(["grade", str(run), "--out", str(tmp_path / "out")]) == 0
    grade = graded(tmp_path / "out")
    clauses = grade["contracts"][0]["clauses"]
    assert [it["verdict"] for it in clauses] == ["satisfied"] * 3
    assert QUOTE in clauses[0]["evidence"]
    assert (keyed.calls, grade["overall_verdict"]) == (2, "satisfied")
    more = details(tmp_path / "out")
    assert (more["status"], more["judge"]) == ("complete", "claude-sonnet-5-5")


def test_the_evidence_of_a_violation_is_quoted_or_absent(keyed: Service, say: Say, run: Path, tmp_path: Path) -> None:
    """A judge's reasons are no evidence: grade.json has the output's own words, or where was looked in vain."""
    absent = say.judged("not_met", quotes=[], absence="no weighing of sources")

    def script(body: Any, _: int) -> Any:
        quoted = say.judged("not_met", quotes=[QUOTE], reason="The model's own opinion.")
        return say.message(quoted if "explains why" in json.dumps(body["messages"]) else absent)

    keyed.script = script
    assert main(["grade", str(run), "--out", str(tmp_path / "out")]) == 1
    quoted_clause, _, absent_clause = graded(tmp_path / "out")["contracts"][0]["clauses"]
    assert (quoted_clause["verdict"], quoted_clause["evidence"]) == ("violated", QUOTE)
    assert absent_clause["verdict"] == "violated"
    assert absent_clause["evidence"] == "no weighing of sources (looked for in bindings/writer/report.md)"
    assert "The model's own opinion." in json.dumps(details(tmp_path / "out"))


def test_what_was_measured_stands_beside_an_unproven_opinion(
    keyed: Service, say: Say, run: Path, tmp_path: Path
) -> None:
    """A measurement that failed isn't undone by a judge who can't prove what it says of the rest."""
    for source in ("root.prose.md", "sources/writer.prose.md"):
        (run / source).write_text(
            SOURCE.split("- `report`", maxsplit=1)[0] + "- `report`: at least 500 words that explain the flood\n"
        )
    keyed.script = lambda *_: say.message(say.judged(quotes=["nowhere to be found"]))
    main(["grade", str(run), "--out", str(tmp_path / "out")])
    (clause,) = graded(tmp_path / "out")["contracts"][0]["clauses"]
    assert (clause["verdict"], clause["confidence"]) == ("violated", 100)


def test_a_repeated_run_calls_nothing_and_says_the_same(keyed: Service, run: Path, tmp_path: Path) -> None:
    """The answers come from the user's cache folder."""
    main(["grade", str(run), "--out", str(tmp_path / "one")])
    before = keyed.calls
    main(["grade", str(run), "--out", str(tmp_path / "two")])
    assert keyed.calls == before
    assert graded(tmp_path / "one") == graded(tmp_path / "two")
    assert (tmp_path / "cache" / "contract-grader").is_dir()


def test_without_a_cache_everything_is_asked_again(keyed: Service, run: Path, tmp_path: Path) -> None:
    """And no folder is made."""
    for _ in range(2):
        main(["grade", str(run), "--no-cache"])
    assert keyed.calls == 4
    assert not (tmp_path / "cache").exists()


def test_an_outage_is_an_incomplete_grade(keyed: Service, say: Say, run: Path, tmp_path: Path) -> None:
    """The measured clause keeps its verdict, the others say what went wrong, and the exit code is 2."""
    keyed.script = lambda *_: say.error(401, "invalid x-api-key")
    assert main(["grade", str(run), "--out", str(tmp_path / "out")]) == 2
    clauses = graded(tmp_path / "out")["contracts"][0]["clauses"]
    assert sorted(it["verdict"] for it in clauses) == ["not_evaluable", "not_evaluable", "satisfied"]
    assert details(tmp_path / "out")["status"] == "incomplete"
    assert keyed.calls <= 2


def test_a_budget_is_never_silent(keyed: Service, run: Path, tmp_path: Path) -> None:
    """What it leaves open says so."""
    assert main(["grade", str(run), "--max-calls", "1", "--out", str(tmp_path / "out")]) == 2
    reasons = [it["reason"] for it in graded(tmp_path / "out")["unevaluable_clauses"]]
    assert reasons == ["budget: the limit of 1 call is reached"]
    assert keyed.calls == 1


def test_a_dry_run_prints_the_calls_and_makes_none(
    keyed: Service, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line a call, with its tokens, and the sum."""
    assert main(["grade", str(run), "--dry-run"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 3
    assert "explains why the harbour was built (about" in printed[0]
    assert printed[-1].startswith("claude-sonnet-5-5 would be asked in 2 calls of about ")
    assert keyed.calls == 0


def test_a_dry_run_for_programs(keyed: Service, run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As JSON, one object a call."""
    assert main(["grade", str(run), "--dry-run", "--format", "json"]) == 0
    calls = json.loads(capsys.readouterr().out)
    assert [(it["contract"], it["ask"]) for it in calls] == [("writer", "clause")] * 2
    assert keyed.calls == 0


def test_a_dry_run_names_what_could_not_be_graded(
    keyed: Service, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The run and why, beside the calls of the others; the exit code says that something is missing."""
    bad = run.parent / "20260102-000000-abcdef"
    bad.mkdir()
    (bad / "vm.log.md").write_text("# run:20260102-000000-abcdef writer\n")

    assert main(["grade", str(run), str(bad), "--dry-run"]) == 2
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 4
    assert printed[2].startswith(f"{bad}: ")
    assert "root" in printed[2]
    assert keyed.calls == 0


def test_the_rules_alone_would_ask_nothing(keyed: Service, run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A dry run of `--judge rules` plans no call."""
    assert main(["grade", str(run), "--dry-run", "--judge", "rules"]) == 0
    assert "in 0 calls" in capsys.readouterr().out
    assert keyed.calls == 0


def test_progress_goes_to_standard_error(keyed: Service, run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each contract, where there is no terminal to draw on."""
    main(["grade", str(run), "--format", "json"])
    printed = capsys.readouterr()
    assert printed.err == "writer: 2 asked of the model judge\n"
    assert json.loads(printed.out)["system"] == "writer"
    assert keyed.calls == 2


def test_an_interrupt_delivers_what_there_is(keyed: Service, say: Say, run: Path, tmp_path: Path) -> None:
    """Ctrl-C while the model is asked: a whole report with the settled clauses, and exit code 2."""
    stuck = threading.Event()

    def script(body: Any, _: int) -> Any:
        if "explains why" in json.dumps(body["messages"]):
            return say.message(say.judged(quotes=[QUOTE]))
        stuck.set()
        return say.answer(b"", hang=True)

    keyed.script = script
    out = tmp_path / "out"
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "grader.cli",
            "grade",
            str(run),
            "--concurrency",
            "1",
            "--on-error",
            "neutral",
            "--out",
            str(out),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
    ) as process:
        assert stuck.wait(timeout=60)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "Traceback" not in errors
    assert "Interrupted: 1 of 1 runs are graded." in errors
    clauses = graded(out)["contracts"][0]["clauses"]
    assert [it["verdict"] for it in clauses] == ["satisfied", "satisfied", "not_evaluable"]
