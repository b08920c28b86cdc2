"""Numbers and ranges as people write them, and what they allow."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.judges.rules.quantity import Quantity, read_quantity
from grader.judges.rules.tokens import tokenize
from grader.model import Outcome


def read(text: str) -> Quantity | None:
    """The quantity that a text begins with."""
    found = read_quantity(tokenize(text), 0, text)
    return found[0] if found else None


@pytest.mark.parametrize(
    ("text", "allowed", "refused"),
    [
        ("at least 5", [5, 6, 500], [4]),
        ("no fewer than five", [5, 6], [4]),
        ("5 or more", [5, 6], [4]),
        ("5+", [5, 6], [4]),
        (">= 5", [5, 6], [4]),
        ("≥ 5", [5, 6], [4]),
        ("more than 5", [6], [5]),
        ("over five", [6], [5]),
        ("up to 3", [0, 3], [4]),
        ("at most three", [0, 3], [4]),
        ("no more than 1,200", [1200], [1201]),
        ("3 or fewer", [3], [4]),
        ("a maximum of 3", [3], [4]),
        ("less than 10", [9], [10]),
        ("fewer than ten", [9], [10]),
        ("under 10", [9], [10]),
        ("exactly 3", [3], [2, 4]),
        ("three", [3], [2, 4]),
        ("2-3", [2, 3], [1, 4]),
        ("2 to 3", [2, 3], [1, 4]),
        ("two or three", [2, 3], [1, 4]),
        ("between 2 and 4", [2, 3, 4], [1, 5]),
        ("0..1", [0, 0.5, 1], [1.1]),
        ("a dozen", [12], [11]),
        ("half a dozen", [6], [5, 12]),
        ("one hundred and twenty", [120], [100]),
        ("twenty-five", [25], [20]),
        ("10k", [10_000], [10]),
    ],
)
def test_a_wording_allows_what_it_says(text: str, allowed: list[float], refused: list[float]) -> None:
    """The bound, its direction and whether it is included."""
    quantity = read(text)
    assert quantity is not None
    assert all(quantity.holds(value) is Outcome.MET for value in allowed)
    assert all(quantity.holds(value) is Outcome.NOT_MET for value in refused)
    assert quantity.text == text


@pytest.mark.parametrize(("value", "outcome"), [(500, "met"), (450, "met"), (400, "unknown"), (370, "not_met")])
def test_about_leaves_a_margin_in_which_nobody_can_tell(value: int, outcome: str) -> None:
    """Within a tenth is met, more than a quarter off is not, and between the two it is unknown."""
    quantity = read("about 500")
    assert quantity is not None
    assert quantity.holds(value) == outcome


@pytest.mark.parametrize(
    "text",
    [
        "an apple",
        "the first",
        "from here",
        "none",
        "up to date",
        "over there",
        "a pair-wise",
        "twenty thirty",
        "a couple of",
    ],
)
def test_other_words_are_no_quantity(text: str) -> None:
    """A word that may stand before a number is no number."""
    assert read(text) is None


def test_a_bound_may_be_named_instead_of_written() -> None:
    """`at most `max_items`` becomes a bound once the input is known."""
    quantity = read("at most `max_items`")
    assert quantity is not None
    assert quantity.name == "max_items"
    known = quantity.of(Fraction(3))
    assert (known.holds(3), known.holds(4)) == (Outcome.MET, Outcome.NOT_MET)


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_a_range_allows_exactly_what_lies_between_its_ends(low: int, high: int) -> None:
    """Both ends included; a range whose ends are swapped is none."""
    quantity = read(f"between {low} and {high}")
    if low > high:
        assert quantity is None
        return
    assert quantity is not None
    assert [quantity.holds(value) for value in (low - 1, low, high, high + 1)] == ["not_met", "met", "met", "not_met"]


@given(st.text(max_size=80))
def test_no_text_makes_it_raise(text: str) -> None:
    """Every position of every text is read or refused."""
    tokens = tokenize(text)
    for at in range(len(tokens)):
        found = read_quantity(tokens, at, text)
        assert found is None or at < found[1] <= len(tokens)
