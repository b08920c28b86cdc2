"""What a name in a clause stands for: a field of the output, a caller input, another contract's output.

The order is that of grading-rules.md for expressions: the output first, then the caller's inputs, then what other
contracts published.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from grader.document import Document
from grader.judges.rules.measure import Facts
from grader.judges.rules.measures.fields import find_field
from grader.judges.rules.names import same_name
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.views import MISSING, View, view_of

_LONGEST_LIST = 10_000  # entries that are compared one by one


def stem_of(document: Document) -> str:
    """The name of a document's file without its suffix."""
    return PurePosixPath(document.path).stem


def named_document(name: str, facts: Facts) -> Document | None:
    """The caller input, the contract's own output or another contract's output of that name; inputs come first."""
    for key, document in facts.inputs.items():
        if same_name(key.rsplit("/", 1)[-1], name):
            return document
    for document in (*facts.own, *facts.others.values()):
        if same_name(stem_of(document), name):
            return document
    return None


def resolve(name: str, view: View | None, facts: Facts) -> View | None:
    """What `name` stands for; None if it stands for nothing that this run holds."""
    head, _, tail = name.partition(".")
    for candidate in _candidates(head, view, facts):
        if not tail:
            return candidate
        inner = find_field(candidate, tail)
        if isinstance(inner, View):
            return inner
    return None


def _candidates(name: str, view: View | None, facts: Facts) -> Iterator[View]:
    if view is not None:
        if same_name(stem_of(view.document), name):
            yield view
        found = find_field(view, name)
        if isinstance(found, View):
            yield found
    for document in facts.own:
        if same_name(stem_of(document), name) and not document.large:
            yield view_of(document)
    named = named_document(name, facts)
    if named is not None and not named.large:
        yield view_of(named)


def entries(view: View) -> list[str]:
    """The entries that a view lists, as texts: an array's, an object's keys, a list's items, lines, a comma list.

    One that has no name is blank.
    """
    value = view.value
    if isinstance(value, list):
        return [_entry(each) for each in value[:_LONGEST_LIST]]
    if isinstance(value, dict):
        lists = [each for each in value.values() if isinstance(each, list)]
        return [_entry(each) for each in lists[0]] if len(value) == len(lists) == 1 else [str(key) for key in value]
    if value is not MISSING and value is not None:
        return [str(value)]
    items = [block for block in view.blocks if block.kind is BlockKind.ITEM and block.level == 0]
    if items:
        return [_bare(view.text[block.content : block.end]) for block in items]
    lines = [line for line in view.text.split("\n") if line.strip()]
    if len(lines) == 1 and "," in lines[0] and not lines[0].rstrip().endswith((".", "?", "!")):
        return [_bare(part) for part in lines[0].split(",") if part.strip()]
    return [_bare(line) for line in lines]


def _entry(value: Any) -> str:
    """What identifies an array's entry: itself, or its name, id or first text."""
    if isinstance(value, dict):
        for key in ("id", "name", "title", "key", "slug", "host", "url", "text"):
            if isinstance(value.get(key), (str, int)):
                return str(value[key]).strip()
        return next((str(each).strip() for each in value.values() if isinstance(each, (str, int))), "")
    return _bare(str(value))


def _bare(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().strip("*_`\"'").strip()


def stands_in(entry: str, text: str) -> tuple[int, int] | None:
    """Where an entry stands in a text as a whole, capitals and white space aside; "edge-1" isn't in "edge-10"."""
    parts = [re.escape(part) for part in entry.split()]
    if not parts:  # nothing stands nowhere
        return None
    match = re.search(r"(?<![\w-])" + r"\s+".join(parts) + r"(?![\w-])", text, re.IGNORECASE)
    return match.span() if match else None
