"""The items that a promise speaks of: "each finding", "three recommendations", "every section".

Where the output's structure leaves two readings, there is no answer: an item list is found for certain or not at all.
"""

from __future__ import annotations

from dataclasses import replace

from grader.judges.rules import filters
from grader.judges.rules.item_nouns import COLUMNS, FIELDS, GENERIC, Items, Noun, read_noun
from grader.judges.rules.names import singular, words_of
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.parts import find_parts
from grader.judges.rules.rows import RowView, row_views, table_views, tables
from grader.judges.rules.structured_items import is_called_so, structured_items
from grader.judges.rules.text_items import KINDS, TEXT_ITEMS, as_items, is_ordered, list_count, top_items
from grader.judges.rules.view_lists import are_views
from grader.judges.rules.views import View

__all__ = ["Items", "all_entries", "find_items", "find_measurable", "only_list"]


def find_items(view: View, noun: str, own: str | None = None, source: str | None = None) -> Items | str:
    """The items of `noun` in a view, or why they can't be told.

    `own` is the name of the output that the view is; `source` names the part, or the outer items, that hold them.
    """
    if source is not None:
        return _within(view, noun, own, source)
    of_key = _of_key_values(view, noun)
    if of_key is not None:
        return of_key
    found = _find(view, read_noun(noun), own)
    if isinstance(found, str) or not found.named:
        narrowed = _narrowed(view, noun, own)
        return found if narrowed is None else narrowed
    return found


def find_measurable(view: View, noun: str, own: str | None = None, source: str | None = None) -> Items | str:
    """The items of `noun` if each can be measured: a column, which is its name or its values, can only be counted."""
    found = find_items(view, noun, own, source)
    return "a column's name or its values could be meant" if isinstance(found, Items) and found.columns else found


def _of_key_values(view: View, noun: str) -> Items | None:
    """`severity values`: the values of that key."""
    name, _, last = noun.rpartition(" ")
    if not name or singular(last) not in {"value", "field"} or not isinstance(view.value, (dict, list)):
        return None
    parts = find_parts(view, name)
    return Items(parts, f"values of `{name}`", named=True) if are_views(parts) else None


def all_entries(view: View, noun: str) -> Items | None:
    """For "every entry" of an object whose members are all arrays: the entries of all of them."""
    value = view.value
    if not read_noun(noun).generic or not isinstance(value, dict) or len(value) < 2:
        return None
    if not all(isinstance(each, list) for each in value.values()):
        return None
    return Items(
        tuple(item for key in value for item in view.child(key).children()), "entries of all arrays", named=True
    )


def _narrowed(view: View, noun: str, own: str | None) -> Items | str | None:
    """`high-severity issues`: the items of the last word, those that the words before it describe."""
    words = words_of(noun.replace("`", ""))
    for size in range(1, len(words)):
        found = _find(view, read_noun(" ".join(words[size:])), own)
        if isinstance(found, str) or not found.named:
            continue
        kept = filters.described(found.views, words[:size])
        return kept if isinstance(kept, str) else replace(found, views=kept, what=f"{noun} of the {found.what}")
    return None


def _within(view: View, noun: str, own: str | None, source: str) -> Items | str:
    """Items of the part that `source` names, or of each of the outer items that it names."""
    parts = find_parts(view, source, own)
    if not are_views(parts):
        outer = find_items(view, source, own)
        if isinstance(outer, str):
            return parts if isinstance(parts, str) else f"no part is called “{source}”"
        parts = outer.views
    if read_noun(noun).head in FIELDS and all(not isinstance(part.value, (dict, list)) for part in parts):
        return Items(parts, f"values of “{source}”", named=True)
    found = [_in_source(part, noun, source) for part in parts]
    wrong = [each for each in found if isinstance(each, str)]
    if wrong:
        return wrong[0]
    good = [each for each in found if isinstance(each, Items)]
    if not good:
        return Items((), f"entries of “{source}”", named=True)
    return Items(tuple(item for each in good for item in each.views), good[0].what, all(each.named for each in good))


