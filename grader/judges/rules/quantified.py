"""How many of the items a promise is made of: "each finding ...", "no entry ...", "at least one of the rows ..."."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grader.judges.rules.lexemes import Normal
from grader.judges.rules.nouns import VERBS, NounPhrase, read_noun_phrase
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.scope import LISTING, Scope, segment
from grader.judges.rules.wordlists import words

_EACH = words("each every all")
_NONE = words("no none neither")
_AFTER = words("of the one single individual its their your these those")
_FOR = words("for in under within on to per with of")
_LACKS = words("lacks lack misses miss omits omit without missing")
_COPULAS = words("is are be was were being")
_GIVES = words("gives give assigns assign gets grants grant offers offer attaches attach")
_GIVEN = words("given assigned")
_OF_THEM = (["of", "which"], ["of", "them"], ["of", "these"], ["of", "those"])
_MODALS = words("must should shall will can does do")
_STRUCTURAL = words(
    "paragraphs sections bullets items entries rows headings sentences lines points findings recommendations "
    "links steps "
    "fields values records elements objects columns tables bullet"
)
_OPENERS = words(", : and but or — – - ( that the where")
_SOME = Quantity(text="one", low=Fraction(1))
_ZERO = Quantity(text="no", high=Fraction(0))


def quantified_at(normal: Normal, covered: Sequence[bool], measured: Sequence[bool], index: int) -> Scope | None:
    """The scope that the word (or quantity) at `index` opens; None if it opens none."""
    lexeme = normal.lexemes[index]
    if lexeme.norm in _EACH:
        return _each(normal, covered, measured, index)
    if lexeme.norm == "none" and measured[index + 1 : index + 2] == [True]:
        noun = _antecedent(normal, index)
        _, end = segment(normal, index)
        return Scope(index, index + 1, index, end, each=noun, many=_ZERO) if noun else None
    if lexeme.norm in _NONE:
        return _counted(normal, covered, measured, index, _ZERO)
    if lexeme.norm == "one" and normal.lexemes[index + 1 : index + 2] and normal.lexemes[index + 1].norm == "of":
        return _counted(normal, covered, measured, index, _SOME)
    if lexeme.norm == "per":
        return _per(normal, covered, index)
    if lexeme.quantity is not None and lexeme.quantity.name is None and not lexeme.quantity.percent:
        return _counted(normal, covered, measured, index, lexeme.quantity)
    return None


def _each(normal: Normal, covered: Sequence[bool], measured: Sequence[bool], index: int) -> Scope | None:
    at = _skip(normal, covered, index + 1)
    phrase = read_noun_phrase(normal, covered, at)
    begin, end = segment(normal, index)
    before = normal.lexemes[index - 1].norm if index > begin else ""
    if before in _FOR and not covered[index - 1]:
        return _placed(normal, covered, index, phrase)
    if phrase.last >= end or (normal.lexemes[phrase.last].norm in {".", ";", ",", ")"} and not phrase.text):
        return _floating(normal, covered, index) if not phrase.text else None
    if not _promises(normal, measured, phrase) and not _is_given(normal, index, phrase):
        return None
    if not phrase.text and _are_named(normal, begin, index):
        return None
    last, lists, lacks = _verbs(normal, covered, phrase.last, end)
    noun, source = (phrase.text, phrase.source) if phrase.text else (_antecedent(normal, index), None)
    part = () if phrase.part is None else (phrase.part,)
    if lacks:
        return Scope(index, last, index, end, each=noun, source=source, many=_ZERO, lists=lists)
    return Scope(index, last, index, end, each=noun, source=source, lists=lists, within=part)


def _placed(normal: Normal, covered: Sequence[bool], index: int, phrase: NounPhrase) -> Scope | None:
    """`for each section, ...`, `two links in every section`."""
    begin, end = segment(normal, index)
    if not phrase.text:
        return None
    first, last = index - 1, phrase.last
    opens = all(covered[at] is False and normal.lexemes[at].norm in {"and", ","} for at in range(begin, first))
    if last < end and normal.lexemes[last].norm in {",", ":"} and not covered[last]:
        last += 1
    elif opens and last < end:
        return None
    return Scope(first, last, begin, end, each=phrase.text, source=phrase.source, lists=opens)


def _floating(normal: Normal, covered: Sequence[bool], index: int) -> Scope | None:
    """`five ideas of at most ten words each`: what stands before it holds for each."""
    if index == 0 or not covered[index - 1]:
        return None
    first = index - 1
    while first > 0 and covered[first - 1]:
        first -= 1
    noun = _antecedent(normal, first)
    return Scope(index, index + 1, first, index, each=noun) if noun else None


def _counted(
    normal: Normal, covered: Sequence[bool], measured: Sequence[bool], index: int, many: Quantity
) -> Scope | None:
    """`no item ...`, `exactly one entry in `routes` ...`: so many of them meet what follows."""
    at = _skip(normal, covered, index + 1)
    if normal.lexemes[index].norm == "none" and at == index + 1:
        return None
    begin, end = segment(normal, index)
    opens = index == begin or normal.lexemes[index - 1].norm in _OPENERS
    if [each.norm for each in normal.lexemes[index + 1 : index + 3]] in _OF_THEM:  # "at least one of which ..."
        phrase = NounPhrase(_antecedent(normal, index), None, index + 3)
    else:
        phrase = read_noun_phrase(normal, covered, at)
    if not phrase.text or phrase.last >= end or not _promises(normal, measured, phrase, finite=True):
        return None
    if not opens and normal.lexemes[phrase.last].norm != "whose":  # "lists at least one item whose `score` is above 5"
        return None
    last, lists, lacks = _verbs(normal, covered, phrase.last, end)
    if lacks and many == _ZERO:
        return Scope(index, last, index, end, each=phrase.text, source=phrase.source, lists=lists)
    if lacks:
        return None
    return Scope(
        index, last, index, end, each=phrase.text, source=phrase.source, many=many, lists=lists, tentative=True
    )


def _is_given(normal: Normal, index: int, phrase: NounPhrase) -> bool:
    """`gives every ticket between one and three labels`: what is given follows the noun."""
    following = normal.lexemes[phrase.last]
    gives = index > 0 and normal.lexemes[index - 1].norm in _GIVES
    return bool(phrase.text) and gives and (following.slot in {"q", "c"} or following.norm in {"a", "an", "its"})


def _per(normal: Normal, covered: Sequence[bool], index: int) -> Scope | None:
    phrase = read_noun_phrase(normal, covered, index + 1)
    begin, end = segment(normal, index)
    if not phrase.text or index == begin:
        return None
    return Scope(index, phrase.last, begin, end, each=phrase.text, source=phrase.source)


def _skip(normal: Normal, covered: Sequence[bool], at: int) -> int:
    while at < len(normal.lexemes) and not covered[at] and normal.lexemes[at].norm in _AFTER:
        at += 1
    return at


def _promises(normal: Normal, measured: Sequence[bool], phrase: NounPhrase, *, finite: bool = False) -> bool:
    """Whether a promise follows the noun: a verb, or something that a measure has taken."""
    if measured[phrase.last] and normal.lexemes[phrase.last].norm not in {",", ";", "(", "—", "–"}:
        return phrase.text != "" or not finite
    norm = normal.lexemes[phrase.last].norm
    return norm in VERBS and not (
        finite and norm in {"with", "having", ":", "containing", "including", "that", "which"}
    )


def _verbs(normal: Normal, covered: Sequence[bool], at: int, end: int) -> tuple[int, bool, bool]:
    """The index behind the verbs, whether names may follow them as a list, and whether they say that these lack."""
    lists = lacks = False
    while at < end and not covered[at]:
        norm = normal.lexemes[at].norm
        if norm in _LACKS:
            lacks, lists = True, True
        elif norm in LISTING:
            lists = True
        elif (
            norm in _COPULAS and at + 1 < end and normal.lexemes[at + 1].norm in _LACKS | _GIVEN and not covered[at + 1]
        ):
            pass
        elif norm in _GIVEN:
            lists = True
        elif norm not in _MODALS:
            break
        at += 1
    return at, lists, lacks


def _are_named(normal: Normal, begin: int, index: int) -> bool:
    """`the Risks and Findings sections each ...`: not all sections, but those."""
    noun = index - 1
    if noun <= begin or normal.lexemes[noun].norm not in _STRUCTURAL:
        return False
    name = normal.lexemes[noun - 1]
    return name.slot in {"c", "t", "l"} or (noun - 1 > begin and normal.source[name.start].isupper())


def _antecedent(normal: Normal, index: int) -> str:
    """What `each` alone stands for: what was counted before it, or the items of a text that were spoken of."""
    for at in range(index - 1, -1, -1):
        norm = normal.lexemes[at].norm
        if norm in _STRUCTURAL:
            return norm
        if at > 0 and normal.lexemes[at - 1].quantity is not None and norm[0].isalpha():
            return norm
    return ""
