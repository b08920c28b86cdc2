"""The reports on every example, held against those that were read line by line and found right.

`pytest tests/test_golden.py --update-golden` writes them anew; what changed is then read in the diff.
"""

from __future__ import annotations

import re
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
from grader.tally import printed_score

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
    return {
        **first,
        "report.md": report(result).replace(__version__, "VERSION"),
        "report.txt": render_run(result, Look(width=100)),
    }


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


EXPECTED = re.compile(
    r"^\| \[(?P<name>[\w-]+)\]\(.*?\) \|.*?\| (?:error )?`(?P<said>[\w-]+)`(?:, (?P<score>no score|[\d.]+))?",
    re.MULTILINE,
)
ROWS = list(EXPECTED.finditer((TOP / "examples/README.md").read_text(encoding="utf-8")))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_an_example_is_what_its_list_says(row: re.Match[str]) -> None:
    """The verdict and score, or the error, that the examples' list promises."""
    [run] = (TOP / "examples" / row["name"] / "runs").iterdir()
    result = attempt(row["name"], partial(grade_run, run, Settings(judge=JudgeChoice.RULES)))
    if isinstance(result, UngradedRun):
        assert (row["said"], row["score"]) == (result.code, None)
    else:
        score = "no score" if result.overall_score is None else printed_score(result.overall_score)
        assert (row["said"], row["score"]) == (result.overall_verdict, score)


def test_every_example_is_listed() -> None:
    """No example is missing from the list, and none is listed that isn't there."""
    folders = sorted(path.name for path in (TOP / "examples").iterdir() if path.is_dir())
    assert sorted(row["name"] for row in ROWS) == folders


def test_no_golden_report_is_left_over() -> None:
    """Each golden folder belongs to an example."""
    assert sorted(path.name for path in GOLDEN.iterdir()) == sorted(_folder(run).name for run in RUNS)
