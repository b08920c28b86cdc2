"""Properties of reading sources: total, nothing lost, nothing made up, spans true, linear."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model import Clause, ConditionalClause
from grader.openprose.markdown import source_lines
from grader.openprose.source import SourceFile, parse_source

FILE = "sources/worker.prose.md"
TITLES = ["Returns", "Maintains", "Ensures", "Postconditions"]


def every_clause(source: SourceFile) -> list[Clause]:
    """All clauses of all contracts, of both kinds."""
    return [clause for each in source.contracts for clause in (*each.clauses, *each.conditional_clauses)]


def squeezed(text: str) -> str:
    """A text without white space and the signs that mark items, quotes and headings."""
    return re.sub(r"[\s>+*#-]|\d{1,9}[.)]", "", text)


def assert_true_spans(text: str, source: SourceFile) -> None:
    """Each clause's characters stand in its lines, in order; its first and last line show something."""
    lines = source_lines(text)
    for clause in every_clause(source):
        first, last = clause.place.lines
        assert 1 <= first <= last <= len(lines)
        assert lines[first - 1].strip()
        assert lines[last - 1].strip()
        span = iter(squeezed("\n".join(lines[first - 1 : last])))
        assert all(char in span for char in squeezed(clause.text))


# --- any text --------------------------------------------------------------------------------------------------------

