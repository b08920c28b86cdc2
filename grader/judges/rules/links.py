"""Links in a text: Markdown links, bare URLs and reference definitions, each once; in HTML, what its markup links."""

from __future__ import annotations

import re
from bisect import bisect_right

from grader.judges.rules.outline import BlockKind
from grader.judges.rules.views import View

URL = re.compile(r"(?:https?|ftp)://[^\s<>\"'`)\]}|]+", re.IGNORECASE)
_INLINE = re.compile(r"(?<!`)`[^`\n]{1,1000}`(?!`)")
_SCHEMELESS = re.compile(r"(?<![\w/@.])www\.[A-Za-z0-9-]{1,60}\.[A-Za-z]{2,}|<[^\s@<>]{1,60}@[^\s@<>]{1,60}>")
_TRAILING = ".,;:!?*_"
_MARKDOWN = re.compile(
    r"!?\[(?P<text>[^\[\]\n]{0,300})\]\((?P<target><[^<>\n]{1,500}>|[^()\s]{1,500})(?:\s+\"[^\"\n]{0,200}\")?\)"
)


def link_spans(view: View) -> list[tuple[int, int]]:
    """Where links stand in a view, those in code aside; offsets count within it."""
    if view.layout is None:
        code = _code(view)
        return [span for span in _spans(view.text) if not _holds(code, span[0])]
    links = [(start - view.start, end - view.start) for start, end, _ in _links(view)]
    inside = {at for start, end in links for at in range(start, end)}
    return sorted([*links, *(span for span in _spans(view.text) if span[0] not in inside)])


def doubtful_links(view: View) -> list[tuple[int, int]]:
    """Where something stands that only some readers would call a link: addresses in code, or without a scheme."""
    code = _code(view) if view.layout is None else []
    found = [span for span in _spans(view.text) if _holds(code, span[0])] if code else []
    return [*found, *(match.span() for match in _SCHEMELESS.finditer(view.text) if not _holds(code, match.start()))]


def _code(view: View) -> list[tuple[int, int]]:
    """The code of a Markdown text, blocks and inline, in order."""
    text = view.text
    if ("`" not in text and "~~~" not in text) or isinstance(view.value, (dict, list)):
        return []
    blocks = [(block.start, block.end) for block in view.blocks if block.kind is BlockKind.FENCE]
    inline = [match.span() for match in _INLINE.finditer(text) if not _holds(blocks, match.start())]
    return sorted([*blocks, *inline])


def _holds(spans: list[tuple[int, int]], at: int) -> bool:
    index = bisect_right(spans, at, key=lambda span: span[0]) - 1
    return index >= 0 and at < spans[index][1]


def _links(view: View) -> list[tuple[int, int, str]]:
    """The links of an HTML page that stand in a view."""
    links = view.layout.links if view.layout is not None else []
    return [link for link in links if view.start <= link[0] <= link[1] <= view.end]


def _spans(text: str) -> list[tuple[int, int]]:
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


def urls_of(view: View) -> list[tuple[str, int, int]]:
    """Every URL in a view with its offsets, in links or bare."""
    targets = [(url, start - view.start, end - view.start) for start, end, url in _links(view)]
    found = [each for each in targets if URL.match(each[0])]
    for match in URL.finditer(view.text):
        url = match[0].rstrip(_TRAILING)
        found.append((url, match.start(), match.start() + len(url)))
    return found
