"""Large outputs, piece by piece: the elements of a JSON array or of JSON Lines, and stretches of a text.

Nothing here ever holds more than a few megabytes of a file; each piece knows the lines that stand before it.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from grader.document import Document, DocumentTooLarge
from grader.judges.rules.far_numbers import options_for
from grader.lines import with_line_feeds

_CHUNK = 1 << 20  # characters read at a time
_LARGEST = 1 << 26  # characters of one element that are still held
_STRETCH = 1 << 20  # characters of a text from which on a blank line ends a piece ...
_LONGEST_STRETCH = 1 << 23  # ... and any line does
_SPACE = re.compile(r"[ \t\n\r]*")


class Element(NamedTuple):
    """One value of a large JSON or CSV text: its characters, its value, and the lines before it.

    `key` is the member of the object that it is, or that lists it; `listed` says that it is an entry of an array.
    """

    text: str
    value: Any
    before: int
    key: str | None = None
    listed: bool = True


class Kind(NamedTuple):
    """What a large JSON text is, told by its first character."""

    opening: str  # "[", "{" or another first character

    @property
    def is_json(self) -> bool:
        """Whether it begins as a JSON array or object does."""
        return self.opening in {"[", "{"}


def kind_of(document: Document) -> Kind:
    """What the document begins as."""
    for line in document.lines():
        if line.strip():
            return Kind(line.lstrip()[0])
    return Kind("")


def elements(document: Document, *, nested: bool = False) -> Iterator[Element]:
    """The elements of a JSON array, or the values of an object's members, one at a time.

    Where `nested`, the entries of a member that is an array come one at a time, too, behind an empty list for itself.

    Raises ValueError where the text is no JSON, at the latest at its end, and DocumentTooLarge for an element that is
    too large to be held.
    """
    return _Scanner(document, nested=nested).run()


def lines_of(document: Document) -> Iterator[Element]:
    """The values of JSON Lines. Raises ValueError at a line that is no JSON."""
    for before, line in enumerate(document.lines(), start=document.first_line - 1):
        if line.strip():
            yield Element(line.strip(), json.loads(line, parse_constant=_refuse, **options_for(line)), before)


class _Remembered:
    """An iterator over lines that keeps those that were taken since somebody last asked."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._taken: list[str] = []

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self._taken.append(line)
            yield line

    def text(self) -> str:
        """The lines taken since the last call."""
        found = "".join(self._taken)
        self._taken.clear()
        return found


def rows_of(document: Document) -> Iterator[Element]:
    """The rows of a CSV text by column; the first element is the header, a list. Raises ValueError at a ragged row."""
    lines = _Remembered(document.lines())
    reader = csv.reader(lines, strict=True)
    header: list[str] | None = None
    before = document.first_line - 1
    try:
        for row in reader:
            text = lines.text()
            if row and header is None:
                header = [cell.strip() for cell in row]
                yield Element(text.strip("\r\n"), header, before, listed=False)
            elif row and header is not None:
                if len(row) != len(header):
                    message = f"line {before + 1} has {len(row)} cells, the header {len(header)}"
                    raise ValueError(message)
                yield Element(text.strip("\r\n"), dict(zip(header, row, strict=True)), before)
            before += text.count("\n")
    except csv.Error as error:
        raise ValueError(str(error)) from error


def stretches(document: Document) -> Iterator[Document]:
    """The text in pieces that end at a blank line outside a fence, so that blocks stay whole."""
    held: list[str] = []
    size, number, begun, fence = 0, document.first_line - 1, document.first_line - 1, ""
    for line in document.lines():
        held.append(line)
        size += len(line)
        number += 1
        mark = line.lstrip()[:3]
        if mark in {"```", "~~~"} and (not fence or fence == mark):
            fence = "" if fence else mark
        if (size >= _STRETCH and not fence and not line.strip()) or size >= _LONGEST_STRETCH:
            yield Document.of_piece(document.path, "".join(held), begun, origin=document.origin)
            held, size, begun = [], 0, number
    if held:
        yield Document.of_piece(document.path, "".join(held), begun, origin=document.origin)


class _Scanner:
    """Decodes a JSON text value by value out of a window that moves over it."""

    def __init__(self, document: Document, *, nested: bool) -> None:
        self._nested = nested
        self._stream = io.TextIOWrapper(document.open(), encoding="utf-8-sig", errors="replace", newline="\n")
        self._decoder = json.JSONDecoder(parse_constant=_refuse)
        self._window = ""
        self._at = 0
        self._before = 0  # lines before `_counted`
        self._counted = 0
        self._ended = False

    def run(self) -> Iterator[Element]:
        with self._stream:
            opening = self._next()
            closing = {"[": "]", "{": "}"}.get(opening)
            if closing is None:
                message = "neither an array nor an object"
                raise ValueError(message)
            self._at += 1
            if self._next() == closing:
                self._at += 1
            else:
                yield from self._entries(closing)
            if self._next():
                message = "something stands behind the value"
                raise ValueError(message)

    def _entries(self, closing: str, key: str | None = None) -> Iterator[Element]:
        while True:
            name = self._name() if closing == "}" else key
            if self._next() == "[" and closing == "}" and self._nested:
                self._at += 1
                yield Element("[", [], self._before, name, listed=False)
                if self._next() == "]":
                    self._at += 1
                else:
                    yield from self._entries("]", name)
            else:
                yield self._decode()._replace(key=name, listed=closing == "]")
            mark = self._next()
            self._at += 1
            if mark == closing:
                return
            if mark != ",":
                message = "neither a comma nor the end"
                raise ValueError(message)

    def _name(self) -> str:
        """A member's name, and the colon behind it."""
        self._next()
        found = self._decode().value
        if not isinstance(found, str) or self._next() != ":":
            message = "a member without a name"
            raise ValueError(message)
        self._at += 1
        return found

    def _next(self) -> str:
        """The next character that is no white space, without taking it; "" at the end."""
        while True:
            match = _SPACE.match(self._window, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._window):
                return self._window[self._at]
            if self._ended:
                return ""
            self._more(_CHUNK)

    def _decode(self) -> Element:
        """The value that begins here. A value that reaches the window's end may go on behind it."""
        wanted = _CHUNK
        while (found := self._whole()) is None:
            if len(self._window) - self._at > _LARGEST:
                message = "an element is too large"
                raise DocumentTooLarge(message)
            self._more(wanted)
            wanted *= 2
        value, end = found
        self._count()
        text = self._window[self._at : end]
        if options := options_for(text):
            value = json.loads(text, parse_constant=_refuse, **options)
        element = Element(text, value, self._before)
        self._at = end
        if self._at > _CHUNK:
            self._drop()
        return element

    def _whole(self) -> tuple[Any, int] | None:
        """The value that begins here and where it ends; None if more of the text must be read to tell."""
        try:
            value, end = self._decoder.raw_decode(self._window, self._at)
        except json.JSONDecodeError:
            if self._ended:
                raise
            return None
        return (value, end) if end < len(self._window) or self._ended else None

    def _more(self, wanted: int) -> None:
        self._drop()
        chunk = self._stream.read(wanted)
        self._ended = not chunk
        if chunk.endswith("\r"):
            chunk += self._stream.read(1)
        self._window += with_line_feeds(chunk)

    def _drop(self) -> None:
        self._count()
        self._window = self._window[self._at :]
        self._at = self._counted = 0

    def _count(self) -> None:
        """Keeps `_before` at the number of lines before the current place."""
        self._before += self._window.count("\n", self._counted, self._at)
        self._counted = self._at


def _refuse(name: str) -> None:
    message = f"{name} is not JSON"
    raise ValueError(message)
