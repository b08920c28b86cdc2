"""Nouns by which promises call the items of an output, and what kind of item each is."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.judges.rules.names import singular, words_of
from grader.judges.rules.views import View
from grader.judges.rules.wordlists import words

GENERIC = words("item entry element record object row thing one member list value line result")
FIELDS = words("field key property value attribute member cell")
COLUMNS = words("column header")
_LEVEL = re.compile(
    r"(?:^|\s)(?:(#{1,6})(?=\s|$)|(?:level|h)[ -]?([1-6])\b|(?:top|first)[ -]level\b)",
    re.IGNORECASE,
)


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
        level = len(match[1]) if match[1] else int(match[2] or 1)
        text = _LEVEL.sub(" ", text.replace("`", ""), count=1)
    plain = " ".join(text.replace("`", "").split())
    found = words_of(plain)
    head = singular(found[-1]) if found else ""
    return Noun(plain, head, " ".join([*found[:-1], head]), level)


@dataclass(frozen=True, slots=True)
class Items:
    """Items found, and in words what they are. `named`: the output itself calls them by the noun."""

    views: tuple[View, ...]
    what: str
    named: bool = False
