"""Numbers of JSON beyond what a float holds: `1e400`, which it makes infinite, and `1e-999`, which it makes zero."""

from __future__ import annotations

import re
from typing import Any

import re2

_EXPONENT = re2.compile(rb"[eE][+-]?[0-9]{3}")  # re takes longer for a large text than parsing it does
_MOST_DIGITS = 3  # of an exponent whose number is worked out; 1e999999999 has a billion digits


class FarNumber(float):
    """A number that is kept as it is written. As a float it is infinite or zero, and no other number equals it."""

    __slots__ = ("written",)
    written: str

    def __repr__(self) -> str:
        """As it is written, so that what is exact can be made of it."""
        return self.written

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FarNumber) and self.written == other.written

    def __ne__(self, other: object) -> bool:
        return not self == other  # a float's own would find all infinite ones equal

    def __hash__(self) -> int:
        return hash(self.written)

    @property
    def workable(self) -> bool:
        """Whether its exact value is small enough to be worked out."""
        return len(re.split("[eE]", self.written)[-1].lstrip("+-0")) <= _MOST_DIGITS

    def is_integer(self) -> bool:
        """Infinity is no integer, but a large number may be one."""
        return float.__repr__(self).endswith("inf")


def options_for(text: str) -> dict[str, Any]:
    """The options that JSON's parser needs for a text: none at all where every number is near enough."""
    return {"parse_float": _float} if _EXPONENT.search(text.encode("utf-8", "replace")) is not None else {}


def _float(written: str) -> float:
    value = float(written)
    if value not in {0.0, float("inf"), float("-inf")} or (value == 0 and not re.search("[1-9]", _mantissa(written))):
        return value
    found = FarNumber(value)
    found.written = written
    return found


def _mantissa(written: str) -> str:
    return re.split("[eE]", written, maxsplit=1)[0]
