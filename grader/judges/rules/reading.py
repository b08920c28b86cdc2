"""Structured data out of text: JSON, JSON Lines, YAML and CSV, each read once for a whole document."""

from __future__ import annotations

import csv
import gc
import io
import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from math import inf
from typing import Any, TypeVar

import yaml
from pydantic_core import from_json

from grader.document import LARGE, Document
from grader.judges.rules.far_numbers import options_for


class _Missing:
    """The value of a text that holds no structured data."""


MISSING = _Missing()
_LARGE = 1 << 20  # characters
Made = TypeVar("Made")
_MOST_ALIASES = 200  # YAML anchors of a document that is still read; aliases can stand for billions of values
csv.field_size_limit(LARGE)  # a cell may be as long as a document that is held
_MOST_VALUES = 1_000_000  # of a YAML document with its aliases written out
_JSON_STARTS = frozenset('{["-0123456789tfn')


def read_json(text: str) -> Any:
    """The JSON value that a text is, or MISSING. NaN and Infinity are no JSON."""
    if not text or text.lstrip()[:1] not in _JSON_STARTS:
        return MISSING
    try:
        with undisturbed(len(text)):
            options = options_for(text)
            if len(text) > _LARGE and not options:
                with suppress(ValueError):  # it refuses a little more: lone surrogates, deep nesting
                    return from_json(text, allow_inf_nan=False)
            return json.loads(text, parse_constant=_refuse, **options)
    except (ValueError, RecursionError):
        return MISSING


def read_json_lines(text: str) -> Any:
    """The values of a text with one JSON value a line, or MISSING."""
    try:
        options = options_for(text)
        found = [json.loads(line, parse_constant=_refuse, **options) for line in text.split("\n") if line.strip()]
    except (ValueError, RecursionError):
        return MISSING
    return found or MISSING


def read_yaml(text: str) -> Any:
    """A YAML mapping or sequence (every text is YAML of some kind: a lone scalar doesn't count), or MISSING."""
    if not text.strip() or text.count("&") > _MOST_ALIASES or text.count("*") > 50 * _MOST_ALIASES:
        return MISSING
    try:
        value = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError, TypeError, AttributeError):
        return MISSING
    if not isinstance(value, (dict, list)) or ("&" in text and _size(value, {}) > _MOST_VALUES):
        return MISSING
    return value


def _size(value: Any, known: dict[int, float]) -> float:
    """How many values there are with every alias written out: infinitely many where one stands inside of itself."""
    if not isinstance(value, (dict, list)):
        return 1
    if id(value) not in known:
        known[id(value)] = inf  # as long as it isn't known, it would have to contain itself
        known[id(value)] = 1 + sum(
            _size(each, known) for each in (value.values() if isinstance(value, dict) else value)
        )
    return known[id(value)]


def json_trouble(text: str) -> str | None:
    """Why a text that may well be JSON can't be read: too deep, or a number too long; None if it is no JSON."""
    try:
        json.loads(text, parse_constant=_refuse)
    except RecursionError:
        return "it is nested too deeply to be read"
    except json.JSONDecodeError:
        return None
    except ValueError as error:  # what Python refuses to make a number of
        return "a number in it has too many digits to be read" if "digits" in str(error) else None
    return None


def is_yaml(text: str) -> bool | None:
    """Whether a text is YAML of any kind; None for a lone scalar, which any text is, and for what is too deep."""
    try:
        found = list(yaml.compose_all(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except RecursionError:  # pragma: no cover - PyYAML's own parser recurses; libyaml has a limit of its own
        return None
    except (yaml.YAMLError, ValueError):
        return False
    return True if any(not isinstance(node, yaml.ScalarNode) for node in found) else None


def read_csv(text: str) -> list[dict[str, str]] | _Missing:
    """CSV rows by column: a header and rows of its width, at least two columns; MISSING otherwise."""
    rows = csv_rows(text)
    if rows is None or any(len(row) != len(rows[0]) for row in rows):
        return MISSING
    header = [cell.strip() for cell in rows[0]]
    return [dict(zip(header, (cell.strip() for cell in row), strict=True)) for row in rows[1:]]


def csv_rows(text: str) -> list[list[str]] | None:
    """The rows of a text with at least two columns, header first; None if it is no CSV."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text.strip()), strict=True) if row]
    except csv.Error:
        return None
    return rows if rows and len(rows[0]) >= 2 else None


def undisturbed(size: int) -> AbstractContextManager[None]:
    """Works on a large text without the cyclic garbage collector, which would look at all that it holds over and over.

    `size` is the text's, in bytes or characters.
    """
    return _without_collector() if size > _LARGE and gc.isenabled() else _AS_IT_IS


@contextmanager
def _without_collector() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


_AS_IT_IS = nullcontext()


def _refuse(name: str) -> None:
    message = f"{name} is not JSON"
    raise ValueError(message)


def once(document: Document, key: str, derive: Callable[[], Made]) -> Made:
    """What `derive` makes of the whole document, made once however many clauses ask."""
    if key not in document.derived:
        document.derived[key] = derive()
    made: Made = document.derived[key]
    return made
