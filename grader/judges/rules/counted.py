"""Quantities of things that only the output's own structure can show: "three concrete recommendations"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.judges.rules.lexemes import Normal
from grader.judges.rules.lexicon import GUARDS, NEGATIONS, VAGUE
from grader.judges.rules.nouns import plain
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.wordlists import words

_PLURALS = words("people criteria data children men women indices media entities series")
# Numbers behind these words name or measure something; they count nothing.
_LABELS = words(
    "section paragraph step phase version level page line day chapter part item row column number integer "
    "score value between from to until since priority rank year week month round iteration attempt exit code "
    "status http port last past next previous first top"
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
    ", . ; : ( ) / — – sorted ranked ordered separated as than where when under within whose marked"
)
_HOLDERS = words("entry entries item items element elements value values member members record records row rows")
_VALUED = words("of with whose marked rated labelled labeled flagged having")
_DISTINCT = words("distinct unique different")
_MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class Counted:
    """A quantity at lexeme `at` of things, the lexemes that say which, and the count."""

    at: int
    words: tuple[int, ...]
    requirement: Requirement


def counted_nouns(normal: Normal, covered: Sequence[bool]) -> Iterator[Counted]:
    """Each `QUANTITY ... NOUN` that no measure has taken.

    Words between the two that say which things are meant are part of it; those that nobody can check stay uncovered.
    """
    for index, lexeme in enumerate(normal.lexemes):
        if lexeme.quantity is None or lexeme.quantity.percent or covered[index]:
            continue
        if index > 0 and normal.lexemes[index - 1].norm in _LABELS:
            continue
        head = _head(normal, covered, index + 1, lexeme.quantity)
        if head is not None:
            yield _count(normal, covered, index, head)


def _count(normal: Normal, covered: Sequence[bool], index: int, head: int) -> Counted:
    last = head
    noun = plain(normal.lexemes[head])
    if head + 1 < len(normal.lexemes) and normal.lexemes[head].slot and normal.lexemes[head + 1].norm in _HOLDERS:
        last = head + 1
    between = [at for at in range(index + 1, head) if normal.lexemes[at].norm not in {",", "and"}]
    vague = [at for at in between if normal.lexemes[at].norm in VAGUE]
    said = [at for at in between if at not in vague]
    value, behind = _value_behind(normal, covered, last + 1)
    distinct = [at for at in said if normal.lexemes[at].norm in _DISTINCT]
    modifiers = [plain(normal.lexemes[at]) for at in said if at not in distinct] + value
    quantity = normal.lexemes[index].quantity
    taken = (*range(index + 1, last + 1), *range(last + 1, behind))
    requirement = Requirement(
        measure="items",
        text=normal.wording(index, max(last + 1, behind)),
        params={"quantity": quantity, "noun": noun, "modifiers": tuple(modifiers), "distinct": bool(distinct)},
        narrowed=bool(vague),
    )
    return Counted(index, tuple(at for at in taken if at not in vague), requirement)


def _value_behind(normal: Normal, covered: Sequence[bool], at: int) -> tuple[list[str], int]:
    """`issues of severity critical`, ``entries marked `final` ``: the words that describe, and the index behind them."""
    lexemes = normal.lexemes
    if at + 1 >= len(lexemes) or covered[at] or lexemes[at].norm not in _VALUED:
        return [], at
    found: list[str] = []
    end = at + 1
    while end < len(lexemes) and not covered[end] and end - at <= 5:
        lexeme = lexemes[end]
        if lexeme.slot == "c" and ":" in lexeme.literals[0]:
            return [part.strip() for part in lexeme.literals[0].split(":", 1)], end + 1
        if lexeme.slot in {"c", "t"}:
            return [*found, lexeme.literals[0]], end + 1
        if lexeme.norm not in {"a", "an", "the", "is", "of", "as"}:
            if found or not lexeme.norm[0].isalpha():
                break
            found.append(lexeme.norm)
        end += 1
    return [], at


def _head(normal: Normal, covered: Sequence[bool], at: int, quantity: Quantity) -> int | None:
    """The index of the noun that a quantity before `at` counts."""
    plural = quantity.low != 1 or quantity.high != 1
    last = None
    for index in range(at, min(at + _MOST_WORDS, len(normal.lexemes))):
        norm = normal.lexemes[index].norm
        if norm == "," and last is not None and index + 1 < len(normal.lexemes):
            continue
        if covered[index] or norm in _STOPS or norm in GUARDS or norm in NEGATIONS:
            break
        if normal.lexemes[index].slot:
            if normal.lexemes[index].slot not in {"c", "t"}:
                break
        elif not norm[0].isalpha():
            break
        last = index
        if plural and _is_plural(norm):
            break
    if last is None:
        return None
    lexeme = normal.lexemes[last]
    if lexeme.slot:
        return last
    if last > at and normal.lexemes[last - 1].slot and lexeme.norm in _HOLDERS:
        return last - 1
    if lexeme.norm in _UNITS or (quantity.low != 1 and plural and not _is_plural(lexeme.norm)):
        return None
    return last


def _is_plural(norm: str) -> bool:
    return norm in _PLURALS or (norm.endswith("s") and not norm.endswith(("ss", "us", "is")))
