"""The published JSON Schemas of the reports (draft 2020-12)."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from grader.model import Frozen
from grader.reports.details_model import VERSION, DetailsReport
from grader.reports.error_json import ErrorReport
from grader.reports.grade_json import GradeReport

DRAFT = "https://json-schema.org/draft/2020-12/schema"


class Schema(StrEnum):
    """The reports that have a schema."""

    GRADE = "grade"
    DETAILS = "details"
    ERROR = "error"


_MODELS: dict[Schema, tuple[type[Frozen], str]] = {
    Schema.GRADE: (GradeReport, "urn:contract-grader:grade:0.15.0"),  # the version of the specification
    Schema.DETAILS: (DetailsReport, f"urn:contract-grader:details:{VERSION}"),
    Schema.ERROR: (ErrorReport, "urn:contract-grader:error:1"),
}


class _AsWritten(GenerateJsonSchema):
    """Fields with defaults are always written, so they are required."""

    def field_is_required(
        self,
        field: core_schema.ModelField | core_schema.DataclassField | core_schema.TypedDictField,
        total: bool,  # noqa: FBT001 - pydantic's own signature
    ) -> bool:
        """Always."""
        del field, total
        return True


def json_schema(which: Schema) -> dict[str, Any]:
    """The schema of a report as it is written."""
    model, name = _MODELS[which]
    return {"$schema": DRAFT, "$id": name, **model.model_json_schema(schema_generator=_AsWritten)}


def schema_text(which: Schema) -> str:
    """The schema's JSON."""
    return json.dumps(json_schema(which), indent=2, ensure_ascii=False) + "\n"
