"""One source file as contracts."""

from __future__ import annotations

import pytest

from grader.model import Section
from grader.openprose.source import SourceFile, parse_source

SOURCE = """\
---
name: inventory
kind: responsibility
---

# Inventory

What it is for.

- no commitment

### Maintains
- `queues`: every queue has an owner
- if the feed is down: the last known queues

### Errors
- no-feed: the feed didn't answer

## helper

Text.

### Returns
- `line`: one line
"""


def codes(source: SourceFile) -> list[str]:
    """The warnings' codes."""
    return [notice.code for notice in source.warnings]


def clause_texts(text: str) -> list[list[str]]:
    """Each contract's clauses."""
    return [[clause.text for clause in contract.clauses] for contract in parse_source(text, "a.prose.md").contracts]


def test_a_file_has_its_own_contract_and_its_inline_ones() -> None:
    """What stands before the first `##` is the file's own contract, each `##` another."""
    own, helper = parse_source(SOURCE, "sources/inventory.prose.md").contracts
    assert (own.name, own.kind, own.inline) == ("inventory", "responsibility", False)
    assert [clause.text for clause in own.clauses] == ["`queues`: every queue has an owner"]
    assert [clause.condition for clause in own.conditional_clauses] == ["the feed is down"]
    assert [error.name for error in own.errors] == ["no-feed"]
    assert (helper.name, helper.kind, helper.inline) == ("helper", None, True)
    assert [clause.contract for clause in helper.clauses] == ["helper"]
    assert [str(clause.place) for clause in helper.clauses] == ["sources/inventory.prose.md:24"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_make_no_difference(end: str, mark: str) -> None:
    """All three line ends count as lines."""
    plain = parse_source(SOURCE, "a.prose.md")
    assert parse_source(mark + SOURCE.replace("\n", end), "a.prose.md") == plain


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("sources/researcher.prose.md", "researcher"),
        ("root.prose.md", "root"),
        ("services/critic.md", "critic"),
        ("a/b.c.prose.md", "b.c"),
        ("plain", "plain"),
    ],
)
def test_without_frontmatter_the_file_names_the_contract(path: str, name: str) -> None:
    """By its stem."""
    source = parse_source("### Returns\n- a\n", path)
    assert source.contracts[0].name == name
    assert (source.frontmatter, source.warnings) == ({}, ())


@pytest.mark.parametrize(
    "title",
    [
        "Returns",
        "returns",
        "RETURNS",
        "Returns:",
        "**Returns**",
        "`Returns`",
        "Returns ###",
        "Returns (published)",
        "Returns — what is published",
        "Return",
    ],
)
def test_section_names_are_compared_loosely(title: str) -> None:
    """Case, emphasis, a colon, a note."""
    assert clause_texts(f"### {title}\n- a\n") == [["a"]]


@pytest.mark.parametrize(
    ("title", "section"),
    [
        ("Returns", Section.RETURNS),
        ("Maintains", Section.MAINTAINS),
        ("Ensures", Section.ENSURES),
        ("Postconditions", Section.POSTCONDITIONS),
    ],
)
def test_each_commitment_section_is_named_in_its_clauses(title: str, section: Section) -> None:
    """There are four."""
    (contract,) = parse_source(f"### {title}\n- a\n", "a.prose.md").contracts
    assert [clause.section for clause in contract.clauses] == [section]


@pytest.mark.parametrize(
    "title", ["Invariants", "Goal", "Strategies", "Returned values", "Return policy", "Errors", ""]
)
def test_other_sections_hold_no_clauses(title: str) -> None:
    """Neither do names that only begin alike."""
    assert clause_texts(f"### {title}\n- a\n") == [[]]


def test_repeated_and_empty_sections_are_read_in_order() -> None:
    """All of them count."""
    text = (
        "### Returns\n- a\n### Errors\n- x: y\n### Returns\n\n### Ensures\n- b\n### Returns\n- c\n### Errors\n- z: y\n"
    )
    (contract,) = parse_source(text, "a.prose.md").contracts
    assert [clause.text for clause in contract.clauses] == ["a", "b", "c"]
    assert [error.name for error in contract.errors] == ["x", "z"]


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("helper", "helper"),
        ("`helper`", "helper"),
        ("helper: helps", "helper"),
        ("The Helper", "The Helper"),
        ("", "unnamed"),
    ],
)
def test_an_inline_contract_is_named_by_its_heading(heading: str, name: str) -> None:
    """Backticks and a description aside."""
    assert parse_source(f"## {heading}\n### Returns\n- a\n", "a.prose.md").contracts[1].name == name


def test_headings_in_code_and_items_are_no_headings() -> None:
    """Fenced, indented, or part of an item."""
    text = "```\n### Returns\n- a\n```\n\n    ## other\n\n- x\n  ### Returns\n  - b\n"
    assert clause_texts(text) == [[]]


def test_underlined_text_is_no_heading() -> None:
    """A rule right below a paragraph separates sections; it starts no contract named after the paragraph."""
    assert clause_texts("### Returns\n- a\n\nThe end.\n---\n### Ensures\n- b\n") == [["a", "The end.", "b"]]


def test_a_section_that_is_written_as_a_contract_is_warned_of() -> None:
    """`## Returns` is an inline contract by the language's rule, and surely a mistake."""
    source = parse_source("## Returns\n- a\n", "a.prose.md")
    assert [contract.name for contract in source.contracts] == ["a", "Returns"]
    assert codes(source) == ["section-as-contract"]


def test_a_late_title_ends_the_section_and_is_warned_of() -> None:
    """What follows it belongs to no section."""
    source = parse_source("# Title\n### Returns\n- a\n# comment\n- b\n### Ensures\n- c\n", "a.prose.md")
    assert [clause.text for clause in source.contracts[0].clauses] == ["a", "c"]
    assert [(notice.code, notice.place) for notice in source.warnings] == [("late-title", "a.prose.md:4")]


def test_a_contract_that_is_declared_twice_is_warned_of() -> None:
    """Both are kept, in order."""
    source = parse_source("## a\n### Returns\n- x\n## a\n### Returns\n- y\n", "b.prose.md")
    assert [contract.name for contract in source.contracts] == ["b", "a", "a"]
    assert codes(source) == ["repeated-contract"]


def test_bad_frontmatter_is_warned_of_and_loses_no_section() -> None:
    """Its name is still read."""
    source = parse_source("---\nname: worker\nuse: a: b\n---\n### Returns\n- a\n", "x.prose.md")
    assert source.contracts[0].name == "worker"
    assert [clause.place.lines for clause in source.contracts[0].clauses] == [(6, 6)]
    assert [(notice.code, notice.place) for notice in source.warnings] == [("bad-frontmatter", "x.prose.md:1")]


SPECIFICATION = """\
### Returns

- grade: structured report containing:
    - run_id: string
    - contracts: list, each containing:
        - name: contract name
        - each clause has: text, verdict
    - conditional_clauses: list of conditional clauses (if X: Y) with whether the condition held

The returned `grade` accounts for every clause — each is graded — and `score` is a mean.
"""


def test_the_specification_reads_itself() -> None:
    """The contract of a contract grader: one clause with all of its fields, one in prose."""
    (contract,) = parse_source(SPECIFICATION, "grader.prose.md").contracts
    grade, prose = contract.clauses
    assert (grade.name, len(grade.items), len(grade.items[1].items)) == ("grade", 3, 2)
    assert grade.place.lines == (3, 8)
    assert (prose.name, prose.place.lines) == (None, (10, 10))
    assert contract.conditional_clauses == ()
