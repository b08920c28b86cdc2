"""The three phases in a row, and what becomes of a run that they can't grade."""

from __future__ import annotations

import itertools
from functools import partial
from pathlib import Path

import pytest

from grader.errors import MissingRoot
from grader.model import Grade, Status, UngradedRun
from grader.pipeline import INTERNAL, attempt, grade_run
from grader.settings import JudgeChoice, Settings
from tests.run_on_disk import small_run

RULES = Settings(judge=JudgeChoice.RULES)


def test_a_run_directory_becomes_a_grade(tmp_path: Path) -> None:
    """Extract, grade, score: the grade has the run's name, path, hashes, and the seconds of each phase."""
    ticks = itertools.count()
    grade = grade_run(small_run(tmp_path / "runs" / "a"), RULES, clock=lambda: float(next(ticks)))
    assert (grade.run_id, grade.status, grade.judge) == ("a", Status.RULES_ONLY, "rules")
    assert grade.run_path == str(tmp_path / "runs" / "a")
    assert grade.timings == {"extract": 1.0, "grade": 1.0, "score": 1.0}
    assert "root.prose.md" in grade.hashes


def test_settings_reach_the_first_phase(tmp_path: Path) -> None:
    """Limits and the missing manifest are the caller's choice."""
    run = small_run(tmp_path / "runs" / "a", {"forme.manifest.json": None})
    assert isinstance(attempt("a", partial(grade_run, run, RULES)), UngradedRun)
    allowed = RULES.model_copy(update={"allow_missing_manifest": True})
    assert isinstance(attempt("a", partial(grade_run, run, allowed)), Grade)
    tight = allowed.model_copy(update={"max_run_files": 1})
    assert isinstance(attempt("a", partial(grade_run, run, tight)), UngradedRun)


def test_a_typed_error_keeps_its_code_and_hint(tmp_path: Path) -> None:
    """What the run lacks is told as it was raised."""
    run = small_run(tmp_path / "runs" / "a", {"root.prose.md": None})
    with pytest.raises(MissingRoot) as raised:
        grade_run(run, RULES)
    error = attempt(str(run), partial(grade_run, run, RULES))
    assert error == UngradedRun(
        run=str(run),
        code="missing-root",
        message=raised.value.message,
        place=raised.value.place,
        hint=raised.value.hint,
    )


def test_a_defect_of_ours_costs_only_its_own_run() -> None:
    """Whatever else is raised becomes an error of that run, never a traceback; an interrupt isn't caught."""

    def defect() -> Grade:
        raise RecursionError("too deep")

    def interrupt() -> Grade:
        raise KeyboardInterrupt

    error = attempt("runs/a", defect)
    assert isinstance(error, UngradedRun)
    assert (error.run, error.code, error.message) == ("runs/a", INTERNAL, "RecursionError: too deep")
    with pytest.raises(KeyboardInterrupt):
        attempt("runs/a", interrupt)
