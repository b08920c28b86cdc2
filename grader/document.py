"""One file of a run, read as text when somebody asks for it.

A document knows its path inside the run and where its text starts there, so that whatever is found in it can be
quoted with file and line. Small documents are kept in memory once read; large ones are only ever scanned.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, BinaryIO

from grader.lines import cut, with_line_feeds
from grader.model import Origin, Place, Quote

_LONGEST_QUOTE = 300  # characters
_INDEXED = 1 << 20  # characters of a text whose line starts are kept
LARGE = 64 * 1024 * 1024  # bytes; from here on a document is scanned line by line and never held as one string


class DocumentTooLarge(Exception):
    """Somebody asked for the whole text of a large document."""


class Document:
    """A text file of the run.

    `open` gives its bytes anew at each call; `skip_lines` are header lines left out, and `lines_before` those of the
    file that aren't in its bytes at all.

    Undecodable bytes become U+FFFD. A byte order mark is no part of the text. Line ends are kept as they are, but for a
    carriage return that stands alone: it reads as a line feed.
    """

    def __init__(
        self,
        path: str,
        size: int,
        open_bytes: Callable[[], BinaryIO],
        *,
        origin: Origin = Origin.OUTPUT,
        skip_lines: int = 0,
        lines_before: int = 0,
    ) -> None:
        self.path = path
        self.size = size
        self.origin = origin
        self._open = open_bytes
        self._skip = skip_lines
        self._before = skip_lines + lines_before  # lines of the file before the text
        self._counted = (0, 0)  # an offset of the text and the line ends before it, for texts too long to index
        self.derived: dict[str, Any] = {}  # what readers made of the whole text, kept so that it is made once

    @classmethod
    def of_text(cls, path: str, text: str, *, origin: Origin = Origin.OUTPUT, skip_lines: int = 0) -> Document:
        """A document that holds the given text; `skip_lines` says how many lines of the file came before it."""
        data = ("\n" * skip_lines + text).encode("utf-8", "surrogatepass")
        return cls(path, len(data), lambda: io.BytesIO(data), origin=origin, skip_lines=skip_lines)

    @classmethod
    def of_piece(cls, path: str, text: str, before: int, *, origin: Origin = Origin.OUTPUT) -> Document:
        """A piece of a large document: `before` says how many of the file's lines came before it."""
        data = text.encode("utf-8", "surrogatepass")
        return cls(path, len(data), lambda: io.BytesIO(data), origin=origin, lines_before=before)

    @property
    def large(self) -> bool:
        """Whether the document must be scanned rather than held."""
        return self.size > LARGE

    @property
    def first_line(self) -> int:
        """The line of the file that the text begins on."""
        return self._before + 1

    def open(self) -> BinaryIO:
        """The file's bytes, header included."""
        return self._open()

    def lines(self) -> Iterator[str]:
        """The text line by line, line ends kept, without ever holding all of it."""
        with io.TextIOWrapper(self._open(), encoding="utf-8-sig", errors="replace", newline="\n") as stream:
            for number, line in enumerate(cut(stream), start=1):
                if number > self._skip:
                    yield line

    @cached_property
    def text(self) -> str:
        """The whole text. Raises DocumentTooLarge for a large document."""
        if self.large:
            raise DocumentTooLarge(self.path)
        if self._skip:
            return "".join(self.lines())
        with self._open() as stream:
            return with_line_feeds(stream.read().decode("utf-8-sig", "replace"))

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        find, at = self.text.find, 0
        while (at := find("\n", at) + 1) > 0:
            starts.append(at)
        return starts

    def line_of(self, offset: int) -> int:
        """The file's line, from 1, on which the character at `offset` of the text stands."""
        if len(self.text) <= _INDEXED:
            return self._before + bisect_right(self._line_starts, offset)
        known, lines = self._counted if self._counted[0] <= offset else (0, 0)
        self._counted = (offset, lines + self.text.count("\n", known, offset))
        return self._before + self._counted[1] + 1

    def quote(self, start: int, end: int) -> Quote:
        """The text from `start` to `end`, white space at its ends left off, cut to a prefix if it is long."""
        end = min(end, len(self.text))
        while start < end and self.text[start].isspace():
            start += 1
        shown = self.text[start : min(end, start + _LONGEST_QUOTE)].rstrip()
        lines = (self.line_of(start), self.line_of(start + max(len(shown) - 1, 0)))
        return Quote(text=shown, place=Place(file=self.path, lines=lines), origin=self.origin)
