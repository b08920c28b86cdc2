"""The compiled form of a clause: nothing is dropped, nothing is satisfied by silence."""

from __future__ import annotations

import itertools
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.judges.rules.compile import compile_clause, compile_promise, forget_compiled
from grader.model import Clause, Item, Place, Section

PLACE = Place(file="sources/worker.prose.md", lines=(9, 9))


def clause(body: str, name: str | None = None, *items: str) -> Clause:
    """A clause with that body and nested items."""
    nested = tuple(Item(text=text, place=PLACE) for text in items)
    return Clause(
        contract="worker", text=body, body=body, name=name, place=PLACE, section=Section.RETURNS, items=nested
    )


def measures(body: str, name: str | None = None, *items: str) -> list[str]:
    """The measures that a clause compiles to, in order."""
    return [each.measure for each in compile_clause(clause(body, name, *items)).requirements]


@pytest.mark.parametrize(
    ("body", "name"),
    [("a summary", "summary"), ("the release notes", "release_notes"), ("", "report"), ("a report", "report")],
)
def test_a_clause_that_only_repeats_its_name_promises_presence(body: str, name: str) -> None:
    """The only promise that a present output alone satisfies."""
    compiled = compile_clause(clause(body, name))
    assert compiled.only_named
    assert not compiled.requirements
    assert not compiled.remainder


@pytest.mark.parametrize(
    ("body", "word"),
    [("a good report", "good"), ("helpful and thorough", "thorough"), ("an appropriate summary", "appropriate")],
)
def test_words_that_nobody_can_check_are_named(body: str, word: str) -> None:
    """A vague promise has its words listed and is not presence alone."""
    compiled = compile_clause(clause(body, "report"))
    assert word in compiled.vague
    assert not compiled.only_named


def test_what_is_not_understood_is_a_remainder() -> None:
    """The whole sentence goes to judgement, with its negation marked."""
    compiled = compile_promise("never invents facts")
    assert [(each.text, each.negated) for each in compiled.remainder] == [("never invents facts", True)]


@pytest.mark.parametrize(
    "body",
    [
        "three sections are not required",
        "at least 3 sections unless the input is short",
        "3 sentences if anybody asks for them",
        "at most 3 links in the appendix of the older one",
    ],
)
def test_a_word_that_changes_the_meaning_keeps_a_measure_from_deciding(body: str) -> None:
    """Beside "not required", "unless" or an unknown place nothing that was measured could be trusted."""
    compiled = compile_promise(body)
    assert compiled.remainder
    assert all(each.narrowed or each.within for each in compiled.requirements)


def test_examples_and_notes_are_no_requirements() -> None:
    """Nested items behind "such as:" illustrate; a nested note is none either."""
    assert measures("at least 2 bullets, such as:", "tips", "eat 300 words", "run 9 sentences") == measures(
        "at least 2 bullets", "tips"
    )
    assert measures("at most 9 words", "tips", "Note: 300 words were too many") == ["words"]


def test_nested_items_are_requirements_of_their_own() -> None:
    """Each nested bullet is at least one requirement, its parent's own text is another."""
    assert len(measures("at most 90 words", "text", "at least 2 sentences", "contains the phrase `done`")) == 3


NUMBERS = itertools.count()  # no text is compiled twice
WORDS = st.sampled_from(
    'the summary contains at least 3 sources each finding has `a` and "b" or no more than words per section if not '
    "unless exactly 2-3 paragraphs . , ; : ( ) good JSON list of items must be unique sorted by date".split(" ")
)


@given(st.lists(WORDS, max_size=30))
@settings(max_examples=150)
def test_no_clause_is_satisfied_by_silence(words: list[str]) -> None:
    """Any text with a word that commits to something has a requirement, a remainder or a vague word."""
    text = " ".join(words)
    compiled = compile_promise(text)
    left = {"requirements": compiled.requirements, "remainder": compiled.remainder, "vague": compiled.vague}
    committing = {
        "sources",
        "finding",
        "`a`",
        '"b"',
        "section",
        "paragraphs",
        "JSON",
        "unique",
        "sorted",
        "date",
        "good",
    }
    if committing & set(words):
        assert any(left.values()), text


@given(st.text(max_size=400))
@settings(max_examples=150)
def test_no_text_makes_the_compiler_raise(text: str) -> None:
    """Total on arbitrary text, as a body and as a nested item."""
    compile_promise(text)
    compile_clause(clause("each item has:", "list", text))


def calls(text: str) -> int:
    """How many functions are called to compile a text: what the time is made of, on whatever machine."""
    made = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal made
        made += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        compile_promise(text)
    finally:
        sys.setprofile(before)
    return made


def grows(piece: str) -> float:
    """How many times the calls grow where the text grows sevenfold."""
    texts = (f"{piece * (length // len(piece))} x{next(NUMBERS)}" for length in (100, 1_000, 7_000))
    _, short, long = [calls(text) for text in texts]  # at the first text of a kind something is made for all
    return long / short


@pytest.mark.parametrize(
    "piece",
    [
        "(",
        "at least ",
        "`a` ",
        '"',
        "each of the ",
        "no ",
        "3 ",
        "{a: ",
        ", and ",
        "- ",
        "2-3 or ",
        "with ",
        "no a ",
        " 3 sections, ",
        "all sections and ",
        "item has `a`: ",
        "sum none `high` whose JSON 1 {a, ",
        "more between per list ",
    ],
)
def test_the_time_is_linear_in_the_text(piece: str) -> None:
    """A text seven times as long takes some seven times as many calls."""
    assert grows(piece) < 16


@given(st.lists(WORDS, min_size=1, max_size=6))
@settings(max_examples=6)
def test_the_time_is_linear_in_any_text(words: list[str]) -> None:
    """Whatever is repeated."""
    assert grows(" ".join(words) + " ") < 16


def test_a_clause_is_compiled_once_until_that_is_forgotten() -> None:
    """What is compiled anew is the same, but not the very same."""
    first = compile_clause(clause("at least 3 words", "text"))
    assert compile_clause(clause("at least 3 words", "text")) is first
    forget_compiled()
    again = compile_clause(clause("at least 3 words", "text"))
    assert again == first
    assert again is not first


def test_a_megabyte_and_ten_thousand_nested_items_are_compiled() -> None:
    """What is too long to be a promise goes to judgement whole; many items cost what each of them costs."""
    assert compile_clause(clause("word " * 200_000, "text")).remainder
    many = compile_clause(clause("each entry has:", "list", *(f"field_{index}" for index in range(10_000))))
    assert len(many.requirements) == 10_000


@pytest.mark.parametrize("outer", ["`findings`: a list, each with:", "`findings[]`:", "`findings` (array of objects):"])
def test_names_below_a_list_are_fields_of_its_items(outer: str) -> None:
    """Whatever those are called: the field above is the list, and no noun narrows it."""
    inner = tuple(Item(text=text, place=PLACE) for text in ("`id`", "`level`"))
    whole = clause("an object with:", "report").model_copy(
        update={"items": (Item(text=outer, place=PLACE, items=inner), Item(text="`title`", place=PLACE))}
    )
    fields = [each for each in compile_clause(whole).requirements if each.measure == "field"]
    assert {(each.params["name"], each.each, each.source) for each in fields} >= {
        ("id", "", "findings"),
        ("level", "", "findings"),
        ("title", None, None),
    }
