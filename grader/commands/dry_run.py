"""`--dry-run`: what the model judge would be asked, and about how many tokens that takes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from grader.commands.delivery import to_stdout
from grader.judges.choose import plan_judge
from grader.model import UngradedRun
from grader.pipeline import attempt, grade_run
from grader.reports.escape import one_line
from grader.settings import JudgeChoice, Settings

if TYPE_CHECKING:  # the model judge's room is imported late
    from grader.judges.claude.dry_run import PlannedCall

NOT_GRADED = 2


def dry_run(runs: Sequence[Path], settings: Settings, environ: Mapping[str, str], form: str) -> int:
    """Print the calls that grading these runs would begin with. The exit code is 2 if a run could not be read.

    What follows from answers isn't known yet: votes, confirmations, second tries, and the clauses of conditions that
    the model must decide first.
    """
    planner = plan_judge(settings, environ)
    judge = None if settings.judge is JudgeChoice.RULES else planner
    lines: list[str] = []
    objects: list[dict[str, object]] = []
    code = 0
    for path in runs:
        before = len(planner.planned)
        result = attempt(str(path), partial(grade_run, path, settings, judge))
        calls = planner.planned[before:]
        if isinstance(result, UngradedRun):
            code = NOT_GRADED
            lines.append(one_line(f"{path}: {result.message}"))
        else:
            lines += [one_line(f"{path}: {_line(call)}") for call in calls]
        objects += [{"run": str(path), **call.model_dump(mode="json")} for call in calls]
    if form == "json":
        to_stdout(json.dumps(objects, indent=2, ensure_ascii=False) + "\n")
    else:
        to_stdout("\n".join([*lines, _sum(planner.planned, settings)]) + "\n")
    return code


def _line(call: PlannedCall) -> str:
    asked = "whether the condition held of " if call.ask.value == "condition" else ""
    return f"{call.contract}: {asked}{call.clause} (about {call.input_tokens:,} tokens)"


def _sum(calls: Sequence[PlannedCall], settings: Settings) -> str:
    tokens = sum(call.input_tokens for call in calls)
    noun = "call" if len(calls) == 1 else "calls"
    return f"{settings.model} would be asked in {len(calls)} {noun} of about {tokens:,} input tokens together."
