"""What a reader sees of HTML and Markdown, held against the standard parser, and quoted from the file's own text."""

from __future__ import annotations

import time
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.document import Document
from grader.judges.rules.html_text import is_html, rendered
from grader.judges.rules.rendered import unescaped
from grader.judges.rules.seen import seen

_PARTS = (
    "<p>", "</p>", "<b>", "</b>", "<ul>", "<li>", "</li>", "</ul>", "<table>", "<tr>", "<td>", "<th>", "</table>",
    "<h2>", "</h2>", "<!-- gone -->", "<br>", "<a href='x'>", "</a>", "<pre>", "</pre>", " ", "\n", "word", "&amp;",
    "&eacute;", "5", '<div class="a > b">', "</div>", "<blockquote>", "</tr>", "</td>",
)  # fmt: skip
pages = st.lists(st.sampled_from(_PARTS), max_size=40).map("".join)


class _Text(HTMLParser):
    """The standard parser's idea of a page's text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = ""

    def handle_data(self, data: str) -> None:
        """Characters between tags."""
        self.found += data


@given(pages)
def test_a_page_shows_the_text_that_the_standard_parser_finds(page: str) -> None:
    """Both read the same characters, white space aside."""
    parser = _Text()
    parser.feed(page)
    parser.close()
    text = rendered(Document.of_text("page.html", page)).text
    assert "".join(text.split()) == "".join(parser.found.split())


@given(pages, st.integers(0, 200), st.integers(0, 200))
def test_what_is_quoted_of_a_page_is_the_files_own_text(page: str, first: int, last: int) -> None:
    """A quote is a part of the file, and every block a part of the page."""
    document = rendered(Document.of_text("page.html", page))
    quote = document.quote(min(first, last), max(first, last))
    assert quote.text in page
    blocks = document.layout.blocks if document.layout is not None else []
    assert all(0 <= block.start <= block.end <= len(document.text) for block in blocks)


@given(st.text(alphabet='ab "\\/nu0é1[]{}:,', max_size=60))
def test_what_is_quoted_of_unescaped_json_is_the_files_own_text(text: str) -> None:
    """A quote keeps the escapes."""
    read = unescaped(Document.of_text("data.json", text), 0, len(text), lines=True)
    assert all(read.quote(at, at + 3).text in text for at in range(len(read.text)))


@given(st.text(alphabet="ab *_`~[]()>\\\n&;<’é\u0301", max_size=60))
def test_what_is_seen_leads_back_to_the_text(text: str) -> None:
    """Each character seen comes from a place, and the places are in order."""
    shown = seen(text)
    if shown is not None:
        spans = [shown.span(at, at + 1) for at in range(len(shown.text))]
        assert all(0 <= start <= end <= len(text) for start, end in spans)
        assert spans == sorted(spans)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("An *open\none* here.", "An open\none here."),
        ("Another *open one.\n\nIt closes* here.", None),
        ("A __bold__ and an *italic* word.", "A bold and an italic word."),
        ("A name_with_joints and 2 * 3 * 4.", None),
        ("~~gone~~ and left", "gone and left"),
    ],
)
def test_marks_of_emphasis_pair_inside_of_a_paragraph(text: str, shown: str | None) -> None:
    """What pairs isn't seen; a mark that nothing closes is a character like others."""
    found = seen(text)
    assert (None if found is None else found.text) == shown


@pytest.mark.parametrize(
    ("path", "text", "html"),
    [
        ("page.html", "plain", True),
        ("page.XHTML", "plain", True),
        ("page.md", "<!DOCTYPE html>\n<title>x</title>", True),
        ("page.txt", "<ul>\n<li>a</li>\n</ul>\n", True),
        ("page.md", "<ul>\n<li>a</li>\n</ul>\n\n# Markdown\n\n<p>b</p>", False),
        ("page.csv", "<p>a</p>,<p>b</p>", False),
        ("page.json", "<p>a</p>", False),
        ("page.md", "plain", False),
    ],
)
def test_a_page_is_known_by_its_suffix_or_its_text(path: str, text: str, html: bool) -> None:
    """The text counts only where the suffix leaves it open, and where no Markdown stands beside."""
    assert is_html(Document.of_text(path, text)) is html


LINEAR = 32  # times as long for a text eight times as long, by a clock that isn't exact; with the square it were 64


def grows(read: Callable[[str], object], piece: str) -> float:
    """How many times as much of the processor's time it takes to read a text that is eight times as long."""

    def spent(length: int) -> float:
        text = piece * (length // len(piece))
        taken = []
        for _ in range(3):  # the shortest is the least disturbed
            began = time.process_time()
            read(text)
            taken.append(time.process_time() - began)
        return min(taken)

    return spent(160_000) / max(spent(20_000), 0.02)


@pytest.mark.parametrize(
    "piece",
    ["<", "<a ", "<a '", "<!--", "&#", "<p>", "<table>", "<li>", "<script>", "</p>", '<a href="\'" ', "<td", "<!"],
)
def test_a_hostile_page_is_read_in_linear_time(piece: str) -> None:
    """Unclosed and repeated tags cost no more than others."""
    assert grows(lambda text: rendered(Document.of_text("page.html", text)), piece) < LINEAR


@pytest.mark.parametrize(
    "piece", ["*a", "_a ", "`", "[a](", "](a", "**", "* a", "\\", "<a ", "&a", "> ", "``` ", "[x][", "~~a"]
)
def test_hostile_markdown_is_seen_in_linear_time(piece: str) -> None:
    """Unpaired marks cost no more than others."""
    assert grows(seen, piece) < LINEAR
