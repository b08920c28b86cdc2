"""The parts of a long document that are shown: the same every time, true to its lines, within their room."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from grader.document import Document
from grader.judges.base import OpenQuestion
from grader.judges.claude.excerpt import excerpt, terms_of
from grader.lines import with_line_feeds

MakeQuestion = Callable[..., OpenQuestion]
FILLER = [f"Nothing of interest stands on line {number}.\n" for number in range(1, 2001)]


def shown(lines: list[str], terms: tuple[str, ...], room: int = 3000) -> str:
    """All parts as one text."""
    return "".join(part.text for part in excerpt(Document.of_text("a.md", "".join(lines)), terms, room).parts)


def test_looks_for_the_clauses_own_words(make_question: MakeQuestion) -> None:
    """Its output's name, code spans and quotations, and words that aren't in every clause."""
    clause = make_question(
        '`key_points`: lists each `risk_id` and the "residual risk" of the harbour', name="key_points"
    ).clause
    terms = terms_of(clause)
    assert {"key_points", "risk_id", "residual risk", "harbour"} <= set(terms)
    assert not {"each", "the", "and", "of", "lists"} & set(terms) - {"lists"}


def test_shows_head_tail_and_what_matches() -> None:
    """The beginning, the end, and the matching line with its neighbours."""
    lines = FILLER.copy()
    lines[999] = "The harbour is where the residual risk lies.\n"
    text = shown(lines, ("harbour", "residual risk"))
    assert text.startswith(lines[0])
    assert text.endswith(lines[-1])
    assert "".join(lines[997:1002]) in text


def test_a_heading_that_matches_brings_what_stands_under_it() -> None:
    """More lines after a heading than after other matches."""
    lines = FILLER.copy()
    lines[999] = "## Risks\n"
    assert "".join(lines[999:1012]) in shown(lines, ("risks",))


def test_the_best_lines_win_when_room_is_short() -> None:
    """A line with more of the terms is shown before one with fewer."""
    lines = FILLER.copy()
    for number in range(300, 1500, 10):
        lines[number] = "One harbour.\n"
    lines[1700] = "The harbour, its flood and its sources.\n"
    assert lines[1700] in shown(lines, ("harbour", "flood", "sources"), room=1200)


def test_without_a_match_more_of_the_head_is_shown() -> None:
    """The room isn't wasted."""
    assert len(shown(FILLER, ("harbour",))) > 2900


def test_parts_of_one_endless_line_are_shown_too() -> None:
    """A JSON document on a single line is taken in stretches, and the stretch that matches is shown."""
    text = "[" + '{"a": 1}, ' * 3000 + '{"harbour": "closed"}, ' + '{"a": 1}, ' * 3000 + "]"
    found = excerpt(Document.of_text("a.json", text), ("harbour",), 8000)
    assert any('"harbour": "closed"' in part.text for part in found.parts)
    assert all((part.first, part.last, part.cut) == (1, 1, True) for part in found.parts)
    assert found.characters == len(text)


def test_lines_are_the_files_own() -> None:
    """Where a header was left out, the numbers still count from the file's first line."""
    document = Document.of_text("a.md", "".join(FILLER), skip_lines=10)
    found = excerpt(document, (), 1000)
    assert found.parts[0].first == 11
    assert found.parts[-1].last == 2010


LINES = st.lists(st.text(st.sampled_from('ab #:"\r\té'), max_size=30) | st.just("x" * 4500), max_size=60)


@given(LINES, st.integers(0, 3000), st.lists(st.sampled_from(["a", "b", "ab", "é", "x"]), unique=True))
def test_parts_are_exact_ordered_and_within_their_room(lines: list[str], room: int, terms: list[str]) -> None:
    """Each part stands on the lines that it names, none overlaps, and together they fit."""
    text = "\n".join(lines)
    found = excerpt(Document.of_text("a.md", text), tuple(terms), room)
    own = with_line_feeds(text).split("\n")
    assert sum(len(part.text) for part in found.parts) <= room
    assert found.characters == len(text)
    assert found.left_out >= 0
    before = 0
    for part in found.parts:
        assert part.first >= before
        assert part.text in "\n".join(own[part.first - 1 : part.last]) + "\n"
        assert part.cut or part.first > before
        before = part.last
