"""From a commitment section to its clauses: one test per row of the table and per practice seen in real sources."""

from __future__ import annotations

import pytest

from grader.model import Clause, ConditionalClause, Section
from grader.openprose.source import SourceContract, SourceFile, parse_source

FILE = "sources/worker.prose.md"


def source(body: str, section: str = "Returns") -> SourceFile:
    """A source with one section; its body begins on line 2."""
    return parse_source(f"### {section}\n{body}", FILE)


def worker(body: str, section: str = "Returns") -> SourceContract:
    """The contract of that source."""
    return source(body, section).contracts[0]


def texts(body: str, section: str = "Returns") -> list[str]:
    """What the clauses say; a section of these examples has no conditionals."""
    contract = worker(body, section)
    assert contract.conditional_clauses == ()
    return [clause.text for clause in contract.clauses]


def only(body: str, section: str = "Returns") -> Clause:
    """The section's one clause."""
    contract = worker(body, section)
    clauses: list[Clause] = [*contract.clauses, *contract.conditional_clauses]
    (clause,) = clauses
    return clause


def only_conditional(body: str, section: str = "Returns") -> ConditionalClause:
    """The section's one clause, a conditional one."""
    clause = only(body, section)
    assert isinstance(clause, ConditionalClause)
    return clause


# --- items -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("- a report\n- a summary\n", ["a report", "a summary"]),
        ("* a report\n* a summary\n", ["a report", "a summary"]),
        ("1. a report\n2. a summary\n", ["a report", "a summary"]),
        ("3) a report\n4) a summary\n", ["a report", "a summary"]),
        ("- a report\n\n\n- a summary\n", ["a report", "a summary"]),
        ("- a report\n* a summary\n1. a list\n", ["a report", "a summary", "a list"]),
        ("  - a report\n  - a summary\n", ["a report", "a summary"]),
        ("    - a report\n    - a summary\n", ["a report", "a summary"]),
        ("-\ta report\n", ["a report"]),
        ("- [ ] a report\n- [x] a summary\n", ["[ ] a report", "[x] a summary"]),
        ("- **a** `report` of _this_ [kind](x.md) &amp; more\n", ["**a** `report` of _this_ [kind](x.md) &amp; more"]),
        ("- a report that goes on\n  over two\n  lines\n", ["a report that goes on over two lines"]),
        ("- a report that goes on\nover two lines\n", ["a report that goes on over two lines"]),
        ("- a   report\twith    gaps  \n", ["a report with gaps"]),
        ("- a report\n\n  with a second paragraph\n", ["a report\nwith a second paragraph"]),
        ("- a report\r\n- a summary\r\n", ["a report", "a summary"]),
        ("- a report\r- a summary\r", ["a report", "a summary"]),
        ("- # a report\n", ["a report"]),
        ("- - a report\n", ["a report"]),
        ("- a report", ["a report"]),
        ("a paragraph\n- a report\n", ["a paragraph", "a report"]),
        ("[report]: one\n", ["[report]: one"]),
        ("- immaterial: timestamps\n", ["immaterial: timestamps"]),
    ],
)
def test_each_item_is_a_clause(body: str, expected: list[str]) -> None:
    """Bullets and numbers of every kind; lines wrapped over several source lines are one text; markup is kept."""
    assert texts(body) == expected


def test_nested_items_belong_to_their_item() -> None:
    """Each nested item is a line of the text and an item with its own place, at any depth."""
    clause = only("- `findings`: a list, each with:\n  - claim\n    - one sentence,\n      no more\n  - source\n\n")
    assert clause.text == "`findings`: a list, each with:\nclaim\none sentence, no more\nsource"
    assert (clause.name, clause.body) == ("findings", "a list, each with:")
    assert clause.place.lines == (2, 6)
    claim, source_ = clause.items
    assert (claim.text, claim.place.lines, source_.text, source_.place.lines) == ("claim", (3, 5), "source", (6, 6))
    assert [(item.text, item.place.lines) for item in claim.items] == [("one sentence, no more", (4, 5))]


