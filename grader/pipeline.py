"""The three phases in a row: a run becomes a grade, or the typed error that kept it from becoming one."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from grader.errors import GraderError
from grader.judges.base import ModelJudge
from grader.model import Grade, UngradedRun
from grader.openprose.tree import in_unicode
from grader.phases.extract import extract
from grader.phases.grade import grade
from grader.phases.score import RULES, score
from grader.run import Run
from grader.settings import Settings

INTERNAL = "internal"  # the code of whatever isn't a GraderError: a defect of ours

_log = logging.getLogger(__name__)


def grade_run(
    path: Path,
    settings: Settings,
    model_judge: ModelJudge | None = None,
    *,
    clock: Callable[[], float] = time.perf_counter,
) -> Grade:
    """The grade of the run directory at `path`. Raises RunError when it can't be graded."""

    def read() -> Run:
        return extract(path, limits=settings.limits, allow_missing_manifest=settings.allow_missing_manifest)

    return grade_extracted(read, model_judge, clock=clock)


def grade_extracted(
    read: Callable[[], Run], model_judge: ModelJudge | None = None, *, clock: Callable[[], float] = time.perf_counter
) -> Grade:
    """The grade of the run that `read` extracts, wherever it lies. Raises what `read` raises, and AccountingError."""
    started = clock()
    run = read()
    extracted = clock()
    graded = grade(run, model_judge)
    judged = clock()
    scored = score(run, graded, judge=RULES if model_judge is None else model_judge.name)
    timings = {"extract": extracted - started, "grade": judged - extracted, "score": clock() - judged}
    return scored.model_copy(update={"timings": {phase: round(spent, 4) for phase, spent in timings.items()}})


def attempt(run: str, grading: Callable[[], Grade]) -> Grade | UngradedRun:
    """What `grading` gives, or why the run has no grade. One bad run never stops the others, so nothing is raised."""
    run = in_unicode(run)
    try:
        return grading()
    except GraderError as error:
        message, place = in_unicode(error.message), in_unicode(error.place)
        return UngradedRun(run=run, code=error.code, message=message, place=place, hint=error.hint)
    except Exception as error:  # noqa: BLE001 - a defect of ours must not cost the other runs their grades
        _log.debug("grading %s failed", run, exc_info=True)
        return UngradedRun(
            run=run,
            code=INTERNAL,
            message=in_unicode(f"{type(error).__name__}: {error}"),
            hint="This is a defect of the grader, not of the run; please report it.",
        )
