"""The items that a promise speaks of: "each finding", "three recommendations", "every section".

Where the output's structure leaves two readings, there is no answer: an item list is found for certain or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from grader.judges.rules import filters
from grader.judges.rules.item_nouns import COLUMNS, FIELDS, GENERIC, Noun, read_noun
from grader.judges.rules.names import same_noun, singular, words_of
from grader.judges.rules.outline import Block, BlockKind
from grader.judges.rules.parts import find_parts, has_key, is_called
from grader.judges.rules.rows import RowView, row_views, table_views, tables
from grader.judges.rules.text_items import TEXT_ITEMS, as_items, list_count, top_items
from grader.judges.rules.views import MISSING, View

_MOST_DEEP = 40


@dataclass(frozen=True, slots=True)
class Items:
    """Items found, and in words what they are. `named`: the output itself calls them by the noun."""

    views: tuple[View, ...]
    what: str
    named: bool = False


def find_items(view: View, noun: str, own: str | None = None, source: str | None = None) -> Items | str:
    """The items of `noun` in a view, or why they can't be told.

    `own` is the name of the output that the view is; `source` names the part, or the outer items, that hold them.
    """
    if source is not None:
        return _within(view, noun, own, source)
    found = _find(view, read_noun(noun), own)
    if isinstance(found, str) or not found.named:
        narrowed = _narrowed(view, noun, own)
        return found if narrowed is None else narrowed
    return found


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
    if not isinstance(parts, list):
        outer = find_items(view, source, own)
        if isinstance(outer, str):
            return f"no part is called “{source}”" if parts is None else parts
        parts = list(outer.views)
    if read_noun(noun).head in FIELDS and all(not isinstance(part.value, (dict, list)) for part in parts):
        return Items(tuple(parts), f"values of “{source}”", named=True)
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
        return Items(tuple(view.cell_at(index) for index in range(len(view.header))), "cells", named=True)
    if isinstance(view.value, (dict, list)):
        return _structured(view, noun, own)
    for names, reader, what in TEXT_ITEMS:
        if noun.head in names or noun.joined in names:
            found = reader(view, noun)
            return found if isinstance(found, str) else Items(tuple(found), what, named=True)
    if noun.head in {"row", "record"} or (noun.head in {"entry", "line"} and not top_items(view) and tables(view)):
        rows = table_views(view)
        return rows if isinstance(rows, str) else Items(tuple(rows), "table rows", named=True)
    if noun.head in COLUMNS:
        return _columns(view)
    return _listed(view, noun, own)


# --- structured data --------------------------------------------------------------------------------------------------


def _structured(view: View, noun: Noun, own: str | None) -> Items | str:
    value = view.value
    if noun.head in FIELDS and not _holds(value, noun):
        return Items(tuple(_leaves(view)), "fields", named=True)
    generic = noun.generic or _called(view, noun, own)
    if isinstance(value, list):
        return _of_array(view, noun, generic=generic)
    found = _of_key(view, noun) or _nested(view, noun)
    if found is not None:
        return found
    arrays = [key for key, each in value.items() if isinstance(each, list)]
    by_tail = [key for key in arrays if isinstance(key, str) and noun.single and _tail(key, noun.head)]
    if len(by_tail) == 1:
        return Items(tuple(view.child(by_tail[0]).children()), f"entries of `{by_tail[0]}`", named=True)
    if len(arrays) == 1 and (generic or len(value) == 1):
        return Items(tuple(view.child(arrays[0]).children()), f"entries of `{arrays[0]}`", named=generic)
    keyed = find_parts(view, noun.text)
    if isinstance(keyed, list) and len(keyed) > 1:
        return Items(tuple(keyed), f"values of `{noun.text}`", named=True)
    if generic and not arrays and value and all(isinstance(each, dict) for each in value.values()):
        return Items(tuple(view.child(key) for key in value), "entries of the object", named=True)
    if not noun.text:
        return "several arrays or none could be meant"
    return f"no array is called `{noun.text}`"


def _of_array(view: View, noun: Noun, *, generic: bool) -> Items | str:
    children = tuple(view.children())
    if generic:
        return Items(children, "entries of the array", named=True)
    if noun.text:
        keyed = find_parts(view, noun.text)
        if isinstance(keyed, list):
            inner = [item for part in keyed if isinstance(part.value, list) for item in part.children()]
            if any(isinstance(part.value, list) for part in keyed):
                return Items(tuple(inner), f"entries of `{noun.text}`", named=True)
            if not noun.plural_key or all(has_key(each, noun.text) for each in view.value):
                return Items(tuple(keyed), f"values of `{noun.text}`", named=True)
        nested = _nested(view, noun)
        if nested is not None:
            return nested
    return Items(children, "entries of the array", named=generic)


def _of_key(view: View, noun: Noun) -> Items | None:
    """The entries of the object's member that is called like the noun."""
    for candidate in (noun.text, noun.joined):
        key = next((key for key in view.value if candidate and same_noun(str(key), candidate)), None)
        if key is None:
            continue
        inner = view.child(key)
        if isinstance(inner.value, list):
            return Items(tuple(inner.children()), f"entries of `{key}`", named=True)
        if isinstance(inner.value, dict):
            return Items(tuple(inner.child(name) for name in inner.value), f"entries of `{key}`", named=True)
    return None


