"""The phrase language: what its signs mean, and that what it matches is whole lexemes."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.judges.rules.lexemes import LONGEST, normalize
from grader.judges.rules.measures import MEASURES
from grader.judges.rules.phrases import Phrase


def matches(pattern: str, text: str) -> list[str]:
    """The author's words that a phrase matches."""
    return [match.text for match in Phrase(pattern).find(normalize(text))]


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("{quantity} word~", "at least 5 words or 1 word", ["at least 5 words", "1 word"]),
        ("(begins|starts) with {text}", 'it starts with "Dear"', ['starts with "Dear"']),
        ("exact? phrase {text}", "the phrase `x` and the exact phrase `y`", ["phrase `x`", "exact phrase `y`"]),
        ("word", "a sword and words", []),
        ("{start} red", "red and red. red", ["red", "red", "red"]),
        ("red {finish}", "red, then red.", ["red."]),
        ("{open} {quantity} {close}", "a score (0 to 1)", ["(0 to 1)"]),
        ("says {free} today", "it says what it likes today", ["says what it likes today"]),
    ],
)
def test_a_sign_means_what_its_description_says(pattern: str, text: str, expected: list[str]) -> None:
    """Alternatives, optional parts, plurals, slots, anchors; only whole lexemes match."""
    assert matches(pattern, text) == expected


def test_text_can_forge_no_slot() -> None:
    """A `#` is a lexeme of its own, so "#q0" in a clause is no quantity."""
    assert matches("{quantity} words", "#q0 words") == []


def test_an_unbalanced_phrase_is_refused() -> None:
    """A phrase that can't be read is a defect that shows at once."""
    with pytest.raises(ValueError, match="unbalanced"):
        list(Phrase("a) b").find(normalize("a b")))


def test_a_match_reads_its_slots() -> None:
    """A literal without its quotes, a list's literals, a quantity."""
    (match,) = Phrase("{quantity} of {texts}").find(normalize("two of `a`, `b` or `c`"))
    assert match.literals("texts") == ("a", "b", "c")
    assert match.slots["texts"][0].joiner == "or"
    quantity = match.slots["quantity"][0].quantity
    assert quantity is not None
    assert quantity.low == 2


def test_every_phrase_of_every_measure_can_be_compiled() -> None:
    """Phrases are compiled when they may match; here all of them are."""
    phrases = [phrase for measure in MEASURES.values() for phrase in measure.phrases]
    assert len(phrases) > 100
    for phrase in phrases:
        assert phrase._expression.pattern


@given(st.text(max_size=200))
def test_any_text_has_lexemes_that_keep_their_places(text: str) -> None:
    """Lexemes are in order and inside the text."""
    lexemes = normalize(text).lexemes
    assert all(0 <= each.start < each.end <= len(text) for each in lexemes)
    assert all(left.end <= right.start for left, right in itertools.pairwise(lexemes))


def test_a_text_that_nobody_wrote_to_be_measured_is_not_taken_apart() -> None:
    """Beyond the longest text there are no lexemes, so everything in it is left to judgement."""
    assert normalize("word " * LONGEST).lexemes == ()
