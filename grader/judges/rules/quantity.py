"""Numbers and ranges as people write them: `2-3`, `at least five`, `3+`, `no more than 1,200`, `between 2 and 4`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, inf

from grader.judges.rules.numerals import read_number, shown_number
from grader.judges.rules.tokens import Kind, Token
from grader.model import Frozen, Outcome

TOLERANCE = Fraction(1, 10)  # "about 500": within a tenth is met ...
DOUBT = Fraction(1, 4)  # ... more than a quarter off is not, and between the two nobody can tell


class Quantity(Frozen):
    """What a number may be: both ends included, None for an open end. `text` is the author's own wording.

    `above` and `below` make an end exclusive. An approximate quantity has equal ends and a stated tolerance. Where the
    number is named rather than written ("at most `max_items`"), `name` holds the name and `bound` what it bounds.
    """

    text: str
    low: Fraction | None = None
    high: Fraction | None = None
    above: bool = False
    below: bool = False
    approximate: bool = False
    name: str | None = None
    bound: str = ""

    def of(self, value: Fraction) -> Quantity:
        """A named quantity, once its number is known."""
        return _bounded(self.bound, value, f"{self.text} ({shown_number(value)})")

    def denied(self) -> Quantity:
        """What "never more than" makes of "more than"."""
        if self.name is not None:
            return self.model_copy(update={"bound": {_ABOVE: _AT_MOST, _BELOW: _AT_LEAST}[self.bound]})
        if self.above:
            return Quantity(text=f"no {self.text}", high=self.low)
        return Quantity(text=f"no {self.text}", low=self.high)

    @property
    def deniable(self) -> bool:
        """Whether a negation before it turns it round: "more than", "less than"."""
        return self.above or self.below or self.bound in {_ABOVE, _BELOW}

    @property
    def exact(self) -> bool:
        """Whether it names a single number."""
        return self.low is not None and self.low == self.high and not self.approximate

    @property
    def percent(self) -> bool:
        """Whether it is a share in percent, which counts nothing."""
        return "%" in self.text or "percent" in self.text.lower()

    @property
    def counts(self) -> tuple[float, float] | None:
        """The least and the most of what can be counted; None where that isn't said in numbers, or not sharply."""
        if self.percent or self.approximate or self.name is not None:
            return None
        least = -inf if self.low is None else floor(self.low) + 1 if self.above else ceil(self.low)
        most = inf if self.high is None else ceil(self.high) - 1 if self.below else floor(self.high)
        return least, most

    def holds(self, value: float | Fraction) -> Outcome:
        """Whether `value` is such a number; unknown only in the margin of an approximate one."""
        number = Fraction(value)
        if self.approximate and self.low is not None:
            off = abs(number - self.low)
            if off <= self.low * TOLERANCE:
                return Outcome.MET
            return Outcome.NOT_MET if off > self.low * DOUBT else Outcome.UNKNOWN
        return Outcome.NOT_MET if self.too_few(number) or self.too_many(number) else Outcome.MET

    def too_few(self, value: float | Fraction) -> bool:
        """Whether `value` lies under the lower end."""
        return self.low is not None and (value <= self.low if self.above else value < self.low)

    def too_many(self, value: float | Fraction) -> bool:
        """Whether `value` lies over the upper end."""
        return self.high is not None and (value >= self.high if self.below else value > self.high)


_AT_LEAST, _ABOVE, _AT_MOST, _BELOW, _EXACT, _ABOUT = "at-least", "above", "at-most", "below", "exact", "about"
# What may stand before a number, longest first, and what it makes of it.
_BEFORE: tuple[tuple[tuple[str, ...], str], ...] = tuple(
    sorted(
        (
            (tuple(words.split()), bound)
            for bound, phrases in {
                _AT_LEAST: "at least|no fewer than|no less than|not fewer than|not less than|a minimum of|minimum of|"
                "no shorter than|not shorter than|no smaller than|no lower than|minimum|min|min .|>=|≥|=>|"
                "at a minimum|at the least|at the very least|not below|not under|from",
                _ABOVE: "more than|over|above|greater than|>|exceeding|upwards of|in excess of|larger than|"
                "longer than|higher than|bigger than|exceeds|exceed",
                _AT_MOST: "at most|no more than|not exceed|never exceed|never exceeds|not go over|"
                "never goes over|not surpass|not more than|no greater than|not greater than|up to|a maximum of|"
                "maximum of|maximum|max|max .|<=|≤|at the most|not exceeding|not over|not above|not to exceed|"
                "limited to|capped at|no longer than|not longer than|no larger than",
                _BELOW: "less than|fewer than|under|below|<|smaller than|shorter than",
                _EXACT: "exactly|precisely|just|only|=|==|equal to|equals",
                _ABOUT: "about|around|approximately|approx|approx.|roughly|~|≈|circa|some|nearly|close to",
            }.items()
            for words in phrases.split("|")
        ),
        key=lambda entry: -len(entry[0]),
    )
)
_BEFORE_BY_WORD: dict[str, list[tuple[tuple[str, ...], str]]] = {}  # by the first word, which most tokens aren't
for _words, _bound in _BEFORE:
    _BEFORE_BY_WORD.setdefault(_words[0], []).append((_words, _bound))
