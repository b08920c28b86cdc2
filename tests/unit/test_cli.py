"""The command line: what it prints, what it writes, and how it exits."""

from __future__ import annotations

import importlib
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from grader import __version__
from grader.cli import COMMANDS, main
from grader.reports.schema import Schema, json_schema
from tests.run_on_disk import small_run

Run = Callable[..., "Answer"]

MISSING_ROOT = {"root.prose.md": None}
NO_OUTPUTS = {"bindings/writer/brief.md": None, "bindings/writer/sources.md": None}
VIOLATED = {"bindings/writer/brief.md": "word " * 101}


class Answer:
    """What one call gave."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        """Standard output, parsed."""
        return json.loads(self.out)


@pytest.fixture
def call(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Calls the command line in this process."""

    def run(*arguments: object) -> Answer:
        code = main([str(argument) for argument in arguments])
        out, err = capfdbinary.readouterr()
        return Answer(code, out.decode(), err.decode())

    return run


@pytest.fixture
def runs(tmp_path: Path) -> Callable[..., Path]:
    """Makes a run below `runs/` with changes."""

    def make(name: str, changes: Mapping[str, str | None] | None = None) -> Path:
        return small_run(tmp_path / "runs" / name, changes)

    return make


# --- exit codes and JSON ---------------------------------------------------------------------------------------------


def test_one_run_is_one_object(call: Run, runs: Callable[..., Path]) -> None:
    """A run given by itself prints one object, valid by the published schema, and nothing else."""
    answer = call("grade", runs("a"), "--format", "json", "--judge", "rules")
    jsonschema.validate(answer.json, json_schema(Schema.GRADE))
    assert answer.json["run_id"] == "a"
    assert (answer.code, answer.err) == (0, "")


def test_several_runs_or_a_folder_are_a_list(call: Run, runs: Callable[..., Path], tmp_path: Path) -> None:
    """Two runs, or a folder that holds one, print a list."""
    first, second = runs("a"), runs("b")
    assert [it["run_id"] for it in call("grade", first, second, "--format", "json").json] == ["a", "b"]
    assert [it["run_id"] for it in call("grade", tmp_path, "--format", "json").json] == ["a", "b"]
    assert [it["run_id"] for it in call("grade", first.parent, "--format", "json").json] == ["a", "b"]
    assert [it["run_id"] for it in call("grade", first, first, tmp_path, "--format", "json").json] == ["a", "b"]


def test_one_bad_run_never_stops_the_others(call: Run, runs: Callable[..., Path], tmp_path: Path) -> None:
    """A run that can't be graded is an error in the list, the others are graded, and the exit code is 2."""
    bad, good, gone = runs("a", MISSING_ROOT), runs("b"), tmp_path / "gone"
    answer = call("grade", bad, good, gone, "--format", "json")
    errors = [it for it in answer.json if "error" in it]
    for error in errors:
        jsonschema.validate(error, json_schema(Schema.ERROR))
    assert [(it["run"], it["error"]["code"]) for it in errors] == [
        (str(bad), "missing-root"),
        (str(gone), "unreadable-run"),
    ]
    assert set(errors[0]["error"]) == {"code", "message", "place", "hint"}
    assert (answer.code, answer.json[1]["run_id"]) == (2, "b")


def test_a_bad_run_by_itself_is_one_error_object(call: Run, runs: Callable[..., Path]) -> None:
    """The only argument being a run, its error is an object too."""
    answer = call("grade", runs("a", NO_OUTPUTS), "--format", "json")
    assert (answer.code, answer.json["error"]["code"]) == (2, "no-outputs")


@pytest.mark.parametrize(
    ("changes", "options", "code"),
    [
        ({}, [], 0),
        (VIOLATED, [], 1),
        (VIOLATED, ["--fail-on", "never"], 0),
        ({"bindings/writer/sources.md": "- one\n"}, ["--fail-on", "clause"], 1),
        ({}, ["--min-evaluated", "100"], 0),
        (MISSING_ROOT, [], 2),
        (MISSING_ROOT, ["--on-error", "neutral"], 0),
        (NO_OUTPUTS, ["--on-error", "neutral"], 2),
        ({"forme.manifest.json": None}, [], 2),
        ({"forme.manifest.json": None}, ["--allow-missing-manifest"], 0),
    ],
)
def test_the_exit_code_is_the_check_s(
    call: Run, runs: Callable[..., Path], changes: dict[str, str | None], options: list[str], code: int
) -> None:
    """0 passes, 1 fails by a grade, 2 for want of one."""
    assert call("grade", runs("a", changes), *options).code == code


