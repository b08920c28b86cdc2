"""How many times: quantities with the words that stand around what they count."""

from __future__ import annotations

from typing import Any

from grader.judges.rules.lexemes import Lexeme
from grader.judges.rules.measure import read_slots
from grader.judges.rules.phrases import Match
from grader.judges.rules.quantity import Quantity, read_quantity
from grader.judges.rules.tokens import tokenize

_ONCE = {"once": "1", "twice": "2", "thrice": "3"}
_MORE = frozenset({"more", "longer", "greater", "over", "above", "up", "upwards", "plus"})
_FEWER = frozenset({"fewer", "less", "shorter", "under", "below", "tops"})


def amount(match: Match) -> Quantity | None:
    """The quantity that a match speaks of, with its tail ("300 words or fewer")."""
    lexemes = match.slots.get("quantity") or match.slots.get("frequency") or ()
    quantity = next((lexeme.quantity for lexeme in lexemes if lexeme.quantity is not None), None)
    if quantity is None and lexemes:
        quantity = _in_words(match.normal.source[lexemes[0].start : lexemes[-1].end])
    tail = [*match.slots.get("tail", ()), *(lexeme for lexeme in lexemes[1:] if lexemes[0].quantity is not None)]
    if quantity is not None and tail:
        quantity = _with_tail(quantity, frozenset(lexeme.norm for lexeme in tail))
    if quantity is not None and lexemes[0].quantity is not None and _is_limit(match, lexemes[0]):
        quantity = _with_tail(quantity, frozenset({"most"}))
    if quantity is not None and match.phrase.fixed.get("denied"):
        quantity = _denied(quantity)
    return quantity


_LIMITS = frozenset(
    "limit limits limited limiting restrict restricted confine confined cap capped keep keeps kept keeping "
    "hold held trim "
    "trimmed stay stays fit fits stick sticks".split()
)


def _is_limit(match: Match, counted: Lexeme) -> bool:
    """Whether a lone number is the most there may be: "keep it to 3 sentences", "within 80 words"."""
    norms = [lexeme.norm for lexeme in match.normal.lexemes[match.first : match.last]]
    before = norms[: norms.index(counted.norm)]
    if before[-2:-1] and before[-1] in {"a", "an", "the", "total", "of"}:
        before = [norm for norm in before if norm not in {"a", "an", "the", "total", "of"}]
    return before[-1:] == ["within"] or (before[-1:] in (["to"], ["at"]) and bool(_LIMITS & set(before)))


def read_amount(match: Match) -> dict[str, Any] | None:
    """A match's slots, with the quantity as `amount` reads it; None if it has none."""
    quantity = amount(match)
    if quantity is None:
        return None
    return {**read_slots(match), **match.phrase.fixed, "quantity": quantity}


def _in_words(text: str) -> Quantity | None:
    tokens = tokenize(" ".join(_ONCE.get(word, word) for word in text.lower().split()))
    found = read_quantity(tokens, 0, " ".join(_ONCE.get(word, word) for word in text.lower().split()))
    return found[0].model_copy(update={"text": text}) if found is not None else None


def _with_tail(quantity: Quantity, tail: frozenset[str]) -> Quantity | None:
    number = quantity.low if quantity.low is not None else quantity.high
    if not quantity.exact or number is None:
        return quantity
    if "so" in tail:
        return Quantity(text=f"about {quantity.text}", low=number, high=number, approximate=True)
    if tail & {"no", "not"}:
        return Quantity(text=f"at most {quantity.text}", high=number) if "more" in tail else None
    if tail & _MORE or tail & {"minimum", "min", "least"}:
        return Quantity(text=f"at least {quantity.text}", low=number)
    if tail & _FEWER or tail & {"maximum", "max", "most"}:
        return Quantity(text=f"at most {quantity.text}", high=number)
    return quantity


def _denied(quantity: Quantity) -> Quantity | None:
    """What "not more than once" and the like leave: the other side of the bound; None if nothing sensible is left."""
    text = f"not {quantity.text}"
    if quantity.low is not None and quantity.high is None:
        return Quantity(text=text, high=quantity.low, below=not quantity.above)
    if quantity.high is not None and quantity.low is None:
        return Quantity(text=text, low=quantity.high, above=not quantity.below)
    return None
