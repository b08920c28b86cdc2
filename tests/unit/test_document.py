"""A document: its text, its lines, and quotes that stand where they say."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grader.document
from grader.document import LARGE, Document, DocumentTooLarge
from grader.judges.quotes import QuoteFinder
from grader.judges.rules.stream import elements
from grader.lines import with_line_feeds


def test_a_large_document_is_never_held_as_one_text() -> None:
    """Asking for its text raises, and names the file."""
    large = Document("bindings/worker/log.md", LARGE + 1, lambda: io.BytesIO(b""))

    assert large.large
    with pytest.raises(DocumentTooLarge, match=r"bindings/worker/log\.md"):
        _ = large.text


@pytest.mark.parametrize("indexed", [0, 1 << 20], ids=["counted anew", "from an index"])
def test_a_line_is_counted_from_one(monkeypatch: pytest.MonkeyPatch, indexed: int) -> None:
    """In any order of asking, whether the starts of the lines are kept or, in a long text, aren't."""
    monkeypatch.setattr(grader.document, "_INDEXED", indexed)

    @given(st.text("a\n", max_size=30), st.lists(st.integers(0, 30), min_size=1, max_size=5))
    def check(text: str, offsets: list[int]) -> None:
        document = Document.of_text("bindings/worker/notes.md", text)
        for offset in offsets:
            at = min(offset, len(text))
            assert document.line_of(at) == text.count("\n", 0, at) + 1

    check()


@given(st.text("a\r\n\x0c\u2028", max_size=30), st.integers(0, 3))
def test_a_line_is_the_same_in_a_text_and_in_a_scan(text: str, skip: int) -> None:
    """What is held and what is read line by line agree on every line, whichever way it ends."""
    document = Document.of_text("bindings/worker/notes.md", text, skip_lines=skip)
    assert "".join(document.lines()) == document.text == with_line_feeds(text)
    at = 0
    for number, line in enumerate(document.lines(), start=document.first_line):
        assert document.line_of(at) == number
        at += len(line)


@pytest.mark.parametrize("size", [1, LARGE + 1], ids=["small", "large"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=ascii)
def test_a_quote_stands_on_the_line_that_an_editor_shows(end: str, size: int) -> None:
    """In a document of any size, whatever ends its lines; a form feed ends none."""
    data = end.join(["one\x0c", "", "the word is here", "four"]).encode()
    found = QuoteFinder([Document("bindings/worker/notes.md", size, lambda: io.BytesIO(data))]).find("the word is here")
    assert found is not None
    assert (found.text, found.place.lines) == ("the word is here", (3, 3))


@pytest.mark.parametrize("chunk", [1, 2, 3, 1 << 20])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=ascii)
def test_an_element_of_a_large_list_stands_on_its_line(monkeypatch: pytest.MonkeyPatch, end: str, chunk: int) -> None:
    """However much of it is read at a time."""
    monkeypatch.setattr("grader.judges.rules.stream._CHUNK", chunk)
    data = end.join(["[", "1,", "2", "]"]).encode()
    document = Document("bindings/worker/list.json", LARGE + 1, lambda: io.BytesIO(data))
    assert [(each.value, each.before) for each in elements(document)] == [(1, 1), (2, 2)]
