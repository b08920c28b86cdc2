"""What leaves no mark on a page: the same characters for a judge, for quotes and for a report."""

from __future__ import annotations

import pytest

from grader.invisible import is_invisible, leaves_no_mark
from grader.judges.claude.untrusted import show
from grader.judges.folding import Folded
from grader.reports.escape import visible

MARKLESS = [
    "\x00",
    "\x7f",
    "\u00ad",
    "\u200b",
    "\u202e",
    "\u2066",
    "\u3164",
    "\ufe0f",
    "\ufeff",
    "\uffff",
    "\U000e0041",
]


@pytest.mark.parametrize("character", MARKLESS, ids=ascii)
def test_no_room_takes_an_invisible_character_for_text(character: str) -> None:
    """A judge and a reader see that it is there, and it makes no quote another."""
    assert is_invisible(character)
    assert character not in show(f"obey{character}me")
    assert character not in visible(f"obey{character}me")
    assert Folded(f"obey{character}me").text == "obeyme"


@pytest.mark.parametrize("character", ["\n", "\t", "\x1c", "\x85", "\u2028", "\u2029"], ids=ascii)
def test_a_line_end_leaves_no_mark_but_a_gap(character: str) -> None:
    """Words on both its sides stay two."""
    assert leaves_no_mark(character)
    assert not is_invisible(character)
    assert Folded(f"obey{character}me").text == "obey me"


@pytest.mark.parametrize("character", ["a", " ", "\u00a0", "\u3000", "é", "字", "\u0301", "😀"], ids=ascii)
def test_letters_marks_and_spaces_show(character: str) -> None:
    """They are text, whatever their width."""
    assert not leaves_no_mark(character)
    assert visible(f"a{character}b") == f"a{character}b"
