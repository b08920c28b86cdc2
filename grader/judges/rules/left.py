"""What no requirement has taken of a sentence: idle words, vague ones, and those that change what others mean."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import takewhile

from grader.judges.rules import lexicon
from grader.judges.rules.lexemes import Lexeme, Normal
from grader.judges.rules.name_lists import KIND_WORDS
from grader.judges.rules.requirement import Idle
from grader.judges.rules.wordlists import words

_PART_ENDS = frozenset({",", "and", ";", ":", "—", "–"})
_EACH = frozenset({"each", "every"})
_WHOLE_NEGATIONS = frozenset({"required", "necessary", "needed", "mandatory", "need"})
_SOME_OF = words("most many several few some half majority minority")
_LONGEST_NOUN = 4  # words
_NOUN_ENDS = words("a an the , . ; : and or but of in with that which by for to — – (")
_SAYING = words(
    "is are must should shall has have contains contain includes include starts start begins begin ends end"
)
_LEADING_TO = _SAYING | words("a an the be only all also always")
_DESCRIBING = words("that which whose")
_ARTICLES = words("a an the its their his her some any own")
_PLACES = frozenset({"in", "within", "under", "inside", "beneath"})


def is_described(normal: Normal, at: int) -> bool:
    """Whether something is said of what ends at lexeme `at`: "a `name` that ..."."""
    return at < len(normal.lexemes) and normal.lexemes[at].norm in _DESCRIBING


def _picks(lexemes: Sequence[Lexeme], index: int, first: int) -> bool:
    """Whether a word says that not all are meant: "most items have", "items whose `status` is", "one of which"."""
    word = lexemes[index].norm
    opens = index == first or lexemes[index - 1].norm in _PART_ENDS or (index == first + 1 and _is_the(lexemes[first]))
    if word in _SOME_OF:
        after = lexemes[index + 1].norm if index + 1 < len(lexemes) else ""
        return opens and (after == "of" or after.endswith("s"))
    if word in {"whose", "where", "that"}:  # behind the noun that a sentence begins with
        noun = index - 1 if index - 1 == first else first + 1 if index == first + 2 and _is_the(lexemes[first]) else -1
        return noun >= 0 and lexemes[noun].norm.endswith("s") and not lexemes[noun].slot
    return word == "which" and index > first and lexemes[index - 1].norm == "of"


def _is_the(lexeme: Lexeme) -> bool:
    return lexeme.norm in {"the", "all", "a", "those"}


class Left:
    """What no requirement has taken of the lexemes `first` to `last`."""

    def __init__(self, normal: Normal, covered: Sequence[bool], own: frozenset[str], first: int, last: int) -> None:
        self._lexemes = normal.lexemes
        self._covered = covered
        self._own = own
        self._normal = normal
        self.content: list[str] = []
        self.vague: list[str] = []
        self.idle: list[Idle] = []
        self.negated = False
        self._unsafe: list[tuple[int, int]] = []
        self._kinds: list[str] = []
        self._content_at: set[int] = set()
        self._part = first  # where the part of the sentence begins that speaks of each
        for index in range(first, last):
            if not self._covered[index] and not self._turns(index, first, last):
                self._word(index, first, last)
        if self.content:
            self.content.extend(self._kinds)
        else:
            self.idle.extend(Idle(words=word, reason="names a kind of text") for word in self._kinds)

    def _turns(self, index: int, first: int, last: int) -> bool:
        """Whether a word turns the meaning of what stands around it, so that it is unsafe to measure."""
        lexemes = self._lexemes
        word = lexemes[index].norm
        if word == "or":
            self._alternative(index, first, last)
        elif word in lexicon.NEGATIONS:
            self._negation(index, first, last)
        elif word in lexicon.GUARDS or _picks(lexemes, index, first):
            self.content.append(word)
            apart = word in _EACH and index > first and lexemes[index - 1].norm in _PART_ENDS
            self._part = index if apart else self._part
            self._unsafe.append((index if apart else first, last))
        else:
            return False
        return True

    def _word(self, index: int, first: int, last: int) -> None:
        """A word that turns nothing: idle, vague, a kind of text, or a commitment."""
        lexeme = self._lexemes[index]
        word = lexeme.norm
        if word in self._own or (lexeme.literals and lexeme.literals[0].casefold() in self._own):
            self.idle.append(Idle(words=word, reason="repeats the output's name"))
        elif word in lexicon.VAGUE:
            self.vague.append(word)
        elif (reason := lexicon.idle_reason(word)) is not None and not self._is_had(index, first):
            self.idle.append(Idle(words=word, reason=reason))
        elif word in lexicon.KINDS and not self._is_had(index, first):
            self._kinds.append(word)
        else:
            self.content.append(word)
            self._content_at.add(index)
            self._place(index, first, last)

    def _is_had(self, index: int, first: int) -> bool:
        """Whether a kind of text is what something is to have, and nothing measured says which: "hosts with notes"."""
        measured = index + 2 < len(self._lexemes) and self._lexemes[index + 1].norm == "of" and self._covered[index + 2]
        if measured or self._lexemes[index].norm not in lexicon.TEXTS | lexicon.KINDS:
            return False
        before = [lexeme.norm for lexeme in self._lexemes[max(first, index - 3) : index]]
        while before and before[-1] in _ARTICLES:
            before.pop()
        return bool(before) and before[-1] in lexicon.HAVING

    def _alternative(self, index: int, first: int, last: int) -> None:
        """`or` beside a requirement, with something on its other side that nobody has understood."""
        at = bisect(self._normal.meant, index)
        around = self._normal.meant[max(0, at - 1) : at + 1]
        beside = [at for at in around if first <= at < last and self._covered[at]]
        if beside:
            self.content.append("or")
        if any(self._lexemes[at].slot in {"c", "t"} and is_described(self._normal, at + 1) for at in around):
            self._unsafe.append((first, last))  # a promise of something else follows: either of the two would do
        self._unsafe.extend((at - (self._lexemes[at].norm in KIND_WORDS), at + 1) for at in beside)

    def _negation(self, index: int, first: int, last: int) -> None:
        """A negation reaches to the end of its part of the sentence; "not required" reaches back as well."""
        self.content.append(self._lexemes[index].norm)
        self.negated = True
        lexemes = self._lexemes
        if any(lexemes[at].norm in _WHOLE_NEGATIONS for at in range(index + 1, min(index + 4, last))):
            self._unsafe.append((first, last))
        elif not self._unsafe or self._unsafe[-1][1] <= index:  # else it reaches as far
            reach = (at for at in range(index + 1, last) if lexemes[at].norm in _PART_ENDS)
            self._unsafe.append((index, next(reach, last)))

    def _place(self, index: int, first: int, last: int) -> None:
        """`in the appendix`: a place that nobody has explained narrows everything in the sentence."""
        before = [lexeme.norm for lexeme in self._lexemes[max(first, index - 3) : index]]
        if any(norm in _PLACES for norm in before):
            self._unsafe.append((max(first, self._part), last))

    def safe(self, begin: int, end: int) -> bool:
        """Whether nothing that is left changes what lexemes `begin` to `end` promise, or what they are said of."""
        return not self._of_unknown(begin) and not any(first < end and begin < last for first, last in self._unsafe)

    def _of_unknown(self, begin: int) -> bool:
        """`the first item's `name` is`, `the average of all scores is`: said of what nobody has understood."""
        at = begin
        said = self._lexemes[at].norm in _SAYING
        while at > 0 and self._lexemes[at - 1].norm in _LEADING_TO:
            at -= 1
            said = said or self._lexemes[at].norm in _SAYING
        reach = range(at - 1, max(at - _LONGEST_NOUN, 0) - 1, -1)
        noun = list(takewhile(lambda index: self._lexemes[index].norm not in _NOUN_ENDS, reach))
        of = at - 1 - len(noun)
        held = [of - 1] if noun and of > 0 and self._lexemes[of].norm == "of" else []
        return said and any(index in self._content_at for index in (*noun, *held))
