"""Outputs too large to be held: scanned piece by piece, with the verdicts that the same text gets when it is held."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.document import Document
from grader.judges.combine import combine
from grader.judges.rules import stream
from grader.judges.rules.judge import measure_clause
from grader.judges.rules.measure import Facts
from grader.judges.rules.subject import Subject
from grader.judges.rules.views import View
from grader.model import Clause, ClauseGrade, Contract, Place, Role, Section, Verdict

PLACE = Place(file="sources/worker.prose.md", lines=(9, 9))
WORKER = Contract(name="worker", role=Role.NODE)
ITEMS = json.dumps([{"id": number, "name": f"entry {number}"} for number in range(40)], indent=1)
NOTES = "# Notes\n\n" + "".join(f"Day {day} was calm and short.\n\n" for day in range(40)) + "The end is here.\n"


def grade(body: str, text: str, file: str, *, large: bool) -> ClauseGrade:
    """The grade of a clause on a text that is held, or scanned."""
    name = file.split(".", maxsplit=1)[0]
    clause = Clause(contract="worker", text=body, body=body, name=name, place=PLACE, section=Section.RETURNS)
    document = Document.of_text(f"bindings/worker/{file}", text)
    subject = Subject(large=document) if large else Subject((View(document),))
    return combine(measure_clause(clause, subject, Facts(contract=WORKER, own=(document,))), None)


@pytest.mark.parametrize(
    ("body", "text", "file", "verdict"),
    [
        ("valid JSON", ITEMS, "items.json", Verdict.SATISFIED),
        ("valid JSON", ITEMS[:-1], "items.json", Verdict.VIOLATED),
        ("a JSON array of at least 40 items, each with: `id`, `name`", ITEMS, "items.json", Verdict.SATISFIED),
        ("at least 41 items", ITEMS, "items.json", Verdict.VIOLATED),
        ("each item has `owner`", ITEMS, "items.json", Verdict.VIOLATED),
        ("at least 100 words", NOTES, "notes.md", Verdict.SATISFIED),
        ("at most 100 words", NOTES, "notes.md", Verdict.VIOLATED),
        ("contains the exact phrase `The end is here`", NOTES, "notes.md", Verdict.SATISFIED),
        ("contains the exact phrase `nowhere to be found`", NOTES, "notes.md", Verdict.VIOLATED),
        ("exactly 41 paragraphs", NOTES, "notes.md", Verdict.SATISFIED),
    ],
)
def test_a_scanned_output_gets_the_verdict_of_a_held_one(
    body: str, text: str, file: str, verdict: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts, fields, formats and phrases, over windows and stretches of a few characters."""
    monkeypatch.setattr(stream, "_CHUNK", 16)
    monkeypatch.setattr(stream, "_STRETCH", 40)
    assert grade(body, text, file, large=True).verdict is verdict
    assert grade(body, text, file, large=False).verdict is verdict


WRAPPED = json.dumps({"total": 3, "items": json.loads(ITEMS), "errors": []}, indent=1)
ROWS = "id,host\n" + "".join(f"{number},edge-{number}\n" for number in range(30))
GUIDE = "# Guide\n\n" + "".join(
    f"## Part {number}\n\nSee https://docs.example.org/{number}.\n\n- one\n- two\n\n" for number in range(20)
)


@pytest.mark.parametrize(
    ("body", "text", "file"),
    [
        ("at least 40 items", WRAPPED, "items.json"),
        ("at most 39 items", WRAPPED, "items.json"),
        ("a JSON object with: `total`, `items`", WRAPPED, "report.json"),
        ("`total` is at most 2", WRAPPED, "report.json"),
        ("each entry in `items` has an `id` and a `name`", WRAPPED, "report.json"),
        ("every `id` is at most 30", ITEMS, "items.json"),
        ("at least one item has an `id` above 38", ITEMS, "items.json"),
        ("no item lacks a `name`", ITEMS, "items.json"),
        ("each with: `id` (integer), `name` (string)", ITEMS, "items.json"),
        ("`len(items) == 40`", WRAPPED, "report.json"),
        ("`len(items) == total`", WRAPPED, "report.json"),
        ("each error has a `code`", WRAPPED, "report.json"),
        ("CSV with the columns id and host", ROWS, "hosts.csv"),
        ("CSV with the columns id and region", ROWS, "hosts.csv"),
        ("CSV", ROWS + "a,b,c\n", "hosts.csv"),
        ("at least 31 rows", ROWS, "hosts.csv"),
        ("every row has a `host`", ROWS, "hosts.csv"),
        ("exactly 20 sections", GUIDE, "guide.md"),
        ("at least 22 headings", GUIDE, "guide.md"),
        ("at least 20 links", GUIDE, "guide.md"),
        ("contains no links", GUIDE, "guide.md"),
        ("contains no tables", GUIDE, "guide.md"),
        ('with the sections "Part 3" and "Part 99"', GUIDE, "guide.md"),
        ("valid JSON", GUIDE, "guide.md"),
        ("Markdown", GUIDE, "guide.md"),
    ],
)
def test_structure_is_measured_alike_in_pieces(
    body: str, text: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is decided on pieces is decided so on the whole."""
    monkeypatch.setattr(stream, "_CHUNK", 16)
    monkeypatch.setattr(stream, "_STRETCH", 40)
    assert grade(body, text, file, large=True).verdict is grade(body, text, file, large=False).verdict


def test_what_takes_the_whole_text_is_left_open() -> None:
    """Never guessed: the reason says that the output is too large."""
    found = grade("sorted by name", NOTES, "notes.md", large=True)
    assert found.verdict is Verdict.NOT_EVALUABLE


def test_a_quote_of_a_piece_stands_where_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines before a piece are counted, in JSON and in text."""
    monkeypatch.setattr(stream, "_CHUNK", 16)
    monkeypatch.setattr(stream, "_STRETCH", 40)
    for body, text, file in (
        ("each item has `owner`", ITEMS, "items.json"),
        ("contains the exact phrase `The end is here`", NOTES, "notes.md"),
    ):
        found = grade(body, text, file, large=True)
        quotes = [quote for result in found.requirements for quote in result.quotes]
        assert quotes
        for quote in quotes:
            first, last = quote.place.lines
            assert quote.text in "\n".join(text.split("\n")[first - 1 : last])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(VALUES, max_size=8) | st.dictionaries(st.text(max_size=5), VALUES, max_size=5), st.integers(1, 40))
@settings(max_examples=200)
def test_the_scanner_finds_what_a_parser_finds(value: Any, chunk: int) -> None:
    """Every element, in order, whatever the window cuts in two."""
    text = json.dumps(value, indent=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "_CHUNK", chunk)
        found = [each.value for each in stream.elements(Document.of_text("x.json", text))]
    assert found == (value if isinstance(value, list) else list(value.values()))


@given(st.text(alphabet='[]{},:"a1 \n', max_size=20), st.integers(1, 8))
def test_the_scanner_refuses_what_a_parser_refuses(text: str, chunk: int) -> None:
    """A text is scanned to its end exactly where it is a JSON array or object."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "_CHUNK", chunk)
        try:
            list(stream.elements(Document.of_text("x.json", text)))
            scanned = True
        except ValueError:
            scanned = False
    try:
        parsed = isinstance(json.loads(text), (list, dict))
    except ValueError:
        parsed = False
    assert scanned is parsed
