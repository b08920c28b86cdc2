"""`if COND: PROMISE`, `if COND, PROMISE` and `when COND: PROMISE`: where the condition ends and the promise begins.

A colon is the clearest end, but a promise can hold one too (`if X, the report lists: a, b`), and a condition can hold
commas (`if a, b or c fail: PROMISE`). What stands between the first comma and the colon decides. A mark that ends
nothing (in brackets, quotes or backticks, or after the first sentence) is never taken.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from grader.openprose.inline import mask_nested, sentence_starts
from grader.openprose.labels import split_name

_START = re.compile(r"[*_]{0,3}(?P<word>if|when)[*_]{0,3}\s+(?=\S)", re.IGNORECASE)
_OTHERWISE = re.compile(r"[*_]{0,3}(?:otherwise|else)[*_]{0,3}\s?[:,][*_]{0,3}(?:\s+|\Z)", re.IGNORECASE)
_COLON = re.compile(r"\s?:[*_]{0,3}(?=\s|\Z)\s?")
_COMMA = re.compile(r",[*_]{0,3}\s")
_ARROW = re.compile(r",?\s(?:then|→|->|⇒|=>)\s|\s[—–]\s", re.IGNORECASE)
_ASIDE = re.compile(
    r"(?:or|and|e\.g\.|i\.e\.|such as|for example|for instance|including|like|which|who|is|are|was|were)\s",
    re.IGNORECASE,
)
_CONJUNCTION = re.compile(r"(?:or|and)\s", re.IGNORECASE)
_JOINED = re.compile(r"\s(?:or|and)\s", re.IGNORECASE)
_PROMISE = re.compile(
    r"`|(?:then|the|an?|its?|this|these|each|every|all|no|only|at|exactly|they|there|one|also|instead|returns?|emits?|"
    r"signals?|lists?|includes?|reports?|writes?|publish(?:es)?|provides?|states?|marks?|sets?)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:must|shall|should|will|may|contains?|includes?|lists?|has|have|gives?|returns?|says?|states?|names?)\b",
    re.IGNORECASE,
)
# "when possible" excuses; it states no fact of the run that could be found to hold.
_ESCAPE = re.compile(r"(?:at all |where |reasonably )?(?:possible|feasible|practical|practicable)", re.IGNORECASE)
_SHORT = 3  # words of one part of an enumeration: "a, b, or c fail"
_LONGEST_LIST = 8


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
    return replace(found, name=name) if found and name else found and _named(found)


def split_otherwise(text: str, condition: str) -> Conditional | None:
    """As `split_conditional` for `otherwise: PROMISE`, the branch that is due where the one before it isn't."""
    start = _OTHERWISE.match(text)
    return _named(Conditional(f"not ({condition})", text[start.end() :])) if start else None


def _named(found: Conditional) -> Conditional:
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
    condition = _balanced(text[start.end() : end[0]].strip(" ,"))
    if not condition or _ESCAPE.fullmatch(condition):
        return None
    promise = text[end[1] :].strip().removeprefix("then ").lstrip()
    return Conditional(condition, _balanced(promise) if text.startswith(("*", "_")) else promise)


def _balanced(text: str) -> str:
    """The text without the end of an emphasis that began before it."""
    for sign in ("***", "**", "*", "__", "_"):
        if text.endswith(sign) and text.count(sign) % 2:
            return text.removesuffix(sign)
    return text


def _without_ticks(text: str) -> str:
    """`` `when len(x) > 0`: y`` as `when len(x) > 0: y`: the condition's words stand in backticks as a whole."""
    if text.startswith("`") and _START.match(text, 1):
        inner, tick, rest = text[1:].partition("`")
        if tick and (_COLON.match(rest) or rest.startswith(",")):
            return inner + rest
    return text


def _end(text: str, masked: str, start: int, *, needs_colon: bool) -> tuple[int, int] | None:
    """Where the condition ends and where the promise begins."""
    stop = next((each for each in sentence_starts(masked) if each > start), len(text))
    colon = _COLON.search(masked, start, stop)
    arrow = _ARROW.search(masked, start, stop)
    comma = _comma(masked, start, stop)
    if needs_colon and not colon:
        return None
    marks = [mark.start() for mark in (colon, comma) if mark]
    if arrow and arrow.start() < min(marks, default=stop):
        return arrow.span()
    if colon and comma and comma.start() < colon.start():
        return _between(text, masked, comma, colon).span()
    found = colon or comma
    return found.span() if found else None


def _comma(masked: str, start: int, stop: int) -> re.Match[str] | None:
    """The comma that ends the condition: not one of an enumeration or before an aside, if another one follows."""
    commas = list(_COMMA.finditer(masked, start, stop))
    chosen = 0
    for index in range(1, min(len(commas) - 1, _LONGEST_LIST)):
        if len(masked[commas[index - 1].end() : commas[index].start()].split()) > _SHORT:
            break
        if _CONJUNCTION.match(masked, commas[index].end()):
            chosen = index + 1
            break
    while chosen + 1 < len(commas) and _ASIDE.match(masked, commas[chosen].end()):
        chosen += 1
    return commas[chosen] if commas else None


def _between(text: str, masked: str, comma: re.Match[str], colon: re.Match[str]) -> re.Match[str]:
    """Whether the comma or the colon after it ends the condition."""
    *_, last = _COMMA.finditer(masked, comma.start(), colon.start() + 1)
    tail = text[last.end() : colon.start()].strip()
    if split_name(f"{tail}:")[0]:
        return last
    if _CONJUNCTION.match(tail) or (len(tail.split()) <= _SHORT + 1 and _JOINED.search(tail)):
        return colon
    middle = masked[comma.end() : colon.start()]
    return comma if _PROMISE.match(text, comma.end()) or _VERB.search(middle) else colon
