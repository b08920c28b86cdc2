"""Every case in the YAML files beside this module, graded as a run.

A case that a person decides and the rules judge leaves open is listed in `abstains.yml`: it must then be open, and the
list shrinks as the rules learn.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.model import Verdict
from tests.cases.runs import CASES, complaints, grade_case, load_cases
from tests.tables import read_table

ABSTAINS: dict[str, str] = read_table(CASES / "abstains.yml")
ALL = load_cases()


@pytest.mark.parametrize("case", [case for case in ALL if case["id"] not in ABSTAINS], ids=lambda case: case["id"])
def test_case_is_graded_as_a_person_would(case: dict[str, Any], tmp_path: Path) -> None:
    """The verdict, the evidence and the reason are what the case says."""
    assert complaints(case, grade_case(case, tmp_path)) == []


@pytest.mark.parametrize("case", [case for case in ALL if case["id"] in ABSTAINS], ids=lambda case: case["id"])
def test_a_case_that_is_left_open_is_not_decided_wrongly(case: dict[str, Any], tmp_path: Path) -> None:
    """It is not evaluable; once it is decided, it leaves the list."""
    assert case["verdict"] != Verdict.NOT_EVALUABLE
    assert grade_case(case, tmp_path).verdict is Verdict.NOT_EVALUABLE


def test_the_list_names_cases_only() -> None:
    """No entry outlives its case, and no id stands twice."""
    ids = [case["id"] for case in ALL]
    assert set(ABSTAINS) <= set(ids)
    assert len(ids) == len(set(ids))
