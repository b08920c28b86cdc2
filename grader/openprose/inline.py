"""The inside of a paragraph: its lines, code spans, comments and sentences.

Block structure comes from the CommonMark parser; what is needed within a paragraph is little (where a code span, a
bracket or a sentence ends) and must run in linear time on any text, so it is done here by single passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_TICKS = re.compile(r"`+")
_BRACKETS = re.compile(r"[()\[\]{}]")
_QUOTED = re.compile(r'"[^"\n]*"|“[^“”\n]*”')
_CLOSERS = {")": "(", "]": "[", "}": "{"}
# The lookbehind lets a run of marks be tried once, not once from each of its characters.
_SENTENCE_END = re.compile(r"(?<![.!?])[.!?]++[\"'”’)\]*_`]*+\s++")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(*_])(?:e\.g|i\.e|etc|vs|cf|ca|approx|incl|excl|esp|resp|max|min|fig|sec|nos?|[a-z])$", re.IGNORECASE
)
_LONGEST_ABBREVIATION = 8  # with the character before it
MASK = "`"


@dataclass(frozen=True, slots=True)
class Passage:
    """Some lines of a source as the parser left them (container markers removed), and the line they begin on."""

    text: str
    first: int

    @property
    def last(self) -> int:
        """The line that the passage ends on."""
        return self.first + self.text.count("\n")

    @property
    def collapsed(self) -> str:
        """The text with every run of white space as one space."""
        return collapse(self.text)

    def trimmed(self) -> Passage:
        """The passage without white space at its ends."""
        text = self.text.lstrip()
        skipped = self.text[: len(self.text) - len(text)].count("\n")
        return Passage(text.rstrip(), self.first + skipped)

    def split(self, offsets: Iterable[int]) -> Iterator[Passage]:
        """The passage cut before each of the ascending offsets, parts trimmed, empty parts left out."""
        start, line = 0, self.first
        for end in (*offsets, len(self.text)):
            piece = self.text[start:end]
            part = Passage(piece, line).trimmed()
            if part.text:
                yield part
            line += piece.count("\n")
            start = end


def collapse(text: str) -> str:
    """The text with every run of white space as one space, none at its ends."""
    return " ".join(text.split())


def code_spans(text: str) -> list[tuple[int, int]]:
    """Where the code spans of a paragraph stand, delimiters included, in order."""
    runs = [match.span() for match in _TICKS.finditer(text)]
    following: list[int | None] = [None] * len(runs)
    seen: dict[int, int] = {}
    for index in range(len(runs) - 1, -1, -1):
        length = runs[index][1] - runs[index][0]
        following[index] = seen.get(length)
        seen[length] = index
    spans, index = [], 0
    while index < len(runs):
        close = following[index]
        if close is None or _escaped(text, runs[index][0]):
            index += 1
            continue
        spans.append((runs[index][0], runs[close][1]))
        index = close + 1
    return spans


def _escaped(text: str, at: int) -> bool:
    return text[max(at - 1, 0) : at] == "\\" and text[max(at - 2, 0) : at] != "\\\\"


def mask_code(text: str) -> str:
    """The text with each character of a code span replaced, so that patterns see only prose; same length."""
    return _mask(text, code_spans(text))


def mask_nested(text: str) -> str:
    """As `mask_code`, and with what stands in brackets and double quotes replaced too; same length."""
    masked = mask_code(text)
    masked = _QUOTED.sub(lambda match: MASK * len(match.group()), masked)
    return _mask(masked, _bracketed(masked))


def _bracketed(text: str) -> list[tuple[int, int]]:
    opened: list[tuple[str, int]] = []
    ranges: list[tuple[int, int]] = []
    for match in _BRACKETS.finditer(text):
        char, at = match.group(), match.start()
        if char not in _CLOSERS:
            opened.append((char, at))
        elif opened and opened[-1][0] == _CLOSERS[char]:
            start = opened.pop()[1]
            while ranges and ranges[-1][0] > start:
                ranges.pop()
            ranges.append((start, match.end()))
    return ranges


def _mask(text: str, ranges: Iterable[tuple[int, int]]) -> str:
    parts, at = [], 0
    for start, end in ranges:
        parts += [text[at:start], MASK * (end - start)]
        at = end
    return "".join([*parts, text[at:]])


def without_comments(text: str) -> str:
    """A paragraph without its HTML comments, line breaks kept. In a code span or unclosed, a comment is text."""
    if "<!--" not in text:
        return text
    masked = mask_code(text)
    parts, at = [], 0
    while (start := masked.find("<!--", at)) >= 0 and (end := text.find("-->", start + 2)) >= 0:
        parts += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end + len("-->")
    return "".join([*parts, text[at:]])


def sentence_starts(text: str) -> list[int]:
    """Offsets at which the paragraph's second and later sentences begin. A stop after an abbreviation ends nothing."""
    masked = mask_nested(text)
    starts = []
    for match in _SENTENCE_END.finditer(masked):
        before = masked[max(match.start() - _LONGEST_ABBREVIATION, 0) : match.start()]
        if match.group().startswith(".") and _ABBREVIATION.search(before):
            continue
        if match.end() < len(text):
            starts.append(match.end())
    return starts
