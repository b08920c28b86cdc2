"""The action: from a job's environment to one comment, one check and an exit code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TextIO

from grader.errors import GraderError
from grader.github.activity import Grading, Nothing, activity_of
from grader.github.clock import Clock
from grader.github.errors import GitHubError, Refused
from grader.github.log import log_to, logger, warn
from grader.github.permissions import Feature, advice
from grader.github.pulls import with_pull
from grader.job import modes
from grader.job.inputs import Mode
from grader.job.wires import Wires

FAILED = 1

_MODES: Mapping[Mode, Callable[[Wires, Grading], int]] = {
    Mode.GRADE: modes.grade,
    Mode.PLAN: modes.plan,
    Mode.REPORT: modes.report,
}


def main(environ: Mapping[str, str], stream: TextIO, clock: Clock) -> int:
    """Do what the event asks for and return the exit code. What the runner reads is written to `stream`.

    A wrong input, an unreadable commit and a defect of ours fail the job, each with a word on what to do.
    """
    handler = log_to(stream)
    try:
        return _act(Wires.connect(environ, clock))
    except GraderError as error:
        logger.error("%s", " ".join(filter(None, (f"{error.message}.", error.hint))))
    except GitHubError as error:
        logger.error("GitHub doesn't give what is to be graded: %s", error)
    except Exception:  # noqa: BLE001 (a traceback in the log is for us, the word before it for the user)
        logger.exception("This is a defect of the grader; please report it with the lines below.")
    finally:
        logger.removeHandler(handler)
    return FAILED


def _act(wires: Wires) -> int:
    context = wires.context
    activity = activity_of(context.event_name, context.payload(), sha=context.sha, actor=context.actor)
    if isinstance(activity, Nothing):
        (warn if activity.warn else logger.info)(activity.reason)
        return 0
    if activity.search:
        found = _search(wires, activity)
        if found is None:
            return 0
        activity = found
    return _MODES[wires.inputs.mode](wires, activity)


def _search(wires: Wires, grading: Grading) -> Grading | None:
    """The pull request whose head was graded; without one there is nobody to tell."""
    try:
        found = with_pull(wires.client, grading)
    except Refused:
        logger.warning("%s", advice(Feature.CHANGES, restricted=False))
        return None
    if found is None:
        logger.info("No open pull request has %s as its head: it was closed, or has moved on.", grading.head[:12])
    return found
