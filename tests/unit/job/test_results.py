"""Results over several runs, the gate, the outputs, and their way from one job to another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.github.status import StatusState
from grader.job.baseline import Comparison
from grader.job.files import Folder, run_folders
from grader.job.handover import FILE, MOST_FILES, Rejected, read_all, to_json
from grader.job.inputs import Inputs
from grader.job.outputs import DESCRIPTIONS, outputs_of
from grader.job.results import Results, merged
from grader.job.verdict import gate_of, headline
from grader.model import Cause, UngradedRun
from grader.settings import OnError
from tests.making import N, P, S, V, grade_of, graded_contract

GOOD = grade_of(graded_contract("a", [S, S]), path="runs/good")
HALF = grade_of(graded_contract("a", [S, V]), graded_contract("b", [S]), path="runs/half")
BAD = grade_of(graded_contract("a", [V, S]), path="runs/bad")
OPEN = grade_of(graded_contract("a", [S, Cause.INCOMPLETE]), judge="a-model", path="runs/open")
EMPTY = grade_of(graded_contract("a", [N]), path="runs/empty")
LOST = UngradedRun(run="runs/lost", code="missing-root", message="no root")
BARE = UngradedRun(run="runs/bare", code="no-outputs", message="nothing")


def results(*grades: object, errors: tuple[UngradedRun, ...] = ()) -> Results:
    """The results of some runs."""
    return Results.model_validate({"head": "a" * 40, "grades": grades, "errors": errors})


@pytest.mark.parametrize(
    ("given", "verdict", "score"),
    [
        (results(), "none", ""),
        (results(GOOD), "satisfied", "100.0"),
        (results(GOOD, HALF), "partial", "66.7"),
        (results(GOOD, HALF, BAD), "violated", "50.0"),
        (results(GOOD, BAD, errors=(LOST,)), "error", "50.0"),
        (results(OPEN), "error", "100.0"),
        (results(EMPTY), "partial", ""),
    ],
)
def test_the_worst_verdict_and_the_lowest_score_count(given: Results, verdict: str, score: str) -> None:
    """Over several runs: error, violated, partial, satisfied, none."""
    assert (given.verdict, given.score) == (verdict, score)


@pytest.mark.parametrize(
    ("given", "inputs", "code", "state", "line"),
    [
        (results(), {}, 0, "success", "no run to grade"),
        (results(GOOD), {}, 0, "success", "100.0 · none of 1 contract fails"),
        (results(HALF), {}, 0, "success", "66.7 · 1 of 2 contracts fails · neutral"),
        (results(HALF), {"fail_on": "partial"}, 1, "failure", "66.7 · 1 of 2 contracts fails"),
        (results(HALF), {"fail_on": "clause"}, 1, "failure", "66.7 · 1 of 2 contracts fails"),
        (results(BAD), {"fail_on": "never"}, 0, "success", "50.0 · 1 of 1 contract fails · neutral"),
        (results(EMPTY), {"min_evaluated": "50"}, 1, "failure", "– · no contract has a score"),
        (results(OPEN), {}, 1, "error", "100.0 · none of 1 contract fails"),
        (results(OPEN), {"on_error": "neutral"}, 0, "success", "100.0 · none of 1 contract fails · neutral"),
        (results(errors=(LOST,)), {}, 1, "error", "missing-root · 1 run could not be graded"),
        (results(errors=(BARE,)), {"on_error": "neutral"}, 1, "error", "no-outputs · 1 run could not be graded"),
        (results(GOOD, BAD), {}, 1, "failure", "lowest score 50.0 · 1 of 2 runs violated"),
    ],
)
def test_the_gate_follows_the_rules(given: Results, inputs: dict[str, str], code: int, state: str, line: str) -> None:
    """Exit code, status and line, by grading-rules ("The check")."""
    gate = gate_of(given, Inputs.of(inputs))
    assert (gate.exit_code, gate.state, headline(given, gate)) == (code, StatusState(state), line)


def test_a_regression_fails_only_where_it_is_asked_to() -> None:
    """`fail-on: regression` fails in addition to what a violated run does."""
    fell = Comparison.model_validate({"run": "runs/good", "baseline": "runs/old", "before": "100", "after": "80"})
    given = results(GOOD).model_copy(update={"comparisons": (fell,)})
    assert gate_of(given, Inputs()).exit_code == 0
    strict = Inputs.of({"fail_on": "regression"})
    assert strict.baseline
    assert gate_of(given, strict).exit_code == 1
    assert gate_of(given, strict).conclusion == "failure"
    assert "regression" in headline(given, gate_of(given, strict))
    assert gate_of(results(BAD), strict).exit_code == 1


def test_outputs_are_all_there() -> None:
    """Each output that is promised has a value, and paths are the next step's."""
    found = outputs_of(results(BAD, errors=(LOST,)), Folder(Path("/x"), "graded", None), "https://x/1")
    assert list(found) == list(DESCRIPTIONS)
    assert found["report-path"] == "graded/report.md"
    assert found["comment-url"] == "https://x/1"
    bad, lost = json.loads(found["runs"])
    assert (bad["path"], bad["score"], bad["reports"]) == ("runs/bad", 50.0, "graded/bad")
    assert (lost["path"], lost["error"]) == ("runs/lost", "missing-root")