_AFTER: tuple[tuple[tuple[str, ...], str], ...] = (
    (("or", "more"), _AT_LEAST),
    (("or", "greater"), _AT_LEAST),
    (("or", "above"), _AT_LEAST),
    (("or", "higher"), _AT_LEAST),
    (("or", "longer"), _AT_LEAST),
    (("and", "up"), _AT_LEAST),
    (("and", "above"), _AT_LEAST),
    (("+",), _AT_LEAST),
    (("or", "fewer"), _AT_MOST),
    (("or", "less"), _AT_MOST),
    (("or", "lower"), _AT_MOST),
    (("or", "shorter"), _AT_MOST),
)


_ADDS = frozenset({"add", "adds", "added", "adding", "sum", "sums", "summing", "summed"})  # "add up to 100"


def _starts_with(tokens: Sequence[Token], at: int, words: tuple[str, ...]) -> bool:
    return len(tokens) - at >= len(words) and all(tokens[at + index].norm == word for index, word in enumerate(words))


def _bounded(bound: str, value: Fraction, text: str) -> Quantity:
    match bound:
        case "at-least":
            return Quantity(text=text, low=value)
        case "above":
            return Quantity(text=text, low=value, above=True)
        case "at-most":
            return Quantity(text=text, high=value)
        case "below":
            return Quantity(text=text, high=value, below=True)
        case "about":
            return Quantity(text=text, low=value, high=value, approximate=True)
    return Quantity(text=text, low=value, high=value)


def _range(tokens: Sequence[Token], at: int) -> tuple[Fraction, Fraction, int] | None:
    """`2-3`, `2 to 3`, `0..1`, `two or three`, `between 2 and 4`, `from 2 to 4`."""
    if at >= len(tokens):
        return None
    start, joiners = at, {"-", "–", "—", "to", "..", "or", "through"}
    if tokens[at].norm in {"between", "from"}:
        start, joiners = at + 1, {"and", "to", "-", "–", "through"}
    first = read_number(tokens, start)
    if first is None or first[1] >= len(tokens) or tokens[first[1]].norm not in joiners:
        return None
    second = read_number(tokens, first[1] + 1)
    if second is None or second[0] < first[0]:
        return None
    return first[0], second[0], second[1]


def read_quantity(tokens: Sequence[Token], at: int, source: str) -> tuple[Quantity, int] | None:
    """The quantity that begins at token `at` of `source`, and the index of the token behind it; None if none does."""

    def wording(end: int) -> str:
        return source[tokens[at].start : tokens[end - 1].end]

    bound, first = _bound_before(tokens, at)
    if bound in {None, _EXACT, _ABOUT} or tokens[at].norm == "from":
        for begin in dict.fromkeys((at, first)):
            span = _range(tokens, begin)
            if span is not None:
                low, high, last = span
                return Quantity(text=wording(last), low=low, high=high), last
    named = first + (first + 1 < len(tokens) and tokens[first].norm in {"its", "the"})  # "less than its `max`"
    if (
        bound not in {None, _ABOUT}
        and tokens[at].norm not in _LONELY
        and named < len(tokens)
        and _is_name(tokens[named])
    ):
        return Quantity(text=wording(named + 1), name=tokens[named].value, bound=bound or ""), named + 1
    number = read_number(tokens, first)
    if number is None or tokens[at].norm == "from":
        return None
    value, last = number
    if bound is None:
        bound, last = _bound_after(tokens, last)
    return _bounded(bound, value, wording(last)), last


# Before a name these are prepositions or adverbs, no bounds.
_LONELY = frozenset({"from", "over", "above", "under", "below", "just", "only", "some", "exceeding", "min", "max"})


def _is_name(token: Token) -> bool:
    return token.kind is Kind.CODE and token.value.replace(".", "_").isidentifier()


def _bound_before(tokens: Sequence[Token], at: int) -> tuple[str | None, int]:
    for words, bound in _BEFORE_BY_WORD.get(tokens[at].norm, ()):
        if _starts_with(tokens, at, words) and not (words == ("up", "to") and at > 0 and tokens[at - 1].norm in _ADDS):
            return bound, at + len(words)
    return None, at


def _bound_after(tokens: Sequence[Token], at: int) -> tuple[str, int]:
    for words, bound in _AFTER:
        if _starts_with(tokens, at, words):
            return bound, at + len(words)
    return _EXACT, at
