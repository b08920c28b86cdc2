"""Reading a text: its words, sentences and lines, and where a literal stands in it."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from functools import lru_cache

LONG = 100_000  # characters of a text from which on what is cheap is tried first
_MARKS = r"\u0300-\u036f"  # marks that belong to the letter before them
WORD = re.compile(rf"\w[\w{_MARKS}]*(?:['’]\w+|(?<=\d)[.,](?=\d)\w+)*")
_ABBREVIATIONS = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|vs|etc|e\.g|i\.e|cf|al|Inc|Ltd|Co|No|Fig|approx|dept|est|Jan|Feb|Mar|Apr|Jun|Jul|"
    r"Aug|Sep|Sept|Oct|Nov|Dec|bzw|ca|Nr|vgl|inkl|evtl|ggf|Abs|Tel|Mme|Sra?|[A-Z])\.(?=\s)"
    r"|\b(?:[A-Za-z]\.){1,4}[A-Za-z]\.(?=\s+[a-z])"  # "5 p.m. on Monday"
    r"|^[ \t]*\d{1,3}\.(?=\s)"  # the number of a list item
    r"|\b[a-z]\.(?=\s[A-Za-z]\.)"  # "z. B."
    r"|\b\d{1,2}\.(?=\s(?:[a-z]|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember))",
    re.MULTILINE,
)
# Scripts without blanks between words end a sentence by its mark alone.
_SENTENCE_END = re.compile(r"[.!?…।॥؟]+[\"'”’)\]*_`]*(?=\s|$)|[。！？]+[」』”’）*_`]*")  # noqa: RUF001 - their own marks
_LIST_NUMBER = re.compile(r"^[ \t]*\d{1,3}\.(?=\s)", re.MULTILINE)
# A quotation with a mark in it behind which a sentence goes on in small letters.
_QUOTED = re.compile(r"[\"“][^\"“”\n]{0,400}[.!?…][\"”](?=[ \t]+[a-z])")
_SHORTEST = 4  # words of a piece without closing punctuation that may be a sentence
_BLOCK = re.compile(r"\S(?:[^\n]|\n(?![ \t]*(?:\n|[-*+•#]+[ \t]|\d{1,3}[.)][ \t])))*")


def count_words(text: str) -> int:
    """How many words a text has. A contraction is one; a compound with a hyphen is as many as it has parts."""
    if len(text) < LONG:
        return len(WORD.findall(text))
    if not text.isascii():
        return sum(1 for _ in WORD.finditer(text))
    # The same count a hundred times faster: runs of word characters, with what joins them read as one of them.
    classes = b" " + text.encode("ascii").translate(_CLASSES)
    for joint in (b"1.1", b"1.1"):
        classes = classes.replace(joint, b"111")
    classes = classes.translate(_LETTERS)
    for joint in (b"a'a", b"a'a"):
        classes = classes.replace(joint, b"aaa")
    return classes.count(b" a") + classes.count(b"'a")


def _class(char: str) -> str:
    if char.isdigit():
        return "1"
    if char.isalpha() or char == "_":
        return "a"
    return {"'": "'", ".": ".", ",": "."}.get(char, " ")


_CLASSES = "".join(_class(chr(code)) for code in range(256)).encode("ascii")
_LETTERS = bytes.maketrans(b"1.", b"a ")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text stand: cut at closing punctuation and at blank lines, abbreviations aside."""
    return [(start, end) for start, end, _ in _pieces(text)]


def _pieces(text: str) -> Iterator[tuple[int, int, bool]]:
    """The sentences, and the pieces of a block that no punctuation closes: where they stand and whether it does."""
    masked = _ABBREVIATIONS.sub(lambda match: match[0][:-1] + ",", text)
    for block in _BLOCK.finditer(masked):
        start = block.start()
        for match in _SENTENCE_END.finditer(masked, block.start(), block.end()):
            if WORD.search(masked, start, match.end()):
                yield start, match.end(), True
            start = match.end()
        if WORD.search(masked, start, block.end()):
            yield start, block.end(), False


