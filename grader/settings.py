"""Every option that the action and the command line share, defined once.

The action builds them from an environment mapping (`INPUT_FAIL-ON`), the command line from click options generated
from the same fields (`grader.commands.options`). A field's name, type, default and description are all that either
needs to know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, ByteSize, Field, ValidationError

from grader.errors import UsageError
from grader.limits import Limits
from grader.model import Frozen


class JudgeChoice(StrEnum):
    """Who may judge what can't be measured."""

    AUTO = "auto"
    RULES = "rules"
    CLAUDE = "claude"


class FailOn(StrEnum):
    """What fails the check, among the runs that were graded."""

    VIOLATED = "violated"
    PARTIAL = "partial"
    CLAUSE = "clause"
    NEVER = "never"


class OnError(StrEnum):
    """What becomes of the check when a run could not be graded, or not completely."""

    FAILURE = "failure"
    NEUTRAL = "neutral"


class Effort(StrEnum):
    """How much effort a model is asked to put into an answer."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    XHIGH = "xhigh"
    MAX = "max"


@dataclass(frozen=True, slots=True)
class Unit:
    """What the value of an option is called in help texts."""

    name: str


def _without_percent_sign(value: object) -> object:
    return value.strip().removesuffix("%") if isinstance(value, str) else value


Percent = Annotated[float, BeforeValidator(_without_percent_sign), Field(ge=0, le=100), Unit("PERCENT")]
Count = Annotated[int, Field(ge=1), Unit("COUNT")]
Bytes = Annotated[ByteSize, Field(ge=1), Unit("SIZE")]

DEFAULT_MODEL = "claude-sonnet-5-5"

_LIMITS = Limits()


class Settings(Frozen):
    """The shared options. The action's own ones are fields of a subclass."""

    judge: JudgeChoice = Field(
        JudgeChoice.AUTO,
        description="Who decides what can't be measured: nobody (rules), a model that must be there (claude), "
        "or a model if one is configured (auto).",
    )
    fail_on: FailOn = Field(
        FailOn.VIOLATED,
        description="What fails the check: a violated run, also a partial one, any violated clause, or nothing.",
    )
    on_error: OnError = Field(
        OnError.FAILURE,
        description="What a run that can't be graded, or not completely, does to the check. "
        "A run without outputs fails it in any case.",
    )
    min_evaluated: Percent = Field(
        0, description="The share of its clauses that must be evaluated in each run, or the check fails."
    )
    allow_missing_manifest: bool = Field(
        default=False, description="Grade a run without a manifest: every source is then an expected contract."
    )
    out: Path | None = Field(
        None, description="The folder that gets grade.json, details.json and report.md of each run, or error.json."
    )
    max_file_size: Bytes = Field(ByteSize(_LIMITS.file_bytes), description="The largest file that is read.")
    max_run_size: Bytes = Field(
        ByteSize(_LIMITS.run_bytes), description="The largest run that is read, all files together."
    )
    max_run_files: Count = Field(_LIMITS.run_files, description="The most files that a run may have.")
    max_depth: Count = Field(_LIMITS.depth, description="How deep the folders of a run may be nested.")
    model: Annotated[str, Field(min_length=1, max_length=200), Unit("NAME")] = Field(
        DEFAULT_MODEL, description="The model that judges."
    )
    effort: Effort | None = Field(None, description="How much effort the model puts into an answer, if it can tell.")
    votes: Annotated[int, Field(ge=1, le=25), Unit("COUNT")] = Field(
        1, description="How often the model is asked about a clause; the majority decides."
    )
    confirm_violations: bool = Field(
        default=True, description="Ask once more, independently, before a clause is violated by a single vote."
    )
    judge_chars: Annotated[int, Field(ge=500), Unit("COUNT")] = Field(
        20_000,
        description="How many characters of a file the model is shown; of a longer one, the parts that bear on the "
        "clause.",
    )
    concurrency: Annotated[int, Field(ge=1, le=100), Unit("COUNT")] = Field(
        8, description="How many clauses the model is asked about at a time."
    )
    max_calls: Annotated[int | None, Field(ge=1), Unit("COUNT")] = Field(
        None, description="The most calls to the model, all runs together."
    )
    max_cost_usd: Annotated[float | None, Field(gt=0), Unit("DOLLARS")] = Field(
        None, description="The most that the model may cost, all runs together. Needs a model whose price is known."
    )
    cache: bool = Field(default=True, description="Keep the model's answers, so that none is paid for twice.")
    cache_dir: Path | None = Field(
        None, description="Where the model's answers are kept, instead of the user's cache folder."
    )
    batch: bool = Field(
        default=False, description="Ask the model in batches: half the price, within a day instead of within minutes."
    )
    dry_run: bool = Field(
        default=False, description="Say what the model would be asked, and how many tokens that takes; ask nothing."
    )

    @property
    def limits(self) -> Limits:
        """How much of a run is read."""
        return Limits(
            file_bytes=self.max_file_size,
            run_bytes=self.max_run_size,
            run_files=self.max_run_files,
            depth=self.max_depth,
        )

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """The settings of an action's inputs, as the runner hands them over.

        The runner writes a name in upper case and keeps its hyphens; an input that isn't set is the empty string.
        Raises UsageError, which names the input.
        """
        return cls.of(
            {
                name: value
                for name in cls.model_fields
                if (value := environ.get(f"INPUT_{option_name(name).upper()}", "").strip())
            }
        )

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The settings with these values, given as text or typed. Raises UsageError for the first that doesn't fit."""
        try:
            return cls.model_validate(values)
        except ValidationError as invalid:
            first = invalid.errors()[0]
            field = str(first["loc"][0])
            raise UsageError(
                f"{option_name(field)} can't be {str(first['input'])!r}: {first['msg']}",
                place=option_name(field),
                hint=(cls.model_fields[field].description or "") if field in cls.model_fields else "",
            ) from None


def option_name(field: str) -> str:
    """How a field is called outside: `fail-on` for `fail_on`."""
    return field.replace("_", "-")
