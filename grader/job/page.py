"""The comment and the step summary: the report on the runs, and beside it what only a job knows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from fractions import Fraction

from jinja2 import PackageLoader

from grader.check import Check
from grader.github.context import Context
from grader.github.size import Size
from grader.job.baseline import Change
from grader.job.results import Results
from grader.model import Place
from grader.reports.escape import Markdown, code, prose, shortened
from grader.reports.level import Level
from grader.reports.markdown import Link, render
from grader.reports.templating import markdown_environment
from grader.reports.view import VERDICT_WORDS
from grader.tally import clauses_of, printed_score

SUMMARY = Size(characters=1024 * 1024 - 1024, bytes=1024 * 1024 - 1024)  # 1 MiB a step, less a little
_MOST = 50  # entries of a list
_BRIEF = 120  # characters of a clause


def link_to(context: Context, head: str) -> Link:
    """Where a place of a run is shown: at the graded commit, on the host that the job runs on."""

    def link(run: str, place: Place) -> str | None:
        path = place.file if run == "." else f"{run}/{place.file}"
        return context.file_url(head, path, place.lines)

    return link


def versions(results: Results, outcome: Check, context: Context, limit: Size) -> Iterator[str]:
    """The page, from the most detailed version that keeps within `limit` down to the shortest."""
    link = link_to(context, results.head)
    for level in Level:
        text = _version(results, outcome, context, level, link)
        if Size.of(text).fits(limit):
            yield text


def _version(results: Results, outcome: Check, context: Context, level: Level, link: Link) -> str:
    report = render([*results.errors, *results.grades], outcome, level, link)
    body, _, foot = report.rstrip("\n").rpartition("\n")  # its last line names the program and its version
    return f"{body}\n{_beside(results, context, level, foot)}"


def _beside(results: Results, context: Context, level: Level, foot: str) -> str:
    template = markdown_environment().overlay(loader=PackageLoader("grader.job")).get_template("beside.md.j2")
    return template.render(
        comparisons=results.comparisons if level < Level.OUTCOME else (),
        listed=level <= Level.OPEN,
        removed=results.removed,
        notes=results.notes,
        head=results.head,
        report_url=context.run_url,
        foot=Markdown(foot.removeprefix("<sub>").removesuffix("</sub>")),
        kinds=list(Change),
        words=VERDICT_WORDS,
        most=_MOST if level <= Level.OPEN else 5,
        code=code,
        brief=lambda text: prose(shortened(text, _BRIEF)),
        score=_score,
        url=Markdown,
    )


def _score(score: Fraction | None) -> str:
    return "–" if score is None else printed_score(score)


def fingerprint(results: Results) -> str:
    """A hash of every verdict, score and recommendation; what a reader would call a change changes it."""
    facts = {
        "errors": [(error.run, error.code) for error in results.errors],
        "grades": [
            (
                grade.run_path,
                grade.overall_verdict,
                _score(grade.overall_score),
                grade.status,
                [(each.clause.contract, each.clause.text, each.verdict, each.suggestion) for each in clauses_of(grade)],
            )
            for grade in results.grades
        ],
        "removed": results.removed,
    }
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()