def _nested(view: View, noun: Noun) -> Items | None:
    """The entries of all arrays of that name at any depth."""
    if not noun.head:
        return None
    found = [each for each in _arrays(view, 0) if same_noun(each[0], noun.text)]
    if not found:
        return None
    items = tuple(item for _, array in found for item in array.children())
    for (_, array), item in ((pair, item) for pair in found for item in pair[1].children()):
        item.label = f"{array.label} {item.label}"
    return Items(items, f"entries of `{found[0][0]}`", named=True)


def _arrays(view: View, depth: int) -> list[tuple[str, View]]:
    if depth > _MOST_DEEP:
        return []
    found: list[tuple[str, View]] = []
    keys: Sequence[str | int] = list(view.value) if isinstance(view.value, dict) else range(len(view.value))
    for key in keys:
        value = view.value[key]
        if isinstance(value, (dict, list)):
            inner = view.child(key)
            if isinstance(value, list) and isinstance(key, str):
                found.append((key, inner))
            found.extend(_arrays(inner, depth + 1))
    return found


def _leaves(view: View, depth: int = 0) -> list[View]:
    """The members of every object below a view."""
    value = view.value
    if depth > _MOST_DEEP or not isinstance(value, (dict, list)):
        return []
    keys: Sequence[str | int] = list(value) if isinstance(value, dict) else range(len(value))
    found: list[View] = []
    for key in keys:
        inner = view.child(key)
        if isinstance(key, str):
            found.append(inner)
        found.extend(_leaves(inner, depth + 1))
    return found


def _holds(value: object, noun: Noun) -> bool:
    return isinstance(value, dict) and any(same_noun(str(key), noun.text) for key in value)


def _called(view: View, noun: Noun, own: str | None) -> bool:
    """Whether the output itself, or what it lists, goes by the noun."""
    if not noun.text:
        return True
    names = [own] if own is not None else []
    if view.whole:
        names.append(view.document.path.rpartition("/")[2].partition(".")[0])
    return any(same_noun(name, noun.text) or (noun.single and _tail(name, noun.head)) for name in names if name)


def _tail(name: str, head: str) -> bool:
    """Whether a name's last word is the noun: `top_fixes` are fixes."""
    words = words_of(name)
    return bool(words) and bool(head) and singular(words[-1]) == head


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
    if isinstance(cells, list) and len(cells) > 1:
        return Items(tuple(cells), f"cells of “{noun.text}”", named=True)
    found = only_list(view)
    if isinstance(found, str):
        return found
    return replace(found, named=noun.generic or _called(view, noun, own))


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
    if items and tables_:
        return "both a list and a table could be meant"
    if len(tables_) == 1:
        return Items(tuple(row_views(view, tables_[0])), "table rows")
    if tables_:
        return "there are several tables"
    if not items:
        return "there is no list"
    if list_count(view) > 1:
        return "several lists could be meant"
    return Items(as_items(view, items, "item"), "list items")


def _columns(view: View) -> Items | str:
    found = tables(view)
    if len(found) != 1:
        return "there is no table" if not found else "there are several tables"
    start, end = found[0].row_spans[0]
    header = view.part(start, end, "header")
    return Items(tuple(header for _ in found[0].rows[0]), "columns", named=True)


Reader = Callable[[View], "Items | str"]
_ = (Block, MISSING, is_called)