@pytest.mark.parametrize("indent", ["  ", "    ", "      ", "\t", "\t\t"])
def test_nested_items_may_be_indented_by_any_width(indent: str) -> None:
    """Six columns and more are a continued line to CommonMark and a nested item to whoever wrote them."""
    clause = only(f"- a report\n{indent}- with a title\n{indent}- with a date\n")
    assert [item.text for item in clause.items] == ["with a title", "with a date"]
    assert clause.text == "a report\nwith a title\nwith a date"


@pytest.mark.parametrize(
    ("body", "text"),
    [("\t\x0b\n\tat most three words\n", "at most three words"), ("\t\x0c\n\t\x0b\n\t- a report\n", "a report")],
)
def test_an_indented_clause_begins_where_it_shows_something(body: str, text: str) -> None:
    """White space of other kinds is code to CommonMark, and neither hides a list nor is a clause's first line."""
    clause = only(body)
    last = body.count("\n") + 1
    assert clause.text == text
    assert clause.place.lines == (last, last)


def test_items_nested_below_the_parsers_limit_are_kept() -> None:
    """Forty levels: no word is lost, and neither is what follows."""
    deep = "".join(f"{'  ' * level}- level {level}\n" for level in range(40))
    contract = worker(f"{deep}- after\n\n### Errors\n- broken: yes\n")
    deepest, after = contract.clauses
    assert deepest.text.split("\n") == [f"level {level}" for level in range(40)]
    assert after.text == "after"
    assert [error.name for error in contract.errors] == ["broken"]


def test_many_markers_on_one_line_are_one_clause() -> None:
    """A thousand bullets before one word are nesting too."""
    assert texts("- " * 1000 + "word\n- after\n") == ["word", "after"]


@pytest.mark.parametrize("body", ["", "\n\n", "(none)\n", "none\n", "- (none)\n", "- none\n", "- None.\n", "_none_\n"])
def test_nothing_is_no_clause(body: str) -> None:
    """An empty section and the ways to say that there is nothing."""
    assert texts(body) == []


@pytest.mark.parametrize(
    "body", ["-\n- \n", "---\n***\n", "- a\n  - (none)\n", "```\n```\n- a\n", "<div>\n\n- a\n\n</div>\n"]
)
def test_marks_without_text_are_no_clause(body: str) -> None:
    """Empty items, rules, empty fences and tags alone say nothing."""
    assert texts(body) in ([], ["a"])


def test_an_item_with_nested_items_says_none_only_for_itself() -> None:
    """`none` above nested items isn't nothing: they are kept."""
    assert texts("- none\n  - a report\n") == ["a report"]


# --- names -----------------------------------------------------------------------------------------------------------


def test_a_clause_begins_with_the_name_of_its_output() -> None:
    """The name stands without backticks; the body is what follows it."""
    clause = only("- `report`: at least 3 sections\n")
    assert (clause.name, clause.body, clause.text) == ("report", "at least 3 sections", "`report`: at least 3 sections")
    assert (clause.contract, clause.section) == ("worker", Section.RETURNS)


def test_a_clause_without_a_name_is_all_body() -> None:
    """Most clauses name no output."""
    clause = only("- the summary names every claim\n")
    assert (clause.name, clause.body) == (None, "the summary names every claim")


# --- continued lines -------------------------------------------------------------------------------------------------


def test_a_plus_that_continues_the_sentence_continues_the_line() -> None:
    """At the column of the text, after a sentence that hasn't ended, `+ ` is no nested bullet."""
    clause = only("- the total is the base price\n  + tax, rounded\n  to cents\n- x: y\n".removesuffix("- x: y\n"))
    assert (clause.text, clause.items) == ("the total is the base price + tax, rounded to cents", ())
    assert clause.place.lines == (2, 4)


