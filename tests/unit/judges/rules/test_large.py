"""Outputs too large to be held: scanned piece by piece, with the verdicts that the same text gets when it is held."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.document import LARGE, Document
from grader.judges.combine import combine
from grader.judges.rules import html_text, large_records, stream
from grader.judges.rules.compile import compile_promise
from grader.judges.rules.engine import check
from grader.judges.rules.judge import measure_clause
from grader.judges.rules.measure import Facts
from grader.judges.rules.subject import Subject
from grader.judges.rules.views import View, view_of
from grader.model import Clause, ClauseGrade, Contract, Origin, Outcome, Place, Role, Section, Verdict

PLACE = Place(file="sources/worker.prose.md", lines=(9, 9))
WORKER = Contract(name="worker", role=Role.NODE)
ITEMS = json.dumps([{"id": number, "name": f"entry {number}"} for number in range(40)], indent=1)
GAPS = json.dumps([{"name": "one"} if number == 3 else {"id": number, "name": "one"} for number in range(10)])
WRAPPED = json.dumps({"total": 3, "items": json.loads(ITEMS), "errors": []}, indent=1)
ROWS = "id,host\n" + "".join(f"{number},edge-{number}\n" for number in range(30))
LINES = "".join(json.dumps({"id": number, "host": f"edge-{number}"}) + "\n" for number in range(30))
GUIDE = "# Guide\n\n" + "".join(
    f"## Part {number}\n\nSee https://docs.example.org/{number}.\n\n- one\n- two\n\n" for number in range(20)
)
NOTES = "# Notes\n\n" + "".join(f"Day {day} was calm and short.\n\n" for day in range(40)) + "The end is here.\n"


def grade(body: str, text: str, file: str, *, large: bool, least: str = "") -> ClauseGrade:
    """The grade of a clause on a text that is held, or scanned; `least` is an input of the caller's."""
    name = file.split(".", maxsplit=1)[0]
    clause = Clause(contract="worker", text=body, body=body, name=name, place=PLACE, section=Section.RETURNS)
    document = Document.of_text(f"bindings/worker/{file}", text)
    subject = Subject(large=document) if large else Subject((View(document),))
    inputs = {"least": Document.of_text("bindings/caller/least.md", least)} if least else {}
    return combine(measure_clause(clause, subject, Facts(contract=WORKER, own=(document,), inputs=inputs)), None)


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
        ("every `id` is at most 8", GAPS, "items.json", Verdict.VIOLATED),  # an entry without one says nothing
        ("every `id` is at most 9", GAPS, "items.json", Verdict.SATISFIED),
        ("every `id` is more than 0", '[{"id": 1e-400}, {"id": 2}]', "items.json", Verdict.SATISFIED),
        ("every `id` is at most 5", '[{"id": 1e400}, {"id": 2}]', "items.json", Verdict.VIOLATED),
        ("at least 4 items", '{"items": [1, 2, 3], "items": [4, 5]}', "items.json", Verdict.NOT_EVALUABLE),
        ("CSV", ITEMS, "items.json", Verdict.VIOLATED),
        ("Markdown", ITEMS, "items.json", Verdict.VIOLATED),
        ("JSON Lines", ITEMS, "items.json", Verdict.VIOLATED),
        ("a JSON object", ITEMS, "items.json", Verdict.VIOLATED),
        ("valid JSON", '{"a": NaN}', "items.json", Verdict.VIOLATED),
        ("valid JSON", '{"a": 1 "b": 2}', "items.json", Verdict.VIOLATED),
        ("valid JSON", "{1: 2}", "items.json", Verdict.VIOLATED),
        ("valid JSON", "[1] [2]", "items.json", Verdict.VIOLATED),
        ("valid JSON", "<p>one</p>\n\ntwo\n", "items.md", Verdict.VIOLATED),
        ("JSON Lines", LINES, "hosts.jsonl", Verdict.SATISFIED),
        ("JSON Lines", LINES + "{broken\n", "hosts.jsonl", Verdict.VIOLATED),
        ("JSON Lines", "\n\n", "hosts.jsonl", Verdict.VIOLATED),
        ("JSON Lines", "1\n2\n", "hosts.jsonl", Verdict.SATISFIED),
        ("one JSON object per line", LINES, "hosts.jsonl", Verdict.SATISFIED),
        ("one JSON object per line", LINES + "[1]\n", "hosts.jsonl", Verdict.VIOLATED),
        ("valid JSON", LINES, "hosts.jsonl", Verdict.VIOLATED),
        ("exactly 30 records", LINES, "hosts.jsonl", Verdict.SATISFIED),
        ("each record has an `owner`", LINES, "hosts.jsonl", Verdict.VIOLATED),
        ("each line has `id` and `host`", LINES, "hosts.jsonl", Verdict.SATISFIED),
        ("CSV", "\n\n", "hosts.csv", Verdict.VIOLATED),
        ("CSV", 'id,host\n1,"a"b\n', "hosts.csv", Verdict.VIOLATED),
        ("CSV", "id,host\n\n1,a\n", "hosts.csv", Verdict.SATISFIED),
        ("CSV with the columns id and host", "id,host\n1,\n2,b\n", "hosts.csv", Verdict.SATISFIED),
        ("`len(items) >= least`", WRAPPED, "report.json", Verdict.SATISFIED),
        ("`len(items) == 1 + least`", WRAPPED, "report.json", Verdict.VIOLATED),
        ("a JSON object with: `total` (integer), `items`", WRAPPED, "report.json", Verdict.SATISFIED),
        ("contains a table", GUIDE, "guide.md", Verdict.VIOLATED),
        ("contains a code block", GUIDE, "guide.md", Verdict.VIOLATED),
        ("contains a code block", "Text.\n\n```\ncode\n```\n", "guide.md", Verdict.SATISFIED),
        ("exactly 20 H2 headings", GUIDE, "guide.md", Verdict.SATISFIED),
        ("exactly 1 top-level section", GUIDE, "guide.md", Verdict.SATISFIED),
        ("exactly 19 second-level sections", GUIDE, "guide.md", Verdict.VIOLATED),
        ("contains the exact phrase `Day 1 was calm`", NOTES, "notes.md", Verdict.SATISFIED),
        ("exactly 20 subsections", GUIDE, "guide.md", Verdict.SATISFIED),
        ("at least 3 sections", NOTES.removeprefix("# Notes"), "notes.md", Verdict.VIOLATED),
    ],
)
def test_a_scanned_output_gets_the_verdict_of_a_held_one(
    body: str, text: str, file: str, verdict: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts, fields, formats and phrases, over windows and stretches of a few characters."""
    monkeypatch.setattr(stream, "_CHUNK", 16)
    monkeypatch.setattr(stream, "_STRETCH", 40)
    assert grade(body, text, file, large=True, least="30").verdict is verdict
    assert grade(body, text, file, large=False, least="30").verdict is verdict


PAGED = NOTES + "<h2>More</h2>\n\n<ul><li>one</li></ul>\n\n<p>two</p>\n\n<table><tr><td>1</td></tr></table>\n\nCalm.\n"
NOTHING_SAYS = "the output is too large for this measurement"


@pytest.mark.parametrize(
    ("body", "text", "file", "reason"),
    [
        ("at least 3 items", ITEMS[:-1], "items.json", "can't be read to its end"),
        ("each item has `id`", ITEMS[:-1], "items.json", "can't be read to its end"),
        ("at least 3 items about costs", ITEMS, "items.json", "at least 3 items about costs"),
        ("at least 3 critical bullets", GUIDE, "guide.md", NOTHING_SAYS),
        ("each item has `id`", '{"items": [], "total": 1}', "report.json", "no items to check"),
        ("each entry is at most 2", '{"a": [1, 2], "b": [3]}', "report.json", "several arrays could be meant"),
        ("at least 2 entries", '{"a": [1, 2], "b": [3]}', "report.json", "several arrays or none could be meant"),
        ("exactly `total` items", WRAPPED, "items.json", NOTHING_SAYS),
        ("at least 3 distinct items", WRAPPED, "items.json", NOTHING_SAYS),
        ("each line is at most 80 characters", ITEMS, "items.json", NOTHING_SAYS),
        ("each value is a number", ITEMS, "items.json", NOTHING_SAYS),
        ("each `tags` is an array", '[{"tags": ["a"]}, {"tags": ["b"]}]', "items.json", NOTHING_SAYS),
        ("`len(items) == nothing`", WRAPPED, "report.json", "neither in the output nor an input"),
        ("`items[0] == 1`", WRAPPED, "report.json", NOTHING_SAYS),
        ("`all(each for each in items)`", WRAPPED, "report.json", NOTHING_SAYS),
        ("`owner` is at most 3", WRAPPED, "report.json", NOTHING_SAYS),
        ("has an `owner`", WRAPPED, "report.json", NOTHING_SAYS),
        ("has a `note`", '{"note": "", "items": [1]}', "report.json", '`note` is ""'),
        ("a JSON array of strings", ITEMS, "items.json", NOTHING_SAYS),
        ("YAML", ITEMS, "items.json", NOTHING_SAYS),
        ("JSON Lines", "[1, 2]", "items.json", NOTHING_SAYS),
        ("CSV", LINES, "hosts.jsonl", NOTHING_SAYS),
        ("at least 3 records", LINES + "{broken\n", "hosts.jsonl", "can't be read to its end"),
        ("CSV", "id\n1\n2\n", "hosts.csv", "one column has no separators"),
        ("CSV with the columns `id` and `host`", "id;host\n1;a\n", "hosts.csv", "one column has no separators"),
        ("CSV with the columns id and host name", ROWS, "hosts.csv", "no column is called `host name`"),
        ("CSV with the columns id and hosts", ROWS, "hosts.csv", "no column is called `hosts`"),
        ("valid JSON", '"' + "a b " * 30 + '"', "items.md", NOTHING_SAYS),
        ("HTML", PAGED, "notes.md", NOTHING_SAYS),
        ("Markdown", "```\n\n# Notes\n\n```\n", "notes.md", NOTHING_SAYS),
        ("contains no tables", PAGED, "notes.md", "whether there are tables can't be told"),
        ("exactly 1 heading", PAGED, "notes.md", "some of it is written in HTML"),
        ("exactly 44 paragraphs", PAGED, "notes.md", "some of it is written in HTML"),
        ('with the section "More"', PAGED, "notes.md", "some of it is written in HTML"),
        ("exactly 2 paragraphs", "**Head**\n\nText.\n", "notes.md", "whether a line in bold is one can't be told"),
        ("exactly 20 links", GUIDE + "`https://example.org`\n", "guide.md", "may be links"),
        ("at least 3 sections about costs", GUIDE, "guide.md", "at least 3 sections about costs"),
        ("each section has at least 3 words", GUIDE, "guide.md", NOTHING_SAYS),
        ("at least 20 words in the summary", NOTES, "notes.md", "whether a part is called so can't be told"),
        ("at least 20 words", "<!doctype html><p>" + "one two " * 100, "guide.html", "the page is too large"),
    ],
)
def test_what_pieces_leave_open_is_left_open(
    body: str, text: str, file: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is guessed where a piece can't tell, where pieces don't add up, or where two things could be meant."""
    monkeypatch.setattr(stream, "_CHUNK", 16)
    monkeypatch.setattr(stream, "_STRETCH", 40)
    found = grade(body, text, file, large=True)
    assert found.verdict is Verdict.NOT_EVALUABLE
    assert reason in (found.reason or "")


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
    """The lines before a piece are counted, in JSON, in CSV and in text."""
    monkeypatch.setattr(stream, "_CHUNK", 16)
    monkeypatch.setattr(stream, "_STRETCH", 40)
    for body, text, file in (
        ("each item has `owner`", ITEMS, "items.json"),
        ("every `id` is at most 20", ROWS, "hosts.csv"),
        ("every `id` is at most 20", LINES, "hosts.jsonl"),
        ("contains the exact phrase `The end is here`", NOTES, "notes.md"),
    ):
        found = grade(body, text, file, large=True)
        quotes = [quote for result in found.requirements for quote in result.quotes]
        assert quotes
        for quote in quotes:
            first, last = quote.place.lines
            assert quote.text in "\n".join(text.split("\n")[first - 1 : last])


def test_an_element_that_is_too_large_leaves_all_of_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands before it isn't taken for everything there is."""
    monkeypatch.setattr(stream, "_CHUNK", 16)
    monkeypatch.setattr(stream, "_LARGEST", 200)
    found = grade("at least 1 item", json.dumps([{"id": 1}, {"id": "x" * 2000}]), "items.json", large=True)
    assert found.verdict is Verdict.NOT_EVALUABLE
    assert NOTHING_SAYS in (found.reason or "")


def test_a_member_that_is_too_large_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its siblings are."""
    monkeypatch.setattr(large_records, "_LARGEST_MEMBER", 20)
    text = json.dumps({"note": "one two three four five six", "total": 3})
    assert grade("`note` has at least 3 words", text, "report.json", large=True).verdict is Verdict.NOT_EVALUABLE
    assert grade("`total` is at most 2", text, "report.json", large=True).verdict is Verdict.VIOLATED


def test_a_page_that_is_too_large_leaves_all_of_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its markup isn't taken for what it says."""
    monkeypatch.setattr(html_text, "_LARGEST", 20)
    clause = Clause(
        contract="worker", text="x", body="at least 3 words", name="d", place=PLACE, section=Section.RETURNS
    )
    document = Document.of_text("bindings/worker/d.html", "<p>one two three four</p>")
    facts = Facts(contract=WORKER, own=(document,))
    found = combine(measure_clause(clause, Subject((view_of(document),)), facts), None)
    assert (found.verdict, found.reason) == (
        Verdict.NOT_EVALUABLE,
        "needs a model judge: the page is too large to be read",
    )


@pytest.mark.parametrize(
    "body", ["`len(items) >= least`", "repeats the input `least` verbatim", "at least `least` items"]
)
def test_a_large_input_is_not_read(body: str) -> None:
    """Whatever speaks of it is left open."""
    document = Document.of_text("bindings/worker/report.json", WRAPPED)
    large = Document("bindings/caller/least.md", LARGE + 1, lambda: io.BytesIO(b"3"), origin=Origin.INPUT)
    facts = Facts(contract=WORKER, own=(document,), inputs={"least": large})
    (requirement,) = compile_promise(body).requirements
    assert check(requirement, (View(document),), facts, None).outcome is Outcome.UNKNOWN


def test_what_is_vague_about_a_large_output_gets_a_rewrite_that_suits_any() -> None:
    """Its structure isn't looked at for that."""
    assert grade("is good", NOTES, "notes.md", large=True).suggestion == "`notes`: notes with 2-3 paragraphs"


def test_a_blank_text_has_no_pieces() -> None:
    """Nothing is counted in it, and it is no JSON."""
    assert grade("at least 3 words", "", "notes.md", large=True).verdict is Verdict.VIOLATED
    assert grade("valid JSON", "\n\n", "notes.md", large=True).verdict is Verdict.VIOLATED


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
