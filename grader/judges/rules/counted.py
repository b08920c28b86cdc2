"""Quantities of things that only the output's own structure can show: "three concrete recommendations"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile

from grader.judges.rules.lexemes import Lexeme, Normal
from grader.judges.rules.lexicon import GUARDS, KINDS, NEGATIONS, VAGUE, idle_reason
from grader.judges.rules.name_lists import KIND_WORDS
from grader.judges.rules.nouns import OUTPUT_WORDS, plain, value_behind
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
# What a text does with things anywhere in it, whether or not it lists them: "names at least three cities".
_MENTIONING = words(
    "names name naming mentions mention mentioning discusses discuss discussing covers cover covering addresses "
    "address considers consider compares compare comparing describes describe explains explain references reference to"
)
_DISTINCT = words("distinct unique different")
_CALLED = words("called titled named headed")
_OTHERS = words("other others additional extra further more")
_REMAIN = words("remain remains exist exists left are appear appears")
_ENDS = words(". , ; : and — – )")
_ZERO = Quantity(text="no", low=Fraction(0), high=Fraction(0))
_AROUND = words("on from after before during across among based")  # "based on 2 interviews"
_MOST_WORDS = 6
_MOST_CHOSEN = 4  # words from "3" to "of" in "the 3 most common of 10 ideas"
_THE = words("the its these those our your their my a an all")
_ADVERBS = words("exactly only just up")
# Of these a count is one of the things that they hold, and these things are parts of a document themselves.
_LISTS = words(
    "list lists array arrays set sets collection series sequence number count table total minimum maximum consisting "
    "consists consist composed comprised up out mapping map selection choice"
)
_STRUCTURAL = words(
    "items entries elements rows records bullets points sections headings steps questions answers links urls columns "
    "fields keys values examples objects findings recommendations ideas tips options reasons sources references quotes "
    "citations tables lists tasks tests cases parts chapters stanzas verses slides"
)
_PARTS = words("items entries rows records bullets points sections headings steps parts")
_ABOUT = words(
    "summary overview analysis review discussion comparison evaluation assessment description explanation results "
    "account"
)
_FORMATS = words("json yaml csv html markdown jsonl essay article letter email poem story guide post blog page")
# What is counted behind these is taken in or used up, not listed.
_CONSUMING = words(
    "takes take requires require serves serve needs need uses use costs cost employs employ hosts feeds seats fits "
    "affects helps"
)


@dataclass(frozen=True, slots=True)
class Counted:
    """A quantity at lexeme `at` of things, the lexemes that say which, and the count."""

    at: int
    words: tuple[int, ...]
    requirement: Requirement


def counted_nouns(normal: Normal, covered: Sequence[bool], own: frozenset[str] = frozenset()) -> Iterator[Counted]:
    """Each `QUANTITY ... NOUN` that no measure has taken and that counts what the output has.

    `own` are words that repeat the output's name.

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
        if head is not None and not _names_one(normal, index, head) and _is_asked(normal, covered, index, head, own):
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
    while at > 0 and normal.lexemes[at].norm in _THE:
        at -= 1
    if at <= 0 or normal.lexemes[at].norm != "of":
        return False
    chosen = range(at - 1, max(at - 1 - _MOST_CHOSEN, 0) - 1, -1)
    words_ = takewhile(lambda back: normal.lexemes[back].norm not in _STOPS, chosen)
    return any(normal.lexemes[back].quantity is not None for back in words_)  # "the 3 best of 10 ideas"


def _is_asked(normal: Normal, covered: Sequence[bool], index: int, head: int, own: frozenset[str]) -> bool:
    """Whether a count is one of the output's own things, rather than of what it is for or about.

    "A plan for a team of 5 people" has no five people in it, nor "a summary of 10 interviews" ten interviews.
    """
    at = index - 1
    while at >= 0 and not covered[at] and normal.lexemes[at].norm in _THE | _ADVERBS:
        at -= 1
    if at < 0 or covered[at]:
        return True
    before = normal.lexemes[at].norm
    noun = plain(normal.lexemes[head])
    if before in {"of", "with", "for"}:
        holder = normal.lexemes[at - 1].norm if at > 0 else ""
        if holder in _ABOUT:
            return before != "for" and noun in _PARTS
        if noun in _STRUCTURAL or normal.lexemes[head].slot or not holder[:1].isalpha():
            return before != "for"
        if before == "of":
            return holder in _LISTS | own
        return before == "with" and _is_output(holder, own)
    if before == "and" and at > 0 and normal.lexemes[at - 1].norm in _UNITS:  # "5 days and 4 nights"
        return False
    return before not in _CONSUMING or noun in _STRUCTURAL


def _is_output(word: str, own: frozenset[str]) -> bool:
    return word in own | KINDS | OUTPUT_WORDS or idle_reason(word) is not None or word in _FORMATS


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
            **({"mentioned": True} if index > 0 and normal.lexemes[index - 1].norm in _MENTIONING else {}),
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
