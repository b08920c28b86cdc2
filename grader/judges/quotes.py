"""Looks quotes up: a quote is evidence only where it stands, letter for letter, in a document of the run.

Line wrapping, white space, Unicode normal form and invisible characters aside, a quote must be an exact part of a
document. What is returned is the document's own text at that place, never the quoter's spelling (grading-rules,
"Requirements and verdicts").
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.document import Document
from grader.judges.folding import Folded
from grader.model import Place, Quote

LEAST_WORDS = 3  # a shorter quote counts only where it is a whole line, cell or value

_WINDOW = 1024 * 1024  # characters of a large document that are searched at once
_OVERLAP = 64 * 1024  # characters that two windows share
_CONTEXT = 200  # characters around a short quote that decide whether it is a whole line, cell or value
_CANDIDATES = 1000  # places of one short quote that are looked at

_UNSPACED = r"\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORDS = re.compile(rf"[{_UNSPACED}]|[^\W_][^\s{_UNSPACED}]*")
_EDGE = r"[*_`\"'“”‘’]*"
_LINE_BEFORE = re.compile(rf"\s*(?:(?:[-*+>]|#{{1,6}}|\d{{1,9}}[.)]|\[[ xX]\])\s+)*{_EDGE}")
_LINE_AFTER = re.compile(rf"{_EDGE}[.,;:!?]*{_EDGE}\s*")
_CELL_BEFORE = re.compile(rf"(?:.*\|)?\s*{_EDGE}")
_CELL_AFTER = re.compile(rf"{_EDGE}\s*(?:\|.*)?")
_VALUE_BEFORE = re.compile(rf"\s*(?:[-*+]\s+)?{_EDGE}[^\W_][\w .()/-]{{0,80}}{_EDGE}\s?[:=]{_EDGE}\s*[\[{{]?{_EDGE}")
_VALUE_AFTER = re.compile(rf"{_EDGE}[\]}}]?[.,;]?{_EDGE}\s*")
_STRING_BEFORE = re.compile(r"""(?:.*[:\[,{])?\s*\"""")
_STRING_AFTER = re.compile(r"""\"\s*(?:[,}\]].*)?""")
_LITERAL = re.compile(r"true|false|null|-?\d[\d.eE+-]*")
_LITERAL_BEFORE = re.compile(r"(?:.*[:\[,{])?\s*")
_LITERAL_AFTER = re.compile(r"\s*(?:[,}\]].*)?")
_ROW_BEFORE = re.compile(r"""(?:.*[,;\t])?\s*"?""")
_ROW_AFTER = re.compile(r""""?\s*(?:[,;\t].*)?\s*""")
_JSON = (".json", ".jsonl", ".ndjson")
_ROWS = (".csv", ".tsv")


def count_words(text: str) -> int:
    """How many words the text has. In scripts written without spaces every character counts as one."""
    return sum(1 for _ in _WORDS.finditer(text))


def has_words(text: str, least: int) -> bool:
    """Whether the text has at least that many words; reads no further than it must."""
    return least <= 0 or any(number >= least for number, _ in enumerate(_WORDS.finditer(text), start=1))


@dataclass(frozen=True, slots=True)
class _Passage:
    """A stretch of a document in which quotes are searched, and the line of the file that it begins on."""

    document: Document
    text: str
    folded: Folded
    first_line: int

    def quote(self, start: int, end: int) -> Quote:
        if not self.document.large:
            return self.document.quote(start, end)
        line = self.first_line + self.text.count("\n", 0, start)
        shown = self.text[start:end].strip()[:300].rstrip()
        lines = (line, line + shown.count("\n"))
        return Quote(text=shown, place=Place(file=self.document.path, lines=lines), origin=self.document.origin)


class QuoteFinder:
    """Finds quotes in documents, the earlier documents first. What was prepared for one quote serves the next."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = tuple(documents)
        self._prepared: dict[int, _Passage] = {}

    def find(self, quote: str) -> Quote | None:
        """The first place where the quote stands, with the document's own text; None where it stands nowhere."""
        return next((passage.quote(start, end) for passage, start, end in self._matches(quote)), None)

    def find_evidence(self, quote: str) -> Quote | None:
        """As `find`, for a judge's quote: it must have three words, or be a whole line, cell or field value."""
        if has_words(quote, LEAST_WORDS):
            return self.find(quote)
        for number, (passage, start, end) in enumerate(self._matches(quote)):
            if number >= _CANDIDATES:
                break
            if _stands_alone(passage, start, end):
                return passage.quote(start, end)
        return None

    def _matches(self, quote: str) -> Iterator[tuple[_Passage, int, int]]:
        wanted = Folded(quote)
        for number, document in enumerate(self._documents):
            for passage in self._passages(number, document):
                for start, end in passage.folded.find(wanted):
                    # What couldn't be decoded shows as U+FFFD: that isn't the file's own text, so nobody may quote it.
                    if "\ufffd" not in passage.text[start:end]:
                        yield passage, start, end

    def _passages(self, number: int, document: Document) -> Iterable[_Passage]:
        if document.large:
            return _windows(document)
        if number not in self._prepared:
            text = document.text
            self._prepared[number] = _Passage(document, text, Folded(text), document.first_line)
        return (self._prepared[number],)


def _windows(document: Document) -> Iterator[_Passage]:
    """A large document in stretches of whole lines that overlap, so that a quote across two of them is found."""
    lines: deque[str] = deque()
    size, first_line = 0, document.first_line
    for line in document.lines():
        lines.append(line)
        size += len(line)
        if size >= _WINDOW:
            text = "".join(lines)
            yield _Passage(document, text, Folded(text), first_line)
            while lines and size > _OVERLAP:
                size -= len(lines.popleft())
                first_line += 1
    if lines:
        text = "".join(lines)
        yield _Passage(document, text, Folded(text), first_line)


def _stands_alone(passage: _Passage, start: int, end: int) -> bool:
    """Whether the span is a whole line, a table's or row's cell, or a field's value, markup around it aside."""
    text, path = passage.text, passage.document.path.lower()
    line_start = text.rfind("\n", max(0, start - _CONTEXT), start) + 1
    whole_before = line_start > 0 or start <= _CONTEXT
    before = text[line_start or max(0, start - _CONTEXT) : start]
    line_end = text.find("\n", end, end + _CONTEXT)
    whole_after = line_end >= 0 or len(text) - end <= _CONTEXT
    after = text[end : line_end if line_end >= 0 else end + _CONTEXT]

    def within(left: re.Pattern[str], right: re.Pattern[str]) -> bool:
        return left.fullmatch(before) is not None and right.fullmatch(after) is not None

    if whole_before and whole_after and (within(_LINE_BEFORE, _LINE_AFTER) or within(_VALUE_BEFORE, _VALUE_AFTER)):
        return True
    if "|" in before + after and within(_CELL_BEFORE, _CELL_AFTER):
        return True
    if path.endswith(_ROWS):
        return within(_ROW_BEFORE, _ROW_AFTER)
    if not path.endswith(_JSON):
        return False
    literal = _LITERAL.fullmatch(text[start:end]) is not None and within(_LITERAL_BEFORE, _LITERAL_AFTER)
    return literal or within(_STRING_BEFORE, _STRING_AFTER)
