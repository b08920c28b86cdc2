"""Text that was made out of another text, and where each part of it came from."""

from __future__ import annotations

from array import array
from bisect import bisect_right


class Mapped:
    """A text put together piece by piece. `span` leads from a span of it back to the text that it was made of.

    A piece as long as its source is a copy, character by character; any other stands for its source as a whole.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._at = array("q")  # where each piece begins in the text made
        self._starts = array("q")  # where its source begins ...
        self._ends = array("q")  # ... and ends
        self.length = 0

    def add(self, piece: str, start: int, end: int) -> None:
        """Adds a piece that stands for `start` to `end` of the source; nothing of it, where the two are equal."""
        if piece:
            self._pieces.append(piece)
            self._at.append(self.length)
            self._starts.append(start)
            self._ends.append(end)
            self.length += len(piece)

    @property
    def text(self) -> str:
        """All that was added so far."""
        return "".join(self._pieces)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The source of the characters `start` to `end`; an empty span for none."""
        if not self._pieces:
            return 0, 0
        first = self._of(start)[0]
        return (first, max(first, self._of(end - 1)[1])) if end > start else (first, first)

    def _of(self, offset: int) -> tuple[int, int]:
        piece = max(0, bisect_right(self._at, offset) - 1)
        start, end = self._starts[piece], self._ends[piece]
        if end - start != len(self._pieces[piece]):
            return start, end
        within = min(start + offset - self._at[piece], end)
        return within, min(within + 1, end)
