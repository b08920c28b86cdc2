"""`contract-grader grade`: grade runs, deliver the reports, and exit by the check."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import click

from grader.check import Check, Rules, check
from grader.commands.delivery import prepare_folders, write_files
from grader.commands.dry_run import dry_run
from grader.commands.options import JUDGE, LIMITS, settings_from, settings_options
from grader.commands.printing import FORMATS, Result, printer
from grader.commands.screen import detail_of, detail_options, look_at
from grader.commands.selection import select
from grader.commands.waiting import waiting
from grader.judges.base import was_interrupted
from grader.judges.choose import choose_judge
from grader.model import Grade, UngradedRun
from grader.pipeline import attempt, grade_run
from grader.reports.details_json import details_json
from grader.reports.error_json import error_json
from grader.reports.grade_json import grade_json
from grader.reports.markdown import report
from grader.settings import Settings

INTERRUPTED = 2


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN_OR_FOLDER...")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    help="What is printed. [default: text]",
)
@settings_options("fail_on", "on_error", "min_evaluated", "allow_missing_manifest", "out", *JUDGE, "dry_run", *LIMITS)
@detail_options
@click.pass_obj
def grade(environ: Mapping[str, str], /, runs: tuple[Path, ...], form: str, **options: Any) -> int:
    """Grade runs: whether each contract kept what it declared.

    A folder that isn't itself a run is searched for runs. The exit code is 0 if the check passes, 1 if a grade fails
    it, and 2 if a run could not be graded, or not completely, or the call is wrong.
    """
    detail = detail_of(quiet=options.pop("quiet"), verbose=options.pop("verbose"))
    settings = settings_from(options)
    if settings.dry_run:
        return dry_run(select(runs).runs, settings, environ, form)
    judge = choose_judge(settings, environ, waiting(sys.stderr))
    selection = select(runs)
    folders: Sequence[Path | None] = [None] * len(selection.runs)
    if settings.out:
        folders = prepare_folders(settings.out, selection.runs)
    out = printer(form, look_at(sys.stdout, environ, detail), single=selection.single)
    results: list[Result] = []
    interrupted = False
    runs_to_grade = zip(selection.runs, folders, strict=True)
    try:
        for path, folder in takewhile(lambda _: not was_interrupted(judge), runs_to_grade):
            result = attempt(str(path), partial(grade_run, path, settings, judge))
            if folder:
                write_files(folder, _reports(result))
            results.append(result)
            out.run(result)
    except KeyboardInterrupt:
        interrupted = True
    outcome = _outcome(results, settings)
    out.end(results, outcome)
    if interrupted or was_interrupted(judge):
        click.echo(f"Interrupted: {len(results)} of {len(selection.runs)} runs are graded.", err=True)
        return INTERRUPTED
    return outcome.cli_exit_code


def _outcome(results: Sequence[Result], settings: Settings) -> Check:
    return check(
        [result for result in results if isinstance(result, Grade)],
        [result for result in results if isinstance(result, UngradedRun)],
        Rules(fail_on=settings.fail_on, on_error=settings.on_error, min_evaluated=settings.min_evaluated),
    )


def _reports(result: Result) -> dict[str, str]:
    if isinstance(result, UngradedRun):
        return {"error.json": error_json(result)}
    return {"grade.json": grade_json(result), "details.json": details_json(result), "report.md": report(result)}
