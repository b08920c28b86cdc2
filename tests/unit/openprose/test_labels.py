"""What a clause begins with."""

from __future__ import annotations

import pytest

from grader.openprose.labels import is_nothing, is_tags, postcondition, split_name


@pytest.mark.parametrize(
    ("text", "name", "body"),
    [
        ("`report`: a report", "report", "a report"),
        ("`report` — a report", "report", "a report"),
        ("`report` – a report", "report", "a report"),
        ("`report` - a report", "report", "a report"),
        ("`report`—a report", "report", "a report"),
        ("`report`:a report", "report", "a report"),
        ("`report` : a report", "report", "a report"),
        ("`report`:", "report", ""),
        ("`report`", "report", ""),
        ("**`report`**: a report", "report", "a report"),
        ("**`report`:** a report", "report", "a report"),
        ("**report**: a report", "report", "a report"),
        ("**report:** a report", "report", "a report"),
        ("report: a report", "report", "a report"),
        ("report — a report", "report", "a report"),
        ("report", "report", ""),
        ("README.md: a page", "README.md", "a page"),
        ("`Report`: a report", "Report", "a report"),
        ("top-fixes: three", "top-fixes", "three"),
        ("report.md: a report", "report.md", "a report"),
        ("`out/report.md`: a report", "out/report.md", "a report"),
        ("`user:<login>`: a user", "user:<login>", "a user"),
        ("`<slug>-<date>`: a page", "<slug>-<date>", "a page"),
        ("`pages/{id}.html`: a page", "pages/{id}.html", "a page"),
        ("`status_transitions[]`: each one", "status_transitions[]", "each one"),
        ("status_transitions[]: each one", "status_transitions[]", "each one"),
        ("`key claims`: three", "key claims", "three"),
        ("`score` (integer, optional): 0-100", "score", "(integer, optional) 0-100"),
        ("score (integer): 0-100", "score", "(integer) 0-100"),
        ("`note`?: a note", "note", "a note"),
        ("[x] `report`: a report", "report", "a report"),
        ("été: a season", "été", "a season"),
        ("`été`: a season", "été", "a season"),
    ],
)
def test_a_name_at_the_beginning_is_split_off(text: str, name: str, body: str) -> None:
    """In backticks, bold, bare; before a colon, a dash or nothing."""
    assert split_name(text) == (name, body)


@pytest.mark.parametrize(
    "text",
    [
        "`report` contains three sections",
        "`len(queries) >= min_queries`",
        "`len(a)`: three",
        "`{ host, entity_id, notes? }` each",
        "`score: 0-100`",
        "`>=`: more",
        "`null`: nothing",
        "`a`, `b`: two",
        "the report: a report",
        "Key claims: three",
        "reviewers - independent",
        "https://example.org: a page",
        "at 10:30 sharp",
        "report:a",
        "done.",
        "Note: it may vary",
        "Privacy: nothing personal",
        "**Type** — a list",
        "immaterial: timestamps",
        "Never — not once",
        "each: one",
        "true",
        "`",
        "``: x",
        ": x",
        "",
    ],
)
def test_other_beginnings_are_no_name(text: str) -> None:
    """Sentences, expressions, values, several names, remarks."""
    assert split_name(text) == (None, text)


def test_a_lone_word_is_a_name_only_where_an_item_stands_alone() -> None:
    """`if X: summary` promises no output of that name; in backticks it does."""
    assert split_name("summary", alone=False) == (None, "summary")
    assert split_name("`summary`", alone=False) == ("summary", "")
    assert split_name("summary: short", alone=False) == ("summary", "short")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Postcondition: a", "a"),
        ("postconditions: a", "a"),
        ("**Postcondition:** a", "a"),
        ("**Postcondition**: a", "a"),
        ("`postcondition`: a", "a"),
        ("Post-condition: a", "a"),
        ("Postcondition (on render, always): a", "a"),
        ("**Postconditions (each):** a", "a"),
        ("Postcondition — a", "a"),
        ("Postconditions:", ""),
    ],
)
def test_the_label_of_a_postcondition_takes_many_forms(text: str, rest: str) -> None:
    """Singular and plural, emphasis, a note in brackets."""
    assert text[postcondition(text) :] == rest


@pytest.mark.parametrize(
    "text", ["postconditions hold", "Preconditions: a", "a postcondition: b", "Postcondition:a", ""]
)
def test_other_words_are_no_label(text: str) -> None:
    """The label stands at the beginning and ends in a colon."""
    assert postcondition(text) == 0


@pytest.mark.parametrize("text", ["", "none", "None.", "(none)", "(None)", "_none_", "*(none)*", "**none**", "[none]"])
def test_nothing_is_said_in_many_ways(text: str) -> None:
    """Case, brackets, emphasis and a full stop aside."""
    assert is_nothing(text)


@pytest.mark.parametrize("text", ["none of them", "nothing", "null", "(none) found", "n/a"])
def test_something_is_not_nothing(text: str) -> None:
    """`none` is the whole text or nothing of the kind."""
    assert not is_nothing(text)


def test_tags_are_told_from_placeholders() -> None:
    """Only HTML's own names are tags."""
    assert is_tags("</details>")
    assert is_tags('<a id="x"> <br/>')
    assert not is_tags("<login>")
    assert not is_tags("<b>text</b>")
    assert not is_tags("")
