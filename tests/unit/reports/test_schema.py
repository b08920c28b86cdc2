"""The published schema files are those that the program prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.reports.schema import Schema, schema_text

PUBLISHED = Path(__file__).parents[3] / "docs" / "schemas"


@pytest.mark.parametrize("which", list(Schema))
def test_the_published_schema_is_the_printed_one(which: Schema, pytestconfig: pytest.Config) -> None:
    """A change of a report's fields shows in the published schema."""
    published = PUBLISHED / f"{which}.schema.json"
    if pytestconfig.getoption("--update-golden"):
        published.write_text(schema_text(which), encoding="utf-8")
    assert published.read_text(encoding="utf-8") == schema_text(which)
