"""One text of a clause, taken apart word by word."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, takewhile
from typing import Any

from grader.judges.base import Remainder
from grader.judges.rules import lexicon
from grader.judges.rules.counted import absent_nouns, counted_nouns, is_counted
from grader.judges.rules.examples import example_ranges
from grader.judges.rules.lexemes import Lexeme, Normal, normalize
from grader.judges.rules.measure import Measure
from grader.judges.rules.naming import described_names, is_listed_name, listed_names
from grader.judges.rules.nouns import restrictions
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Compiled, Idle, Requirement
from grader.judges.rules.scopes import Scope, counts_out, described, jointly, placed, read_scopes
from grader.judges.rules.wordlists import words

_NONE_OK = re.compile(
    r"\b(?:if any|(?:possibly|potentially|maybe) (?:an )?empty|(?:may|can|could|might) be (?:an )?empty|"
    r"or (?:an )?empty (?:list|array)|"
    r"or none)\b",
    re.IGNORECASE,
)
_HEDGES = tuple(Phrase(hedge) for hedge in lexicon.HEDGES)
_PERMISSIONS = tuple(Phrase(permission) for permission in (*lexicon.PERMISSIONS, *lexicon.FILLERS))
_SENTENCE_ENDS = frozenset({".", "!", "?", ";"})
_PART_ENDS = frozenset({",", "and", ";", ":", "—", "–"})
_EACH = frozenset({"each", "every"})
_WHOLE_NEGATIONS = frozenset({"required", "necessary", "needed", "mandatory", "need"})
_ALTERNATIVE = frozenset({"or", "either", "a", "an", "the", ",", "else"})
_MOST = 100  # promises in a text, or scopes: nobody wrote one of more to be measured, and the time stays linear
_SOME_OF = words("most many several few some half majority minority")
_LONGEST_NOUN = 4  # words
_NOUN_ENDS = words("a an the , . ; : and or but of in with that which by for to — – (")
_SAYING = words(
    "is are must should shall has have contains contain includes include starts start begins begin ends end"
)
_LEADING_TO = _SAYING | words("a an the be only all also always")
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
        self.examples: list[str] = []

    def compile(self, measures: Iterable[Measure]) -> Compiled:
        """The text's requirements, and what is left of it."""
        if not self.normal.lexemes:
            return self._whole()
        soft = self._cover_hedges()
        examples = example_ranges(self.normal)
        self._match(measures, [*examples, *described_names(self.normal), *restrictions(self.normal)])
        for first, last in examples:
            self._cover_rest(first, last)
        self._cover_permission()
        scopes = read_scopes(self.normal, self.covered, self._measured(), self.own)
        if max(len(scopes), len(self.spans)) > _MOST:
            return self._whole()
        for scope in scopes:
            self._cover(scope.first, scope.last)
        for counted in [*counted_nouns(self.normal, self.covered), *absent_nouns(self.normal, self.covered)]:
            for index in counted.words:
                self._cover(index, index + 1)
            self._add(counted.at, counted.at + 1, counted.requirement)
        for listing in listed_names(self.normal, self.covered, scopes):
            self._cover(listing.first, listing.last)
            self.spans.extend(Span(listing.first, listing.last, each) for each in listing.requirements)
        self._join_alternatives()
        return self._result(scopes, soft)

    def _whole(self) -> Compiled:
        """All of the text is left to judgement."""
        return Compiled(remainder=(Remainder(text=self.text[:2000]),) if self.text.strip() else ())

    def _cover_permission(self) -> None:
        """`a possibly empty list`: what allows that there is nothing promises nothing."""
        norms = [lexeme.norm for lexeme in self.normal.lexemes]
        for pair in (("not", "only"), ("but", "also")) if "also" in norms else ():  # "not only A but also B"
            for index in range(len(norms) - 1):
                if (norms[index], norms[index + 1]) == pair:
                    self._cover(index, index + 2)
        permission = _NONE_OK.search(self.text)
        for index, lexeme in enumerate(self.normal.lexemes):
            if permission is not None and permission.start() <= lexeme.start < permission.end():
                self._cover(index, index + 1)

    def _measured(self) -> list[bool]:
        """Which lexemes a requirement has taken so far."""
        measured = [False] * len(self.covered)
        for span in self.spans:
            measured[span.first : span.last] = [True] * (span.last - span.first)
        return measured

    @cached_property
    def meant(self) -> list[int]:
        """The lexemes between which `or` may choose: all but articles, commas and `or` itself, in order."""
        return [index for index, lexeme in enumerate(self.normal.lexemes) if lexeme.norm not in _ALTERNATIVE]

    @cached_property
    def none_ok(self) -> bool:
        """Whether the text itself allows that there are no items."""
        pairs = pairwise(self.normal.lexemes)
        counts = (each.quantity for each, noun in pairs if each.quantity is not None and noun.norm.endswith("s"))
        return any(each.low == 0 and each.high != 0 for each in counts) or _NONE_OK.search(self.text) is not None

    # --- covering -------------------------------------------------------------------------------------------------

    def _cover(self, first: int, last: int) -> None:
        self.covered[first:last] = [True] * (last - first)

    def _add(self, first: int, last: int, requirement: Requirement) -> None:
        self._cover(first, last)
        self.spans.append(Span(first, last, requirement))

    def _cover_hedges(self) -> list[int]:
        for permission in _PERMISSIONS:
            for match in permission.find(self.normal):
                self._cover(match.first, match.last)
        found = []
        for hedge in _HEDGES:
            for match in hedge.find(self.normal):
                self._cover(match.first, match.last)
                found.append(match.first)
        return found

    def _cover_rest(self, first: int, last: int) -> None:
        """An example commits to nothing."""
        if not all(self.covered[first:last]):
            self.examples.append(self.normal.wording(first, last))
        self._cover(first, last)

    def _match(self, measures: Iterable[Measure], examples: Sequence[tuple[int, int]]) -> None:
        """Accepts matches, longest first, that overlap none accepted before and don't lie in an example."""
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
            if any(first <= match.first and match.last <= last for first, last in examples):
                continue
            if measure.of_kind and (is_counted(self.normal, match.first) or is_listed_name(match)):
                continue
            params = measure.params(match)
            for each in params if isinstance(params, list) else [params]:
                if each is not None:
                    self._add(match.first, match.last, _requirement(measure, match, each))

    def _join_alternatives(self) -> None:
        """Requirements with nothing but `or` between them are one: either will do."""
        spans = sorted(self.spans, key=lambda span: span.first)
        joined: list[Span] = []
        for span in spans:
            before = joined[-1] if joined else None
            between = [lexeme.norm for lexeme in self.normal.lexemes[before.last : span.first]] if before else []
            if before is None or "or" not in between or not set(between) <= _ALTERNATIVE:
                joined.append(span)
                continue
            inner = before.requirement.inner if before.requirement.measure == "any-of" else (before.requirement,)
            requirement = Requirement(
                measure="any-of", text=self.normal.wording(before.first, span.last), inner=(*inner, span.requirement)
            )
            self._cover(before.last, span.first)
            joined[-1] = Span(before.first, span.last, requirement)
        self.spans = joined

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
            safe = [span for span in spans if left.safe(span) and not (left.content and counts_out(span.first, scopes))]
            hedged = any(first <= at < last for at in soft)
            if left.content or len(safe) < len(spans):
                wording = self.normal.wording(first, last).strip()
                remainder.append(Remainder(text=wording, negated=left.negated))
            elif hedged and not safe:
                remainder.append(Remainder(text=self.normal.wording(first, last).strip(), negated=left.negated))
            vague.extend(left.vague)
            idle.extend(left.idle)
            for span in safe:
                narrowed = span.requirement.narrowed or bool(left.content)
                update = {"narrowed": narrowed, "soft": hedged, "none_ok": self.none_ok}
                requirement = span.requirement.model_copy(update=update)
                requirements.extend((span.first, each) for each in placed(requirement, span.first, scopes, self.each))
            if any(self._in_vain(scope, first, last) for scope in scopes) and not left.content:
                remainder.append(Remainder(text=self.normal.wording(first, last).strip(), negated=left.negated))
        idle.extend(Idle(words=example, reason="is an example") for example in self.examples)
        ordered = tuple(
            requirement for _, requirement in jointly(described(sorted(requirements, key=lambda each: each[0])), scopes)
        )
        return Compiled(
            requirements=ordered, remainder=tuple(remainder), vague=tuple(vague), idle=tuple(dict.fromkeys(idle))
        )

    def _in_vain(self, scope: Scope, first: int, last: int) -> bool:
        """Whether a scope in this part of the text has nothing to say what of: "each finding has content"."""
        introduces = (
            self.normal.lexemes[scope.first].norm != "per"
            and scope.last >= len(self.normal.lexemes)
            and scope.each is not None
        )
        return (
            first <= scope.first < last and not introduces and not any(scope.reaches(span.first) for span in self.spans)
        )


