"""The parts of a long document that bear on a clause, chosen the same way every time and true to its lines."""

from __future__ import annotations

import heapq
import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import re2

from grader.document import Document
from grader.model import Clause

_HEAD = _TAIL = 0.15  # shares of the room that the beginning and the end get
_AROUND = 2  # lines shown before and after a line that matches
_UNDER_HEADING = 12  # lines shown after a heading that matches
_HEADING_BONUS = 3
_BEST = 500  # matching lines that are considered
_LONG_LINE = 2000  # characters; a longer line is taken in stretches of this length
_LEAST_TERM = 3

_CODE = re.compile(r"`([^`\n]{2,80})`|[\"“]([^\"”\n]{2,80})[\"”]")
_TERM = re.compile(r"[^\W_][\w-]*")
_HEADING = re.compile(r"\s*(?:#{1,6}\s|\"[^\"]{1,80}\"\s*:|[\w -]{1,60}:\s*$)")
_COMMON = frozenset(
    _TERM.findall(
        "all and any are can contain contains each every for from has have include includes including into its list "
        "least may more most must not one only output per than that the their them then there these this those two "
        "three was were when where which with within without"
    )
)


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive text of a document: its first and last line. `cut` says that one of them isn't shown to its ends."""

    first: int
    last: int
    text: str
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Parts of a document in order, and the size of all of it, in lines and characters."""

    parts: tuple[Part, ...]
    lines: int
    characters: int

    @property
    def left_out(self) -> int:
        """How many characters aren't shown."""
        return self.characters - sum(len(part.text) for part in self.parts)


def terms_of(clause: Clause) -> tuple[str, ...]:
    """What to look for: the clause's code spans and quotations, its output's name, and its less common words."""
    text = "\n".join([clause.text, *(block.text for block in clause.blocks)])
    exact = [(code or quoted).casefold() for code, quoted in _CODE.findall(text)]
    words = [word.casefold() for word in _TERM.findall(text)]
    named = [clause.name.casefold()] if clause.name else []
    wanted = [it for it in (*named, *exact, *words) if len(it) >= _LEAST_TERM and it not in _COMMON]
    return tuple(dict.fromkeys(wanted))


def excerpt(document: Document, terms: tuple[str, ...], room: int) -> Excerpt:
    """At most `room` characters: head, tail, and the lines that hold most of the terms with their surroundings.

    The document is read once to be rated and once to be shown; only what is shown is kept.
    """
    rated = _rate(document, terms)
    return Excerpt(tuple(_collect(document, _choose(rated, room))), rated.lines, rated.characters)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A line of a document, or a stretch of a very long one."""

    line: int
    text: str
    begins: bool  # at the line's start
    ends: bool  # at the line's end


def _stretches(document: Document) -> Iterator[_Stretch]:
    for number, line in enumerate(document.lines(), start=document.first_line):
        if len(line) <= _LONG_LINE:
            yield _Stretch(number, line, begins=True, ends=True)
            continue
        for at in range(0, len(line), _LONG_LINE):
            end = at + _LONG_LINE
            yield _Stretch(number, line[at:end], begins=at == 0, ends=end >= len(line))


@dataclass(frozen=True, slots=True)
class _Rated:
    """A document's stretches by number, from 0: how long each is, and which ones are worth showing."""

    lengths: array[int]
    best: list[tuple[int, bool]]  # number, and whether it is a heading; best first
    lines: int
    characters: int


def _rate(document: Document, terms: tuple[str, ...]) -> _Rated:
    """Count the terms in each stretch. RE2 does it in linear time, however many terms there are."""
    pattern = (
        re2.compile("|".join(re2.escape(term) for term in sorted(terms, key=len, reverse=True))) if terms else None
    )
    lengths = array("H")
    best: list[tuple[int, int, bool]] = []
    line = characters = 0
    for number, stretch in enumerate(_stretches(document)):
        lengths.append(len(stretch.text))
        characters += len(stretch.text)
        line = stretch.line
        found = len(set(pattern.findall(stretch.text.casefold()))) if pattern else 0
        if found:
            heading = stretch.begins and _HEADING.match(stretch.text) is not None
            entry = (found + _HEADING_BONUS * heading, -number, heading)
            (heapq.heappush if len(best) < _BEST else heapq.heappushpop)(best, entry)
    ranked = [(-number, heading) for _, number, heading in sorted(best, reverse=True)]
    return _Rated(lengths, ranked, max(0, line - document.first_line + 1), characters)


def _choose(rated: _Rated, room: int) -> list[int]:
    """The numbers of the stretches to show, ascending: head, tail, matches, then more of the head."""
    lengths, count = rated.lengths, len(rated.lengths)
    chosen: set[int] = set()
    spent = 0

    def take(numbers: Iterable[int], end: float) -> None:
        nonlocal spent
        for number in numbers:
            if number in chosen:
                continue
            if spent + lengths[number] > end:
                break
            chosen.add(number)
            spent += lengths[number]

    take(range(count), room * _HEAD)
    take(range(count - 1, -1, -1), room * (_HEAD + _TAIL))
    for number, heading in rated.best:
        around = range(max(0, number - _AROUND), min(count, number + (_UNDER_HEADING if heading else _AROUND) + 1))
        take(sorted(around, key=partial(_distance, number)), room)
    take(range(count), room)
    return sorted(chosen)


def _distance(one: int, other: int) -> int:
    return abs(one - other)


def _collect(document: Document, wanted: list[int]) -> Iterator[Part]:
    """The wanted stretches, those that follow one another as one part."""
    numbers = iter(wanted)
    awaited = next(numbers, None)
    run: list[_Stretch] = []
    previous = -1
    for number, stretch in enumerate(_stretches(document)):
        if awaited is None:
            break
        if number != awaited:
            continue
        if run and number != previous + 1:
            yield _part(run)
            run = []
        run.append(stretch)
        previous, awaited = number, next(numbers, None)
    if run:
        yield _part(run)


def _part(run: list[_Stretch]) -> Part:
    text = "".join(stretch.text for stretch in run)
    return Part(run[0].line, run[-1].line, text, cut=not (run[0].begins and run[-1].ends))
