"""The action's outputs, from the results."""

from __future__ import annotations

import json

from grader.job.files import REPORT, Folder, run_folders
from grader.job.results import ERROR, Results
from grader.model import Grade, Standing, UngradedRun
from grader.reports.view import score_words
from grader.tally import tally

DESCRIPTIONS = {
    "overall-verdict": "The worst verdict over all runs: error, violated, partial, satisfied or none.",
    "overall-score": "The lowest score over all runs, 0-100 with one decimal place; empty where there is none.",
    "runs": "Every run as JSON: path, run-id, system, verdict, score, and the path of its reports. "
    "In mode plan, the paths of the runs to grade, as a list for a job matrix.",
    "contracts-failed": "How many contracts have a violated clause.",
    "clauses-violated": "How many clauses are violated.",
    "clauses-unevaluable": "How many clauses could not be evaluated.",
    "grade-path": "The folder of the reports, relative to the workspace if `out` is set, else to the runner's temp.",
    "report-path": "The whole report as Markdown, relative like `grade-path`.",
    "comment-url": "The address of the comment; empty where there is none.",
    "cost-usd": "What the model judge cost, in US dollars; empty where a price is unknown.",
}


def outputs_of(results: Results, folder: Folder, comment_url: str) -> dict[str, str]:
    """Every output that DESCRIPTIONS names, in its order."""
    clauses = results.clauses
    failed = sum(contract.standing is Standing.FAILS for grade in results.grades for contract in grade.contracts)
    return {
        "overall-verdict": results.verdict,
        "overall-score": results.score,
        "runs": json.dumps(_runs(results, folder)),
        "contracts-failed": str(failed),
        "clauses-violated": str(clauses.violated),
        "clauses-unevaluable": str(clauses.not_evaluable),
        "grade-path": folder.shown,
        "report-path": folder.named(REPORT),
        "comment-url": comment_url,
        "cost-usd": "" if results.usd is None else f"{results.usd:.4f}",
    }


def _runs(results: Results, folder: Folder) -> list[dict[str, object]]:
    folders = run_folders(results.runs)
    graded = [_graded(grade, folder.named(folders[grade.run_path])) for grade in results.grades]
    return graded + [_ungraded(error, folder.named(folders[error.run])) for error in results.errors]


def _ungraded(error: UngradedRun, reports: str) -> dict[str, object]:
    return {"path": error.run, "verdict": ERROR, "error": error.code, "reports": reports}


def _graded(grade: Grade, reports: str) -> dict[str, object]:
    counts = tally(grade.contracts)
    return {
        "path": grade.run_path,
        "run-id": grade.run_id,
        "system": grade.system,
        "verdict": grade.overall_verdict.value,
        "score": None if grade.overall_score is None else float(score_words(grade)),
        "status": grade.status.value,
        "clauses-violated": counts.violated,
        "clauses-unevaluable": counts.not_evaluable,
        "reports": reports,
    }
