"""Reading a text: words, sentences, and where a literal stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.judges.rules.measures.text import (
    LONG,
    WORD,
    count_sentences,
    count_words,
    occurrences,
    sentence_spans,
)

PIECES = st.lists(st.sampled_from(["ab", "A", "'", "’", " ", "-", "_", "1", "\n", ".", "it's", "grid", "Grid"]))


@pytest.mark.parametrize("word", ["naïve", "Straße", "don’t", "plain"])
def test_words_of_a_long_text_are_counted_in_any_alphabet(word: str) -> None:
    """Letters beyond ASCII part no words, however long the text is."""
    assert count_words(f"{word} " * LONG) == LONG


@given(PIECES)
def test_words_of_a_long_text_are_counted_like_those_of_a_short_one(pieces: list[str]) -> None:
    """The fast count of a long text is the count that the pattern gives."""
    text = "".join(pieces).replace("’", "'")
    long = (text + " ") * (LONG // (len(text) + 1) + 1)
    assert count_words(long) == sum(1 for _ in WORD.finditer(long))


@given(PIECES)
def test_literals_of_a_long_text_are_found_like_those_of_a_short_one(pieces: list[str]) -> None:
    """Whether a text is long changes nothing in where a word stands."""
    text = "".join(pieces).replace("’", "'")
    short = occurrences(text, "grid")
    long = occurrences(text + " " * LONG, "grid")
    assert long == short


@pytest.mark.parametrize(
    ("text", "literal", "count"),
    [
        ("grid, grids, gridlock", "grid", 1),
        ("GRID Grid grid", "grid", 3),
        ("a grid\nview", "grid view", 1),
        ("the grid's edge", "grid", 1),
        ("C++ and c++", "C++", 2),
        ("anything", " ", 0),
    ],
)
def test_a_literal_stands_as_whole_words(text: str, literal: str, count: int) -> None:
    """Parts of words are no occurrences; white space in a literal matches any."""
    assert len(occurrences(text, literal)) == count


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        ("One.", 1, 1),
        ("One.\n\n…\n\nTwo.", 2, 2),
        ("One. Two! Three?", 3, 3),
        ("No full stop at the end", 1, 1),
        ("Dr. Who met Mr. Smith at St. Ives.", 1, 1),
        ("Der Umzug beginnt am 3. Mai, z. B. bei Regen. Er endet bald.", 2, 2),
        ("# Heading\n\nOne.", 1, 1),
        ("Do it like this:\n\n1. Open it.\n2. Close it.", 3, 5),
        ("- one item of a list\n- another item of a list", 1, 2),
        ("Dear Jake,\n\nI am well.\n\nYours,", 1, 1),
        ("यह एक वाक्य है। यह दूसरा है।", 2, 2),
    ],
)
def test_sentences_are_counted_as_far_as_they_are_certain(text: str, least: int, most: int) -> None:
    """What may or may not be a sentence widens the count instead of deciding it."""
    assert count_sentences(text) == (least, most)


@given(st.text(max_size=300))
def test_sentences_never_overlap(text: str) -> None:
    """Sentences stand one after the other, inside the text."""
    at = 0
    for start, end in sentence_spans(text):
        assert at <= start < end <= len(text)
        at = end
