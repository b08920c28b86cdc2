"""Single values: what an output, a field or a cell says when it says one thing."""

from __future__ import annotations

import re
from fractions import Fraction

from grader.judges.rules.views import MISSING, View

_LONGEST = 200  # characters of a text that may still be a lone value
_NUMBER = re.compile(r"[-+−]?[$€£]?\s?\d[\d,_]*(?:\.\d+)?(?:[eE][-+]?\d{1,3})?\s?(?:%|percent|USD|EUR|GBP|ms|s)?")


def scalar_text(view: View) -> str | None:
    """The single value that a view is, as text: a JSON scalar, or a short text of one line. None if it is neither."""
    value = view.value
    if value is not MISSING:
        if isinstance(value, (dict, list)):
            return None
        if isinstance(value, bool) or value is None:
            return {True: "true", False: "false", None: "null"}[value]
        return str(value)
    lines = [line.strip() for line in view.text.split("\n") if line.strip()]
    if len(lines) != 1 or len(lines[0]) > _LONGEST:
        return None
    return re.sub(r"^(?:[-*+•]\s+|#+\s+|>\s+)+", "", lines[0]).strip("*_`\"' ").rstrip(".").strip()


_LABELLED = re.compile(r"[\s*_>`#-]*[^\W\d_](?:[\w/-]| (?=\w)){0,40}[*_`]{0,2}:(?![/:])[*_`]{0,2}[ \t]*\S")


def is_labelled(view: View) -> bool:
    """Whether a text begins with a label: what it says may be the value behind it."""
    return _LABELLED.match(view.text) is not None


def number_in(text: str) -> Fraction | None:
    """The number that a text is, a currency or unit sign aside; None if it is none."""
    text = text.strip()
    if len(text) > 40 or _NUMBER.fullmatch(text) is None:
        return None
    bare = re.sub(r"[$€£,_%\s]|percent|USD|EUR|GBP|ms$|s$", "", text).replace("−", "-")
    return Fraction(bare)


def number_of(view: View) -> Fraction | None:
    """The number that a view is; None if it is none."""
    if isinstance(view.value, bool):
        return None
    text = scalar_text(view)
    return None if text is None else number_in(text)
