"""What a list of nested items speaks of: fields of an output, of each of its items, or of a field that holds more."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.judges.rules.nouns import OUTPUT_WORDS

_EACH = re.compile(
    r"\b(?:each|every)\b(?: (?:of (?:the|these|its) "
    r")?(?P<noun>(?!with\b|has\b|have\b|contain|of\b|must\b|carr|includ|in\b|:)"
    r"[\w`-]+(?: (?!with\b|has\b|have\b|contain|must\b|carr|includ|in\b|of\b)[\w`-]+)?))?",
    re.IGNORECASE,
)
_LISTS = re.compile(r"\b(?:list|array|table|collection|sequence|series)s? of\b|\b(?:list|array)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Holder:
    """The field whose own fields nested items name. `path` is its dotted name, from the output or from each item.

    `noun` names the items (None: the output itself); `source` the field that lists them, where it is not the output.
    """

    path: str = ""
    noun: str | None = None
    source: str | None = None


def items_of(introduction: str) -> str | None:
    """The noun of the items that a text introduces the fields of; "" for the items of whatever list it is."""
    each = _EACH.search(introduction)
    if each is None:
        return None
    noun = (each["noun"] or "").replace("`", "")
    return "" if noun.casefold() in OUTPUT_WORDS else noun


def lists_items(introduction: str) -> bool:
    """Whether a text says that there is a list, so that names below it are fields of its items."""
    return items_of(introduction) is not None or _LISTS.search(introduction) is not None
