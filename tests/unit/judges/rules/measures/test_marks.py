"""Marked passages of a long text."""

from __future__ import annotations

import pytest

from grader.document import Document
from grader.judges.rules.compile import compile_promise
from grader.judges.rules.engine import check
from grader.judges.rules.finding import Finding
from grader.judges.rules.measure import Facts
from grader.judges.rules.measures.text import LONG
from grader.judges.rules.views import View
from grader.model import Contract, Outcome, Role

FACTS = Facts(contract=Contract(name="worker", role=Role.NODE))
WORDS = "a word " * (LONG // 7)
UP_TO_THE_LINK = "a" * (LONG - len("[map]"))  # so that a piece of the text ends between the link's text and its target


def measured(clause: str, text: str) -> Finding:
    """What the only requirement of a clause finds in a text."""
    (requirement,) = compile_promise(clause, "letter").requirements
    return check(requirement, (View(Document.of_text("bindings/worker/letter.md", text)),), FACTS, "letter")


@pytest.mark.parametrize(
    ("clause", "text", "outcome", "said"),
    [
        ("at least 2 placeholders in square brackets", f"[name] [town] {WORDS}[date]", Outcome.MET, "2 placeholders"),
        ("at least 3 placeholders in square brackets", f"[name] [town] {WORDS}[date]", Outcome.MET, "3 placeholders"),
        ("at most 1 placeholder in square brackets", f"[name] [town] {WORDS}", Outcome.NOT_MET, "2 placeholders"),
        ("at most 2 placeholders in square brackets", f"[name] [town] {WORDS}", Outcome.MET, "2 placeholders"),
        ("no placeholders in square brackets", f"{UP_TO_THE_LINK}[map](https://a.example)", Outcome.MET, "0 "),
    ],
)
def test_marks_of_a_long_text_are_counted_as_far_as_needed(clause: str, text: str, outcome: Outcome, said: str) -> None:
    """Those at the beginning settle a least number, or that there are too many; a link is none wherever it stands."""
    found = measured(clause, text)
    assert (found.outcome, found.text.startswith(said)) == (outcome, True)
