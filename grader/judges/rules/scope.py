"""What a requirement speaks of: each item, so many of the items, a field or a section."""

from __future__ import annotations

from dataclasses import dataclass

from grader.judges.rules.lexemes import Normal
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.wordlists import words

SENTENCE_ENDS = words(". ; ! ?")
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
    certain: bool = False
    lists: bool = False
    tentative: bool = False

    def reaches(self, index: int) -> bool:
        """Whether the scope holds for the lexeme."""
        return self.begin <= index < self.end


def segment(normal: Normal, index: int) -> tuple[int, int]:
    """The part of the text between closing punctuation in which the lexeme stands."""
    begin = index
    while begin > 0 and normal.lexemes[begin - 1].norm not in SENTENCE_ENDS:
        begin -= 1
    end = index
    while end < len(normal.lexemes) and normal.lexemes[end].norm not in SENTENCE_ENDS:
        end += 1
    return begin, end
