"""The Markdown report: what it says, at which length, and that no run's text ever acts in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.model import Cause, Grade, Outcome, Place, Quote, RequirementResult, UngradedRun, Usage
from grader.reports.level import Level
from grader.reports.markdown import fit, render, report
from tests.drawn import grades, ungraded
from tests.making import N, P, S, V, grade_of, graded_contract

GFM = MarkdownIt("gfm-like")
OURS = re.compile(r"<details><summary>What is satisfied \(\d+\)</summary>\n|</details>\n?")
PLACE = "https://github.example/blob/"


def link(run: str, place: Place) -> str:
    """An address with everything of the place in it, unescaped."""
    return f"{PLACE}{run}/{place.file}#L{place.lines[0]}"


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or [])


MIXED = grade_of(
    graded_contract("critic", [S, P, V, N, Cause.NEEDS_JUDGE, Cause.SUPERSEDED], [(True, V), (False, None), (None, N)]),
    graded_contract("empty", []),
)
UNGRADED = UngradedRun(
    run="runs/x", code="no-outputs", message="Nothing is published", place="bindings/", hint="Publish"
)


# --- safety ----------------------------------------------------------------------------------------------------------


@given(st.lists(grades() | ungraded, max_size=2), st.sampled_from(Level))
def test_nothing_of_a_run_acts_in_the_report(results: list[Grade | UngradedRun], level: Level) -> None:
    """However hostile its text, no image, HTML, foreign link or mention comes of it, and no block ends early."""
    tokens = list(_all(GFM.parse(render(results, level=level, link=link))))
    assert "image" not in {token.type for token in tokens}
    for token in tokens:
        if token.type == "html_block":
            assert OURS.fullmatch(token.content)
        elif token.type == "html_inline":
            assert token.content in {"<sub>", "</sub>"}
        elif token.type == "link_open":
            assert str(token.attrs["href"]).startswith(PLACE)
        elif token.type == "text":
            assert not re.search(r"[@#$]\w|://|www\.|:[a-z]+:|(?<!\w)[0-9a-f]{7,40}(?!\w)", token.content)


@given(grades())
def test_the_structure_is_ours_whatever_the_text(grade: Grade) -> None:
    """Headings, tables and fences are those of the same report with harmless text."""
    sections = {"h2", "h3", "table", "details"}

    def outline(of: Grade) -> list[str]:
        tokens = [token for token in _all(GFM.parse(report(of))) if token.type.endswith("_open")]
        return [token.tag for token in tokens if token.tag in sections]

    assert outline(grade) == outline(_harmless(grade))


def _harmless(grade: Grade) -> Grade:
    """The grade with its contracts' names and its system's replaced."""
    contracts = tuple(
        it.model_copy(update={"contract": it.contract.model_copy(update={"name": "plain"})}) for it in grade.contracts
    )
    return grade.model_copy(update={"contracts": contracts, "system": "plain", "run_path": "plain"})


# --- what it says ----------------------------------------------------------------------------------------------------


def test_the_verdict_comes_first() -> None:
    """The first line has the system, the verdict, the score, and how many clauses were evaluated."""
    first = report(MIXED).split("\n", 1)[0]
    assert first == "## ❌ `deep-research`: violated, 37.5 of 100 (4 of 7 clauses evaluated)"


def test_what_is_broken_comes_before_all_else() -> None:
    """After the headline, violated clauses come first, then what falls short, and what is satisfied comes last."""
    text = report(MIXED)
    titles = [
        "What is broken",
        "What falls short",
        "Contracts",
        "Recommendations",
        "What was not evaluated, and why",
        "What is satisfied (1)",
        "Untested paths",
    ]
    assert [text.index(title) for title in titles] == sorted(text.index(title) for title in titles)


def test_an_error_says_what_to_do() -> None:
    """A run that can't be graded has its code, message and hint."""
    text = report(UNGRADED)
    assert text.startswith("## 🛑 `runs/x` could not be graded: `no-outputs`\n\nNothing is published\n\nPublish\n")


def test_several_runs_are_listed_worst_first() -> None:
    """The page over several runs begins with its outcome, then lists errors, violated, partial and satisfied runs."""
    good, bad = grade_of(graded_contract(), path="runs/good"), grade_of(graded_contract(verdicts=[V]), path="runs/bad")
    text = render([good, bad, UNGRADED])
    assert text.startswith("## ❌ 1 of 3 runs could not be graded\n")
    assert text.index("runs/x") < text.index("runs/bad") < text.index("runs/good")


def test_no_run_says_so() -> None:
    """Nothing to grade is a report too."""
    assert render([]).startswith("## ✅ No run to grade\n")