@pytest.mark.parametrize(
    "body",
    [
        "- a report with:\n  + a title\n",  # the sentence ends in a colon
        "- a report.\n  + a title\n",  # the sentence has ended
        "- a report\n\n  + a title\n",  # a blank line between
        "- a report\n    + a title\n",  # further in than the text
        "+ a report\n  + a title\n",  # the list's own marker
        "- a report has\n  + a title\n  + a date\n",  # several of them, nothing left open
    ],
)
def test_a_plus_that_continues_nothing_is_a_nested_item(body: str) -> None:
    """Indent and sentence decide."""
    assert next(item.text for item in only(body).items) == "a title"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("- the sum (a\n  + b\n  + c) is at most 5\n", "the sum (a + b + c) is at most 5"),
        ("- the sum `a\n  + b\n  + c` is at most 5\n", "the sum `a + b + c` is at most 5"),
        ("- the score is\n  > 5 of ten\n", "the score is > 5 of ten"),
        ("the total of base\n+ tax\n", "the total of base + tax"),
    ],
)
def test_an_operator_at_the_start_of_a_line_is_no_markup(body: str, text: str) -> None:
    """A bracket or code span that is still open goes on, and `> 5` is a comparison."""
    assert texts(body) == [text]


# --- conditionals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        "- if no sources are found: partial findings\n",
        "- if no sources are found, partial findings\n",
        "- when no sources are found: partial findings\n",
        "- If no sources are found:\n  partial findings\n",
        "if no sources are found:\npartial findings\n",
    ],
)
def test_a_conditional_item_is_a_conditional_clause(body: str) -> None:
    """Its condition and its promise are told apart."""
    clause = only_conditional(body)
    assert (clause.condition, clause.body) == ("no sources are found", "partial findings")
    assert (clause.name, clause.parent) == (None, None)


def test_a_conditional_may_stand_after_the_clauses_name() -> None:
    """`header`: if X, Y."""
    clause = only_conditional("- `header`: if the file is blank, the word none\n")
    assert (clause.name, clause.condition, clause.body) == ("header", "the file is blank", "the word none")
    assert clause.text == "`header`: if the file is blank, the word none"


def test_a_one_of_branch_has_its_output_on_the_next_line() -> None:
    """The branch's name is the output that it declares, wherever that line stands."""
    inline = only_conditional("- when `len(hits) >= 3`:\n  `winner`: the best hit\n")
    assert (inline.name, inline.condition, inline.body) == ("winner", "`len(hits) >= 3`", "the best hit")
    nested = only_conditional("- when `len(hits) >= 3`:\n  - `winner`: the best hit\n")
    assert (nested.name, nested.condition, nested.body) == ("winner", "`len(hits) >= 3`", "")
    assert [item.text for item in nested.items] == ["`winner`: the best hit"]


def test_branches_in_one_paragraph_are_told_apart() -> None:
    """Each `when X:` line begins a branch."""
    contract = worker("when len(a) > 0:\n`winner`: the best\nwhen len(a) == 0:\n`none_found`: why\n")
    assert contract.clauses == ()
    assert [(c.name, c.condition, c.place.lines) for c in contract.conditional_clauses] == [
        ("winner", "len(a) > 0", (2, 3)),
        ("none_found", "len(a) == 0", (4, 5)),
    ]


def test_a_conditional_paragraph_introduces_conditional_items() -> None:
    """`when X:` above a list is the list's heading; each item is due under that condition."""
    contract = worker("Always a log.\n\nwhen len(a) > 0:\n- `winner`: the best\n- if tied: `second`\n")
    assert [clause.text for clause in contract.clauses] == ["Always a log."]
    assert [(c.name, c.condition) for c in contract.conditional_clauses] == [
        ("winner", "len(a) > 0"),
        ("second", "len(a) > 0 and tied"),
    ]


def test_a_nested_conditional_names_its_parent_and_leaves_it() -> None:
    """It is a clause of its own and no part of the parent's text; the parent's lines still enclose it."""
    contract = worker("- `report`: the findings\n  - a title\n  - if late: a note\n    in bold\n  - a date\n")
    (parent,) = contract.clauses
    (nested,) = contract.conditional_clauses
    assert (parent.text, parent.place.lines) == ("`report`: the findings\na title\na date", (2, 6))
    assert (nested.text, nested.place.lines) == ("if late: a note in bold", (4, 5))
    assert (nested.condition, nested.parent) == ("late", "`report`: the findings")