@pytest.mark.parametrize(
    "arguments",
    [
        ["grade"],
        ["grade", "--no-such-option", "."],
        ["grade", "{run}", "--fail-on", "sometimes"],
        ["grade", "{run}", "--min-evaluated", "101"],
        ["grade", "{run}", "--judge", "claude"],
        ["grade", "{run}", "--quiet", "--verbose"],
        ["grade", "{empty}"],
        ["grade", "{run}", "{empty}"],
        ["grade", "{run}", "--out", "{run}/reports"],
        ["extract", "{empty}/gone"],
        ["extract"],
        ["explain", "{empty}/gone"],
        ["schema", "nothing"],
        ["no-such-command"],
    ],
)
def test_a_wrong_call_exits_2_and_says_why(
    call: Run, runs: Callable[..., Path], tmp_path: Path, arguments: list[str]
) -> None:
    """A wrong call prints nothing to standard output, tells why on standard error, and exits 2."""
    (tmp_path / "empty").mkdir()
    places = {"run": runs("a"), "empty": tmp_path / "empty"}
    answer = call(*(argument.format(**places) for argument in arguments))
    assert (answer.code, answer.out) == (2, "")
    assert "Error" in answer.err
    assert "Traceback" not in answer.err


# --- other formats and files -----------------------------------------------------------------------------------------


def test_reports_are_written_where_they_belong(call: Run, runs: Callable[..., Path], tmp_path: Path) -> None:
    """Under `--out` each run has its folder with its three reports, or its error."""
    out = tmp_path / "out"
    answer = call("grade", runs("a"), runs("b", MISSING_ROOT), "--out", out, "--format", "json")
    assert sorted(str(path.relative_to(out)) for path in out.rglob("*.*")) == [
        "a/details.json",
        "a/grade.json",
        "a/report.md",
        "b/error.json",
    ]
    assert json.loads((out / "a/grade.json").read_text()) == answer.json[0]
    assert json.loads((out / "b/error.json").read_text()) == answer.json[1]
    jsonschema.validate(json.loads((out / "a/details.json").read_text()), json_schema(Schema.DETAILS))


def test_a_repeated_call_writes_the_same_grade(call: Run, runs: Callable[..., Path], tmp_path: Path) -> None:
    """grade.json and report.md don't change from one grading to the next."""
    run, out = runs("a"), tmp_path / "out"
    call("grade", run, "--out", out)
    before = [(out / "a" / name).read_bytes() for name in ("grade.json", "report.md")]
    call("grade", run, "--out", out)
    assert [(out / "a" / name).read_bytes() for name in ("grade.json", "report.md")] == before


def test_a_run_is_not_changed_by_being_graded(call: Run, runs: Callable[..., Path]) -> None:
    """Nothing is written into a run."""
    run = runs("a")
    before = {path: path.stat().st_mtime_ns for path in run.rglob("*")}
    call("grade", run)
    assert {path: path.stat().st_mtime_ns for path in run.rglob("*")} == before


def test_text_is_plain_when_piped(call: Run, runs: Callable[..., Path]) -> None:
    """Without a terminal there are no escape sequences, whatever a run holds."""
    answer = call("grade", runs("a", {"bindings/writer/brief.md": "\x1b[31mred\x1b[0m " * 101}))
    assert "\x1b" not in answer.out
    assert "VIOLATED" in answer.out
    assert "Check failure" in answer.out


def test_markdown_is_the_report(call: Run, runs: Callable[..., Path]) -> None:
    """`--format markdown` prints the Markdown report."""
    answer = call("grade", runs("a"), "--format", "markdown")
    assert answer.out.startswith("## ")
    assert "3 of 3 clauses evaluated" in answer.out


@pytest.mark.parametrize(("form", "start"), [("html", "<!doctype html>"), ("junit", "<?xml")])
def test_other_formats_are_whole_documents(call: Run, runs: Callable[..., Path], form: str, start: str) -> None:
    """HTML and JUnit XML are printed as documents of their own."""
    answer = call("grade", runs("a"), runs("b", MISSING_ROOT), "--format", form)
    assert answer.out.startswith(start)
    assert "missing-root" in answer.out


def test_quiet_says_less_and_verbose_more(call: Run, runs: Callable[..., Path]) -> None:
    """The three levels of detail differ in the right direction."""
    run = runs("a")
    quiet, normal, verbose = (call("grade", run, *options).out for options in (["-q"], [], ["-v"]))
    assert len(quiet) < len(normal) < len(verbose)
    assert "PARTIAL" in quiet or "SATISFIED" in quiet


def test_extract_prints_what_was_promised_and_published(call: Run, runs: Callable[..., Path]) -> None:
    """The extract is JSON with the fields of the specification's first phase."""
    answer = call("extract", runs("a"))
    assert set(answer.json) == {"contracts", "system_clauses", "system_output"}
    assert answer.code == 0


