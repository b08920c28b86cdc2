"""`error.json`: what a run that could not be graded gets instead of a grade."""

from __future__ import annotations

from pydantic import Field

from grader.model import Frozen, UngradedRun
from grader.reports.grade_json import as_text


class ErrorBody(Frozen):
    """The typed error."""

    code: str = Field(description="unreadable-run, missing-root, missing-manifest or no-outputs.")
    message: str
    place: str = Field(description="The path inside the run that the error is about, or empty.")
    hint: str = Field(description="What to do about it.")


class ErrorReport(Frozen):
    """A run and why it could not be graded."""

    run: str = Field(description="The run's path, as the caller named it.")
    error: ErrorBody


def error_report(ungraded: UngradedRun) -> ErrorReport:
    """The error in its published form."""
    body = ErrorBody(code=ungraded.code, message=ungraded.message, place=ungraded.place, hint=ungraded.hint)
    return ErrorReport(run=ungraded.run, error=body)


def error_json(ungraded: UngradedRun) -> str:
    """The text of `error.json`."""
    return as_text(error_report(ungraded))
