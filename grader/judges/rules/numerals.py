"""Numbers as people write them, in digits or in words: `1,200`, `10k`, `twenty-five`, `half a dozen`."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from text_to_num import text2num

from grader.judges.rules.tokens import Kind, Token
from grader.judges.rules.wordlists import words

_MANY = {"dozen": 12, "pair": 2}  # a "score" is a rating here, and "a couple" may be a few
_SCALES = {"k": 1_000, "thousand": 1_000, "million": 1_000_000, "m": 1_000_000}
_NUMBER_WORDS = words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million"
)
_PERCENT = frozenset({"%", "percent"})
_LONGEST = 8  # words of a number
_MOST_DIGITS = 300  # of a number that anybody promises

_MOST_SHOWN = 10**15  # a larger whole number is shown by its first digits

Read = tuple[Fraction, int]  # a number and the index of the token behind it


def read_number(tokens: Sequence[Token], at: int) -> Read | None:
    """The number that begins at token `at`, and the index behind it; None if none does."""
    if at >= len(tokens):
        return None
    if tokens[at].kind is Kind.NUMBER:
        return _digits(tokens, at)
    if _is_minus(tokens, at):
        found = _digits(tokens, at + 1)
        return None if found is None else (-found[0], found[1])
    if tokens[at].kind is Kind.WORD:
        return _dozens(tokens, at) or _in_words(tokens, at)
    return None


def shown_number(value: Fraction) -> str:
    """A number for a person: whole ones as they are, others and very large ones by their first digits."""
    if value.denominator == 1 and abs(value) < _MOST_SHOWN:
        return str(value.numerator)
    return f"{(Decimal(value.numerator) / Decimal(value.denominator)).normalize():.6g}"  # a float might not hold it


def _is_minus(tokens: Sequence[Token], at: int) -> bool:
    """A sign stands right before its number, and apart from what comes before it."""
    if tokens[at].norm not in {"-", "−"} or at + 1 >= len(tokens) or tokens[at + 1].kind is not Kind.NUMBER:
        return False
    apart = at == 0 or tokens[at - 1].end < tokens[at].start or tokens[at - 1].norm in {"(", "["}
    return apart and tokens[at].end == tokens[at + 1].start


def _digits(tokens: Sequence[Token], at: int) -> Read | None:
    if len(tokens[at].value) > _MOST_DIGITS:
        return None
    value, end = Fraction(tokens[at].value.replace(",", "")), at + 1
    scale = tokens[end] if end < len(tokens) else None
    if scale is not None and scale.norm in _SCALES and (scale.start == tokens[at].end or len(scale.norm) > 1):
        return value * _SCALES[scale.norm], end + 1
    if scale is not None and scale.norm in _PERCENT:
        return value, end + 1
    return value, end


def _dozens(tokens: Sequence[Token], at: int) -> Read | None:
    """`a dozen`, `a pair of`, `half a dozen`."""
    norms = [token.norm for token in tokens[at : at + 4]]
    share = Fraction(1, 2) if norms[:2] == ["half", "a"] else Fraction(1)
    skip = 2 if share < 1 else int(norms[0] in {"a", "one"})
    if skip >= len(norms) or norms[skip] not in _MANY or (skip == 0 and norms[0] != "dozen"):
        return None
    end = at + skip + 1
    return share * _MANY[norms[skip]], end + (end < len(tokens) and tokens[end].norm == "of")


def _in_words(tokens: Sequence[Token], at: int) -> Read | None:
    end = at
    while end < len(tokens) and end - at < _LONGEST and _is_number_word(tokens, end, at):
        end += 1
    if end == at:
        return None
    try:
        return Fraction(int(text2num(" ".join(token.norm for token in tokens[at:end]), "en"))), end
    except ValueError:
        return None


def _is_number_word(tokens: Sequence[Token], index: int, first: int) -> bool:
    norm = tokens[index].norm
    if norm == "and":  # only as in "one hundred and twenty"
        after = tokens[index + 1].norm if index + 1 < len(tokens) else ""
        return index > first and tokens[index - 1].norm in {"hundred", "thousand"} and after in _NUMBER_WORDS
    return tokens[index].kind is Kind.WORD and all(part in _NUMBER_WORDS for part in norm.split("-"))
