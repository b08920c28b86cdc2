"""Which items, field or section the requirements of a sentence speak of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.judges.rules.lexemes import Normal
from grader.judges.rules.phrases import Phrase
from grader.judges.rules.wordlists import words

_EACH = frozenset({"each", "every", "all"})
_AFTER_EACH = frozenset({"of", "the", "one", "single", "individual"})
# Words that end the noun behind `each` and begin what is promised of it.
PREDICATES = words(
    "has have having with must should shall is are be was were contains contain containing includes include "
    "including carries carry lists list names name gives give states state shows show starts start begins "
    "begin ends end cites cite links link matches match needs need holds hold records record mentions mention "
    "appears appear uses use comes come falls fall fits fit sits sit takes take tells tell reads read points "
    "point refers refer stays stay consists provides provide bears bear says say will in from on under does "
    "do ,"
) | {":"}
_FOR = frozenset({"for", "per", "in", "under", "within", "on", "to", "with"})
_WITHIN = (
    Phrase("(in|within|under|inside) {a}? {name} (section|heading|field|column|key|part|property)"),
    Phrase("(in|within|under|inside) {a}? (section|heading|field|column|key|property) {name}"),
    Phrase("(in|within|under|inside) {a}? {codes}"),
    Phrase("{start} {a}? {name} (section|field|column|property|key) (must|should|shall|will)?"),
    Phrase("{start} {a}? (section|field|column|property|key) {name} (must|should|shall|will)?"),
    Phrase("{start} {codes} (must|should|shall|will)?"),
)
_MOST_NOUN_WORDS = 4


@dataclass(frozen=True, slots=True)
class Scope:
    """Lexemes `first` to `last` say that those from `begin` to `end` speak of each item, or of a field or section."""

    first: int
    last: int
    begin: int
    end: int
    each: str | None = None
    within: str | None = None
    lists: bool = False  # "each ... has:", so that names which follow are fields

    def reaches(self, index: int) -> bool:
        """Whether the scope holds for the lexeme."""
        return self.begin <= index < self.end


_LISTING = words(
    "has have having with contains contain containing includes include including carries carry lists list "
    "gives give states state names name shows show records record holds hold provides provide :"
)


def read_scopes(normal: Normal, covered: Sequence[bool]) -> list[Scope]:
    """The scopes of a text, by position; words that a measure has taken are no scope."""
    scopes = []
    for index in range(len(normal.lexemes)):
        if covered[index]:
            continue
        norm = normal.lexemes[index].norm
        scope = (
            _each_at(normal, covered, index)
            if norm in _EACH
            else (_per_at(normal, covered, index) if norm == "per" else None)
        )
        if scope is not None:
            scopes.append(scope)
    for phrase in _WITHIN:
        for match in phrase.find(normal):
            if not any(covered[match.first : match.last]) and not any(
                s.first < match.last and match.first < s.last for s in scopes
            ):
                name = match.words("name") or (match.literals("codes") or ("",))[0]
                begin, end = _segment(normal, match.first)
                scopes.append(Scope(match.first, match.last, begin, end, within=name))
    return sorted(scopes, key=lambda scope: scope.first)


def _segment(normal: Normal, index: int) -> tuple[int, int]:
    begin = index
    while begin > 0 and normal.lexemes[begin - 1].norm not in {".", ";", "!", "?"}:
        begin -= 1
    end = index
    while end < len(normal.lexemes) and normal.lexemes[end].norm not in {".", ";", "!", "?"}:
        end += 1
    return begin, end


def _noun(normal: Normal, covered: Sequence[bool], at: int) -> tuple[str, int]:
    """The noun that begins at `at` and the index behind it; "" if a predicate follows at once."""
    begin = at
    while at < len(normal.lexemes) and at - begin < _MOST_NOUN_WORDS:
        lexeme = normal.lexemes[at]
        if (
            lexeme.norm in PREDICATES
            or (lexeme.slot and not lexeme.code)
            or not (lexeme.slot or lexeme.norm[0].isalpha())
        ):
            break
        if covered[at]:
            break
        at += 1
    words = normal.wording(begin, at)
    return words.strip("`"), at


def _each_at(normal: Normal, covered: Sequence[bool], index: int) -> Scope | None:
    at = index + 1
    while at < len(normal.lexemes) and normal.lexemes[at].norm in _AFTER_EACH:
        at += 1
    noun, after = _noun(normal, covered, at)
    begin, end = _segment(normal, index)
    if index > begin and normal.lexemes[index - 1].norm in _FOR - {"with"}:
        if not noun:
            return None
        if after < end and normal.lexemes[after].norm == ",":
            after += 1
        elif after < end and index - 1 == begin:
            return None
        return Scope(index - 1, after, begin, end, each=noun)
    if (
        after >= end
        or normal.lexemes[after].norm not in PREDICATES
        or normal.lexemes[after].norm in {"in", "from", "on", "under", ","}
    ):
        return None
    lists = False
    while (
        after < end
        and normal.lexemes[after].norm in PREDICATES
        and normal.lexemes[after].norm not in {"in", "from", "on", "under", "is", "are", "be"}
    ):
        lists = lists or normal.lexemes[after].norm in _LISTING
        if covered[after]:
            break
        after += 1
    return Scope(index, after, index, end, each=noun, lists=lists)


def _per_at(normal: Normal, covered: Sequence[bool], index: int) -> Scope | None:
    noun, after = _noun(normal, covered, index + 1)
    if not noun or index == 0:
        return None
    begin, end = _segment(normal, index)
    return Scope(index, after, begin, end, each=noun)