def _in_source(part: View, noun: str, source: str) -> Items | str:
    found = find_items(part, noun, source)
    if isinstance(found, Items) and not found.named:
        return replace(found, named=True)
    if isinstance(found, str) and isinstance(part.value, dict) and read_noun(noun).head in GENERIC:
        return Items(tuple(part.child(key) for key in part.value), f"entries of “{source}”", named=True)
    return found


def _find(view: View, noun: Noun, own: str | None) -> Items | str:
    if isinstance(view, RowView) and noun.head in FIELDS:
        if not noun.single:
            return f"nothing says which are “{noun.text}”"
        return Items(tuple(view.cell_at(index) for index in range(len(view.header))), "cells", named=True)
    if isinstance(view.value, (dict, list)):
        return structured_items(view, noun, own)
    for names, reader, what in TEXT_ITEMS:
        if noun.joined in names:
            found = view.doubt(KINDS[what]) or reader(view, noun)
            return found if isinstance(found, str) else Items(found, what, named=True)
    if noun.joined in {"row", "record"} or (noun.joined in {"entry", "line"} and not top_items(view) and tables(view)):
        rows = view.doubt("table") or table_views(view)
        return rows if isinstance(rows, str) else Items(rows, "table rows", named=True)
    if noun.joined in COLUMNS:
        return _columns(view)
    return _listed(view, noun, own)


# --- text -------------------------------------------------------------------------------------------------------------


def _listed(view: View, noun: Noun, own: str | None) -> Items | str:
    """Items of a Markdown text: the list or table under a heading of that name, else the only list or table."""
    under = view.section(noun.text) if noun.text else None
    if under is not None:
        found = only_list(under)
        if not isinstance(found, str):
            return replace(found, what=f"{found.what} under “{noun.text}”", named=True)
    headings = _numbered_headings(view, noun.head)
    if headings is not None:
        return headings
    cells = find_parts(view, noun.text) if noun.text and tables(view) else None
    if are_views(cells) and len(cells) > 1:
        return Items(cells, f"cells of “{noun.text}”", named=True)
    found = only_list(view)
    if isinstance(found, str):
        return found
    steps = noun.single and noun.head in {"step", "instruction"} and all(map(is_ordered, top_items(view)))
    return replace(found, named=noun.generic or steps or is_called_so(view, noun, own))


def _numbered_headings(view: View, head: str) -> Items | None:
    """`## Finding 1`, `## Finding 2: ...`: headings that are the items."""
    found = []
    for index, block in enumerate(view.blocks):
        if block.kind is BlockKind.HEADING and head:
            words = words_of(view.text[block.content : block.content_end])
            if len(words) > 1 and singular(words[0]) == head and words[1].strip(":.").isdigit():
                found.append(view.section_at(index))
    return Items(tuple(found), f"headings “{head} N”", named=True) if found else None


def only_list(view: View) -> Items | str:
    """The items of the only list or table of a text."""
    items, tables_ = top_items(view), tables(view)
    doubt = view.doubt("item") or view.doubt("table") or next((table.info for table in tables_ if table.info), None)
    if doubt is not None:
        return doubt
    if items and tables_:
        return "both a list and a table could be meant"
    if len(tables_) == 1:
        return Items(row_views(view, tables_[0]), "table rows")
    if tables_:
        return "there are several tables"
    if not items:
        return "there is no list"
    if list_count(view) > 1:
        return "several lists could be meant"
    return Items(as_items(view, items, "item"), "list items")


def _columns(view: View) -> Items | str:
    found = tables(view)
    if len(found) != 1 or found[0].info:
        several = found[0].info or "there are several tables" if found else ""
        return several or view.doubt("table") or "there is no table"
    start, end = found[0].row_spans[0]
    header = view.part(start, end, "header")
    return Items(tuple(header for _ in found[0].rows[0]), "columns", named=True)
