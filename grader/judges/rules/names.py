"""When two names are the same: case, hyphens, underscores and spaces aside, singular or plural where that helps."""

from __future__ import annotations

import re

from grader.judges.rules.seen import seen

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_JOINTS = re.compile(r"[\s_\-]+")


def folded(name: str) -> str:
    """The form in which names are compared."""
    return _JOINTS.sub("", name).casefold()


def singular(word: str) -> str:
    """A plain English singular: `queries` is `query`, `boxes` is `box`, `sources` is `source`."""
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def words_of(name: str) -> list[str]:
    """The words of an identifier or a phrase, in lower case: `topFixes`, `top_fixes` and `Top fixes` alike."""
    return [word for word in _JOINTS.split(_CAMEL.sub(" ", name).strip().casefold()) if word]


def same_name(left: str, right: str) -> bool:
    """Whether two names of outputs, fields, columns or sections are the same (grading-rules)."""
    return folded(left) == folded(right)


def mentions(text: str, name: str) -> bool:
    """Whether a text has a name as a whole, capitals aside; "writer" isn't in "co-writer"."""
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.IGNORECASE) is not None


def same_noun(left: str, right: str) -> bool:
    """Whether two nouns are the same, number aside."""
    if same_name(left, right):
        return True
    left_words, right_words = words_of(left), words_of(right)
    return bool(left_words) and [singular(w) for w in left_words] == [singular(w) for w in right_words]


_NUMBERING = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*[.):]?|[IVX]{1,5}[.)])\s+")


def same_title(found: str, title: str) -> bool:
    """Whether a heading's text is that title, numbering, emphasis and a closing colon aside."""
    if any(mark in found for mark in "[&<\\*_`"):
        shown = seen(found)
        if shown is not None and shown.text != found and same_title(shown.text, title):
            return True
    bare = _NUMBERING.sub("", found.strip("*_`# \t"), count=1).strip("*_`: \t")
    return same_noun(bare, title) or same_noun(found.strip("*_`:# \t"), title)
