"""Quantities with the words around what they count."""

from __future__ import annotations

import pytest

from grader.judges.rules.lexemes import normalize
from grader.judges.rules.measures.amounts import amount
from grader.judges.rules.phrases import Phrase
from grader.model import Outcome

TIMES = Phrase("appears {frequency}")
WORDS = Phrase("(keep|limit)? it? (to|within)? {quantity} words {tail}?")


@pytest.mark.parametrize(
    ("text", "met", "unmet"),
    [
        ("appears at least once", [1, 5], [0]),
        ("appears exactly twice", [2], [1, 3]),
        ("appears at most once", [0, 1], [2]),
        ("appears more than once", [2], [1]),
        ("appears three or more times", [3, 4], [2]),
        ("appears 6 times or more", [6], [5]),
        ("appears 4 times at most", [4, 0], [5]),
        ("appears less than 1 times", [0], [1]),
        ("appears no fewer than 3 times", [3], [2]),
    ],
)
def test_frequency(text: str, met: list[int], unmet: list[int]) -> None:
    """A frequency in digits or words, with what stands before and behind it."""
    quantity = amount(next(TIMES.find(normalize(text))))
    assert quantity is not None
    assert [quantity.holds(number) for number in met] == [Outcome.MET] * len(met)
    assert [quantity.holds(number) for number in unmet] == [Outcome.NOT_MET] * len(unmet)


@pytest.mark.parametrize(
    ("text", "met", "unmet"),
    [
        ("300 words or fewer", [300, 10], [301]),
        ("300 words or more", [300, 900], [299]),
        ("300 words max", [300, 1], [301]),
        ("300 words at least", [300], [299]),
        ("keep it to 50 words", [50, 3], [51]),
        ("limit it to 50 words", [50, 3], [51]),
        ("within 80 words", [80, 1], [81]),
        ("80 words", [80], [79, 81]),
    ],
)
def test_tails_and_limits(text: str, met: list[int], unmet: list[int]) -> None:
    """A lone number is exact, unless its tail or a verb of limiting says otherwise."""
    quantity = amount(next(WORDS.find(normalize(text))))
    assert quantity is not None
    assert [quantity.holds(number) for number in met] == [Outcome.MET] * len(met)
    assert [quantity.holds(number) for number in unmet] == [Outcome.NOT_MET] * len(unmet)
