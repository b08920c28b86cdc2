"""The items of structured data: an array's entries, the arrays and keys that go by a noun, an object's members."""

from __future__ import annotations

from collections.abc import Sequence

from grader.judges.rules.item_nouns import COLUMNS, FIELDS, Items, Noun
from grader.judges.rules.names import same_noun, singular, words_of
from grader.judges.rules.parts import find_parts, has_key
from grader.judges.rules.view_lists import are_views, entries, values_of
from grader.judges.rules.views import MISSING, View

_MOST_DEEP = 40
# What the entries of an array may be called by their type alone.
_TYPES: dict[str, set[type]] = {"number": {int, float}, "integer": {int}, "string": {str}, "boolean": {bool}}


def structured_items(view: View, noun: Noun, own: str | None) -> Items | str:
    """The items of `noun` in an object or array, or why they can't be told."""
    value = view.value
    if noun.head in FIELDS and not _holds(value, noun):
        return _fields(view, noun) if noun.single else f"nothing says which are “{noun.text}”"
    if noun.joined in COLUMNS and not _holds(value, noun):
        record = view if isinstance(value, dict) else next((each for each in view.children() if each.members()), None)
        return Items(tuple(record.child(key) for key in record.value), "columns", named=True) if record else "no rows"
    called = is_called_so(view, noun, own)
    if noun.joined == "line" and not called and view.json is not MISSING and not _holds(value, noun):
        return "the lines of the file, or what it lists, could be meant"
    generic = noun.generic or called
    if isinstance(value, list):
        return _of_array(view, noun, generic=generic)
    found = _of_key(view, noun) or _nested(view, noun) or _by_last_word(view, noun)
    return found if found is not None else _otherwise(view, noun, generic=generic)


def _fields(view: View, noun: Noun) -> Items | str:
    """The members of an object, or of all objects in an array; of all below it, where that makes no difference."""
    if isinstance(view.value, dict):
        own = tuple(view.child(key) for key in view.value)
        if noun.level == 1 or len(own) == len(_leaves(view)):  # level 1: "top-level keys"
            return Items(own, "fields", named=True)
        return f"{noun.text} of the object, or of those in it, too, could be meant"
    if noun.head == "value" and not all(isinstance(each, dict) for each in view.value):
        if any(isinstance(each, (dict, list)) for each in view.value):
            return f"{noun.text} of the array, or of those in it, could be meant"
        return Items(entries(view), "entries of the array", named=True)
    return Items(tuple(_leaves(view)), "fields", named=True)


def _by_last_word(view: View, noun: Noun) -> Items | None:
    """The only array whose name ends in the noun: fixes are `top_fixes`."""
    keys = [
        key for key, each in view.value.items() if isinstance(each, list) and noun.single and _tail(str(key), noun.head)
    ]
    return Items(entries(view.child(keys[0])), f"entries of `{keys[0]}`", named=True) if len(keys) == 1 else None


def _otherwise(view: View, noun: Noun, *, generic: bool) -> Items | str:
    """The values of a key in all entries, or the only array that there is."""
    value = view.value
    arrays = [key for key, each in value.items() if isinstance(each, list)]
    keyed = find_parts(view, noun.text) if noun.text and not generic else None
    if are_views(keyed) and (len(keyed) > 1 or len(getattr(keyed[0], "path", ())) > 1):
        return Items(keyed, f"values of `{noun.text}`", named=True)
    if len(arrays) == 1 and (generic or len(value) == 1):
        return Items(entries(view.child(arrays[0])), f"entries of `{arrays[0]}`", named=generic)
    if generic and not arrays and value and all(isinstance(each, dict) for each in value.values()):
        return Items(tuple(view.child(key) for key in value), "entries of the object", named=True)
    return f"no array is called `{noun.text}`" if noun.text else "several arrays or none could be meant"


def _of_array(view: View, noun: Noun, *, generic: bool) -> Items | str:
    children = entries(view)
    if generic:
        return Items(children, "entries of the array", named=True)
    if noun.text:
        keyed = find_parts(view, noun.text)
        if are_views(keyed):
            if list in set(map(type, values_of(keyed))):
                inner = [item for part in keyed if isinstance(part.value, list) for item in part.children()]
                return Items(inner, f"entries of `{noun.text}`", named=True)
            if not noun.plural_key or all(has_key(each, noun.text) for each in view.value):
                return Items(keyed, f"values of `{noun.text}`", named=True)
        nested = _nested(view, noun)
        if nested is not None:
            return nested
    if noun.joined not in _TYPES:
        return Items(children, "entries of the array")
    if not set(map(type, view.value)) <= _TYPES[noun.joined]:
        return f"not all entries are {noun.text}"
    return Items(children, "entries of the array", named=True)


def _of_key(view: View, noun: Noun) -> Items | None:
    """The entries of the object's member that is called like the noun."""
    for candidate in (noun.text, noun.joined):
        key = next((key for key in view.value if candidate and same_noun(str(key), candidate)), None)
        if key is None:
            continue
        inner = view.child(key)
        if isinstance(inner.value, list):
            return Items(entries(inner), f"entries of `{key}`", named=True)
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
    items = [(array, item) for _, array in found for item in array.children()]
    for array, item in items:
        item.label = f"{array.label} {item.label}"
    return Items([item for _, item in items], f"entries of `{found[0][0]}`", named=True)


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
        if isinstance(value, dict):
            found.append(inner)
        found.extend(_leaves(inner, depth + 1))
    return found


def _holds(value: object, noun: Noun) -> bool:
    return isinstance(value, dict) and any(same_noun(str(key), noun.text) for key in value)


def is_called_so(view: View, noun: Noun, own: str | None) -> bool:
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
