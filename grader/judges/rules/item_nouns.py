"""Nouns by which promises call the items of an output, and what kind of item each is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from grader.judges.rules.names import singular, words_of
from grader.judges.rules.views import View
from grader.judges.rules.wordlists import words

GENERIC = words("item entry element record object row thing one member list value line result")
FIELDS = words("field key property value attribute member cell")
# Words that say of such items what they are anyway: "data rows", "Markdown sections".
_SAID_ANYWAY = words("data table markdown csv body json separate individual")
_PLAIN = words("row record column section heading paragraph entry line table link url list")
COLUMNS = words("column header")
_LEVEL = re.compile(
    r"(?:^|\s)(?:(#{1,6})(?=\s|$)|(?:level|h)[ -]?([1-6])\b|(top|first|second|third|fourth|fifth)[ -]level\b)",
    re.IGNORECASE,
)
_ORDINALS = {"top": 1, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun phrase: its text, its last word in the singular, all of it with that, and a heading level if any."""

    text: str
    head: str
    joined: str
    level: int | None = None

    @property
    def generic(self) -> bool:
        """Whether it fits the items of any list."""
        return not self.text or self.joined in GENERIC or (self.head in GENERIC and self.joined.endswith("list item"))

    @property
    def single(self) -> bool:
        """Whether nothing narrows it: one word."""
        return self.joined == self.head

    @property
    def plural_key(self) -> bool:
        """Whether it is written in the plural."""
        return self.text != "" and singular(self.text) != self.text


def read_noun(text: str) -> Noun:
    """The noun phrase that a text is, backticks and heading levels aside."""
    level = None
    match = _LEVEL.search(text.replace("`", ""))
    if match is not None:
        level = len(match[1]) if match[1] else int(match[2] or _ORDINALS[match[3].lower()])
        text = _LEVEL.sub(" ", text.replace("`", ""), count=1)
    plain = " ".join(text.replace("`", "").split())
    found = words_of(plain)
    if len(found) > 1 and singular(found[-1]) in _PLAIN:
        found = [word for word in found[:-1] if word not in _SAID_ANYWAY] + found[-1:]
        plain = " ".join(found)
    head = singular(found[-1]) if found else ""
    return Noun(plain, head, " ".join([*found[:-1], head]), level)


@dataclass(frozen=True, slots=True)
class Items:
    """Items found, and in words what they are. `named`: the output itself calls them by the noun."""

    views: Sequence[View]
    what: str
    named: bool = False

    @property
    def columns(self) -> bool:
        """Whether they are a table's columns, each shown by what stands for it."""
        return self.what == "columns"
