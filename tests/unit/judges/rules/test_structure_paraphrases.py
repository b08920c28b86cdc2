"""Many wordings of each structural promise, each on an output that keeps it and on one that breaks it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grader.document import Document
from grader.judges.combine import combine
from grader.judges.rules.judge import measure_clause
from grader.judges.rules.measure import Facts
from grader.judges.rules.subject import Subject
from grader.judges.rules.views import View
from grader.model import Clause, Contract, Origin, Place, Role, Section, Verdict
from tests.tables import ascii_id, read_table

TABLE: dict[str, dict[str, Any]] = read_table(Path(__file__).with_name("structure_paraphrases.yaml"))
ROWS = [
    (group, wording, side)
    for group, table in TABLE.items()
    for wording in table["wordings"]
    for side in ("good", "bad")
    if table[side] is not None
]


def verdict_on(table: dict[str, Any], wording: str, text: str) -> tuple[Verdict | None, str]:
    """The rules judge's verdict on the wording as a clause, and its evidence or reason."""
    place = Place(file="sources/worker.prose.md", lines=(1, 1))
    name = table.get("name")
    clause = Clause(contract="worker", text=wording, body=wording, place=place, section=Section.RETURNS, name=name)
    document = Document.of_text(f"bindings/worker/{table['file']}", text)
    inputs = {
        name: Document.of_text(f"bindings/caller/{name}.md", value, origin=Origin.INPUT)
        for name, value in table.get("inputs", {}).items()
    }
    facts = Facts(contract=Contract(name="worker", role=Role.NODE), own=(document,), inputs=inputs)
    grade = combine(measure_clause(clause, Subject((View(document),)), facts), None)
    return grade.verdict, grade.reason or grade.evidence


@pytest.mark.parametrize("row", ROWS, ids=lambda row: ascii_id(f"{row[0]}, {row[2]}: {row[1]}"))
def test_wording_tells_a_kept_promise_from_a_broken_one(row: tuple[str, str, str]) -> None:
    """The kept promise is satisfied, the broken one violated (partially, where other things are promised beside it)."""
    group, wording, side = row
    verdict, why = verdict_on(TABLE[group], wording, TABLE[group][side])
    if side == "good":
        assert verdict is Verdict.SATISFIED, why
    elif TABLE[group].get("partial"):
        assert verdict in {Verdict.VIOLATED, Verdict.PARTIALLY_SATISFIED}, why
    else:
        assert verdict is Verdict.VIOLATED, why
