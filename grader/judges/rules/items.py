"""The items that a promise speaks of: "each finding", "three recommendations", "every section".

Where the output's structure leaves two readings, there is no answer: an item list is found for certain or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grader.judges.rules.names import same_noun, singular, words_of
from grader.judges.rules.outline import Block, BlockKind
from grader.judges.rules.rows import RowView
from grader.judges.rules.views import View
from grader.judges.rules.wordlists import words

_GENERIC = words("item entry element record object row thing one member list")
_SECTIONS = frozenset({"section", "heading", "chapter"})
_ROWS = frozenset({"row", "record", "entry", "line"})
_BULLETS = frozenset({"bullet", "bullet point", "list item", "point"})
_PARAGRAPHS = frozenset({"paragraph"})


@dataclass(frozen=True, slots=True)
class Items:
    """Items found, and in words what they are. `named`: the output itself calls them by the noun."""

    views: tuple[View, ...]
    what: str
    named: bool = False


def find_items(view: View, noun: str, own: str | None = None) -> Items | str:
    """The items of `noun` in a view, or why they can't be told. `own` is the name of the output that the view is."""
    words = words_of(noun)
    head = singular(words[-1]) if words else ""
    joined = " ".join([*words[:-1], head])
    if isinstance(view.value, (dict, list)):
        return _structured(view, noun, head, own)
    for names, reader in _BY_KIND:
        if head in names or joined in names:
            return reader(view)
    return _listed(view, noun, head, own)


def _structured(view: View, noun: str, head: str, own: str | None) -> Items | str:
    value = view.value
    generic = not noun or head in _GENERIC or (own is not None and same_noun(noun, own)) or _tail(own, head)
    if isinstance(value, list):
        return Items(tuple(view.children()), "entries of the array", named=generic)
    for candidate in dict.fromkeys((noun, head, head + "s")):
        key = next((key for key in value if candidate and isinstance(key, str) and same_noun(key, candidate)), None)
        if key is not None:
            if isinstance(value[key], list):
                return Items(tuple(view.child(key).children()), f"entries of `{key}`", named=True)
            if isinstance(value[key], dict):
                inner = view.child(key)
                return Items(tuple(inner.child(name) for name in value[key]), f"entries of `{key}`", named=True)
    arrays = [key for key, each in value.items() if isinstance(each, list)]
    by_tail = [key for key in arrays if isinstance(key, str) and _tail(key, head)]
    if len(by_tail) == 1:
        return Items(tuple(view.child(by_tail[0]).children()), f"entries of `{by_tail[0]}`", named=True)
    if len(arrays) == 1 and (generic or len(value) == 1):
        return Items(tuple(view.child(arrays[0]).children()), f"entries of `{arrays[0]}`", named=generic)
    if not noun:
        return "several arrays or none could be meant"
    return f"no array is called `{noun}`"


def _tail(name: str | None, head: str) -> bool:
    """Whether a name's last word is the noun: `top_fixes` are fixes."""
    words = words_of(name) if name else []
    return bool(words) and bool(head) and singular(words[-1]) == head


def _blocks(view: View, kind: BlockKind) -> list[Block]:
    return [block for block in view.blocks if block.kind is kind]


def _top_items(view: View) -> list[Block]:
    return [block for block in _blocks(view, BlockKind.ITEM) if block.level == 0]


def _as_items(view: View, blocks: list[Block], word: str) -> tuple[View, ...]:
    """The blocks as views; an item reaches over what is nested in it, up to the next one of its depth."""
    views = []
    for number, block in enumerate(blocks, start=1):
        end = _reach(view, block)
        start = block.content or block.start
        views.append(View(view.document, view.start + start, view.start + end, label=f"{word} {number}"))
    return tuple(views)


def _reach(view: View, block: Block) -> int:
    if block.kind is not BlockKind.ITEM:
        return block.end
    index = view.blocks.index(block)
    end = block.end
    for later in view.blocks[index + 1 :]:
        if later.kind is BlockKind.ITEM and later.level <= block.level:
            break
        if later.kind in {BlockKind.HEADING, BlockKind.RULE} or (
            later.kind is not BlockKind.ITEM and later.start > end + 2
        ):
            break
        end = max(end, later.end)
    return end