def test_explain_accounts_for_every_clause(call: Run, runs: Callable[..., Path]) -> None:
    """Each clause is explained once, in JSON and in text."""
    run = runs("a")
    texts = [clause["text"] for clause in call("explain", run, "--format", "json").json["clauses"]]
    assert texts == ["`brief`: at most 100 words", "`brief`: at most 100 words", "`sources`: at least 2 items"]
    page = call("explain", run).out
    assert all(text in page for text in texts)


@pytest.mark.parametrize("which", list(Schema))
def test_schemas_are_printed(call: Run, which: Schema) -> None:
    """What is printed is a JSON Schema of draft 2020-12."""
    schema = call("schema", which).json
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == jsonschema.Draft202012Validator.META_SCHEMA["$id"]


# --- the program itself ----------------------------------------------------------------------------------------------


def test_help_imports_nothing_heavy() -> None:
    """The help page needs neither pydantic nor rich, let alone a client library: it answers at once."""
    program = "import sys; from grader.cli import main; main(['--help']); print(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    heavy = {"anthropic", "github", "pydantic", "rich", "jinja2", "markdown_it", "lark", "numpy", "requests"}
    assert heavy & set(done.stderr.split()) == set()
    assert "grade" in done.stdout


def test_grading_by_rules_imports_no_client_library(runs: Callable[..., Path]) -> None:
    """Neither the model's nor GitHub's client is imported where none is used."""
    program = "import sys; from grader.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", program, "grade", str(runs("a")), "--judge", "rules"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert {"anthropic", "github"} & set(done.stderr.split()) == set()


def test_a_reader_that_goes_away_is_no_error(runs: Callable[..., Path]) -> None:
    """With its output cut off, the program still exits by the check and says nothing."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as pipe:
        command = [sys.executable, "-m", "grader.cli", "grade", str(runs("a", VIOLATED))]
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_told(runs: Callable[..., Path]) -> None:
    """Output that can't be delivered exits 2, with the system's words."""
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "grader.cli", "grade", str(runs("a"))]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_an_interrupt_leaves_what_is_done(runs: Callable[..., Path], tmp_path: Path) -> None:
    """Ctrl-C prints the outcome of the runs that are graded, says how many there are, and exits 2."""
    for number in range(200):
        runs(f"run-{number:03}")
    command = [sys.executable, "-m", "grader.cli", "grade", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        first = program.stdout.readline()
        program.send_signal(signal.SIGINT)
        rest, told = program.communicate()
    assert first.startswith(b"SATISFIED")
    assert b"Check" in rest
    assert b"of 200 runs are graded" in told
    assert program.returncode == 2


def test_the_help_page_lists_the_commands(call: Run) -> None:
    """Without a command, and with `--help`, the commands are listed with a line on each."""
    page = " ".join(call("--help").out.split())
    assert all(f"{name} {line}" in page for name, line in COMMANDS.items())
    assert call("-h").out == call("--help").out


def test_the_version_is_the_package_s(call: Run) -> None:
    """`--version` prints name and version."""
    assert call("--version").out == f"contract-grader {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_s_help_says_what_the_list_says(name: str, call: Run) -> None:
    """The list of commands is written down so that none is imported; it agrees with the commands."""
    command = getattr(importlib.import_module(f"grader.commands.{name}"), name)
    assert command.name == name
    assert COMMANDS[name] == command.get_short_help_str(limit=200)
    assert call(name, "--help").code == 0


@pytest.mark.parametrize(("words", "offered"), [("gr", ["grade"]), ("e", ["explain", "extract"])])
def test_a_shell_completes_the_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, offered: list[str]
) -> None:
    """By the names that the help page shows."""
    monkeypatch.setenv("_CONTRACT_GRADER_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"contract-grader {words}")
    monkeypatch.setenv("COMP_CWORD", "1")
    with pytest.raises(SystemExit) as done:
        main([])

    assert done.value.code == 0
    assert sorted(line.split(",")[1] for line in capsys.readouterr().out.splitlines()) == offered


class Interrupted(io.StringIO):
    """A standard output whose reader presses Ctrl-C."""

    @property
    def buffer(self) -> io.BufferedWriter:
        """Interrupt."""
        raise KeyboardInterrupt


def test_an_interrupted_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], runs: Callable[..., Path]
) -> None:
    """Without a traceback."""
    monkeypatch.setattr(sys, "stdout", Interrupted())

    assert main(["extract", str(runs("one"))]) == 2
    assert capsys.readouterr().err.strip() == "Interrupted."