def test_a_conditional_nested_in_a_nested_item_names_that_item() -> None:
    """The parent is the item right above."""
    contract = worker("- a report\n  - with findings\n    - if late: a note\n")
    assert [clause.text for clause in contract.clauses] == ["a report\nwith findings"]
    assert [clause.parent for clause in contract.conditional_clauses] == ["with findings"]


def test_a_conditional_paragraph_in_an_item_is_nested_in_it() -> None:
    """As a nested item would be."""
    contract = worker("- a report\n\n  if late: a note\n")
    assert [clause.text for clause in contract.clauses] == ["a report"]
    assert [(c.text, c.parent) for c in contract.conditional_clauses] == [("if late: a note", "a report")]


def test_a_conditional_nested_in_a_conditional_needs_both() -> None:
    """Its condition is both conditions; what else is nested stays with the outer one."""
    outer, inner = worker("- if late: a report\n  - with a date\n  - if empty: a note\n").conditional_clauses
    assert (outer.text, outer.condition) == ("if late: a report\nwith a date", "late")
    assert (inner.text, inner.condition, inner.parent) == ("if empty: a note", "late and empty", "if late: a report")


def test_joined_conditions_keep_their_alternatives_together() -> None:
    """`or` binds less than `and`."""
    _, inner = worker("- if late or lost: a report\n  - if empty: a note\n").conditional_clauses
    assert inner.condition == "(late or lost) and empty"


def test_otherwise_after_a_branch_is_the_other_branch() -> None:
    """Alone it is a clause like any other."""
    first, second = worker("- when a > 1: `x`\n- otherwise: `y`\n").conditional_clauses
    assert (first.condition, second.condition, second.name) == ("a > 1", "not (a > 1)", "y")
    first, second = worker("- one of\n  - when a > 1: `x`\n  - else: `y`\n").conditional_clauses
    assert (second.condition, second.name, second.parent) == ("not (a > 1)", "y", "one of")
    first, second = worker("when a > 1:\n- `x`\n\notherwise:\n- `y`\n").conditional_clauses
    assert (first.condition, second.condition, second.name) == ("a > 1", "not (a > 1)", "y")
    assert texts("- a report\n- otherwise: a note\n") == ["a report", "otherwise: a note"]


def test_if_statements_are_no_condition() -> None:
    """Neither are excuses."""
    assert texts("- if-statements found in the code: all of them\n- when possible: a source\n") == [
        "if-statements found in the code: all of them",
        "when possible: a source",
    ]


# --- paragraphs ------------------------------------------------------------------------------------------------------


def test_a_paragraph_is_a_promise_in_prose() -> None:
    """One clause, wrapped lines joined."""
    clause = only("The report names every source.\nIt has a date, e.g. today's.\n")
    assert clause.text == clause.body == "The report names every source. It has a date, e.g. today's."
    assert clause.place.lines == (2, 3)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Returns all of these:\n- a\n- b\n", ["a", "b"]),
        ("**Outputs:**\n\n- a\n- b\n", ["a", "b"]),
        ("There is a log. It is short. The report has:\n- a\n", ["There is a log. It is short.", "a"]),
        ("there is a log. the report has:\n- a\n", ["there is a log.", "a"]),
        ("Sources, e.g. pages, are named in:\n- a\n", ["a"]),
        ("The report has (see below):\n\n<!-- todo -->\n\n- a\n", ["a"]),
        ("The report has:\n\nnothing else.\n", ["The report has:", "nothing else."]),
        ("The report has\n- a\n", ["The report has", "a"]),
    ],
)
def test_a_paragraph_before_a_list_is_its_heading(body: str, expected: list[str]) -> None:
    """Only its last sentence, only if it ends in a colon, and only before a list."""
    assert texts(body) == expected


def test_the_sentences_before_a_heading_keep_their_lines() -> None:
    """A clause stands where its words stand."""
    first, *_ = worker("There is a log\nof all calls. The report\nhas:\n- a\n").clauses
    assert (first.text, first.place.lines) == ("There is a log of all calls.", (2, 3))


