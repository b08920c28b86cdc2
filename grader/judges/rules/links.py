"""Links in a text: Markdown links, bare URLs and reference definitions, each once."""

from __future__ import annotations

import re

URL = re.compile(r"(?:https?|ftp)://[^\s<>\"'`)\]}|]+", re.IGNORECASE)
_TRAILING = ".,;:!?*_"
_MARKDOWN = re.compile(
    r"!?\[(?P<text>[^\[\]\n]{0,300})\]\((?P<target><[^<>\n]{1,500}>|[^()\s]{1,500})(?:\s+\"[^\"\n]{0,200}\")?\)"
)


def link_spans(text: str) -> list[tuple[int, int]]:
    """Where links stand: a Markdown link whole, a bare URL without the punctuation that follows it; images aside."""
    spans: list[tuple[int, int]] = []
    taken: list[tuple[int, int]] = []
    for match in _MARKDOWN.finditer(text):
        taken.append(match.span())
        if not match[0].startswith("!"):
            spans.append(match.span())
    inside = 0
    for match in URL.finditer(text):
        while inside < len(taken) and taken[inside][1] <= match.start():
            inside += 1
        if inside < len(taken) and taken[inside][0] <= match.start():
            continue
        end = match.start() + len(match[0].rstrip(_TRAILING))
        spans.append((match.start(), end))
    return sorted(spans)


def urls_of(text: str) -> list[tuple[str, int, int]]:
    """Every URL in a text with its offsets, in links or bare."""
    found = []
    for match in URL.finditer(text):
        url = match[0].rstrip(_TRAILING)
        found.append((url, match.start(), match.start() + len(url)))
    return found
