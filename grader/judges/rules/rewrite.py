"""Rewrites that make a vague promise testable, from the clause's own noun and the output's real structure.

What is suggested can be measured: a test compiles each suggestion and finds no remainder. The numbers are what the
output has now, rounded down, so that an author tightens or loosens a promise that already means something.
"""

from __future__ import annotations

import re

from grader.judges.rules.judge import Assessment
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.resolve import stands_in
from grader.judges.rules.views import View

_MOST_NAMES = 5
_LONGEST_INPUT = 80  # characters of an input that an output may be asked to repeat
_LINK = re.compile(r"https?://[^\s)>\]\"']+")
_STEP = 50  # words


def suggest(assessment: Assessment) -> str:
    """A concrete rewrite of a vague clause: its name, its kind, and what its output can be held to."""
    name = assessment.clause.name
    head = f"`{name}`: " if name else ""
    kind = _kind(name)
    views = assessment.subject.views
    if not views:
        return f"{head}{kind} with 2-3 paragraphs"
    return f"{head}{_promise(views[0], kind)}{_inputs(views[0], assessment)}"


def _kind(name: str | None) -> str:
    noun = re.sub(r"[_\-]+", " ", name).strip() if name else "text"
    if noun.endswith("s") and not noun.endswith(("ss", "us", "is")):
        return noun
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def _promise(view: View, kind: str) -> str:
    if isinstance(view.value, list):
        return _array(view, len(view.value))
    if isinstance(view.value, dict):
        return f"a JSON object with the fields {_listed([f'`{key}`' for key in list(view.value)[:_MOST_NAMES]])}"
    titles = [view.text[b.content : b.content_end].strip(" *_`") for b in view.blocks if b.kind is BlockKind.HEADING]
    plain = [title for title in dict.fromkeys(titles) if title and '"' not in title]
    items = sum(block.kind is BlockKind.ITEM and block.level == 0 for block in view.blocks)
    if len(plain) > 1:
        sections = plain[1:] if len(plain) > _MOST_NAMES else plain
        quoted = [f'"{title}"' for title in sections[:_MOST_NAMES]]
        return f"{kind} with the sections {_listed(quoted)}{_links(view)}"
    if items:
        return f"{kind} with at least {items} bullets{_links(view)}"
    words = len(view.text.split())
    most = -(-max(words, 1) // _STEP) * _STEP
    return f"{kind} of {max(words // _STEP * _STEP, 10)}-{max(most, 20)} words{_links(view)}"


def _array(view: View, length: int) -> str:
    entries = view.value if isinstance(view.value, list) else []
    keys = [f"`{key}`" for key in entries[0]] if entries and isinstance(entries[0], dict) else []
    counted = f"a JSON array of at least {max(length, 1)} items"
    return f"{counted}, each with: {', '.join(keys[:_MOST_NAMES])}" if keys else counted


def _links(view: View) -> str:
    links = len(set(_LINK.findall(view.text)))
    return f", and at least {links} links" if links else ""


def _inputs(view: View, assessment: Assessment) -> str:
    """An input that the output already repeats, so that it can be asked to."""
    for name, document in sorted(assessment.inputs.items()):
        text = "" if document.large else " ".join(document.text.split())
        if text and len(text) <= _LONGEST_INPUT and stands_in(text, view.text):
            return f", that repeats the caller's `{name}` verbatim"
    return ""


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