def _bullets(view: View) -> Items | str:
    blocks = _top_items(view)
    return Items(_as_items(view, blocks, "item"), "list items", named=True)


def _paragraphs(view: View) -> Items | str:
    blocks = _blocks(view, BlockKind.PARAGRAPH)
    return Items(
        tuple(view.at_block(block, f"paragraph {n}") for n, block in enumerate(blocks, start=1)),
        "paragraphs",
        named=True,
    )


def _sections(view: View) -> Items | str:
    """The sections of the highest level that occurs more than once, or that stands below a lone title."""
    headings = [(index, block) for index, block in enumerate(view.blocks) if block.kind is BlockKind.HEADING]
    if not headings:
        return "there are no headings"
    top = min(block.level for _, block in headings)
    if sum(block.level == top for _, block in headings) == 1 and len(headings) > 1 and headings[0][1].level == top:
        top = min(block.level for _, block in headings if block.level > top)
    return Items(
        tuple(view.section_at(index) for index, block in headings if block.level == top), "sections", named=True
    )


def table_rows(view: View) -> Items | str:
    """The rows of the only table, header aside."""
    tables = _blocks(view, BlockKind.TABLE)
    if len(tables) != 1:
        return "there is no table" if not tables else "there are several tables"
    table = tables[0]
    return Items(
        tuple(
            RowView(view.document, view.start + span[0], view.start + span[1], table.rows[0], row, number)
            for number, (row, span) in enumerate(zip(table.rows[1:], table.row_spans[1:], strict=True), start=1)
        ),
        "table rows",
        named=True,
    )


def _rows(view: View) -> Items | str:
    found = table_rows(view)
    return found if not isinstance(found, str) or _top_items(view) == [] else _bullets(view)


_BY_KIND: tuple[tuple[frozenset[str], Callable[[View], Items | str]], ...] = (
    (_BULLETS, _bullets),
    (_PARAGRAPHS, _paragraphs),
    (_SECTIONS, _sections),
    (frozenset({"row"}), table_rows),
)


def _listed(view: View, noun: str, head: str, own: str | None) -> Items | str:
    """Items of a Markdown text: the list or table under a heading of that name, else the only list or table."""
    under = view.section(noun) if noun else None
    if under is not None:
        found = _only_list(under)
        if not isinstance(found, str):
            return Items(found.views, f"{found.what} under “{noun}”", named=True)
    numbered = _numbered_headings(view, head)
    if numbered is not None:
        return numbered
    found = _only_list(view)
    if isinstance(found, str):
        return found
    generic = not noun or head in _GENERIC or (own is not None and same_noun(noun, own)) or _tail(own, head)
    return Items(found.views, found.what, named=generic)


def _numbered_headings(view: View, head: str) -> Items | None:
    """`## Finding 1`, `## Finding 2: ...`: headings that are the items."""
    found = []
    for index, block in enumerate(view.blocks):
        if block.kind is BlockKind.HEADING and head:
            words = words_of(view.text[block.content : block.content_end])
            if len(words) > 1 and singular(words[0]) == head and words[1].strip(":.").isdigit():
                found.append(view.section_at(index))
    return Items(tuple(found), f"headings “{head} N”", named=True) if found else None


def _only_list(view: View) -> Items | str:
    items, tables = _top_items(view), _blocks(view, BlockKind.TABLE)
    if items and tables:
        return "both a list and a table could be meant"
    if tables:
        return table_rows(view)
    if not items:
        return "there is no list"
    if _lists(view) > 1:
        return "several lists could be meant"
    return Items(_as_items(view, items, "item"), "list items")


def _lists(view: View) -> int:
    """How many separate lists there are: a heading, paragraph or rule between items separates."""
    count, inside = 0, False
    for block in view.blocks:
        if block.kind is BlockKind.ITEM:
            count += not inside
            inside = True
        elif block.kind in {BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.RULE, BlockKind.TABLE}:
            inside = False
    return count
