"""One text of a clause, taken apart word by word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.judges.base import Remainder
from grader.judges.rules import lexicon
from grader.judges.rules.counted import counted_nouns
from grader.judges.rules.fields import listed_fields
from grader.judges.rules.lexemes import Normal, normalize
from grader.judges.rules.measure import Measure
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Compiled, Idle, Requirement
from grader.judges.rules.scopes import Scope, read_scopes

_HEDGES = tuple(Phrase(hedge) for hedge in lexicon.HEDGES)
_SENTENCE_ENDS = frozenset({".", "!", "?", ";"})
_PART_ENDS = frozenset({",", "and", ";", ":", "—", "–"})
_WHOLE_NEGATIONS = frozenset({"required", "necessary", "needed", "mandatory", "need"})
_PLACES = frozenset({"in", "within", "under", "inside", "beneath"})


@dataclass
class Span:
    """Lexemes `first` up to, not including, `last`, that became a requirement."""

    first: int
    last: int
    requirement: Requirement


class Sentence:
    """The compilation of one text: which lexemes became what.

    `own` are words that only repeat the output's name. `of_value` says that the text describes a single value.
    """

    def __init__(self, text: str, own: frozenset[str], *, of_value: bool, each: str | None = None) -> None:
        self.text = text
        self.normal: Normal = normalize(text)
        self.own = own
        self.of_value = of_value
        self.each = each
        self.covered = [False] * len(self.normal.lexemes)
        self.spans: list[Span] = []

    def compile(self, measures: Iterable[Measure]) -> Compiled:
        """The text's requirements, and what is left of it."""
        if not self.normal.lexemes:
            return Compiled(remainder=(Remainder(text=self.text[:2000]),) if self.text.strip() else ())
        soft = self._cover_hedges()
        self._match(measures)
        scopes = read_scopes(self.normal, self.covered)
        for scope in scopes:
            self._cover(scope.first, scope.last)
        for at, noun, requirement in list(counted_nouns(self.normal, self.covered)):
            self._cover(noun, noun + 1)
            self._add(at, at + 1, requirement)
        for first, last, requirement in listed_fields(self.normal, self.covered, scopes):
            self._add(first, last, requirement)
        return self._result(scopes, soft)

    # --- covering -------------------------------------------------------------------------------------------------

    def _cover(self, first: int, last: int) -> None:
        self.covered[first:last] = [True] * (last - first)

    def _add(self, first: int, last: int, requirement: Requirement) -> None:
        self._cover(first, last)
        self.spans.append(Span(first, last, requirement))

    def _cover_hedges(self) -> list[int]:
        found = []
        for hedge in _HEDGES:
            for match in hedge.find(self.normal):
                self._cover(match.first, match.last)
                found.append(match.first)
        return found

    def _match(self, measures: Iterable[Measure]) -> None:
        """Accepts matches, longest first, that overlap none accepted before."""
        found: list[tuple[int, int, int, Measure, Match]] = []
        for order, measure in enumerate(measures):
            for phrase in measure.phrases:
                if phrase.of_value and not self.of_value:
                    continue
                found.extend(
                    (match.first - match.last, match.first, order, measure, match) for match in phrase.find(self.normal)
                )
        for _, _, _, measure, match in sorted(found, key=lambda each: each[:3]):
            if any(self.covered[match.first : match.last]):
                continue
            params = measure.params(match)
            if params is not None:
                requirement = Requirement(
                    measure=measure.name, text=match.text, params=params, negated=match.phrase.negated
                )
                self._add(match.first, match.last, requirement)

    # --- what is left ---------------------------------------------------------------------------------------------

    def _segments(self) -> Iterator[tuple[int, int]]:
        first = 0
        for index, lexeme in enumerate(self.normal.lexemes):
            if lexeme.norm in _SENTENCE_ENDS and not self.covered[index]:
                yield first, index + 1
                first = index + 1
        if first < len(self.normal.lexemes):
            yield first, len(self.normal.lexemes)

    def _result(self, scopes: list[Scope], soft: list[int]) -> Compiled:
        requirements: list[tuple[int, Requirement]] = []
        remainder: list[Remainder] = []
        vague: list[str] = []
        idle: list[Idle] = []
        for first, last in self._segments():
            left = _Left(self, first, last)
            spans = [span for span in self.spans if first <= span.first < last]
            safe = [span for span in spans if left.safe(span)]
            hedged = any(first <= at < last for at in soft)
            if left.content or len(safe) < len(spans):
                wording = self.normal.wording(first, last).strip()
                remainder.append(Remainder(text=wording, negated=left.negated))
            elif hedged and not safe:
                remainder.append(Remainder(text=self.normal.wording(first, last).strip(), negated=left.negated))
            vague.extend(left.vague)
            idle.extend(left.idle)
            requirements.extend((span.first, self._placed(span, scopes, left, soft=hedged)) for span in safe)
        ordered = tuple(requirement for _, requirement in sorted(requirements, key=lambda each: each[0]))
        return Compiled(
            requirements=ordered, remainder=tuple(remainder), vague=tuple(vague), idle=tuple(dict.fromkeys(idle))
        )

    def _placed(self, span: Span, scopes: list[Scope], left: _Left, *, soft: bool) -> Requirement:
        each, within = self.each, None
        for scope in scopes:
            if scope.reaches(span.first):
                each = scope.each if scope.each is not None else each
                within = scope.within or within
        return span.requirement.model_copy(
            update={
                "each": span.requirement.each if span.requirement.each is not None else each,
                "within": span.requirement.within or within,
                "narrowed": span.requirement.narrowed or bool(left.content),
                "soft": soft,
            }
        )


