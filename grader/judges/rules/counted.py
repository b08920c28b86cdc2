"""Quantities of things that only the output's own structure can show: "three concrete recommendations"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.judges.rules.lexemes import Lexeme, Normal
from grader.judges.rules.lexicon import GUARDS, NEGATIONS, VAGUE
from grader.judges.rules.name_lists import KIND_WORDS
from grader.judges.rules.nouns import plain, value_behind
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
_BOUNDS: dict[tuple[str, ...], str] = {
    ("or", "fewer"): "most",
    ("or", "less"): "most",
    ("at", "most"): "most",
    ("maximum",): "most",
    ("max",): "most",
    ("tops",): "most",
    ("or", "more"): "least",
    ("at", "least"): "least",
    ("minimum",): "least",
    ("and", "up"): "least",
}
_ASKING = words(
    "cites cite citing cited lists list listing names name naming proposes propose suggests suggest "
    "identifies identify "
    "offers offer into organised organized split divided broken structured grouped arranged up made consists comprises "
    "features poses asks raises covers gives shows presents links quotes to"
)
_DISTINCT = words("distinct unique different")
_CALLED = words("called titled named headed")
_OTHERS = words("other others additional extra further more")
_REMAIN = words("remain remains exist exists left are appear appears")
_ENDS = words(". , ; : and — – )")
_ZERO = Quantity(text="no", low=Fraction(0), high=Fraction(0))
_AROUND = words("on from after before during across among based")  # "based on 2 interviews"
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
        if _is_pool(normal, index) or (index > 0 and normal.lexemes[index - 1].norm in _AROUND):
            continue
        if index > 0 and normal.lexemes[index - 1].norm in _LABELS and not _links_to(normal, index):
            continue
        head = _head(normal, covered, index + 1, lexeme.quantity)
        if head is not None and not _names_one(normal, index, head):
            yield _count(normal, covered, index, head)


def _links_to(normal: Normal, index: int) -> bool:
    """`links to at least 3 URLs`."""
    return index > 1 and normal.lexemes[index - 1].norm == "to" and normal.lexemes[index - 2].norm in {"links", "link"}


def _names_one(normal: Normal, index: int, head: int) -> bool:
    """`one section called "Risks"` names a section rather than counting."""
    quantity = normal.lexemes[index].quantity
    if quantity is None or quantity.text.casefold() not in {"one", "1", "a single", "a single one"}:
        return False
    for at in range(index + 1, head + 1):
        behind = normal.lexemes[at + 1 : at + 2]
        named = bool(behind) and (behind[0].norm in _CALLED or behind[0].slot in {"t", "c"})
        if named and normal.lexemes[at].norm in KIND_WORDS:
            return True
    return False


def _is_pool(normal: Normal, index: int) -> bool:
    """`3 of the 10 most common issues`: what is chosen from, not what is promised."""
    at = index - 1
    while at > 0 and normal.lexemes[at].norm in {"the", "its", "these", "those"}:
        at -= 1
    return at > 0 and normal.lexemes[at].norm == "of" and normal.lexemes[at - 1].quantity is not None


def absent_nouns(normal: Normal, covered: Sequence[bool]) -> Iterator[Counted]:
    """`no critical issues remain`, `there are no open tickets`: a count of none, where nothing else is said of them."""
    for index, lexeme in enumerate(normal.lexemes):
        if lexeme.norm != "no" or covered[index] or index + 1 >= len(normal.lexemes):
            continue
        head = _head(normal, covered, index + 1, _ZERO)
        if head is None:
            continue
        if any(normal.lexemes[at].norm in _OTHERS for at in range(index + 1, head)):
            continue
        counted = _count(normal, covered, index, head)
        after = max(counted.words, default=head) + 1
        if after < len(normal.lexemes) and normal.lexemes[after].norm in _REMAIN:
            after += 1 + (normal.lexemes[after].norm == "are" and normal.lexemes[after + 1 : after + 2] != ())
        ends = after >= len(normal.lexemes) or normal.lexemes[after].norm in _ENDS
        if ends and not counted.requirement.narrowed:
            params = {**counted.requirement.params, "quantity": _ZERO}
            requirement = counted.requirement.model_copy(update={"params": params, "negated": True})
            yield Counted(index, (*counted.words, *range(head + 1, min(after, len(normal.lexemes)))), requirement)


def is_counted(normal: Normal, at: int) -> bool:
    """Whether what begins at lexeme `at` is what a quantity before it counts: "two short tables"."""
    for index in range(at - 1, max(at - 4, -1), -1):
        lexeme = normal.lexemes[index]
        if lexeme.quantity is not None:
            return not lexeme.quantity.percent
        if lexeme.slot not in {"", "c"} or not (lexeme.slot or lexeme.norm[0].isalpha()) or lexeme.norm in _STOPS:
            return False
    return False


def _count(normal: Normal, covered: Sequence[bool], index: int, head: int) -> Counted:
    last = head
    noun = plain(normal.lexemes[head])
    if head + 1 < len(normal.lexemes) and normal.lexemes[head].slot and normal.lexemes[head + 1].norm in _HOLDERS:
        last = head + 1
    between = [at for at in range(index + 1, head) if normal.lexemes[at].norm not in {",", "and"}]
    vague = [at for at in between if normal.lexemes[at].norm in VAGUE]
    said = [at for at in between if at not in vague]
    value, behind = value_behind(normal, covered, last + 1)
    distinct = [at for at in said if normal.lexemes[at].norm in _DISTINCT]
    modifiers = [plain(normal.lexemes[at]) for at in said if at not in distinct] + value
    quantity, behind = _bound_behind(normal, normal.lexemes[index].quantity, behind)
    taken = (*_asking(normal, covered, index), *range(index + 1, last + 1), *range(last + 1, behind))
    requirement = Requirement(
        measure="items",
        text=normal.wording(index, max(last + 1, behind)),
        params={
            "quantity": quantity,
            "noun": noun,
            "modifiers": tuple(modifiers),
            "distinct": bool(distinct),
            "lines": normal.per_line,
        },
        narrowed=bool(vague),
    )
    return Counted(index, tuple(at for at in taken if at not in vague), requirement)


def _bound_behind(normal: Normal, quantity: Quantity | None, at: int) -> tuple[Quantity | None, int]:
    """`five ideas or fewer`, `5 ideas at most`: the bound that stands behind the noun."""
    norms = tuple(lexeme.norm for lexeme in normal.lexemes[at : at + 2])
    size = 2 if len(norms) == 2 and norms in _BOUNDS else 1
    bound = _BOUNDS.get(norms[:size])
    if quantity is None or bound is None or not quantity.exact:
        return quantity, at
    text = f"{quantity.text} {' '.join(norms[:size])}"
    if bound == "least":
        return Quantity(text=text, low=quantity.low), at + size
    return Quantity(text=text, high=quantity.high), at + size


def _asking(normal: Normal, covered: Sequence[bool], index: int) -> Sequence[int]:
    """The words right before a quantity that ask for what it counts: "cites", "is organised into"."""
    first = index
    while first > 0 and not covered[first - 1] and normal.lexemes[first - 1].norm in _ASKING:
        first -= 1
    return range(first, index)


def _head(normal: Normal, covered: Sequence[bool], at: int, quantity: Quantity) -> int | None:
    """The index of the noun that a quantity before `at` counts."""
    plural = quantity.low != 1 or quantity.high != 1
    last = None
    for index in range(at, min(at + _MOST_WORDS, len(normal.lexemes))):
        norm = normal.lexemes[index].norm
        if norm == "," and last is not None and index + 1 < len(normal.lexemes):
            continue
        if covered[index] or not _may_count(normal.lexemes[index]):
            break
        last = index
        if plural and _is_plural(norm):
            break
    return None if last is None else _noun_at(normal, at, last, plural=plural and quantity.low != 1)


def _may_count(lexeme: Lexeme) -> bool:
    """Whether a word or name may be part of what is counted."""
    if lexeme.slot:
        return lexeme.slot in {"c", "t"}
    return lexeme.norm[0].isalpha() and lexeme.norm not in _STOPS | GUARDS | NEGATIONS


def _noun_at(normal: Normal, first: int, last: int, *, plural: bool) -> int | None:
    """The noun among lexemes `first` to `last`, which is the last of them; None for a unit, or one in the singular."""
    lexeme = normal.lexemes[last]
    if lexeme.slot:
        return last
    if last > first and normal.lexemes[last - 1].slot and lexeme.norm in _HOLDERS:
        return last - 1
    return None if lexeme.norm in _UNITS or (plural and not _is_plural(lexeme.norm)) else last


def _is_plural(norm: str) -> bool:
    return norm in _PLURALS or (norm.endswith("s") and not norm.endswith(("ss", "us", "is")))
