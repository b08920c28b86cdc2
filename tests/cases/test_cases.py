"""Every case in the YAML files beside this module, graded as a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases.runs import complaints, grade_case, load_cases


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case["id"])
def test_case_is_graded_as_a_person_would(case: dict[str, Any], tmp_path: Path) -> None:
    """The verdict, the evidence and the reason are what the case says."""
    assert complaints(case, grade_case(case, tmp_path)) == []
