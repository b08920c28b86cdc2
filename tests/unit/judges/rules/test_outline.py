"""The line scanner for Markdown, held against a CommonMark parser."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.judges.rules.outline import BlockKind, outline

PARSER = MarkdownIt("commonmark").enable("table")
WORDS = st.lists(st.sampled_from("lease queue depth fell by half in May and cost".split()), min_size=1, max_size=6)
LINE = WORDS.map(" ".join)
HEADING = st.builds(lambda level, text: "#" * level + " " + text, st.integers(1, 6), LINE)
PARAGRAPH = st.lists(LINE, min_size=1, max_size=3).map("\n".join)
QUOTE = st.lists(LINE, min_size=1, max_size=3).map(lambda lines: "\n".join(f"> {line}" for line in lines))
FENCE = st.builds(
    lambda mark, info, lines: "\n".join([mark + info, *lines, mark]),
    st.sampled_from(["```", "~~~", "````"]),
    st.sampled_from(["", "py", "json"]),
    st.lists(st.sampled_from(["x = 1", "# no heading", "- no item", "", "| a | b |"]), max_size=4),
)
TABLE = st.builds(
    lambda width, rows: "\n".join(
        [
            "| " + " | ".join(["head"] * width) + " |",
            "|" + "---|" * width,
            *["| " + " | ".join(["cell"] * width) + " |"] * rows,
        ]
    ),
    st.integers(1, 4),
    st.integers(0, 3),
)


def _list(items: list[tuple[str, list[str]]], *, ordered: bool) -> str:
    lines = []
    for number, (text, nested) in enumerate(items, start=1):
        bullet = f"{number}." if ordered else "-"
        lines.append(f"{bullet} {text}")
        lines.extend(" " * (len(bullet) + 1) + f"- {each}" for each in nested)
    return "\n".join(lines)


LIST = st.builds(
    lambda items, ordered: _list(items, ordered=ordered),
    st.lists(st.tuples(LINE, st.lists(LINE, max_size=2)), min_size=1, max_size=4),
    st.booleans(),
)
BLOCK = st.one_of(HEADING, PARAGRAPH, QUOTE, FENCE, TABLE, LIST, st.just("***"))
DOCUMENT = st.lists(BLOCK, min_size=1, max_size=8).map("\n\n".join)


def seen_by_parser(text: str) -> dict[str, Any]:
    """What the CommonMark parser finds."""
    tokens = PARSER.parse(text)
    return {
        "headings": [
            (int(t.tag[1]), tokens[at + 1].content) for at, t in enumerate(tokens) if t.type == "heading_open"
        ],
        "items": sum(token.type == "list_item_open" for token in tokens),
        "fences": [token.info for token in tokens if token.type == "fence"],
        "tables": [_rows(tokens, at) for at, token in enumerate(tokens) if token.type == "table_open"],
        "rules": sum(token.type == "hr" for token in tokens),
        "quotes": sum(token.type == "blockquote_open" for token in tokens),
        "paragraphs": sum(token.type == "paragraph_open" and token.level == 0 for token in tokens),
    }


def _rows(tokens: list[Token], at: int) -> int:
    end = next(index for index in range(at, len(tokens)) if tokens[index].type == "table_close")
    return sum(token.type == "tr_open" for token in tokens[at:end])


def seen_by_scanner(text: str) -> dict[str, Any]:
    """What the scanner finds."""
    blocks = outline(text)
    return {
        "headings": [(b.level, text[b.content : b.content_end]) for b in blocks if b.kind is BlockKind.HEADING],
        "items": sum(block.kind is BlockKind.ITEM for block in blocks),
        "fences": [block.info for block in blocks if block.kind is BlockKind.FENCE],
        "tables": [len(block.rows) for block in blocks if block.kind is BlockKind.TABLE],
        "rules": sum(block.kind is BlockKind.RULE for block in blocks),
        "quotes": sum(block.kind is BlockKind.QUOTE for block in blocks),
        "paragraphs": sum(block.kind is BlockKind.PARAGRAPH for block in blocks),
    }


@given(DOCUMENT)
def test_the_scanner_sees_what_a_parser_sees(text: str) -> None:
    """Headings, list items, fences, tables, rules, quotes and paragraphs are the same, code blocks left alone."""
    assert seen_by_scanner(text) == seen_by_parser(text)


@given(st.text(max_size=400))
def test_any_text_has_an_outline(text: str) -> None:
    """Blocks lie within the text and in order."""
    blocks = outline(text)
    assert all(0 <= block.start <= block.end <= len(text) for block in blocks)
    assert [block.start for block in blocks] == sorted(block.start for block in blocks)
