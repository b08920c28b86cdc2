"""`if COND: PROMISE`, `if COND, PROMISE` and `when COND: PROMISE`: where the condition ends and the promise begins.

A colon is the clearest end, but a promise can hold one too (`if X, the report lists: a, b`), and a condition can hold
commas (`if a, b or c fail: PROMISE`). What stands between the first comma and the colon decides.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from grader.openprose.inline import mask_nested
from grader.openprose.labels import split_name

_START = re.compile(r"[*_]{0,3}(?P<word>if|when)[*_]{0,3}\s+(?=\S)", re.IGNORECASE)
_COLON = re.compile(r":[*_]{0,3}(?=\s|\Z)")
_COMMA = re.compile(r",[*_]{0,3}\s")
_ARROW = re.compile(r",?\s(?:then|→|->|⇒|=>)\s|\s[—–]\s", re.IGNORECASE)
_CONJUNCTION = re.compile(r"(?:or|and)\b", re.IGNORECASE)
_JOINED = re.compile(r"\s(?:or|and)\s", re.IGNORECASE)
_PROMISE = re.compile(
    r"(?:then|the|an?|its?|this|these|each|every|all|no|only|at|exactly|they|there|one|also|instead|`|"
    r"returns?|emits?|signals?|lists?|includes?|reports?|writes?|publish(?:es)?|provides?|states?|marks?|sets?)(?:\b|(?<=`))",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:must|shall|should|will|may|contains?|includes?|lists?|has|have|gives?|returns?|says?|states?|names?)\b",
    re.IGNORECASE,
)
_FEW_WORDS = 4  # of a list's end: "b or c fail"
# "when possible" excuses; it states no fact of the run that could be found to hold.
_ESCAPE = re.compile(r"(?:at all |where |reasonably )?(?:possible|feasible|practical|practicable)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Conditional:
    """A condition and what is promised under it, without the words and marks that join them.

    `name` is the output that the promise is about: it stands before the condition or begins the promise.
    """

    condition: str
    promise: str
    name: str | None = None


def split_conditional(text: str) -> Conditional | None:
    """The parts of a collapsed text that is a conditional, also after a clause's name; None for any other text."""
    name, body = split_name(text)
    found = _split(body)
    if not found or name:
        return replace(found, name=name) if found else None
    name, promise = split_name(found.promise, alone=False)
    return replace(found, name=name, promise=promise) if name else found


def _split(text: str) -> Conditional | None:
    text = _without_ticks(text)
    start = _START.match(text)
    if not start:
        return None
    masked = mask_nested(text)
    end = _end(text, masked, start.end(), needs_colon=start["word"].lower() == "when")
    if end is None:
        return None
    condition = text[start.end() : end[0]].strip(" *_,")
    promise = text[end[1] :].strip()
    if text.startswith(("*", "_")) and text.rstrip("*_") != text and promise.count("*") % 2:
        promise = promise.rstrip("*_")
    if not condition or _ESCAPE.fullmatch(condition):
        return None
    return Conditional(condition, promise.removeprefix("then ").lstrip())


def _without_ticks(text: str) -> str:
    """`` `when len(x) > 0`: y`` as `when len(x) > 0: y`: the condition's words stand in backticks as a whole."""
    if text.startswith("`") and _START.match(text, 1):
        inner, tick, rest = text[1:].partition("`")
        if tick and (_COLON.match(rest) or rest.startswith(",")):
            return inner + rest
    return text


def _end(text: str, masked: str, start: int, *, needs_colon: bool) -> tuple[int, int] | None:
    """Where the condition ends and where the promise begins."""
    colon = _COLON.search(masked, start)
    comma = _COMMA.search(masked, start)
    if colon and comma and comma.start() < colon.start():
        return _between(text, masked, comma, colon)
    if colon:
        return colon.span()
    if needs_colon:
        return None
    found = comma or _ARROW.search(masked, start)
    return found.span() if found else None


def _between(text: str, masked: str, comma: re.Match[str], colon: re.Match[str]) -> tuple[int, int]:
    *_, last = _COMMA.finditer(masked, comma.start(), colon.start())
    tail = text[last.end() : colon.start()].strip()
    if split_name(f"{tail}:")[0]:
        return last.span()
    if _CONJUNCTION.match(tail) or (len(tail.split()) <= _FEW_WORDS and _JOINED.search(tail)):
        return colon.span()
    middle = masked[comma.end() : colon.start()]
    if _PROMISE.match(text, comma.end()) or _VERB.search(middle):
        return comma.span()
    return colon.span()
