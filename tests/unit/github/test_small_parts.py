"""Descriptions, sizes, markers, diffs, suggestions and annotations: each within its limits."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.github.changes import touched_paths
from grader.github.check_run import Annotation
from grader.github.diff import shown_lines
from grader.github.marker import State, begin, is_marked, marker, state_of
from grader.github.permissions import Feature, advice
from grader.github.review import Suggestion
from grader.github.size import Size
from grader.github.status import DESCRIPTION, fit_description


@given(st.text())
def test_a_description_fits(text: str) -> None:
    """One line of at most 140 characters, none of them of four bytes."""
    line = fit_description(text)
    assert len(line) <= DESCRIPTION
    assert all(ord(character) < 0x10000 and character not in "\r\n" for character in line)


def test_a_long_description_says_that_it_was_cut() -> None:
    """An ellipsis ends it."""
    assert fit_description("x" * 200) == "x" * 139 + "…"


@given(st.text())
def test_a_size_is_never_too_small(text: str) -> None:
    """Characters count as JavaScript and databases count them, at least as many as Python's."""
    size = Size.of(text)
    assert size.characters >= len(text)
    assert size.bytes == len(text.encode("utf-8", "surrogatepass"))


def test_both_limits_are_obeyed() -> None:
    """A text fits only if its characters and its bytes do."""
    limit = Size(characters=4, bytes=8)
    assert Size.of("äöüß").fits(limit)
    assert not Size.of("€€€").fits(limit)
    assert not Size.of("abcde").fits(limit)
    assert not Size.of("😀😀😀").fits(Size(characters=5, bytes=100))


@given(st.text(min_size=1))
def test_no_name_ends_its_marker_early(name: str) -> None:
    """Whatever an instance is called, its marker is one comment on one line, and its own."""
    line = marker(name)
    assert re.fullmatch(r"<!-- contract-grader: [^<>\s]* -->", line)
    assert "--" not in line.removeprefix("<!--").removesuffix("-->")
    assert is_marked(line + "\ntext", name)
    assert not is_marked(line + "\ntext", name + "x")


@given(st.text(max_size=64), st.integers(0, 10**12), st.integers(0, 99))
def test_a_state_is_read_back(fingerprint: str, run_id: int, attempt: int) -> None:
    """What a comment was written from is known to the next run."""
    state = State(head="a" * 40, order=(run_id, attempt), fingerprint=fingerprint)
    assert state_of(begin("any", state) + "text") == state


@pytest.mark.parametrize(
    "body", ["", "text", "<!-- contract-grader-state: %7B -->", "<!-- contract-grader-state: {%22head%22:1} -->"]
)
def test_a_broken_state_is_none(body: str) -> None:
    """A comment that somebody edited doesn't stop a run."""
    assert state_of(body) is None


def test_all_statuses_of_files_are_understood() -> None:
    """Both paths of a rename count, a copy's origin and an unchanged file don't."""
    files = [
        {"filename": "a", "status": "added"},
        {"filename": "b", "status": "removed"},
        {"filename": "c", "status": "modified"},
        {"filename": "d", "status": "renamed", "previous_filename": "old-d"},
        {"filename": "e", "status": "copied", "previous_filename": "old-e"},
        {"filename": "f", "status": "changed"},
        {"filename": "g", "status": "unchanged"},
    ]
    assert touched_paths(files) == {"a", "b", "c", "d", "old-d", "e", "f"}


def test_a_patch_shows_added_lines_and_context() -> None:
    """Removed lines have no number on the new side."""
    patch = (
        "@@ -1,3 +1,3 @@ heading\n context\n-old\n+new\n context\n@@ -20 +20,2 @@\n+added\n\\ No newline at end of file"
    )
    assert shown_lines(patch) == {1, 2, 3, 20}


def test_lines_of_a_patch_are_githubs() -> None:
    """A form feed or a line separator of Unicode ends no line."""
    assert shown_lines("@@ -1,2 +1,2 @@\n one\x0c\u2028two\n+three\n") == {1, 2}


@given(st.text())
def test_any_patch_is_read(patch: str) -> None:
    """Nothing in a patch raises."""
    assert all(number > 0 for number in shown_lines(patch))


@given(st.text())
def test_a_rewrite_cant_close_its_fence(text: str) -> None:
    """The fence is longer than any run of backticks in the rewrite."""
    body = Suggestion("a.md", (1, 1), text, "why").body()
    found = re.search(r"^(`{3,})suggestion$", body, re.MULTILINE)
    assert found is not None
    assert found[1] not in text


def test_a_suggestion_is_known_by_what_it_says() -> None:
    """The same rewrite of the same file has the same mark, wherever it has moved."""
    one = Suggestion("a.md", (1, 1), "text", "why")
    assert one.mark == Suggestion("a.md", (9, 9), "text", "otherwise").mark
    assert one.mark != Suggestion("b.md", (1, 1), "text", "why").mark


def test_an_annotation_keeps_its_limits() -> None:
    """A long title and message are cut, by characters and bytes."""
    body = Annotation("a.md", (1, 2), "warning", "t" * 300, "€" * 40_000).body()
    assert len(body["title"]) == 255
    assert len(body["message"].encode()) <= 64 * 1024


@pytest.mark.parametrize("feature", list(Feature))
def test_advice_names_the_permission_or_says_that_none_helps(feature: Feature) -> None:
    """A fork's maintainer isn't sent to change what can't help."""
    assert f"add `{feature.line}`" in advice(feature, restricted=False)
    assert "add `" not in advice(feature, restricted=True)
    assert "docs/forks.md" in advice(feature, restricted=True)