class _Left:
    """What no requirement has taken of the lexemes `first` to `last`."""

    def __init__(self, sentence: Sentence, first: int, last: int) -> None:
        self.content: list[str] = []
        self.vague: list[str] = []
        self.idle: list[Idle] = []
        self.negated = False
        self._unsafe: list[tuple[int, int]] = []
        kinds: list[str] = []
        lexemes = sentence.normal.lexemes
        for index in range(first, last):
            if sentence.covered[index]:
                continue
            word = lexemes[index].norm
            if word in lexicon.NEGATIONS:
                self._negation(sentence, index, first, last)
            elif word in lexicon.GUARDS:
                self.content.append(word)
                self._unsafe.append((first, last))
            elif word in sentence.own or (
                lexemes[index].literals and lexemes[index].literals[0].casefold() in sentence.own
            ):
                self.idle.append(Idle(words=word, reason="repeats the output's name"))
            elif word in lexicon.VAGUE:
                self.vague.append(word)
            elif (reason := lexicon.idle_reason(word)) is not None:
                self.idle.append(Idle(words=word, reason=reason))
            elif word in lexicon.KINDS:
                kinds.append(word)
            else:
                self.content.append(word)
                self._place(sentence, index, first, last)
        if self.content:
            self.content.extend(kinds)
        else:
            self.idle.extend(Idle(words=word, reason="names a kind of text") for word in kinds)

    def _negation(self, sentence: Sentence, index: int, first: int, last: int) -> None:
        """A negation reaches to the end of its part of the sentence; "not required" reaches back as well."""
        self.content.append(sentence.normal.lexemes[index].norm)
        self.negated = True
        norms = [lexeme.norm for lexeme in sentence.normal.lexemes[index + 1 : last]]
        if _WHOLE_NEGATIONS & set(norms[:3]):
            self._unsafe.append((first, last))
            return
        reach = next((at for at, norm in enumerate(norms) if norm in _PART_ENDS), len(norms))
        self._unsafe.append((index, index + 1 + reach))

    def _place(self, sentence: Sentence, index: int, first: int, last: int) -> None:
        """`in the appendix`: a place that nobody has explained narrows everything in the sentence."""
        before = [lexeme.norm for lexeme in sentence.normal.lexemes[max(first, index - 3) : index]]
        if any(norm in _PLACES for norm in before):
            self._unsafe.append((first, last))

    def safe(self, span: Span) -> bool:
        """Whether nothing that is left changes what the requirement means."""
        return not any(first < span.last and span.first < last for first, last in self._unsafe)
