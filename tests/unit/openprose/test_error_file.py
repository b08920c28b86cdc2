"""The names that error files and log lines give."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.openprose.error_file import error_name, named_in_log


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("# Error: no-results\n\nAll three sources were empty.\n", "no-results"),
        ("\ufeff# Error: no-results\r\n", "no-results"),
        ("# error: `no-results` (3 tried)\n", "no-results"),
        ("# Error: no-results — all empty\n", "no-results"),
        ("**Error:** no-results\n", "no-results"),
        ("Error: no-results.\nMore.\n", "no-results"),
        ("# Error - no-results\n", "no-results"),
        ("# Error: no results found\n", "no results found"),
        ("---\nkind: error\nfrom: searcher\n---\n\n# searcher: AllCallsFailed\n\nText: more.\n", "AllCallsFailed"),
        ("---\nerror: all-failed\n---\n\nText.\n", "all-failed"),
        ('---\nname: "all-failed"\n---\n', "all-failed"),
        ("---\nname: searcher\nerror_name: all-failed\n---\n# Something broke\n", "all-failed"),
        ("# no-results\n\nText.\n", "no-results"),
        ("\n\n# Error: no-results\n", "no-results"),
        ("Nothing worked: we tried.\n", None),
        ("---\nname: unclosed\n", None),
        ("", None),
        ("# Error:\n", None),
    ],
)
def test_reads_the_name_in_both_forms(text: str, name: str | None) -> None:
    """A heading, a labelled first line, frontmatter; else there is an error without a name."""
    assert error_name(text) == name


@pytest.mark.parametrize(
    ("detail", "name"),
    [
        ("no-results", "no-results"),
        ("no-results (3 tried)", "no-results"),
        ("(no-results)", "no-results"),
        ("error: no-results", "no-results"),
        ("no-results: all empty", "no-results"),
        ("", None),
        ("()", None),
    ],
)
def test_reads_the_name_in_a_log_line(detail: str, name: str | None) -> None:
    """What follows the cross begins with the name."""
    assert named_in_log(detail) == name


@given(
    text=st.text() | st.lists(st.sampled_from(["# ", "Error", ": ", "---\n", "`", "(", " ", "a", "\n"])).map("".join)
)
def test_any_text_is_an_error_file(text: str) -> None:
    """A name is never blank and never spans lines."""
    for name in (error_name(text), named_in_log(text.replace("\n", " "))):
        assert name is None or (name.strip() == name != "" and "\n" not in name)