def test_each_item_has_is_one_clause() -> None:
    """As an item, as a wrapped item, and as a paragraph above a list."""
    assert texts("- each finding has: claim, source\n") == ["each finding has: claim, source"]
    assert texts("Each finding has:\n- claim\n- source\n") == ["Each finding has:\nclaim\nsource"]
    assert [item.text for item in only("Every finding includes:\n- claim\n- source\n").items] == ["claim", "source"]


# --- postconditions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Postcondition: every queue has an owner.\n", ["Postcondition: every queue has an owner."]),
        ("- postcondition: every queue has an owner\n", ["postcondition: every queue has an owner"]),
        ("**Postcondition:** it is sorted.\n", ["**Postcondition:** it is sorted."]),
        ("Postcondition (each time): it is sorted.\n", ["Postcondition (each time): it is sorted."]),
        ("Postcondition (each time):\n> it is\n> sorted\n", ["Postcondition (each time):\nit is\nsorted"]),
        ("Postcondition:\n\nit is sorted\n", ["Postcondition:\nit is sorted"]),
        ("Postconditions:\n- a\n- b\n", ["a", "b"]),
        ("**Postconditions:**\n\n1. a\n2. b\n", ["a", "b"]),
        ("**Postconditions**:\n- a\n", ["a"]),
        ("Post-conditions (each time):\n- a\n", ["a"]),
        ("- Postconditions:\n  - a\n  - b\n", ["a", "b"]),
        ("- **Postconditions:**\n  - a\n", ["a"]),
        ("#### Postconditions\n- a\n", ["a"]),
    ],
)
def test_postconditions_are_clauses(body: str, expected: list[str]) -> None:
    """A sentence that begins so, each item below the plural, a quote after it."""
    contract = worker(body, "Maintains")
    assert [clause.text for clause in contract.clauses] == expected
    assert {clause.section for clause in contract.clauses} == {Section.POSTCONDITIONS}


def test_a_postcondition_in_a_paragraph_is_a_clause_beside_it() -> None:
    """The sentences before it are another one."""
    first, second, third = worker(
        "The queues are current. Postcondition: each has an owner.\nPostcondition: none is empty.\n", "Maintains"
    ).clauses
    assert (first.text, first.section) == ("The queues are current.", Section.MAINTAINS)
    assert (second.text, second.body) == ("Postcondition: each has an owner.", "each has an owner.")
    assert (third.text, third.place.lines) == ("Postcondition: none is empty.", (3, 3))
    assert second.section is third.section is Section.POSTCONDITIONS


def test_a_quoted_postcondition_is_the_body() -> None:
    """The quote holds the promise."""
    clause = only("Postcondition (each render):\n> every record\n> has a login\n", "Maintains")
    assert (clause.body, clause.place.lines) == ("every record has a login", (2, 4))


def test_a_heading_after_a_postcondition_introduces_ordinary_clauses() -> None:
    """Only a list below `Postconditions:` holds postconditions."""
    first, second = worker("Postcondition: it is sorted. The rest:\n- a\n", "Maintains").clauses
    assert (first.section, second.section) == (Section.POSTCONDITIONS, Section.MAINTAINS)


def test_a_nested_postcondition_is_a_clause_of_its_own() -> None:
    """As a nested conditional is."""
    first, second = worker("- `queues`: all of them\n  - owned\n  - postcondition: sorted\n", "Maintains").clauses
    assert (first.text, second.text, second.section) == (
        "`queues`: all of them\nowned",
        "postcondition: sorted",
        Section.POSTCONDITIONS,
    )


def test_a_conditional_postcondition_is_a_conditional() -> None:
    """The label is neither condition nor promise."""
    clause = only_conditional("- postcondition: if the feed is down, the last state\n", "Maintains")
    assert (clause.condition, clause.body) == ("the feed is down", "the last state")
    assert clause.section is Section.POSTCONDITIONS


# --- facets ----------------------------------------------------------------------------------------------------------