def _requirement(measure: Measure, match: Match, params: dict[str, Any]) -> Requirement:
    """A match as a requirement; a measure may have read of which part it speaks, or which of several it is (`said`)."""
    within = params.get("within")
    kept = {key: value for key, value in params.items() if key not in {"within", "said"}}
    return Requirement(
        measure=measure.name,
        text=params.get("said", match.text),
        params=kept,
        negated=match.phrase.negated,
        within=within,
        certain=within is not None,
    )


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


class _Left:
    """What no requirement has taken of the lexemes `first` to `last`."""

    def __init__(self, sentence: Sentence, first: int, last: int) -> None:
        self.content: list[str] = []
        self.vague: list[str] = []
        self.idle: list[Idle] = []
        self.negated = False
        self._unsafe: list[tuple[int, int]] = []
        self._kinds: list[str] = []
        self._content_at: set[int] = set()
        self._lexemes = sentence.normal.lexemes
        self._part = first  # where the part of the sentence begins that speaks of each
        for index in range(first, last):
            if not sentence.covered[index] and not self._turns(sentence, index, first, last):
                self._word(sentence, index, first, last)
        if self.content:
            self.content.extend(self._kinds)
        else:
            self.idle.extend(Idle(words=word, reason="names a kind of text") for word in self._kinds)

    def _turns(self, sentence: Sentence, index: int, first: int, last: int) -> bool:
        """Whether a word turns the meaning of what stands around it, so that it is unsafe to measure."""
        lexemes = sentence.normal.lexemes
        word = lexemes[index].norm
        if word == "or":
            self._alternative(sentence, index, first, last)
        elif word in lexicon.NEGATIONS:
            self._negation(sentence, index, first, last)
        elif word in lexicon.GUARDS or _picks(lexemes, index, first):
            self.content.append(word)
            apart = word in _EACH and index > first and lexemes[index - 1].norm in _PART_ENDS
            self._part = index if apart else self._part
            self._unsafe.append((index if apart else first, last))
        else:
            return False
        return True

    def _word(self, sentence: Sentence, index: int, first: int, last: int) -> None:
        """A word that turns nothing: idle, vague, a kind of text, or a commitment."""
        lexeme = sentence.normal.lexemes[index]
        word = lexeme.norm
        if word in sentence.own or (lexeme.literals and lexeme.literals[0].casefold() in sentence.own):
            self.idle.append(Idle(words=word, reason="repeats the output's name"))
        elif word in lexicon.VAGUE:
            self.vague.append(word)
        elif (reason := lexicon.idle_reason(word)) is not None:
            self.idle.append(Idle(words=word, reason=reason))
        elif word in lexicon.KINDS:
            self._kinds.append(word)
        else:
            self.content.append(word)
            self._content_at.add(index)
            self._place(sentence, index, first, last)

    def _alternative(self, sentence: Sentence, index: int, first: int, last: int) -> None:
        """`or` beside a requirement, with something on its other side that nobody has understood."""
        at = bisect(sentence.meant, index)
        around = sentence.meant[max(0, at - 1) : at + 1]
        beside = [at for at in around if first <= at < last and sentence.covered[at]]
        if beside:
            self.content.append("or")
        self._unsafe.extend((at, at + 1) for at in beside)

    def _negation(self, sentence: Sentence, index: int, first: int, last: int) -> None:
        """A negation reaches to the end of its part of the sentence; "not required" reaches back as well."""
        self.content.append(sentence.normal.lexemes[index].norm)
        self.negated = True
        lexemes = sentence.normal.lexemes
        if any(lexemes[at].norm in _WHOLE_NEGATIONS for at in range(index + 1, min(index + 4, last))):
            self._unsafe.append((first, last))
        elif not self._unsafe or not self._unsafe[-1][0] <= index < self._unsafe[-1][1]:  # else it reaches as far
            reach = (at for at in range(index + 1, last) if lexemes[at].norm in _PART_ENDS)
            self._unsafe.append((index, next(reach, last)))

    def _place(self, sentence: Sentence, index: int, first: int, last: int) -> None:
        """`in the appendix`: a place that nobody has explained narrows everything in the sentence."""
        before = [lexeme.norm for lexeme in sentence.normal.lexemes[max(first, index - 3) : index]]
        if any(norm in _PLACES for norm in before):
            self._unsafe.append((max(first, self._part), last))

    def safe(self, span: Span) -> bool:
        """Whether nothing that is left changes what the requirement means, or what it is said of."""
        return not self._of_unknown(span) and not any(
            first < span.last and span.first < last for first, last in self._unsafe
        )

    def _of_unknown(self, span: Span) -> bool:
        """`the first item's `name` is short`: said of something that nobody has understood."""
        at = span.first
        said = self._lexemes[at].norm in _SAYING
        while at > 0 and self._lexemes[at - 1].norm in _LEADING_TO:
            at -= 1
            said = said or self._lexemes[at].norm in _SAYING
        reach = range(at - 1, max(at - _LONGEST_NOUN, 0) - 1, -1)
        noun = takewhile(lambda index: self._lexemes[index].norm not in _NOUN_ENDS, reach)
        return said and any(index in self._content_at for index in noun)