def test_rewrites_are_ready_to_be_taken() -> None:
    """A recommendation shows the clause and its new wording as changed lines."""
    text = report(grade_of(graded_contract(verdicts=[N])))
    assert "```diff\n- `summary`: at least 50 words\n+ `summary`: 50 to 100 words\n```" in text


def test_places_are_links_where_there_are_addresses() -> None:
    """A place is a link if the caller knows its address, else code."""
    text = report(grade_of(graded_contract(verdicts=[V])), link)
    assert f"[`sources/worker.prose.md:9`]({PLACE}runs/20260101-120000-abc123/sources/worker.prose.md#L9)" in text
    assert "](" not in report(grade_of(graded_contract(verdicts=[V])))


# --- how long it is --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", list(Level)[1:])
def test_each_level_says_what_it_leaves_out_and_is_shorter(level: Level) -> None:
    """Down the ladder a report only gets shorter, and names what is missing."""
    many = [grade_of(graded_contract(verdicts=[S, P, V, N] * 9), path=f"runs/{number}") for number in range(30)]
    assert level.left_out in render(many, level=level)
    assert len(render(many, level=level)) < len(render(many, level=Level(level - 1)))


def test_a_report_that_fits_is_whole() -> None:
    """Nothing is left out without need."""
    text, level = fit([MIXED])
    assert (text, level) == (render([MIXED]), Level.FULL)


@pytest.mark.parametrize(("characters", "size"), [(2_000, 10**6), (10**6, 2_000), (700, 700)])
def test_a_long_report_goes_down_the_ladder_until_it_fits(characters: int, size: int) -> None:
    """Both limits hold, and the level is the most detailed one within them."""
    results = [MIXED, grade_of(graded_contract(verdicts=[V] * 40), path="runs/long")]
    text, level = fit(results, max_characters=characters, max_bytes=size)
    assert len(text) <= characters
    assert len(text.encode()) <= size
    above = render(results, level=Level(level - 1))
    assert len(above) > characters or len(above.encode()) > size


def test_the_shortest_report_is_short_whatever_it_is_about() -> None:
    """Thousands of runs with the longest names still give a report that fits a comment."""
    wide = "é" * 4000
    many = [grade_of(graded_contract(), path=f"runs/{wide}{number}") for number in range(3000)]
    text = render(many, level=Level.OUTCOME)
    assert len(text) < 4_000
    alone = grade_of(graded_contract()).model_copy(update={"system": wide, "run_path": wide})
    error = UNGRADED.model_copy(update={"run": wide, "message": wide, "hint": wide})
    assert max(len(render([it], level=Level.OUTCOME)) for it in (alone, error)) < 4_000
    assert "and 2990 more runs" in text


def test_a_report_that_never_fits_is_the_shortest() -> None:
    """Nothing shorter than the bare outcome can be said."""
    assert fit([MIXED], max_characters=10) == (render([MIXED], level=Level.OUTCOME), Level.OUTCOME)


def test_cost_is_told_where_there_is_any() -> None:
    """Calls, tokens and money have a section of their own."""
    usage = Usage(calls=1, input_tokens=1_000, output_tokens=10, usd=0.5)
    text = report(MIXED.model_copy(update={"usage": usage, "judge": "Some-Model"}))
    assert "### Cost\n\n1 call to Some-Model: 1,000 tokens in, 10 out, 0.5000 USD\n" in text
    assert "### Cost" not in report(MIXED)


def test_a_missing_answer_is_a_warning() -> None:
    """An incomplete grade says so right below its headline."""
    grade = grade_of(graded_contract(verdicts=[S, Cause.INCOMPLETE]), judge="some-model")
    assert "> [!WARNING]\n> Incomplete: the model judge gave no usable answer for 1 clause.\n" in report(grade)


def test_quotes_are_exact() -> None:
    """A quote of one line is code beside its place, a longer one a fenced block, both to the letter."""
    quotes = (
        Quote(text="a `b` | c", place=Place(file="bindings/a.md", lines=(3, 3))),
        Quote(text="x\n```\ny", place=Place(file="bindings/a.md", lines=(5, 7))),
    )
    result = RequirementResult(text="x", measure="m", outcome=Outcome.NOT_MET, finding="found", quotes=quotes)
    contract, [grade], _ = graded_contract(verdicts=[V])
    text = report(grade_of((contract, (grade.model_copy(update={"requirements": (result,)}),), ())))
    block = "  > found\\\n  > `bindings/a.md:3`: ``a `b` | c``\\\n  > `bindings/a.md:5-7`\n"
    assert f"{block}  > ````text\n  > x\n  > ```\n  > y\n  > ````\n" in text


def test_a_caller_may_ask_for_less() -> None:
    """`at_least` leaves out more from the start."""
    assert fit([MIXED], at_least=Level.CONTRACTS)[1] is Level.CONTRACTS
