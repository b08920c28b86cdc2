"""`contract-grader explain`: per clause, what is measured, with what result, and what is left to judgement."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from grader.commands.delivery import to_stdout
from grader.commands.options import LIMITS, settings_from, settings_options
from grader.commands.screen import look_at
from grader.pipeline import grade_run
from grader.reports.explain import explanation, explanation_json
from grader.reports.explain_terminal import render_explanation


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="What is printed. [default: text]"
)
@settings_options("allow_missing_manifest", *LIMITS)
@click.pass_obj
def explain(environ: Mapping[str, str], /, run: Path, form: str, **options: Any) -> None:
    """Show what of each clause is measured, and what is left to judgement.

    No model is asked.
    """
    grade = grade_run(run, settings_from(options))
    if form == "json":
        to_stdout(explanation_json(grade))
    else:
        to_stdout(render_explanation(explanation(grade), look_at(sys.stdout, environ)))
