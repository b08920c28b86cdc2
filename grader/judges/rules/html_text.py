"""HTML as its reader sees it: the text without its markup, and the headings, lists, tables and links of the page.

The parsers at hand keep no place for each character, and the standard one takes quadratic time on hostile texts. This
one reads each character once. What it can't read for certain, such as tables inside tables, it says in `doubts`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

from grader.document import Document
from grader.judges.rules.html_page import Page
from grader.judges.rules.mapped import Mapped
from grader.judges.rules.outline import Block, BlockKind, outline
from grader.judges.rules.rendered import Layout, Rendered
from grader.judges.rules.wordlists import words

_LARGEST = 8 * 1024 * 1024  # characters of HTML that are read
_SUFFIXES = (".html", ".htm", ".xhtml")
_DOCUMENT = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:!doctype\s+html|html)\b", re.IGNORECASE
)
_FRAGMENT = re.compile(
    r"\s*<(?:article|body|details|div|dl|figure|footer|form|h[1-6]|head|header|main|nav|ol|p|pre|section|table|ul)"
    r"\b[^<>]{0,1000}>",
    re.IGNORECASE,
)
_ATTRIBUTES = r"(?:[^<>\"']|\"[^\"]{0,5000}\"|'[^']{0,5000}'){0,1000}"
_TAG = re.compile(rf"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9:-]*)(?P<attributes>(?=[\s/>]){_ATTRIBUTES})>")
_ATTRIBUTE = re.compile(r"([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>`]+)))?")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_RAW = words("script style textarea title xmp")  # elements whose content holds no tags
_INLINE_CODE = re.compile(r"`[^`\n]{1,500}`")
_EMBEDDED = {
    kind: re.compile(rf"<(?:{tags})(?=[\s/>])", re.IGNORECASE)
    for kind, tags in {
        "table": "table", "item": "ul|ol|li|dl", "heading": "h[1-6]", "link": "a", "code block": "pre",
        "paragraph": "p|div", "image": "img|picture",
    }.items()
}  # fmt: skip
_STRUCTURE = frozenset({BlockKind.HEADING, BlockKind.ITEM, BlockKind.TABLE, BlockKind.FENCE})


def is_html(document: Document) -> bool:
    """Whether a document is HTML: by its suffix, or a page or fragment by its text, with no Markdown beside it."""
    path = document.path.lower()
    if path.endswith(_SUFFIXES):
        return True
    if document.large or not path.endswith((".md", ".txt", ".markdown")):
        return False
    text = document.text
    if _DOCUMENT.match(text) is not None:
        return True
    return is_fragment(text) and not any(block.kind in _STRUCTURE for block in outline(text))


def is_fragment(text: str) -> bool:
    """Whether a text begins and ends with HTML tags."""
    return _FRAGMENT.match(text) is not None and text.rstrip().endswith(">")


def embedded(text: str, blocks: Iterable[Block], kind: str) -> str | None:
    """Why nobody can tell what a Markdown text has of a kind: some of it is written in HTML. None if none is."""
    tag = _EMBEDDED.get(kind)
    if tag is None or tag.search(text) is None:
        return None
    code = [(block.start, block.end) for block in blocks if block.kind is BlockKind.FENCE]
    code += [match.span() for match in _INLINE_CODE.finditer(text)]
    outside = (match for match in tag.finditer(text) if not any(first <= match.start() < last for first, last in code))
    return "some of it is written in HTML" if next(outside, None) is not None else None


def rendered(document: Document) -> Rendered:
    """The page that an HTML document shows; of a very long one only that nobody can tell. Total; linear in the text."""
    if len(document.text) > _LARGEST:
        mapped = Mapped()
        mapped.add(document.text, 0, len(document.text))
        return Rendered(document, mapped, Layout(doubts={"text": "the page is too large to be read"}))
    page = Page()
    for kind, name, attributes, start, end in _events(document.text):
        if kind == "text":
            for piece, first, last in _pieces(document.text, start, end):
                page.text(piece, first, last)
        elif kind == "open":
            page.open(name, attributes)
        else:
            page.close(name)
    return Rendered(document, page.mapped, page.finish())


XML = (".xml", ".svg", ".rss", ".atom", ".xsd", ".xsl")
_NOT_IN_XML = ("word", "sentence", "paragraph", "item", "heading", "table", "link", "code block", "image")


def as_xml(document: Document) -> Rendered:
    """An XML document: its text as it is written, of which only the markup's own rules tell what its parts are."""
    mapped = Mapped()
    mapped.add(document.text, 0, len(document.text))
    return Rendered(document, mapped, Layout(doubts=dict.fromkeys(_NOT_IN_XML, "the output is XML")))


Event = tuple[str, str, dict[str, str], int, int]  # text, open or close; a tag's name and attributes; its place


def _events(text: str) -> Iterator[Event]:
    """The tags of a text and the characters between them, comments and scripts left out."""
    at, begun = 0, 0
    while (at := text.find("<", at)) >= 0:
        tag = _TAG.match(text, at)
        end = tag.end() if tag is not None else _unshown(text, at)
        if end is None:
            at += 1
            continue
        if begun < at:
            yield "text", "", {}, begun, at
        if tag is not None:
            name = tag["name"].lower()
            yield ("close" if tag["close"] else "open"), name, _attributes(tag["attributes"]), at, end
            if name in _RAW and not tag["close"]:
                stop = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(text, end)
                end = stop.start() if stop is not None else len(text)
        at = begun = end
    if begun < len(text):
        yield "text", "", {}, begun, len(text)


def _unshown(text: str, at: int) -> int | None:
    """The end of a comment, declaration or instruction that begins at `<`; None where none does."""
    if text.startswith("<!--", at):
        end = text.find("-->", at + 4)
        return end + 3 if end >= 0 else len(text)
    if text[at + 1 : at + 2] not in {"!", "?"}:
        return None
    end = text.find(">", at)
    return end + 1 if end >= 0 else len(text)


def _attributes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(text):
        found.setdefault(name.lower(), html.unescape("".join(values)))
    return found


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Characters with their entities resolved, and where each stands."""
    for match in _ENTITY.finditer(text, start, end):
        shown = html.unescape(match[0])
        if shown != match[0]:
            if start < match.start():
                yield text[start : match.start()], start, match.start()
            yield shown, *match.span()
            start = match.end()
    if start < end:
        yield text[start:end], start, end
