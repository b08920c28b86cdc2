"""The list of warnings, which no run can make endless."""

from __future__ import annotations

from grader.model import Notice
from grader.openprose.notices import MOST, Notices, shown


def test_keeps_each_notice_once_in_order() -> None:
    """What is said twice is listed once, where it was first said."""
    notices = Notices()
    for message in ("b", "a", "b"):
        notices.add("code", message, "place")
    assert [each.message for each in notices] == ["b", "a"]


def test_counts_what_it_does_not_keep() -> None:
    """Past the limit there is one more line, which says how many were left out."""
    notices = Notices()
    notices.extend(Notice(code="code", message=str(number)) for number in range(MOST + 5))
    notices.add("code", "0")
    *kept, last = notices
    assert len(kept) == MOST
    assert last.message == "There are 5 further warnings"


def test_cuts_what_a_run_makes_too_long() -> None:
    """Neither a message nor a name in it is as long as a run would have it."""
    notices = Notices()
    notices.add("code", "x" * 5000)
    assert len(next(iter(notices)).message) == 1000
    assert shown("x" * 300) == "x" * 200 + "…"
    assert shown("name") == "name"
