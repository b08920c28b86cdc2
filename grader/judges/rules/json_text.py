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
Members = dict[str, Span]


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


class Entries:
    """The entries of the array or object that begins at an offset, read as far as somebody asks for them.

    Raises ValueError or RecursionError where the text is not JSON.
    """

    def __init__(self, text: str, at: int) -> None:
        self._text = text
        at = _skip(text, at)
        self._is_object = text[at : at + 1] == "{"
        self._at = _skip(text, at + 1)
        self._ended = not self._is_object and text[at : at + 1] != "["
        self._spans: list[Span] = []
        self._keys: Members = {}

    def find(self, step: Step) -> Span | None:
        """The entry of an index or key; the last of several equal keys counts, as it does for the parser."""
        if self._is_object is isinstance(step, int):
            return None
        while not self._ended and (self._is_object or len(self._spans) <= int(step)):
            self._read()
        if isinstance(step, str):
            return self._keys.get(step)
        return self._spans[step] if 0 <= step < len(self._spans) else None

    def _read(self) -> None:
        text, at = self._text, self._at
        if at >= len(text) or text[at] in "}]":
            self._ended = True
            return
        entry, key = at, ""
        if self._is_object:
            key, at = scanstring(text, at + 1)
            at = _skip(text, _skip(text, at) + 1)
        _, end = _DECODER.raw_decode(text, at)
        if self._is_object:
            self._keys[key] = (entry, at, end)
        else:
            self._spans.append((entry, at, end))
        at = _skip(text, end)
        self._at = _skip(text, at + 1) if text[at : at + 1] == "," else at


class Places:
    """The places of a JSON text's values. Each container is read once, so that many look-ups cost what one does."""

    def __init__(self, text: str, start: int = 0) -> None:
        self._text = text
        self._start = start
        self._known: dict[tuple[Step, ...], Entries] = {}

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
                self._known[parent] = Entries(self._text, at)
            span = self._known[parent].find(step)
            if span is None:
                return None
            at = span[1]
        return span if span is not None else (at, at, _DECODER.raw_decode(self._text, at)[1])


def locate(text: str, path: Sequence[Step], start: int = 0) -> Span | None:
    """The place of one value of a JSON text (see `Places`)."""
    return Places(text, start).locate(path)
