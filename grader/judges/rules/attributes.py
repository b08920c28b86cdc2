"""What is promised right behind a field's name: "a `title` of at most ten words", "a `tags` array of strings"."""

from __future__ import annotations

from grader.judges.rules.lexicon import FINITE
from grader.judges.rules.phrases import Match
from grader.judges.rules.wordlists import words

_LEADING = words("of with in at as that which :")  # what may stand between a name and its description
_RELATIVE = words("that which")
_FINITE = FINITE | words("start begin end match equal name list give mention state")
_HOLDERS = words("field column key property section value array list string text")
_SEVERAL = words("values fields columns keys properties sections strings texts")
# Behind these a name is a text, what something is compared with, or the noun of the items themselves.
_NO_FIELD = words(
    "word words phrase term keyword text string line lines marker by than to as like from is are be equals = == not "
    "each every all any no none except"
)
_SPEAKING = words("lists list names name mentions mention cites cite explains describes shows uses")


class Unclear(Exception):
    """Which of several names a description is said of, or whether of the whole, can't be told."""


def described_field(match: Match) -> str | None:
    """The name in backticks that a match describes; None if it describes none. Raises `Unclear`."""
    lexemes = match.normal.lexemes
    at = match.first - 1
    apposed = lexemes[match.first].slot == "q" or lexemes[match.first].norm in {"a", "an"}
    apart = at > 0 and lexemes[at].norm == "," and apposed
    relative = at > 0 and lexemes[at].norm in _RELATIVE
    if lexemes[match.first].norm in _FINITE and not relative:
        return None  # what is said of a subject
    if apart or (at > 0 and lexemes[at].norm in _LEADING):
        at -= 1
    several = at > 0 and lexemes[at].norm in _SEVERAL
    if several or (at > 0 and lexemes[at].norm in _HOLDERS):
        at -= 1
    if at < 0 or not lexemes[at].code or lexemes[at].slot not in {"c", "l"}:
        return None
    before = lexemes[at - 1] if at > 0 else None
    if before is not None and before.norm in _NO_FIELD and not several:
        return None
    spoken = before is not None and (before.quantity is not None or before.norm in _SPEAKING)
    if apart or lexemes[at].slot == "l" or spoken:
        raise Unclear
    return lexemes[at].literals[0].lstrip("# ")
