"""The terminal's view: nothing acts on the terminal, nothing overflows it, and what matters is said first."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from grader.check import check
from grader.model import Cause, Grade, Outcome, Place, Quote, RequirementResult, UngradedRun, Usage
from grader.reports.drawing import Detail, Look
from grader.reports.explain import explanation
from grader.reports.explain_terminal import render_explanation
from grader.reports.markdown import default_check
from grader.reports.terminal import render_check, render_run
from tests.drawn import grades, ungraded
from tests.making import N, P, S, V, grade_of, graded_contract

OUR_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")

looks = st.builds(Look, width=st.integers(40, 140), colour=st.booleans(), detail=st.sampled_from(Detail))

MIXED = grade_of(
    graded_contract("critic", [S, P, V, N, Cause.NEEDS_JUDGE], [(True, V), (False, None), (None, N)]),
    graded_contract("writer", [S]),
    graded_contract("empty", []),
)


@given(grades() | ungraded, looks)
def test_no_text_of_a_run_acts_on_the_terminal(result: Grade | UngradedRun, look: Look) -> None:
    """The only escape sequences are our colours, and there are none without colour."""
    text = render_run(result, look)
    assert not CONTROL.search(OUR_COLOURS.sub("", text) if look.colour else text)


@given(grades(), looks)
def test_an_explanation_does_not_act_on_the_terminal_either(grade: Grade, look: Look) -> None:
    """The same holds for the view of `explain`."""
    assert not CONTROL.search(OUR_COLOURS.sub("", render_explanation(explanation(grade), look)))


@given(grades() | ungraded, looks)
def test_no_line_is_wider_than_the_terminal(result: Grade | UngradedRun, look: Look) -> None:
    """Long words are folded, wide characters counted."""
    text = OUR_COLOURS.sub("", render_run(result, look) + render_check(default_check([result]), [result, result], look))
    assert max(cell_len(line) for line in text.split("\n")) <= look.width


def test_the_verdict_comes_first() -> None:
    """The first line has verdict, system and score; the second how many clauses were evaluated."""
    first, second = render_run(MIXED, Look(width=60)).split("\n")[:2]
    assert re.fullmatch(r"PARTIAL  deep-research +46\.4", first)
    assert second.startswith("  5 of 7 clauses evaluated · 1 contract fails")


@pytest.mark.parametrize("detail", Detail)
def test_each_detail_shows_what_is_violated(detail: Detail) -> None:
    """Violated clauses are always shown with their evidence and place."""
    text = render_run(MIXED, Look(detail=detail))
    assert text.count("✗ `summary`: at least 50 words  sources/critic.prose.md:11") == 1
    assert text.count("✗ if no source is found: an empty list") == 1
    assert "as it was found" in text


def test_quiet_leaves_out_what_is_not_broken() -> None:
    """Only failing contracts and their violated clauses are left."""
    text = render_run(MIXED, Look(detail=Detail.QUIET))
    assert "writer" not in text
    assert "Recommendations" not in text
    assert "✓" not in text


def test_all_else_is_in_the_normal_view() -> None:
    """Recommendations, untested paths and the wait for a judge are told."""
    text = render_run(MIXED, Look())
    assert "graded by rules alone: 1 clause waits for a model judge" in text
    assert "Recommendations" in text
    assert "→ `summary`: 50 to 100 words" in text
    assert "Untested paths" in text
    assert "declares nothing that is due" in text


def test_a_long_place_stands_above_its_quote() -> None:
    """Where the place takes half of the line or more, the quote goes below it."""
    quote = Quote(text="quoted", place=Place(file=f"bindings/{'a' * 40}.md", lines=(3, 3)))
    result = RequirementResult(text="x", measure="m", outcome=Outcome.NOT_MET, finding="found", quotes=(quote,))
    contract, [grade], _ = graded_contract(verdicts=[V])
    of = grade_of((contract, (grade.model_copy(update={"requirements": (result,)}),), ()))
    assert f"{quote.place}  quoted\n" in render_run(of, Look(width=120))
    assert f"{quote.place}\n        quoted\n" in render_run(of, Look(width=80))


def test_cost_is_told_where_there_is_any() -> None:
    """Calls, tokens and money, or that the price is unknown."""
    usage = Usage(calls=2, input_tokens=12_345, output_tokens=67, cache_read_tokens=8, usd=0.0123)
    text = render_run(MIXED.model_copy(update={"usage": usage, "judge": "some-model"}), Look())
    assert "2 calls to some-model: 12,345 tokens in (8 more from the cache), 67 out, 0.0123 USD" in text
    unknown = render_run(MIXED.model_copy(update={"usage": usage.model_copy(update={"usd": None})}), Look())
    assert "price unknown" in unknown


def test_colour_is_used_only_if_asked_for() -> None:
    """The plain text is the coloured one without its colours."""
    plain, coloured = render_run(MIXED, Look()), render_run(MIXED, Look(colour=True))
    assert "\x1b[" in coloured
    assert OUR_COLOURS.sub("", coloured) == plain


def test_the_outcome_is_the_last_line() -> None:
    """The check is told in words after a table of the runs."""
    error = UngradedRun(run="runs/x", code="missing-root", message="no root")
    text = render_check(check([MIXED], [error]), [MIXED, error], Look())
    assert text.splitlines()[-1] == "Check failure  1 of 2 runs could not be graded"
    assert "missing-root" in text
    assert render_check(check([MIXED]), [MIXED], Look()) == "Check neutral  run partial\n"


def test_further_quotes_are_counted() -> None:
    """A few are shown, all if asked for."""
    quotes = tuple(Quote(text=f"line {at}", place=Place(file="bindings/a.md", lines=(at, at))) for at in range(1, 8))
    result = RequirementResult(text="x", measure="m", outcome=Outcome.NOT_MET, finding="found", quotes=quotes)
    contract, [grade], _ = graded_contract(verdicts=[V])
    of = grade_of((contract, (grade.model_copy(update={"requirements": (result,)}),), ()))
    usual, whole = render_run(of, Look()), render_run(of, Look(detail=Detail.VERBOSE))
    assert re.search(r"and \d more quotes", usual)
    assert "line 7" not in usual
    assert "line 7" in whole
    assert "more quote" not in whole


def test_an_explanation_says_why_a_clause_is_open() -> None:
    """Where nothing was measured and nothing is left to judgement, the reason stands alone."""
    text = render_explanation(explanation(grade_of(graded_contract(verdicts=[Cause.NO_SOURCE]))), Look())
    assert "because no-source" in text
