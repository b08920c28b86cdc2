"""The reports on every example, held against those that were read line by line and found right.

`pytest tests/test_golden.py --update-golden` writes them anew; what changed is then read in the diff.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from grader import __version__
from grader.model import UngradedRun
from grader.openprose.discovery import find_runs
from grader.pipeline import attempt, grade_run
from grader.reports.drawing import Look
from grader.reports.error_json import error_json
from grader.reports.grade_json import grade_json
from grader.reports.markdown import report
from grader.reports.terminal import render_run
from grader.settings import JudgeChoice, Settings

TOP = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"
RUNS = find_runs(TOP / "examples")


def _folder(run: Path) -> Path:
    return GOLDEN / "__".join(part for part in run.relative_to(TOP / "examples").parts if part != "runs")


def _reports(run: Path) -> dict[str, str]:
    """What the command line would write and print for this run, named as seen from the top folder."""
    name = str(run.relative_to(TOP))
    result = attempt(name, partial(grade_run, run, Settings(judge=JudgeChoice.RULES)))
    if not isinstance(result, UngradedRun):
        result = result.model_copy(update={"run_path": name})
    first = (
        {"error.json": error_json(result)} if isinstance(result, UngradedRun) else {"grade.json": grade_json(result)}
    )
    return {**first, "report.md": report(result).replace(__version__, "VERSION"), "report.txt": render_run(result, Look(width=100))}


@pytest.mark.parametrize("run", RUNS, ids=lambda run: _folder(run).name)
def test_an_example_is_reported_as_before(run: Path, pytestconfig: pytest.Config) -> None:
    """Nothing changes in an example's reports unless somebody means it to."""
    folder, reports = _folder(run), _reports(run)
    if pytestconfig.getoption("--update-golden"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in reports.items():
            (folder / name).write_text(text, encoding="utf-8")
    for name, text in reports.items():
        assert text == (folder / name).read_text(encoding="utf-8"), f"{folder / name} is no longer what comes out"
    assert sorted(path.name for path in folder.iterdir()) == sorted(reports)


def test_no_golden_report_is_left_over() -> None:
    """Each golden folder belongs to an example."""
    assert sorted(path.name for path in GOLDEN.iterdir()) == sorted(_folder(run).name for run in RUNS)
