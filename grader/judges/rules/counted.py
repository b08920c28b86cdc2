"""Quantities of things that only the output's own structure can show: "three concrete recommendations"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.judges.rules.lexemes import Normal
from grader.judges.rules.lexicon import GUARDS, NEGATIONS
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.wordlists import words

_PLURALS = words("people criteria data children men women indices media entities series")
# Numbers behind these words name or measure something; they count nothing.
_LABELS = words(
    "section paragraph step phase version level page line day chapter part item row column number integer "
    "score value between from to until since priority rank year week month round iteration attempt exit code "
    "status http port"
)
# Units measure; they are no things that an output lists.
_UNITS = words(
    "day days hour hours minute minutes second seconds week weeks month months year years ms mb kb gb bytes "
    "percent point points dollar dollars euro euros usd eur time times level levels digit digits place places "
    "decimals token tokens stars word words sentence sentences paragraph paragraphs character characters line "
    "lines letter letters"
)
_STOPS = words(
    "of in on for from to with by at and or that which who is are be must should has have contains per each "
    ", . ; : ( ) / — – sorted ranked ordered separated as than where when"
)
_MOST_WORDS = 6


def counted_nouns(normal: Normal, covered: Sequence[bool]) -> Iterator[tuple[int, int, Requirement]]:
    """Each `QUANTITY ... NOUN` that no measure has taken: the lexemes of the quantity and of the noun, and the count.

    The two lexemes needn't be neighbours. The words between them stay uncovered: they narrow the noun and are for somebody else to judge.
    """
    for index, lexeme in enumerate(normal.lexemes):
        if lexeme.quantity is None or covered[index]:
            continue
        if index > 0 and normal.lexemes[index - 1].norm in _LABELS:
            continue
        head = _head(normal, covered, index + 1, plural=lexeme.quantity.low != 1 or lexeme.quantity.high != 1)
        if head is None:
            continue
        noun = normal.lexemes[head].norm
        yield index, head, _count(normal, index, head, noun)


def _count(normal: Normal, index: int, head: int, noun: str) -> Requirement:
    between = [normal.lexemes[at].norm for at in range(index + 1, head)]
    return Requirement(
        measure="items",
        text=normal.wording(index, head + 1),
        params={"quantity": normal.lexemes[index].quantity, "noun": noun, "modifiers": tuple(between)},
        narrowed=bool(between),
    )


def _head(normal: Normal, covered: Sequence[bool], at: int, *, plural: bool) -> int | None:
    """The index of the noun that a quantity before `at` counts."""
    last = None
    for index in range(at, min(at + _MOST_WORDS, len(normal.lexemes))):
        norm = normal.lexemes[index].norm
        if norm == "," and last is not None and index + 1 < len(normal.lexemes):
            continue
        if covered[index] or norm in _STOPS or norm in GUARDS or norm in NEGATIONS:
            break
        if normal.lexemes[index].slot or not norm[0].isalpha():
            break
        last = index
        if plural and (norm in _PLURALS or (norm.endswith("s") and not norm.endswith(("ss", "us", "is")))):
            break
    if last is None:
        return None
    norm = normal.lexemes[last].norm
    is_plural = norm in _PLURALS or (norm.endswith("s") and not norm.endswith(("ss", "us", "is")))
    if norm in _UNITS or (plural and not is_plural):
        return None
    return last
