"""The inside of a paragraph."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.openprose.inline import (
    Passage,
    code_spans,
    collapse,
    mask_code,
    mask_nested,
    sentence_starts,
    without_comments,
)

MARKED = st.text(alphabet='`\\"“”()[]{}<!->.?! \nab', max_size=60)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("a `b` c", ["`b`"]),
        ("``a ` b`` `c`", ["``a ` b``", "`c`"]),
        ("`a `` b` c", ["`a `` b`"]),
        ("`a", []),
        ("\\`a `b`", ["`b`"]),
        ("`a\\` b", ["`a\\`"]),
        ("`a\nb`", ["`a\nb`"]),
        ("", []),
    ],
)
def test_code_spans_are_found_as_commonmark_says(text: str, spans: list[str]) -> None:
    """A run of backticks is closed by the next run of its length; an escaped one opens nothing."""
    assert [text[start:end] for start, end in code_spans(text)] == spans


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("a `b: c` d", "a `````` d"),
        ("a (b: c) d", "a `````` d"),
        ("a (b [c) d", "a (b [c) d"),
        ("(a (b) [c] d)", "`" * 13),
        ('a "b: c" d "e', 'a `````` d "e'),
        ("a (`)`) b", "a ````` b"),
    ],
)
def test_what_stands_in_brackets_quotes_and_code_is_masked(text: str, masked: str) -> None:
    """Only where something closes it."""
    assert mask_nested(text) == masked


@given(MARKED)
def test_masks_keep_every_place(text: str) -> None:
    """A mask is as long as its text and differs from it only by mask characters."""
    for masked in (mask_code(text), mask_nested(text)):
        assert len(masked) == len(text)
        assert all(one in {other, "`"} for one, other in zip(masked, text, strict=True))


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("one. two", ["one.", "two"]),
        ("Pages, e.g. this one, i.e. those. Next", ["Pages, e.g. this one, i.e. those.", "Next"]),
        ("Version 1.2 of `a. b` (see c. d). Next", ["Version 1.2 of `a. b` (see c. d).", "Next"]),
        ("It says *so.* Next", ["It says *so.*", "Next"]),
        ("It says so...\nNext", ["It says so...", "Next"]),
        ("Approx. five vs. six. Next", ["Approx. five vs. six.", "Next"]),
        ("One.", ["One."]),
        ("", []),
    ],
)
def test_sentences_are_told_apart(text: str, sentences: list[str]) -> None:
    """A stop after an abbreviation, in a number, in code or in brackets ends nothing."""
    assert [part.text for part in Passage(text, 1).split(sentence_starts(text))] == sentences


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("a <!-- b --> c", "a  c"),
        ("a <!-- b\nc --> d", "a \n d"),
        ("`<!-- a -->` b", "`<!-- a -->` b"),
        ("a <!-- b", "a <!-- b"),
        ("<!-->a<!-- -->b", "ab"),
        ("a --> b", "a --> b"),
    ],
)
def test_comments_are_taken_out_and_their_lines_kept(text: str, without: str) -> None:
    """So that what follows keeps its line."""
    assert without_comments(text) == without


@given(MARKED)
def test_taking_comments_out_keeps_the_number_of_lines(text: str) -> None:
    """On any text."""
    assert without_comments(text).count("\n") == text.count("\n")


@given(MARKED, st.lists(st.integers(0, 60), max_size=5))
def test_a_split_passage_keeps_its_words_and_lines(text: str, offsets: list[int]) -> None:
    """Each part stands on the lines that it names, and nothing but white space is lost."""
    cuts = sorted({min(offset, len(text)) for offset in offsets})
    parts = list(Passage(text, 7).split(cuts))
    lines = text.split("\n")
    for part in parts:
        assert part.text.split("\n")[0] in lines[part.first - 7]
        assert part.last - part.first == part.text.count("\n")
    assert re.sub(r"\s", "", "".join(part.text for part in parts)) == re.sub(r"\s", "", text)


def test_white_space_collapses() -> None:
    """Of every kind, also at the ends."""
    assert collapse(" a\t\u00a0b \n c\u2028") == "a b c"
