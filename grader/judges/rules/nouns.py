"""Noun phrases of a clause: "high-severity issue", "entry in `candidates`", "value of the `Host` column"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.judges.rules.lexemes import Lexeme, Normal
from grader.judges.rules.lexicon import GUARDS, NEGATIONS
from grader.judges.rules.phrases import Match
from grader.judges.rules.wordlists import words

# Words that end a noun and begin what is promised of it.
VERBS = words(
    "gets get receives receive has have having with must should shall is are be was were "
    "contains contain containing includes include including "
    "carries carry lists list names name gives give states state shows show starts start begins begin ends end cites "
    "cite links link matches match needs need holds hold records record mentions mention appears appear uses use comes "
    "come falls fall fits fit sits sit takes take tells tell reads read points point refers refer stays stay consists "
    "provides provide bears bear says say will does do exceeds exceed lacks lack misses omits omit remains "
    "remain runs run "
    "specifies specify features feature comprises comprise equals equal lies lie ranges range keeps keepopens "
    "exposes expose defines define declares declare follows follow spans span being whose that which can cannot"
) | {":"}
_PREPOSITIONS = words("in of from under within inside on below")
PREPOSITIONS = _PREPOSITIONS | words(
    "above after before between behind at by for with without to into per across over as than like"
)
_ENDS = words("for per to by at as and or but than , . ; ( ) — – / - ! ?")
_ARTICLES = words("the its their your our this that these those a an each every all any")
# Words that name the output as a whole, or the list that it is: they name no part of it.
OUTPUT_WORDS = words(
    "output response answer reply text document file report result results content list array table array's "
    "object json "
    "yaml csv markdown body collection set message whole page"
)
PART_WORDS = words(
    "section heading field column key property array list table object part member attribute map block dictionary value"
)
# Nouns that are verbs elsewhere: the first word behind "each" is a noun.
_ALSO_NOUNS = words(
    "record records list lists state states name names point points link links match matches report reports use end"
)
_MOST_WORDS = 4
_QUANTIFIERS = words("each every all no none any")
_DEFINITE = words("the this that its your each every all no any both")
_EQUALS = words("is = == equals are")
_VALUED = words("of with whose where marked rated labelled labeled flagged having")


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """`text` is the noun, `source` the part or the outer items that hold what it names, `last` the index behind it."""

    text: str
    source: str | None
    last: int
    part: str | None = None  # "severity" in "each issue's severity"


def read_noun_phrase(normal: Normal, covered: Sequence[bool], at: int) -> NounPhrase:
    """The noun phrase that begins at `at`; its text is "" if what is promised follows at once."""
    begin = at
    if at < len(normal.lexemes) and normal.lexemes[at].norm in _ALSO_NOUNS and not covered[at]:
        at += 1
    while at < len(normal.lexemes) and at - begin < _MOST_WORDS and _is_part(normal.lexemes[at], covered[at]):
        at += 1
    owner = next((index for index in range(begin, at) if normal.lexemes[index].norm.endswith("'s")), None)
    if owner is not None and owner + 1 < at:  # "each issue's `severity`"
        nouns = [plain(lexeme) for lexeme in normal.lexemes[begin : owner + 1]]
        part = " ".join(plain(lexeme) for lexeme in normal.lexemes[owner + 1 : at])
        return NounPhrase(" ".join(nouns).removesuffix("'s"), None, at, part=part)
    text = " ".join(plain(lexeme) for lexeme in normal.lexemes[begin:at])
    described, behind = value_behind(normal, covered, at) if text else ([], at)
    if len(described) > 1 or (described and normal.lexemes[at].norm not in {"of", "with"}):
        return NounPhrase(" ".join([*described, text]), None, behind)
    source, at = _source(normal, covered, at) if text else (None, at)
    return NounPhrase(text, source, at)


def plain(lexeme: Lexeme) -> str:
    """A lexeme as a name: a literal without its marks."""
    return lexeme.literals[0] if len(lexeme.literals) == 1 else lexeme.norm


def _is_part(lexeme: Lexeme, covered: bool) -> bool:  # noqa: FBT001 - the lexeme's own flag
    if covered or lexeme.norm in VERBS | _PREPOSITIONS | _ENDS | GUARDS | NEGATIONS:
        return False
    if lexeme.slot:
        return lexeme.slot in {"c", "t"}
    return lexeme.norm[0].isalpha()


def _source(normal: Normal, covered: Sequence[bool], at: int) -> tuple[str | None, int]:
    """What follows as "in `candidates`", "of the table", "in every phase"."""
    lexemes = normal.lexemes
    if at >= len(lexemes) or covered[at] or lexemes[at].norm not in _PREPOSITIONS:
        return None, at
    start = at + 1
    while start < len(lexemes) and not covered[start] and lexemes[start].norm in _ARTICLES:
        start += 1
    end = start
    while end < len(lexemes) and end - start < 3 and _is_part(lexemes[end], covered[end]):
        end += 1
    if end == start:
        return None, at
    name = [plain(lexeme) for lexeme in lexemes[start:end]]
    while len(name) > 1 and name[-1].casefold() in PART_WORDS:
        name.pop()
    if len(name) > 1 and name[0].casefold() in PART_WORDS and not lexemes[start].slot:
        name.pop(0)
    if not lexemes[start].slot and all(word.casefold() in OUTPUT_WORDS for word in name):
        return None, end
    return " ".join(name), end


def restrictions(normal: Normal) -> list[tuple[int, int]]:
    """The lexemes of "whose `severity` is `high`" behind a quantified noun: they say which items are meant."""
    found = []
    for index in range(len(normal.lexemes)):
        size = _restriction(normal, index)
        before = normal.lexemes[max(0, index - 4) : index]
        if size and any(each.norm in _QUANTIFIERS or each.quantity is not None for each in before):
            found.append((index, index + size))
    return found


def _restriction(normal: Normal, index: int) -> int:
    """How many lexemes say which items are meant: "whose `severity` is `high`", "of severity `high`"; 0 if none do."""
    lexemes = normal.lexemes[index : index + 5]
    if lexemes[0].norm in {"whose", "where", "with"} and (size := _pair(lexemes[1:])):
        return 1 + size
    if lexemes[0].norm in {"whose", "where"}:
        return 4 if _is_equal(lexemes[2:4]) else 0
    if lexemes[0].norm not in {"of", "with"} or len(lexemes) < 4:
        return 0
    named = not lexemes[1].slot and lexemes[1].norm not in _ARTICLES and lexemes[2].slot in {"c", "t"}
    return 3 if named and lexemes[3].norm in VERBS else 0


def _pair(lexemes: Sequence[Lexeme]) -> int:
    """How many lexemes are a key and its value, of which something is said: `` `status: done` has ...``."""
    if len(lexemes) > 1 and lexemes[0].slot == "c" and ":" in lexemes[0].literals[0] and lexemes[1].norm in VERBS:
        return 1
    written = len(lexemes) > 3 and lexemes[0].slot in {"c", "t"} and lexemes[1].norm == ":"
    return 3 if written and lexemes[2].slot in {"c", "t"} and lexemes[3].norm in VERBS else 0


def _is_equal(lexemes: Sequence[Lexeme]) -> bool:
    """`is high`, `= high`: a value follows."""
    return len(lexemes) == 2 and lexemes[0].norm in _EQUALS and lexemes[1].slot in {"c", "t"}


def value_behind(normal: Normal, covered: Sequence[bool], at: int) -> tuple[list[str], int]:
    """`issues of severity critical`, ``entries marked `final` ``: the words that say which, and the index behind."""
    lexemes = normal.lexemes
    if at + 1 >= len(lexemes) or covered[at] or lexemes[at].norm not in _VALUED:
        return [], at
    found: list[str] = []
    end = at + 1
    while end < len(lexemes) and not covered[end] and end - at <= 5:
        lexeme = lexemes[end]
        if lexeme.slot == "c" and ":" in lexeme.literals[0]:
            return [part.strip() for part in lexeme.literals[0].split(":", 1)], end + 1
        if lexeme.slot in {"c", "t"} and not found and _is_equal(lexemes[end + 1 : end + 3]):
            found.append(lexeme.literals[0])
        elif lexeme.slot in {"c", "t"}:
            if not found and lexemes[at].norm in {"whose", "where"}:  # a name, of which something else is said
                break
            return [*found, lexeme.literals[0]], end + 1
        elif lexeme.norm in _EQUALS:
            pass
        elif lexeme.norm not in {"a", "an", "the", "of", "as"}:
            if found or not lexeme.norm[0].isalpha():
                break
            found.append(lexeme.norm)
        end += 1
    return [], at


def is_definite(match: Match) -> bool:
    """Whether words speak of something that is there ("the table has ...") rather than asking for it."""
    lexemes = match.normal.lexemes
    return any(lexeme.norm in _DEFINITE for lexeme in lexemes[max(match.first - 1, 0) : match.last])
