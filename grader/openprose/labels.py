"""What a clause, a parameter or an error begins with: its name, and the label `Postcondition:`."""

from __future__ import annotations

import re

_LONGEST = 80  # characters of a name
_NOTE = r"(?P<note>\??(?:\s?\([^()`]{0,120}\))?)"
_MARKS = r"[*_]{0,3}"
_BOX = re.compile(r"\[[ xX]\]\s")
_TICKED = re.compile(
    rf"{_MARKS}`(?P<name>[^`]{{1,{_LONGEST}}})`{_MARKS}{_NOTE}{_MARKS}\s?(?::{_MARKS}|-{{1,2}}(?=\s|\Z)|[—–]|\Z)"
)
_BARE = re.compile(
    rf"{_MARKS}(?P<name>[^\W\d_][\w./-]{{0,{_LONGEST}}}(?:\[\])?){_NOTE}{_MARKS}(?::{_MARKS}(?=\s|\Z)|\s[—–](?=\s)|\Z)"
)
# In backticks: one token with the signs that outputs, fields, files and placeholders have, or a few plain words.
_NAME = re.compile(r"(?=.*[^\W\d_])(?:[\w./<>:\[\]{}*@+-]+\??|[\w-]+(?: [\w-]+){1,3})\Z")
_VALUES = frozenset({"false", "none", "null", "true"})
# Words that begin a remark or a sentence; as an output's name they would be looked for and not found.
_NO_NAME = _VALUES | {
    "all",
    "always",
    "any",
    "both",
    "each",
    "else",
    "every",
    "example",
    "important",
    "immaterial",
    "n/a",
    "neither",
    "never",
    "no",
    "nobody",
    "note",
    "nothing",
    "otherwise",
    "postcondition",
    "postconditions",
    "remark",
    "some",
    "tip",
    "todo",
    "warning",
}
_POSTCONDITION = re.compile(
    rf"{_MARKS}`?post-?conditions?`?{_MARKS}\s?(?:\([^()]{{0,200}}\))?{_MARKS}(?::{_MARKS}(?=\s|\Z)|\s[—–](?=\s))\s*",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"[*_]{0,3}[(\[]?[*_]{0,3}none[*_]{0,3}[)\]]?[*_]{0,3}\.?[*_]{0,3}", re.IGNORECASE)
_TAGS = re.compile(
    r"(?:</?(?:a|b|br|center|details|div|em|hr|i|img|p|section|span|strong|sub|summary|sup)\b[^<>]*+>\s*+)+",
    re.IGNORECASE,
)


def split_name(text: str, *, alone: bool = True) -> tuple[str | None, str]:
    """The name that a collapsed text begins with, without backticks and emphasis, and what follows it.

    A name in backticks is followed by a colon, a dash or nothing; without backticks it is a single token in lower
    case, and the dash an em or en dash. `alone`: whether a token without backticks that is the whole text is a name
    too. `[x]` of a task list is left out. Without a name: None and the whole text.
    """
    box = _BOX.match(text)
    start = box.end() if box else 0
    for pattern in (_TICKED, _BARE):
        match = pattern.match(text, start)
        if match and _is_name(match["name"], ticked=pattern is _TICKED):
            if not alone and pattern is _BARE and match.end() == len(text) and not text.endswith(":"):
                break
            name = match["name"].strip()
            note = match["note"].strip()
            body = text[match.end() :].strip()
            return name, f"{note} {body}".strip() if note.startswith("(") else body
    return None, text


def _is_name(name: str, *, ticked: bool) -> bool:
    if name.lower() in (_VALUES if ticked else _NO_NAME) or not _NAME.match(name):
        return False
    # In prose, `Privacy: ...` or `Type — ...` begins a remark; outputs are written in lower case.
    return ticked or (name[-1] not in "./-" and (name[0].islower() or any(sign in name for sign in "_./")))


def postcondition(text: str) -> int:
    """How many characters of the text are the label `Postcondition:`, in any of its forms; 0 without one."""
    match = _POSTCONDITION.match(text)
    return match.end() if match else 0


def is_nothing(text: str) -> bool:
    """Whether a collapsed text says that there is nothing to say: blank, `none` or `(none)`."""
    return not text or (len(text) < 2 * _LONGEST and _NOTHING.fullmatch(text) is not None)


def is_tags(text: str) -> bool:
    """Whether a text is HTML tags and nothing else, as around a foldable part of a page."""
    return text.startswith("<") and _TAGS.fullmatch(text) is not None
