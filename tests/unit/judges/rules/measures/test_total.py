"""No wording and no output makes a measure of a text raise, and all that it quotes stands in the output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.document import Document
from grader.judges.rules.compile import compile_promise
from grader.judges.rules.engine import check
from grader.judges.rules.measure import Facts
from grader.judges.rules.measures.text import LONG
from grader.judges.rules.views import View
from grader.model import Contract, Origin, Outcome, Role
from tests.tables import read_table

TABLE: dict[str, list[list[Any]]] = read_table(Path(__file__).parents[1] / "paraphrases.yaml")
WORDINGS = [row[0] for rows in TABLE.values() for row in rows]
FRAGMENTS = sorted({word for wording in WORDINGS for word in wording.split()})
FACTS = Facts(
    contract=Contract(name="worker", role=Role.NODE),
    inputs={"request": Document.of_text("bindings/caller/request.md", "Name a river.", origin=Origin.INPUT)},
)
MARKS = 'Word forest * ** *** _ # - 1. [a] << >> P.S. " , . ß 한 İ ` ``` { }'.split()
OUTPUTS = st.lists(
    st.sampled_from([*MARKS, "\n", "\n\n", " ", "- ", "1. ", "SECTION 1"]),
    max_size=40,
).map("".join)


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=25))
def test_any_words_compile(words: list[str]) -> None:
    """Words in any order become requirements or a remainder, never an error."""
    compile_promise(" ".join(words), "response", of_value=True)


@given(st.sampled_from(WORDINGS), OUTPUTS)
def test_findings_quote_the_output(wording: str, output: str) -> None:
    """Whatever a measure quotes of an output stands there."""
    document = Document.of_text("bindings/worker/response.md", output)
    for requirement in compile_promise(wording, "response", of_value=True).requirements:
        finding = check(requirement, (View(document),), FACTS, "response")
        assert finding.text
        assert all(quote.text in output for quote in finding.quotes)


@pytest.mark.parametrize("wording", [rows[0][0] for rows in TABLE.values()])
def test_a_long_output_comes_out_like_its_beginning_where_that_settles_it(wording: str) -> None:
    """What is true of any number of repetitions is found in a text over the limit as well."""
    piece = "The forest stood by the river and a dog slept in it.\n\n"
    short, long = piece * 60, piece * (LONG // len(piece) + 60)
    for requirement in compile_promise(wording, "response", of_value=True).requirements:
        outcomes = [
            check(requirement, (View(Document.of_text("a.md", text)),), FACTS, "response").outcome
            for text in (short, long)
        ]
        if requirement.measure not in {"words", "sentences", "paragraphs", "letter-frequency", "keyword-frequency"}:
            assert outcomes[0] is outcomes[1]
        else:
            assert Outcome.UNKNOWN not in outcomes
