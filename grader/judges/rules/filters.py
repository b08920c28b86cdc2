"""Items that words describe by a field's value: "critical issues", "open tickets", "issues of severity high"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grader.judges.rules.names import folded, singular, words_of
from grader.judges.rules.parts import find_field
from grader.judges.rules.rows import RowView
from grader.judges.rules.views import MISSING, View
from grader.judges.rules.wordlists import words

# Values that belong together: a field that holds some of them would hold the others, too.
_SCALES = (
    words("critical blocker high major medium moderate minor low info informational trivial none warning error severe"),
    words(
        "open closed done pending running queued failed resolved active inactive cancelled blocked new finished "
        "complete completed draft accepted rejected proposed superseded merged passed skipped in-progress stale"
    ),
    words("p0 p1 p2 p3 p4"),
    words("s0 s1 s2 s3 s4"),
    words("must should could wont required optional"),
    words("true false yes no"),
)
_SCALE_FIELDS = words(
    "severity priority status state level risk impact urgency importance grade rank kind type category"
)
_TRUTHS = words("true false")
_IDLE = words("of with the a an is are marked as rated labelled labeled flagged whose having level")


def described(items: Sequence[View], modifiers: Iterable[str]) -> tuple[View, ...] | str:
    """The items whose fields hold what the modifiers say, or why that can't be told.

    `high severity` names the field; `critical` alone must be the value of one field, in some item or by its scale.
    """
    kept = tuple(items)
    left = [word for word in modifiers if word not in _IDLE]
    if not items or not left:
        return kept if not left else ()
    flags = [word for word in left if all(_field(item, word) in _TRUTHS for item in items) and not _TRUTHS & set(left)]
    kept = tuple(item for item in kept if all(_field(item, word) == "true" for word in flags))
    left = [word for word in left if word not in flags]
    named = [word for word in left if any(_field(item, word) is not None for item in items)]
    values = [word for word in left if word not in named]
    if flags and not left:
        return kept
    if not values or len(named) > 1:
        return f"nothing says which of them are {' '.join(left)}"
    for value in values:
        field = named[0] if named else _field_of(items, value)
        if field is None:
            return f"nothing says which of them are {value}"
        kept = tuple(item for item in kept if _same(_field(item, field), value))
    return kept


def _field(item: View, name: str) -> str | None:
    found = find_field(item, name) if isinstance(item.value, dict) or isinstance(item, RowView) else None
    if not isinstance(found, View):
        return None
    value = found.value
    if value is MISSING:
        return found.text.strip()
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).strip() if isinstance(value, (str, int)) else None


def _same(found: str | None, value: str) -> bool:
    return found is not None and (
        folded(found) == folded(value) or singular(found.casefold()) == singular(value.casefold())
    )


def _names(item: View) -> list[str]:
    if isinstance(item, RowView):
        return list(item.header)
    return [str(key) for key in item.value] if isinstance(item.value, dict) else []


def _field_of(items: Sequence[View], value: str) -> str | None:
    """The only field that holds the value in some item, or whose values are on the value's scale in every item."""
    names = list(dict.fromkeys(name for item in items for name in _names(item)))
    holding = [name for name in names if any(_same(_field(item, name), value) for item in items)]
    if len(holding) == 1:
        return holding[0]
    scale = next((scale for scale in _SCALES if value.casefold() in scale), None)
    if holding or scale is None:
        return None
    on_scale = [
        name
        for name in names
        if set(words_of(name)) & _SCALE_FIELDS
        and all((found := _field(item, name)) is not None and found.casefold() in scale for item in items)
    ]
    return on_scale[0] if len(on_scale) == 1 else None
