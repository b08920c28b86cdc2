"""Where a literal stands in a piece of output, as its reader sees it: emphasis, wrapping and typography aside."""

from __future__ import annotations

import re
from collections.abc import Iterable

from grader.judges.rules.measures.text import LONG, occurrences
from grader.judges.rules.seen import alike
from grader.judges.rules.trims import seen_of
from grader.judges.rules.views import View

_MARKUP = re.compile(r"[<>&]")  # who writes such a literal means the file as it is written


def places(view: View, literal: str, *, ignore_case: bool = True, every: bool = True) -> list[tuple[int, int]]:
    """Where a literal stands as whole words in a view; offsets count within its text.

    Without `every`, what is only seen isn't looked for where the literal stands as it is written.
    """
    raw = occurrences(view.text, literal, ignore_case=ignore_case)
    if (raw and not every) or _MARKUP.search(literal) or _hopeless(view, literal):
        return raw
    shown = seen_of(view)
    wanted = alike(literal)
    if shown is None:
        return raw if wanted == literal else occurrences(view.text, wanted, ignore_case=ignore_case)
    found = [shown.span(*span) for span in occurrences(shown.text, wanted, ignore_case=ignore_case)]
    return sorted({*raw, *_apart(found, raw)})


def _apart(found: list[tuple[int, int]], known: list[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """The spans that overlap none of the known ones; both are in order."""
    at = 0
    for start, end in found:
        while at < len(known) and known[at][1] <= start:
            at += 1
        if at == len(known) or known[at][0] >= end:
            yield start, end


def _hopeless(view: View, literal: str) -> bool:
    """Whether a long text doesn't hold a literal's first word at all, so that nobody need look closer."""
    if len(view.text) < LONG or not literal.isascii() or not literal.strip():
        return False
    return literal.split(maxsplit=1)[0].strip("'\"").lower() not in view.text.lower()


def in_entry(view: View, literals: Iterable[str]) -> str | None:
    """The first of the literals that a list's entries hold without being it: "urgent" of ["not-urgent"]."""
    entries = view.value if isinstance(view.value, list) else []
    if not entries or any(isinstance(each, (dict, list)) for each in entries):
        return None
    forms = {alike(str(each)).casefold().strip() for each in entries}
    loose = (each for each in literals if alike(each).casefold().strip() not in forms)
    return next((each for each in loose if places(view, each, every=False)), None)


def inside(view: View, literals: Iterable[str]) -> str | None:
    """The first of the literals that a field's value holds only as a part of a word: whether that counts is open."""
    if not isinstance(view.value, str):
        return None
    text = view.text.casefold()
    return next((each for each in literals if each.casefold() in text), None)


def unseen(view: View, literals: Iterable[str]) -> str | None:
    """The first of the literals that only a page's tags hold: the target of a link, the description of an image."""
    if view.layout is None:
        return None
    texts = view.layout.attributes
    for each in literals:
        if any(occurrences(text, each) for text in ([view.written.text] if _MARKUP.search(each) else texts)):
            return each
    return None
