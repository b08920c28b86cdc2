"""Where a value stands in a JSON text, so that it can be quoted: the parser itself keeps no positions."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from json.decoder import scanstring  # type: ignore[attr-defined] # public in practice: json.decoder's own string reader

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _member(text: str, at: int, key: str | int) -> tuple[int, int] | None:
    """From the bracket at `at`: where the entry (its key, if it has one) begins and where its value does."""
    at = _skip(text, at)
    is_object = text[at : at + 1] == "{"
    if text[at : at + 1] not in {"{", "["} or is_object is isinstance(key, int):
        return None
    at, index, found = _skip(text, at + 1), 0, None
    while at < len(text) and text[at] not in "}]":
        entry, name = at, None
        if is_object:
            name, at = scanstring(text, at + 1)
            at = _skip(text, _skip(text, at) + 1)
        if name == key or (not is_object and index == key):
            found = entry, at  # in an object the last of several equal keys counts, as it does for the parser
            if not is_object:
                return found
        _, at = _DECODER.raw_decode(text, at)
        at = _skip(text, at)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        index += 1
    return found


def locate(text: str, path: Sequence[str | int], start: int = 0) -> tuple[int, int, int] | None:
    """The offsets of the value at `path`: where its entry begins (key included), where the value does, and its end.

    None where the text from `start` on is not JSON or has no such value.
    """
    entry = value = _skip(text, start)
    try:
        for key in path:
            member = _member(text, value, key)
            if member is None:
                return None
            entry, value = member
        _, end = _DECODER.raw_decode(text, value)
    except (ValueError, RecursionError):
        return None
    return entry, value, end
