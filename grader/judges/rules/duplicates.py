"""Keys that stand twice in one object of a JSON text: readers differ in which value they take."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from grader.judges.rules.finding import Finding, unknown
from grader.judges.rules.names import folded
from grader.judges.rules.reading import once
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.model import Outcome

_LARGEST = 1 << 20  # bytes of a text that is read once more for it
_COUNTED = ("key", "field", "propert", "member")


def settled(requirement: Requirement, finding: Finding, keys: Iterable[str]) -> Finding:
    """The finding, or that nothing is known if the requirement speaks of one of the doubled keys."""
    if finding.outcome is Outcome.UNKNOWN:
        return finding
    text = folded(f"{requirement.text} {requirement.within or ''} {requirement.source or ''}")
    counts = requirement.measure in {"items", "only-named"} and any(noun in text for noun in _COUNTED)
    found = next((key for key in keys if counts or folded(key) in text), None)
    return finding if found is None else unknown(f"`{found}` stands twice in one object", finding.quotes)


def doubled_keys(views: Iterable[View]) -> list[str]:
    """The keys that stand twice in one object of the outputs, as far as these are small enough to be read for it."""
    return [key for view in views for key in _doubled(view)]


def _doubled(view: View) -> tuple[str, ...]:
    document = view.document
    if document.size > _LARGEST or not isinstance(view.value, (dict, list)):
        return ()
    return once(document, "doubled keys", lambda: _read(view.bare_text))


def _read(text: str) -> tuple[str, ...]:
    doubled: dict[str, None] = {}

    def note(pairs: list[tuple[str, Any]]) -> None:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                doubled[key] = None
            seen.add(key)

    try:
        json.loads(text, object_pairs_hook=note)
    except (ValueError, RecursionError):  # no JSON, or too deep: the measures themselves say so
        return ()
    return tuple(doubled)
