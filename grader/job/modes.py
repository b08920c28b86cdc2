"""The action's three modes: grade the runs here, plan how other jobs grade them, report what other jobs graded."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from grader.errors import UsageError
from grader.github.activity import Grading
from grader.github.commands import write_outputs
from grader.github.log import logger
from grader.job.grading import grade_head, select
from grader.job.handover import Rejected, read_all
from grader.job.publish import Audience, publish
from grader.job.results import Results, merged
from grader.job.selection import is_named
from grader.job.wires import Wires
from grader.model import UngradedRun
from grader.openprose.tree import in_unicode

NOT_REPORTED = "not-reported"  # the code of a planned run that no job graded


def grade(wires: Wires, grading: Grading) -> int:
    """Grade what the event is about, publish it, and return the exit code."""
    return publish(wires, grade_head(wires, grading), Audience(grading))


def plan(wires: Wires, grading: Grading) -> int:
    """Give the runs as a JSON list for a job matrix, and grade nothing."""
    _, selection = select(wires, grading)
    for note in selection.notes:
        logger.info("%s", note)
    logger.info("%d runs to grade", len(selection.runs))
    if wires.context.output_file is not None:
        write_outputs(wires.context.output_file, {"runs": json.dumps([*map(in_unicode, selection.runs)])})
    return 0


def report(wires: Wires, grading: Grading) -> int:
    """Publish what other jobs left in the folder `grades`.

    Jobs of this workflow run are ours, so what they graded counts as if it had been graded here, and a planned run
    that none of them graded is an error. Another workflow's data is checked and shown, but no status rests on it.
    Raises UsageError where there is no such data, or it isn't sound.
    """
    foreign = wires.context.event_name == "workflow_run"
    planned = wires.inputs.runs
    parts = _read(wires, grading)
    if not parts and planned != ():
        raise UsageError(f"{wires.inputs.grades} holds no grade data", place="grades")
    results = merged(grading.head, parts)
    missing = _missing(planned or (), results)
    results = results.model_copy(update={"errors": (*results.errors, *missing)})
    return publish(wires, results, Audience(grading, status=not foreign))


def _read(wires: Wires, grading: Grading) -> list[Results]:
    """All grade data, each file checked. Raises UsageError for the first that isn't sound, or on another commit."""
    named = wires.inputs.grades
    folder = wires.context.workspace / named
    try:
        parts = list(read_all(folder)) if folder.is_dir() and not folder.is_symlink() else []
    except OSError as error:
        raise UsageError(f"{named} can't be read: {error.strerror}", place="grades") from error
    except Rejected as error:
        hint = "Only the folders that this action wrote can be reported on."
        raise UsageError(str(error), place="grades", hint=hint) from error
    for part in parts:
        if part.head != grading.head:
            message = f"{named} holds grades of {part.head[:12]}, but {grading.head[:12]} is reported on"
            raise UsageError(message, place="grades")
    return parts


def _missing(planned: Sequence[str], results: Results) -> Iterator[UngradedRun]:
    for pattern in planned:
        if not any(is_named(run, [pattern]) for run in results.runs):
            yield UngradedRun(
                run=re.sub(r"\[([*?[])\]", r"\1", pattern),  # undoes glob.escape
                code=NOT_REPORTED,
                message="The job that was to grade this run left no grade data.",
                hint="Look at that job's log.",
            )