def test_a_facet_is_one_clause_with_all_of_its_body() -> None:
    """Paragraphs, items, blocks and deeper headings; it is named after the heading."""
    clause = only(
        "#### `queues`\nThe queues that exist:\n- name\n- owner\n  - a login\n\n##### Shape\n```json\n[]\n```\n",
        "Maintains",
    )
    assert (clause.name, clause.body) == ("queues", "The queues that exist:\nShape")
    assert clause.text == "`queues`\nThe queues that exist:\nname\nowner\na login\nShape\n```json\n[]\n```"
    assert [item.text for item in clause.items] == ["name", "owner"]
    assert [block.kind for block in clause.blocks] == ["fence"]
    assert clause.place.lines == (2, 11)


@pytest.mark.parametrize(
    ("heading", "name", "body"),
    [
        ("queues", "queues", ""),
        ("`queues`", "queues", ""),
        ("user:<login>", "user:<login>", ""),
        ("`user:<login>`", "user:<login>", ""),
        ("`repo:{owner}/{name}`", "repo:{owner}/{name}", ""),
        ("queues: all of them", "queues", "all of them"),
        ("`user:<login>` — one user", "user:<login>", "one user"),
        ("leaf:&lt;id&gt;", "leaf:<id>", ""),
        ("Open queues", "Open queues", ""),
        ("Open queues: all of them", "Open queues", "all of them"),
    ],
)
def test_a_facets_name_may_hold_colons_and_placeholders(heading: str, name: str, body: str) -> None:
    """What follows a colon and a blank is the description."""
    clause = only(f"#### {heading}\n", "Maintains")
    assert (clause.name, clause.body, clause.text) == (name, body, heading)


def test_a_facets_conditionals_and_postconditions_are_clauses_beside_it() -> None:
    """They leave its text and name it as their parent."""
    contract = worker(
        "#### queues\nAll queues. Postcondition: sorted.\n- owner\n- if stale: a note\n\nPostconditions:\n- a\n- b\n\n"
        "Postcondition (each):\n> quoted\n",
        "Maintains",
    )
    facet, *posts = contract.clauses
    assert (facet.text, facet.place.lines) == ("queues\nAll queues.\nowner", (2, 12))
    assert [post.text for post in posts] == ["Postcondition: sorted.", "a", "b", "Postcondition (each):\nquoted"]
    assert {post.section for post in posts} == {Section.POSTCONDITIONS}
    assert [(c.text, c.parent) for c in contract.conditional_clauses] == [("if stale: a note", "queues")]


def test_postconditions_below_a_facet_end_it() -> None:
    """`##### Postconditions` is no part of the facet's body."""
    facet, first = worker("#### queues\n- owner\n##### Postconditions\n- sorted\n", "Maintains").clauses
    assert (facet.text, first.text, first.section) == ("queues\nowner", "sorted", Section.POSTCONDITIONS)


def test_what_stands_before_the_first_facet_is_read_as_ever() -> None:
    """Items and paragraphs of the section itself are clauses."""
    assert texts("All is current.\n- a\n#### queues\n- b\n", "Maintains") == ["All is current.", "a", "queues\nb"]


def test_a_fourth_level_heading_elsewhere_is_documentation() -> None:
    """What stands below it is no clause, and the report says so."""
    found = source("- a\n#### Notes\n- b\n")
    assert [clause.text for clause in found.contracts[0].clauses] == ["a"]
    assert [(notice.code, notice.place) for notice in found.warnings] == [("documentation", f"{FILE}:3-4")]


# --- blocks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize("indent", ["", "  "])
def test_a_fence_after_an_item_is_part_of_it(indent: str, between: str) -> None:
    """Nested or not, with or without a blank line; its lines stay lines."""
    clause = only(f'- `report`: like this\n{between}{indent}```json\n{indent}{{"a":\n{indent}  1}}\n{indent}```\n')
    assert clause.text == '`report`: like this\n```json\n{"a":\n1}\n```'
    (block,) = clause.blocks
    assert (block.kind, block.info, block.text) == ("fence", "json", '{"a":\n  1}')
    shift = len(between)
    assert (block.place.lines, clause.place.lines) == ((3 + shift, 6 + shift), (2, 6 + shift))


