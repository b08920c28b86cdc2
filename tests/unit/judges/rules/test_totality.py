"""Whatever a contract says and an agent writes, the rules answer; a fault of their own leaves one clause open."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.document import Document
from grader.judges.rules import judge
from grader.judges.rules.judge import measure_clause
from grader.judges.rules.measure import Facts
from grader.judges.rules.measures import MEASURES
from grader.judges.rules.subject import Subject
from grader.judges.rules.views import View
from grader.model import Clause, Contract, Outcome, Place, RequirementResult, Role, Section

PLACE = Place(file="sources/worker.prose.md", lines=(9, 9))
FACTS = Facts(Contract(name="worker", role=Role.NODE, source=PLACE.file))
WORDS = (
    "the summary contains at least 3 sources each finding has `a` and `b` or no more than words per section if not "
    "unless exactly 2-3 paragraphs . , ; : ( ) JSON list of items must be unique sorted by date max maximum 50% sum "
    "`len(a) >= 2` {a,b:int} first last every only between starts ends with whose `status` is `open` total about"
).split(" ")
ENDS = ["max", "maximum", "at most", "or fewer", "minimum", "and up", "tops"]


def results(text: str, output: str, file: str = "items.json", name: str | None = None) -> list[RequirementResult]:
    """What the rules say of a clause on an output."""
    clause = Clause(contract="worker", text=text, body=text, name=name, place=PLACE, section=Section.RETURNS)
    view = View(Document.of_text(f"bindings/worker/{file}", output))
    return list(measure_clause(clause, Subject((view,)), FACTS).results)


def outcome(text: str, output: str, file: str = "items.json") -> Outcome:
    """What the rules say of a clause with one requirement."""
    (only,) = results(text, output, file)
    assert "could not be measured" not in only.finding
    return only.outcome


@pytest.mark.parametrize("end", ENDS)
def test_a_bound_at_the_very_end(end: str) -> None:
    """Nothing has to stand behind it."""
    assert outcome(f"3 items {end}", "[1, 2, 3]") is Outcome.MET


@pytest.mark.parametrize(
    ("text", "output", "file", "expected"),
    [
        ("valid JSON", "[" * 3_000 + "]" * 3_000, "a.json", Outcome.UNKNOWN),
        ("valid JSON", "9" * 5_000, "a.json", Outcome.UNKNOWN),
        ("valid JSON", "[" * 300, "a.json", Outcome.NOT_MET),
        ("`n` is at least 3", '{"n": 1e400}', "a.json", Outcome.MET),
        ("`n` is at least 3", '{"n": 1e9999}', "a.json", Outcome.UNKNOWN),
        ("CSV", "a,b\n1," + "x" * 200_000 + "\n", "a.csv", Outcome.MET),
    ],
)
def test_what_is_valid_but_hard_to_read_is_not_called_broken(
    text: str, output: str, file: str, expected: Outcome
) -> None:
    """Deep nesting, long numbers, a number far beyond what a float holds, a long cell."""
    assert outcome(text, output, file) is expected


@pytest.mark.parametrize(
    "output",
    [
        "&a\n- *a\n",
        "a: &a [x, x, x, x, x, x, x, x]\n"
        + "".join(
            f"{new}: &{new} [{', '.join([f'*{old}'] * 8)}]\n" for old, new in ("ab", "bc", "cd", "de", "ef", "fg")
        ),
    ],
)
def test_aliases_without_end_are_no_data(output: str) -> None:
    """Neither a list that holds itself nor one that grows eightfold with each line is walked through."""
    for text in ("a list of at least 1 item", "each item is unique", "each item has an `id`", "valid YAML"):
        for result in results(text, output, "a.yaml"):
            assert "could not be measured" not in result.finding


def test_a_number_of_thousands_of_digits_is_left_alone() -> None:
    """In a clause, too."""
    assert all(each.outcome is Outcome.UNKNOWN for each in results(f"at most {'9' * 5_000} words", "a b c"))


def test_a_measure_that_fails_leaves_its_own_requirement_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are measured, and the finding says what happened."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(MEASURES["words"], "check", fail)
    words, phrase = results('at most 3 words, contains the phrase "a b"', "a b", "a.md")
    assert (words.outcome, words.decided_by) == (Outcome.UNKNOWN, None)
    assert "ZeroDivisionError" in words.finding
    assert phrase.outcome is Outcome.MET


def test_a_clause_that_the_compiler_fails_on_goes_to_judgement_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is measured, and nothing satisfied."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(judge, "compile_clause", fail)
    clause = Clause(contract="worker", text="3 items", body="3 items", name=None, place=PLACE, section=Section.RETURNS)
    found = measure_clause(clause, Subject((View(Document.of_text("a.md", "- a\n")),)), FACTS)
    assert [each.text for each in found.compiled.remainder] == ["3 items"]
    assert not found.results


@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join),
    st.one_of(
        st.text(max_size=200),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab") | st.text(max_size=4), inner)
            ),
            max_leaves=12,
        ).map(json.dumps),
    ),
    st.sampled_from(["a.json", "a.md", "a.yaml", "a.csv", "a.jsonl", "a.html"]),
)
@settings(max_examples=250)
def test_no_clause_and_no_output_make_a_measure_fail(text: str, output: str, file: str) -> None:
    """Whatever is promised of whatever is written."""
    for result in results(text, output, file, "a"):
        assert "could not be measured" not in result.finding, f"{text!r} on {output!r} in {file}: {result.finding}"
