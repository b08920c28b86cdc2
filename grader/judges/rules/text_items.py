"""The items of a Markdown or plain text: bullets, sections, headings, paragraphs, links, code blocks, lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from grader.judges.rules.item_nouns import Noun
from grader.judges.rules.links import doubtful_links, link_spans
from grader.judges.rules.outline import Block, BlockKind
from grader.judges.rules.view_lists import SpanViews
from grader.judges.rules.views import View

Found = Sequence[View] | str
_ORDERED = re.compile(r"\d+[.)]$")


def blocks_of(view: View, kind: BlockKind) -> list[Block]:
    """The blocks of one kind."""
    return [block for block in view.blocks if block.kind is kind]


def top_items(view: View) -> list[Block]:
    """The list items that stand in no other."""
    return [block for block in view.blocks if block.kind is BlockKind.ITEM and block.level == 0]


def is_ordered(block: Block) -> bool:
    """Whether a list item is numbered."""
    return _ORDERED.match(block.info) is not None


def as_items(view: View, blocks: Sequence[Block], word: str) -> Sequence[View]:
    """The blocks as views; an item reaches over what is nested in it, up to the next one of its depth."""
    ends = _reaches(view, blocks)
    spans = [(block.content or block.start, end) for block, end in zip(blocks, ends, strict=True)]
    return _numbered_views(view, spans, word)


def _reaches(view: View, blocks: Sequence[Block]) -> list[int]:
    wanted = {id(block): index for index, block in enumerate(blocks)}
    ends = [block.end for block in blocks]
    current: int | None = None
    for block in view.blocks:
        if id(block) in wanted:
            current = wanted[id(block)]
        elif current is None:
            continue
        elif (
            block.kind in {BlockKind.HEADING, BlockKind.RULE}
            or (block.kind is not BlockKind.ITEM and block.start > ends[current] + 2)
            or (block.kind is BlockKind.ITEM and block.level <= blocks[current].level)
        ):
            current = None
        else:
            ends[current] = max(ends[current], block.end)
    return ends


def list_count(view: View) -> int:
    """How many separate lists there are: a heading, paragraph, rule or table between items separates."""
    count, inside = 0, False
    for block in view.blocks:
        if block.kind is BlockKind.ITEM:
            count += not inside
            inside = True
        elif block.kind in {BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.RULE, BlockKind.TABLE}:
            inside = False
    return count


# --- readers ----------------------------------------------------------------------------------------------------------


def _bullets(view: View, _noun: Noun) -> Found:
    return as_items(view, top_items(view), "item")


def _numbered(view: View, _noun: Noun) -> Found:
    return as_items(view, [block for block in top_items(view) if is_ordered(block)], "item")


def _numbered_views(view: View, spans: Sequence[tuple[int, int]], word: str) -> Sequence[View]:
    return SpanViews(view, spans, lambda index: f"{word} {index + 1}")


def _paragraphs(view: View, _noun: Noun) -> Found:
    found = blocks_of(view, BlockKind.PARAGRAPH)
    return _numbered_views(view, [(block.content or block.start, block.end) for block in found], "paragraph")


def section_level(view: View) -> int | None:
    """The level of what a reader would call the sections; None without headings.

    It is the highest that occurs more than once, or the next one below a lone title.
    """
    headings = blocks_of(view, BlockKind.HEADING)
    if not headings:
        return None
    top = min(block.level for block in headings)
    alone = sum(block.level == top for block in headings) == 1
    lower = [block.level for block in headings if block.level > top]
    return min(lower) if alone and lower and headings[0].level == top else top


def _sections(view: View, noun: Noun) -> Found:
    level = noun.level or section_level(view)
    headings = blocks_of(view, BlockKind.HEADING)
    spans, kept = [], []
    for block, end in zip(headings, _section_ends(headings, len(view.text)), strict=True):
        if block.level == level:
            spans.append((block.end, end))
            kept.append(block)
    return SpanViews(view, spans, lambda at: f"section “{view.text[kept[at].content : kept[at].content_end]}”")


def _section_ends(headings: Sequence[Block], last: int) -> list[int]:
    """Where each heading's section ends: at the next heading of its level or a higher one."""
    ends: list[int] = []
    starts = [last] * 7  # by level, where the next heading of that level or a higher one begins
    for block in reversed(headings):
        ends.append(starts[block.level])
        starts[block.level :] = [block.start] * (7 - block.level)
    return ends[::-1]


def _headings(view: View, noun: Noun) -> Found:
    found = [block for block in blocks_of(view, BlockKind.HEADING) if noun.level in {None, block.level}]
    return _numbered_views(view, [(block.content, block.content_end) for block in found], "heading")


def _links(view: View, _noun: Noun) -> Found:
    if doubtful_links(view):
        return "addresses in code or without a scheme may be links"
    return _numbered_views(view, link_spans(view), "link")


def _code_blocks(view: View, _noun: Noun) -> Found:
    found = blocks_of(view, BlockKind.FENCE)
    return _numbered_views(view, [(block.start, block.end) for block in found], "code block")


def _tables(view: View, _noun: Noun) -> Found:
    found = blocks_of(view, BlockKind.TABLE)
    return _numbered_views(view, [(block.start, block.end) for block in found], "table")


def _lines(view: View, _noun: Noun) -> Found:
    return _numbered_views(view, [match.span() for match in re.finditer(r"[^\n]*\S[^\n]*", view.text)], "line")


# what a report calls them -> the kind of thing that a page's markup may leave open
KINDS = {
    "list items": "item", "numbered items": "item", "paragraphs": "paragraph", "sections": "heading",
    "headings": "heading", "links": "link", "code blocks": "code block", "tables": "table", "lines": "line",
}  # fmt: skip
Reader = Callable[[View, Noun], Found]
# nouns, how their items are read, and what a report calls them
TEXT_ITEMS: tuple[tuple[frozenset[str], Reader, str], ...] = (
    (
        frozenset({"bullet", "bullet point", "list item", "point", "bulleted item", "bullet item"}),
        _bullets,
        "list items",
    ),
    (
        frozenset({"numbered item", "numbered step", "numbered point", "numbered list item"}),
        _numbered,
        "numbered items",
    ),
    (frozenset({"paragraph"}), _paragraphs, "paragraphs"),
    (frozenset({"section", "chapter", "subsection"}), _sections, "sections"),
    (frozenset({"heading", "header", "subheading", "headline"}), _headings, "headings"),
    (frozenset({"link", "url", "hyperlink"}), _links, "links"),
    (
        frozenset(
            {
                "code block",
                "fenced block",
                "fenced code block",
                "fenced code",
                "code fence",
                "code example",
                "fence",
                "code sample",
                "code snippet",
                "codeblock",
            }
        ),
        _code_blocks,
        "code blocks",
    ),
    (frozenset({"table"}), _tables, "tables"),
    (frozenset({"line"}), _lines, "lines"),
)
