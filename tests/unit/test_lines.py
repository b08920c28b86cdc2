"""Where lines end: the same for every reader of a text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.lines import cut, with_line_feeds
from grader.openprose.markdown import source_lines

TEXTS = st.text(st.sampled_from("a \r\n\x0b\x0c\x1c\x85\u2028\u2029"), max_size=30)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\rb\r\nc\nd", ["a", "b", "c", "d"]),
        ("a\r\r\nb", ["a", "", "b"]),
        ("a\r", ["a", ""]),
        ("a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g", ["a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g"]),
        ("", [""]),
    ],
)
def test_a_line_ends_as_commonmark_says(text: str, lines: list[str]) -> None:
    """At a line feed, a carriage return or both, and at nothing else that Python takes for an end."""
    assert [line.removesuffix("\r") for line in with_line_feeds(text).split("\n")] == lines
    assert source_lines(text) == lines


@given(TEXTS)
def test_every_offset_stays_true(text: str) -> None:
    """A line feed takes the place of a lone return, and nothing else changes."""
    read = with_line_feeds(text)
    assert len(read) == len(text)
    assert not re.search(r"\r(?!\n)", read)
    assert all(new == old or (old, new) == ("\r", "\n") for old, new in zip(text, read, strict=True))


@given(TEXTS)
def test_lines_that_were_cut_at_line_feeds_are_cut_at_returns(text: str) -> None:
    """Together they are the whole text, and only the last may lack its end."""
    lines = list(cut(re.findall(r"[^\n]*\n|[^\n]+", text)))
    assert "".join(lines) == with_line_feeds(text)
    assert all(line.index("\n") == len(line) - 1 for line in lines[:-1])
    assert all(lines)
