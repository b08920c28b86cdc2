"""Text with its spelling put aside: white space, line wrapping, Unicode normal form and invisible characters.

Two texts that differ only in those fold to the same string, and every match in a folded text leads back to the exact
span of the original that it came from.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from itertools import groupby

from grader.invisible import is_invisible

_WORD = re.compile(r"\S+")
# Scripts that are written without spaces: there a line wrap adds a gap where the unwrapped text has none.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")


class Folded:
    """A folded text. `text` holds the words joined by single spaces; `find` leads back to the original."""

    def __init__(self, original: str) -> None:
        self._starts = array("q")  # where each word begins in the folded text
        self._origins = array("q")  # where it begins in the original
        self._maps: dict[int, array[int]] = {}  # for words whose folding isn't the word itself: character by character
        self.text = self._fold(original)

    def _fold(self, original: str) -> str:
        pieces: list[str] = []
        length, last = 0, ""
        for word in _WORD.finditer(original):
            piece, offsets = _fold_word(word[0], word.start())
            if not piece:
                continue
            if last and not (_UNSPACED.match(last) and _UNSPACED.match(piece)):
                pieces.append(" ")
                length += 1
            if offsets is not None:
                self._maps[len(self._starts)] = offsets
            self._starts.append(length)
            self._origins.append(word.start())
            pieces.append(piece)
            length += len(piece)
            last = piece[-1]
        return "".join(pieces)

    def find(self, wanted: Folded) -> Iterator[tuple[int, int]]:
        """Every place where the other text stands in this one, as a span of the original, first to last.

        Combining marks and the parts of one character are never torn apart.
        """
        needle = wanted.text
        if not needle:
            return
        at = self.text.find(needle)
        while at >= 0:
            end = at + len(needle)
            if self._whole(at) and self._whole(end):
                yield self._origin(at), self._last_origin(at, end) + 1
            at = self.text.find(needle, at + 1)

    def _whole(self, at: int) -> bool:
        """Whether a match may begin or end here: at no mark that belongs to what is before, inside no character."""
        if at in {0, len(self.text)} or " " in self.text[at - 1 : at + 1]:
            return True
        return not unicodedata.combining(self.text[at]) and self._origin(at) != self._origin(at - 1)

    def _origin(self, at: int) -> int:
        word = bisect_right(self._starts, at) - 1
        within = at - self._starts[word]
        offsets = self._maps.get(word)
        return self._origins[word] + within if offsets is None else offsets[min(within, len(offsets) - 1)]

    def _last_origin(self, at: int, end: int) -> int:
        """The furthest original character of a match: its last one, or a mark that folding put before that."""
        last = end - 1
        furthest = self._origin(last)
        while last > at and unicodedata.combining(self.text[last]):
            last -= 1
            furthest = max(furthest, self._origin(last))
        return furthest


def _fold_word(word: str, start: int) -> tuple[str, array[int] | None]:
    """The word decomposed, its marks in canonical order, and where each character came from (None: from its place)."""
    if word.isascii() and word.isprintable():
        return word, None
    units = [
        (part, offset)
        for offset, character in enumerate(word, start)
        if not is_invisible(character)
        for part in unicodedata.normalize("NFKD", character)
    ]
    ordered: list[tuple[str, int]] = []
    for _, run in groupby(units, key=lambda unit: unicodedata.combining(unit[0]) > 0):
        ordered += sorted(run, key=lambda unit: unicodedata.combining(unit[0]))
    return "".join(part for part, _ in ordered), array("q", (offset for _, offset in ordered))
