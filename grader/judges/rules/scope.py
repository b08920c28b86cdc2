"""What a requirement speaks of: each item, so many of the items, a field or a section."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from grader.judges.rules.lexemes import SENTENCE_ENDS, Normal
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.wordlists import words

__all__ = ["LISTING", "SENTENCE_ENDS", "Scope", "segment"]

# Verbs behind which the names of fields may be listed.
LISTING = words(
    "has have having with contains contain containing includes include including carries carry lists list gives give "
    "states state names name shows show records record holds hold provides provide specifies specify features feature "
    "comprises comprise exposes expose defines define declares declare needs need gets get receives receive :"
)


@dataclass(frozen=True, slots=True)
class Scope:
    """Lexemes `first` to `last` say that those from `begin` to `end` speak of each item, or of a field or section.

    `source` is where the items are; `many` how many of them must meet what is promised (None: all of them).
    `loosely`: the name of a part that is meant if there is one, else the whole.
    `certain`: the part's name was written as one, in backticks. `lists`: names that follow are fields. `tentative`:
    no scope after all if nothing in its reach is measured.
    """

    first: int
    last: int
    begin: int
    end: int
    each: str | None = None
    source: str | None = None
    many: Quantity | None = None
    within: tuple[str, ...] = ()
    loosely: str | None = None
    certain: bool = False
    lists: bool = False
    tentative: bool = False

    def reaches(self, index: int) -> bool:
        """Whether the scope holds for the lexeme."""
        return self.begin <= index < self.end


def segment(normal: Normal, index: int) -> tuple[int, int]:
    """The part of the text between closing punctuation in which the lexeme stands."""
    stops = normal.stops
    at = bisect_left(stops, index)
    return stops[at - 1] + 1 if at else 0, stops[at] if at < len(stops) else len(normal.lexemes)