def test_folders_of_runs_are_told_apart_and_never_nested() -> None:
    """A run's folder is its id, or its whole path where two have the same id."""
    assert run_folders(["a/runs/x", "b/runs/x", "runs/y", "."]) == {
        "a/runs/x": "a__runs__x",
        "b/runs/x": "b__runs__x",
        "runs/y": "y",
        ".": "root",
    }


def test_shards_are_merged_by_run() -> None:
    """The last word on a run counts; order doesn't depend on which job was first."""
    late = UngradedRun(run="runs/good", code="unreadable-run", message="gone")
    one, two = results(GOOD, BAD), results(HALF, errors=(LOST,))
    assert merged("h", [one, two]) == merged("h", [two, one])
    again = merged("h", [one, results(errors=(late,))])
    assert [grade.run_path for grade in again.grades] == ["runs/bad"]
    assert again.errors == (late,)
    assert merged("h", [results(errors=(late,)), one]).errors == ()


def test_what_is_handed_over_arrives(tmp_path: Path) -> None:
    """Nothing is lost on the way, exact fractions included."""
    given = results(GOOD, HALF, OPEN, errors=(LOST,)).model_copy(update={"removed": ("runs/old",), "notes": ("n",)})
    (tmp_path / "shard").mkdir()
    (tmp_path / "shard" / FILE).write_text(to_json(given))
    assert list(read_all(tmp_path)) == [given]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"overall_score":"200/3"', '"overall_score":"99"'),
        ('"overall_verdict":"partial"', '"overall_verdict":"satisfied"'),
        ('"standing":"fails"', '"standing":"passes"'),
        ('"status":"rules-only"', '"status":"complete"'),
        ('"version":1', '"version":2'),
        ('"head"', '"tail"'),
        ("{", "["),
        ('"verdict":"violated"', '"verdict":"excellent"'),
        ('"overall_score":"200/3"', '"overall_score":"1/0"'),
    ],
)
def test_what_doesnt_add_up_is_refused(tmp_path: Path, old: str, new: str) -> None:
    """A file counts only if it is of this form and its figures follow from its clauses."""
    text = to_json(results(HALF))
    assert old in text
    (tmp_path / FILE).write_text(text.replace(old, new))
    with pytest.raises(Rejected, match=FILE):
        list(read_all(tmp_path))


def test_more_files_than_a_matrix_has_jobs_are_refused(tmp_path: Path) -> None:
    """None of them is read."""
    for number in range(MOST_FILES + 1):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / FILE).touch()
    with pytest.raises(Rejected, match="more than 1000 files"):
        next(read_all(tmp_path))


def test_a_link_is_no_grade_data(tmp_path: Path) -> None:
    """What an artifact holds can't make us read another file."""
    (tmp_path / "secret").write_text(to_json(results(GOOD)))
    (tmp_path / "grades").mkdir()
    (tmp_path / "grades" / FILE).symlink_to(tmp_path / "secret")
    with pytest.raises(Rejected, match="regular file"):
        list(read_all(tmp_path / "grades"))


def test_partly_satisfied_counts_in_no_failure() -> None:
    """A contract that falls short doesn't fail."""
    given = results(grade_of(graded_contract("a", [S, P]), path="runs/short"))
    assert outputs_of(given, Folder(Path("/x"), "x", None), "")["contracts-failed"] == "0"
    assert gate_of(given, Inputs.of({"on_error": OnError.FAILURE})).exit_code == 0
