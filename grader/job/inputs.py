"""The action's inputs: the shared options and those that only a job has.

action.yml is written from the same fields by hand; a test proves that names, defaults and descriptions agree.
"""

from __future__ import annotations

import glob
import json
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator
from pydantic.fields import FieldInfo

from grader.settings import FailOn, Settings


class Mode(StrEnum):
    """What the job does."""

    GRADE = "grade"
    PLAN = "plan"
    REPORT = "report"


class CommentWhen(StrEnum):
    """When a comment is written."""

    ALWAYS = "always"
    ON_CHANGE = "on-change"
    ON_FAILURE = "on-failure"
    OFF = "off"


class StatusKind(StrEnum):
    """What is posted beside the head commit."""

    STATUS = "status"
    CHECK_RUN = "check-run"
    OFF = "off"


REGRESSION = "regression"  # a value of `fail-on` that only the action knows: it needs a baseline


def _globs(value: object) -> object:
    """One glob a line; or JSON, as mode plan gives it: the path of a run, or a list of them."""
    if not isinstance(value, str):
        return value
    if value.lstrip()[:1] not in {"[", '"'}:
        return tuple(line.strip() for line in value.splitlines() if line.strip())
    found = json.loads(value)
    entries = found if isinstance(found, list) else [found]
    if not all(isinstance(each, str) for each in entries):
        raise ValueError("a JSON list of runs holds nothing but their paths")
    return tuple(glob.escape(each) for each in entries)


class Inputs(Settings):
    """Everything that a workflow can set."""

    github_token: str = Field("", repr=False, description="The token that reads the repository and writes comments.")
    anthropic_api_key: str = Field(
        "", repr=False, description="The key of the model judge. Without it the rules grade alone."
    )
    mode: Mode = Field(
        Mode.GRADE,
        description="Grade the runs (grade), print them as a job matrix (plan), or publish what other jobs graded "
        "(report).",
    )
    runs: Annotated[tuple[str, ...] | None, BeforeValidator(_globs)] = Field(
        None,
        description="Globs of runs to grade, one a line, instead of those that changed; a leading ! takes runs out. "
        "In mode report, the runs that were planned.",
    )
    comment: CommentWhen = Field(CommentWhen.ALWAYS, description="When the pull request gets its comment.")
    suggestions: bool = Field(
        default=False,
        description="Offer each rewrite as a suggestion on the contract's own source, if the diff holds it.",
    )
    status: StatusKind = Field(StatusKind.STATUS, description="What stands beside the head commit.")
    name: str = Field(
        "Contract Grader",
        min_length=1,
        max_length=100,
        description="The name of the comment and the status; give each of several instances its own.",
    )
    baseline: bool = Field(default=False, description="Compare each run with the same run at the base commit.")
    grades: Path = Field(
        Path("contract-grades"), description="The folder of grade data that other jobs left, for mode report."
    )
    fail_on_regression: bool = Field(default=False, description="Set by the value `regression` of fail-on.")

    @model_validator(mode="before")
    @classmethod
    def _regression_is_violated_and_more(cls, values: Any) -> Any:
        """`fail-on: regression` fails on a violated run too, and needs the baseline."""
        if isinstance(values, Mapping) and values.get("fail_on") == REGRESSION:
            return {**values, "fail_on": FailOn.VIOLATED, "fail_on_regression": True, "baseline": True}
        return values


# What a job can't use: waiting a day for a batch, and asking nothing. The last is set by another input.
UNOFFERED = frozenset({"batch", "dry_run", "fail_on_regression"})


def offered() -> dict[str, FieldInfo]:
    """The fields that action.yml offers as inputs: the action's own first, then the shared ones."""
    own = [name for name in Inputs.model_fields if name not in Settings.model_fields]
    return {name: Inputs.model_fields[name] for name in (*own, *Settings.model_fields) if name not in UNOFFERED}
