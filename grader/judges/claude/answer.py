"""What the model must answer, as typed models: their JSON schema is sent, and the answer is held to all of it.

The order of the fields is the order in which the model writes them: requirement, quotes and reason before outcome, all
outcomes before the verdict. The service's schemas know no limits of length or range; the SDK moves those into the
descriptions, and here they are checked. Version `SCHEMA_VERSION` counts every change of meaning.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Annotated, Any

from pydantic import Field, ValidationError

from grader.model import Frozen, Outcome, Verdict

SCHEMA_VERSION = 1

_MESSAGE = 200  # characters of an error message

Sentence = Annotated[str, Field(max_length=4000)]
Quotes = Annotated[
    tuple[Sentence, ...],
    Field(
        max_length=20,
        description="Passages copied letter for letter from the data, each at least three words or a whole line, cell "
        "or value. Empty if nothing can be quoted.",
    ),
]
Absence = Annotated[
    Sentence,
    Field(description="If the outcome rests on something that is missing: what is missing. Otherwise empty."),
]
Reason = Annotated[Sentence, Field(description="One or two sentences: what the quotes show, or fail to show.")]
Confidence = Annotated[
    int,
    Field(
        ge=0,
        le=100,
        description="How sure you are: 80 to 100 for a specific promise judged with quotes, 50 to 79 for a subjective "
        "one, under 50 for a vague one.",
    ),
]


class Wording(StrEnum):
    """How the promise is worded."""

    SPECIFIC = "specific"
    SUBJECTIVE = "subjective"
    VAGUE = "vague"


class JudgedRequirement(Frozen):
    """One requirement of the open parts, with what was found and what follows from it."""

    part: int = Field(description="The number of the open part that the requirement belongs to, from 1.")
    requirement: Sentence = Field(description="The requirement, in the promise's own words.")
    quotes: Quotes
    absence: Absence
    reason: Reason
    outcome: Outcome


class ClauseAnswer(Frozen):
    """The answer to the question whether the promise is kept."""

    requirements: Annotated[tuple[JudgedRequirement, ...], Field(max_length=60)]
    wording: Wording
    vague_because: Sentence = Field(description="For a vague promise: why nobody could decide it. Otherwise empty.")
    rewrite: Sentence = Field(description="For a vague promise: a concrete rewrite. Otherwise empty.")
    verdict: Verdict
    confidence: Confidence


class ConditionAnswer(Frozen):
    """The answer to the question whether a condition held in this run. `outcome` is met if it held."""

    quotes: Quotes
    absence: Absence
    reason: Reason
    outcome: Outcome
    confidence: Confidence


Answer = ClauseAnswer | ConditionAnswer


@cache
def schema_of(kind: type[Answer]) -> dict[str, Any]:
    """The JSON schema of a type of answer, made once; whoever takes it leaves it as it is."""
    return kind.model_json_schema()


class Unparsable(Exception):
    """The text isn't an answer of the type that was asked for. The message says what is wrong, in one line."""


def parse(text: str, kind: type[Answer]) -> Answer:
    """The typed answer in the text. Raises Unparsable for anything else."""
    try:
        return kind.model_validate_json(text)
    except ValidationError as invalid:
        first = invalid.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        what = " ".join((f"{place}: {first['msg']}" if place else first["msg"]).split())
        raise Unparsable(what[:_MESSAGE]) from None