@pytest.mark.parametrize("fence", ["```", "````", "~~~", "~~~~~"])
def test_headings_and_items_in_a_fence_are_text(fence: str) -> None:
    """Of three or four backticks and of tildes."""
    contract = worker(f"- a\n{fence}\n### Errors\n- b\n## other\n{fence}\n- c\n")
    assert [clause.text for clause in contract.clauses] == [f"a\n{fence}\n### Errors\n- b\n## other\n{fence}", "c"]


def test_a_longer_fence_holds_shorter_ones() -> None:
    """Only a fence of its own length ends it."""
    assert texts("- a\n````\n```\n- b\n```\n````\n- c\n") == ["a\n````\n```\n- b\n```\n````", "c"]


def test_a_table_after_an_item_is_part_of_it() -> None:
    """Row by row."""
    clause = only("- columns\n\n| a | b |\n|---|---|\n| 1 |  2 |\n")
    assert clause.text == "columns\n| a | b |\n|---|---|\n| 1 | 2 |"
    assert [block.kind for block in clause.blocks] == ["table"]


def test_blocks_without_an_item_are_a_clause() -> None:
    """Text that fits no row isn't dropped."""
    assert texts("```\na\n```\n| b |\n|---|\n") == ["```\na\n```\n| b |\n|---|"]
    assert texts("> a promise\n> in a quote\n") == ["a promise\nin a quote"]
    assert texts("    indented text\n") == ["indented text"]


def test_a_quote_in_an_item_is_part_of_it() -> None:
    """Without its signs."""
    clause = only("- the message reads:\n  > hello\n  > you\n")
    assert clause.text == "the message reads:\nhello\nyou"
    assert [(block.kind, block.text) for block in clause.blocks] == [("quote", "hello\nyou")]


def test_a_fence_that_nothing_closes_is_warned_of() -> None:
    """It takes the rest of the file; its text is kept, the sections in it are not read."""
    found = source("- a\n```\nb\n\n### Errors\n- c\n")
    assert [clause.text for clause in found.contracts[0].clauses] == ["a\n```\nb\n### Errors\n- c"]
    assert [(notice.code, notice.place) for notice in found.warnings] == [("unclosed-fence", f"{FILE}:3-7")]


# --- comments --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("- a\n<!-- - b -->\n- c\n", ["a", "c"]),
        ("- a\n<!--\n- b\n\n### Errors\n-->\n- c\n", ["a", "c"]),
        ("- a\n<!-- between -->\n  - nested in a\n", ["a\nnested in a"]),
        ("- a <!-- aside -->\n", ["a"]),
        ("- a <!-- aside --> b\n", ["a b"]),
        ("- <!-- aside --> a\n", ["a"]),
        ("- a <!-- over\n  two lines --> b\n", ["a b"]),
        ("<!-- a --> text\n", ["text"]),
        ("<!-- a\n\nb --> text\n", ["text"]),
        ("- <!-- only -->\n- a\n", ["a"]),
        ("- begins with `<!-- report -->`\n", ["begins with `<!-- report -->`"]),
        ("> <!-- never closed in the quote\n\nb -->\n", ["<!-- never closed in the quote", "b -->"]),
        ("- a <!-- never closed\n- b\n", ["a <!-- never closed", "b"]),
        ("<!-- never closed\n\n- b\n", ["<!-- never closed", "b"]),
        ("```\n<!-- code -->\n```\n", ["```\n<!-- code -->\n```"]),
        ("- a <!-- x --> <!-- y --> b <!---->\n", ["a b"]),
        ("<!-- x --><!-- y -->\n- a\n", ["a"]),
    ],
)
def test_comments_are_nothing(body: str, expected: list[str]) -> None:
    """As if they had never stood there, except in code; one that nothing closes is text."""
    assert texts(body) == expected


def test_lines_after_a_comment_are_still_counted_right() -> None:
    """A comment takes no line away."""
    first, second = worker("- a <!-- x\n  y --> b\n<!--\n\n-->\n- c\n").clauses
    assert (first.place.lines, second.place.lines) == ((2, 3), (7, 7))
