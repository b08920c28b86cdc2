"""The HTML report: one file that loads nothing, in which no text of a run is anything but text."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from grader.model import Cause, Grade, UngradedRun
from grader.reports.escape import visible
from grader.reports.html import html_page
from tests.drawn import grades, ungraded
from tests.making import N, P, S, V, grade_of, graded_contract


class _Page(HTMLParser):
    """The elements, attributes and texts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """The innermost element ends."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Text between elements."""
        self.texts.append(data)


OURS = set(
    "html head meta title style body main footer article h1 h2 h3 h4 table thead tbody tr th td p strong br code span "
    "a details summary ul li figure figcaption pre del ins".split()
)
MIXED = grade_of(graded_contract("critic", [S, P, V, N, Cause.NEEDS_JUDGE], [(True, V), (False, None), (None, N)]))


@given(st.lists(grades() | ungraded, max_size=2))
def test_no_element_comes_of_a_run_s_text(results: list[Grade | UngradedRun]) -> None:
    """Only our elements occur, properly nested, with links inside the page and no handler or style of their own."""
    page = _Page(html_page(results))
    assert set(page.tags) <= OURS
    assert page.open == []
    names = {name for name, _ in page.attributes}
    assert names <= {"lang", "charset", "http-equiv", "content", "name", "class", "id", "href", "open"}
    assert all(re.fullmatch(r"#run-\d+", str(value)) for name, value in page.attributes if name == "href")


@given(grades())
def test_every_clause_is_there_as_text(grade: Grade) -> None:
    """Each due clause, each untested path and each quote's place can be read."""
    text = "".join(_Page(html_page([grade])).texts)
    for contract in grade.contracts:
        for clause in contract.clauses + contract.conditional_clauses:
            assert visible(clause.clause.text) in text
            assert visible(str(clause.clause.place)) in text


def test_the_page_loads_nothing_and_says_so() -> None:
    """The policy allows our own style sheet by its hash, and nothing else; there is no script."""
    page = html_page([MIXED])
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert dict(_Page(page).attributes)["content"] is not None
    assert ("content", policy) in _Page(page).attributes
    assert not re.search(r"<script|<link|<img|url\(|@import", page)
    assert "prefers-color-scheme: dark" in page


def test_the_verdict_comes_first() -> None:
    """A single run's page begins with its verdict and says how many clauses were evaluated."""
    text = " ".join("".join(_Page(html_page([MIXED])).texts).split())
    body = text[text.index("Violated deep-research") :]
    assert body.startswith("Violated deep-research 37.5 of 100 · 4 of 6 clauses evaluated · 1 contract fails")