FRAGMENTS = st.sampled_from(
    [
        *(
            "### Returns",
            "### Maintains",
            "### Ensures",
            "### Postconditions",
            "### Errors",
            "#### facet",
            "##### deep",
        ),
        *("## inline", "# title", "- ", "  - ", "    - ", "      - ", "* ", "+ ", "  + ", "1. ", "2) ", "> ", "  > "),
        *("```", "~~~", "````json", "  ```", "| a | b |", "|---|---|", "a | b", "--|--", "---", "===", "***"),
        *("<!--", "-->", "<!-- c -->", "<div>", "</div>", "<script>", "<?x", "<![CDATA[", "(none)", "none"),
        *("if X: Y", "when x: y", "if a, b", "otherwise: z", "`name`: desc", "name: d", "`x` — y", "immaterial: q"),
        *("postcondition: p", "**Postconditions:**", "Postcondition (z):", "ending:", "each item has:", "e.g. this"),
        *("", "   ", "\t", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u00a0", "\ufeff", "\x00"),
        *(
            "word",
            "[a]: b",
            "\\",
            "`",
            "``",
            "&amp;",
            "- - - x",
            "- [ ] t",
            "sentence. Next one:",
            "        code",
            "-\tx",
        ),
    ]
)
MIXES = st.lists(st.tuples(st.lists(FRAGMENTS, max_size=3), st.sampled_from(["\n", "\n", "\n\n", "\r\n"]))).map(
    lambda lines: "".join("".join(parts) + end for parts, end in lines)
)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    """Reading is total, and spans are true."""
    assert_true_spans(text, parse_source(text, FILE))


@given(st.sampled_from(["", "---\nname: x\n---\n"]), st.sampled_from(TITLES), MIXES)
@settings(max_examples=150)
def test_any_mix_of_fragments_is_read(head: str, title: str, mix: str) -> None:
    """Reading is total, and spans are true, whatever stands below whatever."""
    text = f"{head}### {title}\n{mix}"
    assert_true_spans(text, parse_source(text, FILE))


@given(MIXES)
def test_text_lines_are_single_lines(mix: str) -> None:
    """Each line of a clause's text is collapsed and not blank."""
    for clause in every_clause(parse_source(f"### Returns\n{mix}", FILE)):
        assert clause.text
        assert all(line and line == " ".join(line.split()) for line in clause.text.split("\n"))


# --- generated contracts ---------------------------------------------------------------------------------------------


@dataclass
class Declared:
    """A generated item: its words, whether it is conditional, and what is nested below it."""

    words: str
    conditional: bool
    nested: list[Declared] = field(default_factory=list)


@dataclass(frozen=True)
class Style:
    """How a contract is written down."""

    marker: str
    indent: int
    blank: bool
    wrap: bool
    end: str


STYLES = st.builds(
    Style, st.sampled_from(["-", "*", "+", "1."]), st.sampled_from([3, 4]), st.booleans(), st.booleans(),
    st.sampled_from(["\n", "\r\n"]),
)  # fmt: skip
# Words that are no name, no condition and no label, so that what an item is follows from how it is written.
WORDS = st.lists(st.sampled_from(["red", "green", "`blue`", "**bold**", "(so)", "5-7", "a/b"]), min_size=2, max_size=5)
ITEMS = st.recursive(
    st.builds(Declared, WORDS.map(" ".join), st.booleans()),
    lambda inner: st.builds(Declared, WORDS.map(" ".join), st.booleans(), st.lists(inner, max_size=3)),
    max_leaves=8,
)


def number(items: list[Declared], numbers: count[int]) -> None:
    """Make each item's words unique."""
    for item in items:
        words = f"item{next(numbers)} {item.words}"
        item.words = f"if {words}: due {words}" if item.conditional else words
        number(item.nested, numbers)


def written(items: list[Declared], style: Style, depth: int = 0) -> list[str]:
    """The source lines of a list."""
    lines = []
    for item in items:
        pad = " " * (style.indent * depth)
        text = f"{pad}{style.marker} {item.words}"
        if style.wrap:
            cut = text.rindex(" ")
            text = f"{text[:cut]}{style.end}{pad}{' ' * (len(style.marker) + 1)}{text[cut + 1 :]}"
        lines += [text, *written(item.nested, style, depth + 1), *([""] if style.blank else [])]
    return lines


def expected(items: list[Declared], *, top: bool = True) -> tuple[list[str], list[str]]:
    """The texts of the clauses and of the conditionals that the items make."""
    clauses, conditionals = [], []
    for item in items:
        inner_clauses, inner_conditionals = expected(item.nested, top=False)
        conditionals += inner_conditionals
        text = "\n".join([item.words, *inner_clauses])
        if item.conditional:
            conditionals.append(text)
        elif top:
            clauses.append(text)
        else:
            clauses += text.split("\n")
    return clauses, conditionals


@given(st.lists(st.tuples(st.sampled_from(TITLES), st.lists(ITEMS, max_size=4)), max_size=3), STYLES)
def test_every_declared_item_is_found_exactly_once(sections: list[tuple[str, list[Declared]]], style: Style) -> None:
    """As a clause, as part of one, or as a conditional clause: none lost, none made up."""
    numbers = count()
    lines: list[str] = []
    clauses: list[str] = []
    conditionals: list[str] = []
    for title, items in sections:
        number(items, numbers)
        lines += [f"### {title}", *written(items, style), ""]
        found = expected(items)
        clauses += found[0]
        conditionals += found[1]
    text = style.end.join(lines)
    source = parse_source(text, FILE)
    assert_true_spans(text, source)
    (contract,) = source.contracts
    assert [clause.text for clause in contract.clauses] == clauses
    assert sorted(clause.text for clause in contract.conditional_clauses) == sorted(conditionals)
    assert source.warnings == ()


@given(st.lists(ITEMS, min_size=1, max_size=4), STYLES)
def test_a_nested_conditional_names_the_item_above_it(items: list[Declared], style: Style) -> None:
    """At any depth; at the top there is none."""
    number(items, count())
    parents: dict[str, str | None] = {}

    def visit(nested: list[Declared], parent: str | None) -> None:
        for item in nested:
            parents[item.words] = parent
            visit(item.nested, item.words)

    visit(items, None)
    source = parse_source("\n".join(["### Returns", *written(items, style)]), FILE)
    for clause in every_clause(source):
        if isinstance(clause, ConditionalClause):
            assert clause.parent == parents[clause.text.split("\n")[0]]


# --- cost ------------------------------------------------------------------------------------------------------------


def repeated(sign: str, size: int) -> str:
    """One item full of one sign."""
    return "- x " + sign * 20 * size


SIGNS = [*'.`*_([{<"“:!#|\\~', "<!--", "!.)", "if "]
PATHOLOGICAL: dict[str, Callable[[int], str]] = {
    "bullets on one line": lambda n: "- " * n + "x",
    "nested bullets": lambda n: "- x\n" + "  - x\n" * n,
    "stairs": lambda n: "".join("  " * (i % 64) + "- x\n" for i in range(n)),
    "too deep": lambda n: "".join("  " * i + "- x\n" for i in range(40)) + (" " * 80 + "- y\n") * n,
    "one long bullet": lambda n: "- " + "word, " * 8 * n,
    "one long condition": lambda n: "- if " + "a, or b: " * 4 * n,
    **{f"repeated {sign!r}": partial(repeated, sign) for sign in SIGNS},
    "comments": lambda n: "- a <!-- b --> c\n" * n,
    "unclosed comments": lambda n: "- <!--\n" * n,
    "code spans of all lengths": lambda n: "- " + " ".join("`" * i for i in range(int((40 * n) ** 0.5))),
    "postconditions": lambda n: "Postcondition: sorted. " * n,
    "branches": lambda n: "when a:\nb\n" * n,
    "open brackets and pluses": lambda n: "- x (\n" + "  + y\n" * n,
    "quoted comparisons": lambda n: "> 5\n+ x\n" * n,
    "fences": lambda n: "```\nx\n```\n" * n,
    "wide table": lambda n: "|a" * n + "\n" + "|-" * n + "\n",
    "spaces before a list": lambda n: "x\n\n" + " " * 50 * n + "- y",
    "quotes": lambda n: ">" * 20 * n + "x",
    "link definitions": lambda n: "[a]: b\n" * n,
}  # fmt: skip


def seconds(text: str) -> float:
    """The shorter of two readings, in seconds of processor time."""
    times = []
    for _ in range(2):
        start = process_time()
        parse_source(text, FILE)
        times.append(process_time() - start)
    return min(times)


@pytest.mark.parametrize("shape", PATHOLOGICAL)
def test_cost_grows_with_the_text_and_no_faster(shape: str) -> None:
    """Eight times the text takes less than 24 times as long: a quadratic step would take 64 times."""
    small, large = (seconds(f"### Returns\n{PATHOLOGICAL[shape](size)}") for size in (100, 800))
    assert large < 24 * max(small, 0.001)


@pytest.mark.parametrize("sign", ["word ", ".", "`", "(", "a, ", "*x* "])
def test_a_megabyte_in_one_bullet_is_one_clause(sign: str) -> None:
    """It is read whole."""
    (clause,) = every_clause(parse_source(f"### Returns\n- begin {sign * (1_000_000 // len(sign))}\n", FILE))
    assert len(clause.text) > 990_000


def test_ten_thousand_nested_bullets_are_all_kept() -> None:
    """In one clause, in order."""
    (clause,) = every_clause(parse_source("### Returns\n- top\n" + "".join(f"  - n{i}\n" for i in range(10_000)), FILE))
    assert [item.text for item in clause.items] == [f"n{i}" for i in range(10_000)]


@pytest.mark.parametrize("width", [4, 8, 40_000])
def test_an_indented_first_line_is_read_at_any_width(width: int) -> None:
    """A list read as code is read again once, however far in it stands."""
    assert parse_source(f"{' ' * width}- x\n", FILE).contracts[0].clauses == ()
