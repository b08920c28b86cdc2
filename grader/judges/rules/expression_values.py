"""Values of expressions: exact numbers, comparisons, and the functions that expressions may call."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grader.judges.rules.far_numbers import FarNumber


class Unknown(Exception):
    """The expression has no value: a name that nothing stands for, a call that isn't allowed, too much work."""


_LONGEST_NUMBER = 300  # characters


class Spread(list[Any]):
    """The values of one field in all entries: a list for `sum`, and compared entry by entry.

    `of` says where each entry stands, so that two fields of the same entries are compared within each.
    """

    of: tuple[Any, ...] = ()


def exact(value: Any) -> Any:
    """A number as a fraction of the decimal that was written; anything else as it is."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, float):
        if isinstance(value, FarNumber) and not value.workable:
            raise Unknown("a number is too far from zero, or too near, to be worked out")
        if not math.isfinite(value) and not isinstance(value, FarNumber):
            raise Unknown("a number isn't finite")
        return Fraction(repr(value))
    return value


def as_number(value: Any) -> Fraction:
    """A value as an exact number, also one that is written in a text. Raises Unknown."""
    value = exact(value)
    if isinstance(value, bool):
        return Fraction(int(value))
    if isinstance(value, Fraction):
        return value
    if isinstance(value, str):
        if len(value) > _LONGEST_NUMBER or "e" in value.casefold():  # 1e999999999 would be computed
            raise Unknown(f"“{value[:40]}” is no number")
        try:
            return Fraction(value.strip().removeprefix("$").removesuffix("%").replace(",", ""))
        except (ValueError, ZeroDivisionError):
            raise Unknown(f"“{value[:40]}” is no number") from None
    raise Unknown("a value is no number")


def equal(left: Any, right: Any) -> bool:
    """Whether two values are the same, a number and its text included."""
    left, right = exact(left), exact(right)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(equal, left, right))
    if {type(left), type(right)} == {Fraction, str}:
        try:
            return as_number(left) == as_number(right)
        except Unknown:
            return False
    return bool(left == right)


def comparable(values: Sequence[Any]) -> list[Any]:
    """Values that have an order: numbers, written as text or not, or texts. Raises Unknown.

    By their letters "10:00" comes before "9:30" and "1.10" before "1.9": such texts have no order that nobody doubts.
    """
    try:
        return [as_number(each) for each in values]
    except Unknown:
        if not all(isinstance(each, str) for each in values):
            raise
    if sorted(values) != sorted(values, key=_natural):
        raise Unknown("texts that can be ordered in more than one way")
    return list(values)


def _natural(text: str) -> tuple[list[tuple[int, str]], str]:
    """What a text is ordered by where its numbers count as numbers, and capitals don't."""
    parts = [part.lstrip("0") if at % 2 else part for at, part in enumerate(re.split(r"([0-9]+)", text.casefold()))]
    return [(len(part) if at % 2 else 0, part) for at, part in enumerate(parts)], text  # more digits are more


def ordered(operator: ast.cmpop, left: Any, right: Any) -> bool:
    """Whether two values stand in that order. Raises Unknown."""
    left, right = comparable((left, right))
    if isinstance(operator, ast.Lt):
        return bool(left < right)
    if isinstance(operator, ast.LtE):
        return bool(left <= right)
    return bool(left > right) if isinstance(operator, ast.Gt) else bool(left >= right)


def contains(holder: Any, value: Any) -> bool:
    """Whether a list has the entry, an object the key, a text the part. Raises Unknown."""
    if isinstance(holder, str):
        if not isinstance(value, str):
            raise Unknown("a text holds only texts")
        return value in holder
    if isinstance(holder, Mapping):
        return value in holder
    if isinstance(holder, list):
        found = any(equal(each, value) for each in holder)
        if not found and not isinstance(value, Mapping) and any(isinstance(each, Mapping) for each in holder):
            raise Unknown("what names the entries of a list can't be told")
        return found
    raise Unknown("what it should be in is no list")


def stands_apart(value: Any, holder: Any) -> bool:
    """Whether a text that a text has is more than a part of a word there; true of all else."""
    if not isinstance(value, str) or not isinstance(holder, str) or value not in holder:
        return True
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", holder) is not None


def member(value: Any, name: str) -> Any:
    """An object's member, spelling of its key aside. Raises Unknown."""
    if isinstance(value, Mapping):
        if name in value:
            return exact(value[name])
        folded = name.replace("_", "").replace("-", "").casefold()
        for key, member in value.items():
            if str(key).replace("_", "").replace("-", "").casefold() == folded:
                return exact(member)
    raise Unknown(f"`{name}` isn't there")


def _size(arguments: list[Any]) -> Any:
    if len(arguments) == 1 and isinstance(arguments[0], (list, str, Mapping)):
        return Fraction(len(arguments[0]))
    raise Unknown("only a list, a text or an object has a length")


def _items(arguments: list[Any]) -> list[Any]:
    if len(arguments) == 1:
        if isinstance(arguments[0], list):
            return arguments[0]
        if isinstance(arguments[0], Mapping):
            return list(arguments[0].values())
        raise Unknown("a value is no list")
    return arguments


def _numbers(arguments: list[Any]) -> list[Fraction]:
    return [as_number(each) for each in _items(arguments)]


def _some(arguments: list[Any]) -> list[Any]:
    values = _items(arguments)
    if not values:
        raise Unknown("an empty list has no least and no greatest entry")
    return comparable(values)


def _unique(values: list[Any]) -> list[Any]:
    found: dict[Any, Any] = {}
    for value in values:
        found.setdefault(_key(value), value)
    return list(found.values())


def _key(value: Any) -> Any:
    value = exact(value)
    if isinstance(value, list):
        return ("list", *(_key(each) for each in value))
    if isinstance(value, Mapping):
        return ("object", *sorted((str(key), _key(each)) for key, each in value.items()))
    return (type(value).__name__, value)


def _average(arguments: list[Any]) -> Fraction:
    numbers = _numbers(arguments)
    if not numbers:
        raise Unknown("an empty list has no average")
    return sum(numbers, Fraction(0)) / len(numbers)


def _is_unique(arguments: list[Any]) -> Any:
    return Distinct(_items(arguments))


class Distinct(list[Any]):
    """`unique(ids)`: as a list what is different, as a truth whether all are."""

    def __init__(self, values: list[Any]) -> None:
        self.all = len(_unique(values)) == len(values)
        super().__init__(_unique(values))

    def __bool__(self) -> bool:
        return self.all


FUNCTIONS: dict[str, Callable[[list[Any]], Any]] = {
    "len": _size,
    "count": _size,
    "length": _size,
    "size": _size,
    "sum": lambda arguments: sum(_numbers(arguments), Fraction(0)),
    "min": lambda arguments: min(_some(arguments)),
    "max": lambda arguments: max(_some(arguments)),
    "avg": _average,
    "mean": _average,
    "average": _average,
    "abs": lambda arguments: abs(as_number(arguments[0])),
    "round": lambda arguments: Fraction(round(as_number(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 0)),
    "int": lambda arguments: Fraction(int(as_number(arguments[0]))),
    "float": lambda arguments: as_number(arguments[0]),
    "all": lambda arguments: all(_items(arguments)),
    "any": lambda arguments: any(_items(arguments)),
    "set": lambda arguments: _unique(_items(arguments)),
    "unique": _is_unique,
    "distinct": _is_unique,
    "sorted": lambda arguments: sorted(comparable(_items(arguments))),
    "list": _items,
}
