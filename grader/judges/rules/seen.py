"""Markdown as its reader sees it: without emphasis marks, link targets, escapes and the marks of quotes.

Typographic apostrophes and quotation marks, and composed and decomposed characters, look alike, so they are alike.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from grader.invisible import is_invisible
from grader.judges.rules.mapped import Mapped

_MARKS = "*_~`[]\\&<>"
_CODE = re.compile(
    r"(?<![`\\])(?P<ticks>`{1,3})(?!`)(?P<code>[^`\n]{1,1000}?(?:\n(?!\s*\n)[^`\n]{1,1000}?)?)(?P=ticks)(?!`)"
)
_LINK = re.compile(
    r"(?<!\\)!?\[(?P<label>[^\[\]\n]{0,300})\](?:\((?:<[^<>\n]{0,500}>|[^()\s]{0,500})(?:\s+\"[^\"\n]{0,200}\")?\)|\[[^\[\]\n]{0,100}\])"
)
_DROPPED = re.compile(
    r"(?P<quote>^[ \t]{0,3}(?:>[ \t]?)+)|(?P<escape>\\(?=[!-/:-@\[-`{-~\n]))|(?P<entity>&(?:#\w{1,8}|\w{2,32});)"
    r"|(?P<tag>(?<!<)</?(?:a|abbr|b|big|blockquote|br|center|cite|code|dd|del|details|div|dl|dt|em|figcaption|figure|"
    r"font|footer|h[1-6]|header|hr|i|img|input|ins|kbd|li|main|mark|nav|ol|p|picture|pre|q|s|samp|section|small|source|"
    r"span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|wbr)(?:\s[^<>\n]{0,500})?/?>)",
    re.MULTILINE | re.IGNORECASE,
)
_RUNS = re.compile(r"(?<!\\)(?:\*+|_+|~~)|\n[ \t]*\n")
_LOOKS = re.compile(
    r"[’‘\u02bc\uff07“”„‟\u2011\u2010\u00ad\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]"
    r"|\w[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f]+|[\u1100-\u11ff]{2,}"
)
_ALIKE = dict.fromkeys("’‘\u02bc\uff07", "'") | dict.fromkeys("“”„‟", '"') | dict.fromkeys("\u2011\u2010", "-")
Edit = tuple[int, int, str]  # a span, and what is seen instead


def alike(text: str) -> str:
    """A text with its normal form and typographic marks put aside."""
    return _LOOKS.sub(lambda match: _look(match[0]), text) if not text.isascii() else text


def is_plain(text: str) -> bool:
    """Whether there is nothing in a text that its reader could see otherwise."""
    return text.isascii() and not any(mark in text for mark in _MARKS)  # a search for each is faster than one for all


def seen(text: str, code: Iterable[tuple[int, int]] = (), *, markup: bool = True) -> Mapped | None:
    """What is seen of a text, outside of the `code` blocks; None where it is the text itself. Linear in the text.

    `markup`: whether the text is Markdown.
    """
    if is_plain(text):
        return None
    edits = sorted([*_marks(text, code), *_looks(text)] if markup else _looks(text))
    mapped, at = Mapped(), 0
    for start, end, instead in edits:
        if start < at:
            continue
        mapped.add(text[at:start], at, start)
        mapped.add(instead, start, end)
        at = end
    mapped.add(text[at:], at, len(text))
    return mapped if edits else None


def _looks(text: str) -> list[Edit]:
    if text.isascii():
        return []
    return [(*match.span(), look) for match in _LOOKS.finditer(text) if (look := _look(match[0])) != match[0]]


def _look(characters: str) -> str:
    if len(characters) == 1 and is_invisible(characters):
        return ""
    return _ALIKE.get(characters) or unicodedata.normalize("NFC", characters)


class _Kept:
    """Stretches that are seen as they are written; `holds` says whether an offset lies in one."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = sorted(spans)
        self._starts = [start for start, _ in self._spans]

    def holds(self, at: int) -> bool:
        index = bisect_right(self._starts, at) - 1
        return index >= 0 and at < self._spans[index][1]


def _marks(text: str, code: Iterable[tuple[int, int]]) -> Iterator[Edit]:
    fences = _Kept(code)
    inline = [match for match in _CODE.finditer(text) if not fences.holds(match.start())] if "`" in text else []
    for match in inline:
        yield match.start(), match.start("code"), ""
        yield match.end("code"), match.end(), ""
    kept = _Kept([*fences._spans, *(match.span() for match in inline)])  # noqa: SLF001 - its own kind
    links = (
        [match for match in _LINK.finditer(text) if not kept.holds(match.start())]
        if "](" in text or "][" in text
        else []
    )
    for match in links:
        yield match.start(), match.start("label"), ""
        yield match.end("label"), match.end(), ""
    hidden = _Kept([*kept._spans, *((match.end("label"), match.end()) for match in links)])  # noqa: SLF001 - as above
    for match in _DROPPED.finditer(text):
        if not hidden.holds(match.start()):
            yield (*match.span(), _instead(match))
    for start, end in _stressed(text, hidden):
        yield start, end, ""


def _instead(match: re.Match[str]) -> str:
    if match.lastgroup == "entity":
        return html.unescape(match[0])
    return " " if match.lastgroup == "tag" and match[0].lower().startswith("<br") else ""


def _stressed(text: str, kept: _Kept) -> Iterator[tuple[int, int]]:
    """The marks of emphasis: a run that opens, and the next one as long in the same paragraph that closes it."""
    opened: dict[str, list[tuple[int, int]]] = {}
    for match in _RUNS.finditer(text):
        run, (start, end) = match[0], match.span()
        if run[0] == "\n":
            opened.clear()
            continue
        if kept.holds(start) or len(run) > 3:
            continue
        before, after = text[start - 1 : start], text[end : end + 1]
        inside = run[0] == "_" and before[:1].isalnum() and after[:1].isalnum()
        if inside:
            continue
        if before and not before.isspace() and opened.get(run) and not (run[0] == "_" and after.isalnum()):
            yield opened[run].pop()
            yield start, end
        elif after and not after.isspace() and not (run[0] == "_" and before.isalnum()):
            opened.setdefault(run, []).append((start, end))
