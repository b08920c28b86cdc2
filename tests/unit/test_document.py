"""A document: its text, its lines, and quotes that stand where they say."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grader.document
from grader.document import LARGE, Document, DocumentTooLarge


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
