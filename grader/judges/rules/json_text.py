"""Where a value stands in a JSON text, so that it can be quoted: the parser itself keeps no positions."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from json.decoder import scanstring  # type: ignore[attr-defined] # public in practice: json.decoder's own string reader

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()

Step = str | int
Span = tuple[int, int, int]  # where an entry begins (its key, if it has one), where its value does, and where that ends
Members = dict[Step, Span]


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def members(text: str, at: int) -> Members:
    """The entries of the array or object that begins at `at`, by index or key; the last of several equal keys counts.

    Raises ValueError or RecursionError where the text is not JSON.
    """
    at = _skip(text, at)
    is_object = text[at : at + 1] == "{"
    if not is_object and text[at : at + 1] != "[":
        return {}
    found: Members = {}
    at = _skip(text, at + 1)
    while at < len(text) and text[at] not in "}]":
        entry: int = at
        step: Step = len(found)
        if is_object:
            step, at = scanstring(text, at + 1)
            at = _skip(text, _skip(text, at) + 1)
        _, end = _DECODER.raw_decode(text, at)
        found[step] = (entry, at, end)
        at = _skip(text, end)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
    return found


class Places:
    """The places of a JSON text's values. Each container is read once, so that many look-ups cost what one does."""

    def __init__(self, text: str, start: int = 0) -> None:
        self._text = text
        self._start = start
        self._known: dict[tuple[Step, ...], Members] = {}

    def locate(self, path: Sequence[Step]) -> Span | None:
        """The place of the value at `path`; None where the text from the start on is not JSON or has no such value."""
        path = tuple(path)
        try:
            return self._find(path)
        except (ValueError, RecursionError):
            return None

    def _find(self, path: tuple[Step, ...]) -> Span | None:
        at = _skip(self._text, self._start)
        span: Span | None = None
        for depth, step in enumerate(path):
            parent = path[:depth]
            if parent not in self._known:
                self._known[parent] = members(self._text, at)
            span = self._known[parent].get(step)
            if span is None:
                return None
            at = span[1]
        return span if span is not None else (at, at, _DECODER.raw_decode(self._text, at)[1])


def locate(text: str, path: Sequence[Step], start: int = 0) -> Span | None:
    """The place of one value of a JSON text (see `Places`)."""
    return Places(text, start).locate(path)