@lru_cache(maxsize=4)  # a measure asks for both counts one after the other
def count_sentences(text: str) -> tuple[int, int]:
    """How many sentences there are, at least and at most.

    A heading or a label that no punctuation closes is none; it belongs to the sentence that follows. Whether other
    such pieces and the numbers of a list are sentences nobody can tell, the last piece aside, if it is more than a
    signature; nor whether those in a quotation are that its sentence goes on behind: '"Stop! Now!" and left.'
    """
    closed = doubtful = 0
    last = ""
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    for start, end, whole in _pieces(text):
        piece = text[start:end]
        if whole and _goes_on(end, quoted):  # the sentence around it may be the only one
            doubtful += 1
            continue
        ended = whole or (piece.rstrip().endswith(":") and _could_be_sentence(piece))
        closed += ended
        doubtful += not ended and _could_be_sentence(piece)
        last = "" if ended else piece
    if last and (closed == 0 or _could_be_sentence(last)):
        closed, doubtful = closed + 1, max(doubtful - 1, 0)
    return closed, closed + doubtful + sum(1 for _ in _LIST_NUMBER.finditer(text))


def _goes_on(end: int, quoted: list[tuple[int, int]]) -> bool:
    """Whether the mark before `end` stands in a quotation that its sentence goes on behind."""
    index = bisect(quoted, (end, -1)) - 1
    return index >= 0 and end <= quoted[index][1]


def _could_be_sentence(piece: str) -> bool:
    return not piece.lstrip().startswith(("#", "|", "[", "**", "---")) and len(WORD.findall(piece)) >= _SHORTEST


def count_lines(text: str) -> int:
    """How many lines aren't blank."""
    return sum(1 for line in text.split("\n") if line.strip())


_GAP = r"(?:[^\S\n]+\n?[^\S\n]*|\n[^\S\n]*)"  # a blank line ends a paragraph, and so every phrase in it


@lru_cache(maxsize=1024)
def _literal(literal: str, *, ignore_case: bool) -> re.Pattern[str] | None:
    parts = [re.escape(part) for part in literal.split()]
    if not parts:
        return None
    gap = r"\s+" if re.search(r"\n[^\S\n]*\n", literal) else _GAP
    left = r"(?<!\w)" if re.match(r"\w", literal.strip()) else ""
    right = r"(?![\w\u0300-\u036f])" if re.search(r"\w$", literal.strip()) else ""
    return re.compile(left + gap.join(parts) + right, re.IGNORECASE if ignore_case else 0)


def occurrences(text: str, literal: str, *, ignore_case: bool = True) -> list[tuple[int, int]]:
    """Where a literal stands as whole words: "grids" isn't "grid". White space in it matches any but a blank line."""
    pattern = _literal(literal, ignore_case=ignore_case)
    if pattern is None:
        return []
    if len(text) < LONG or not (text.isascii() and literal.isascii()):
        return [match.span() for match in pattern.finditer(text)]
    return list(_found(pattern, text, literal.split(maxsplit=1)[0].lower()))


def _found(pattern: re.Pattern[str], text: str, first: str) -> Iterator[tuple[int, int]]:
    """The same in a long text: the pattern is only tried where its first word stands, which is far faster."""
    lowered = text.lower()
    at = lowered.find(first)
    while at >= 0:
        match = pattern.match(text, at)
        if match is not None:
            yield match.span()
        at = lowered.find(first, match.end() if match is not None else at + 1)


_RANKS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]


def ordinal(text: str) -> int | None:
    """The number that an ordinal stands for, -1 for the last; None if it is none."""
    word = text.lower().strip()
    if word in {"last", "final", "closing"}:
        return -1
    if word == "opening":
        return 1
    if word in _RANKS:
        return _RANKS.index(word) + 1
    digits = re.match(r"\d{1,3}", word)
    return int(digits[0]) if digits else None
