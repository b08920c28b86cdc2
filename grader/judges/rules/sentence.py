"""One text of a clause, taken apart word by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from grader.judges.base import Remainder
from grader.judges.rules import lexicon
from grader.judges.rules.attributes import Unclear, described_field
from grader.judges.rules.counted import absent_nouns, counted_nouns, is_counted
from grader.judges.rules.examples import example_ranges
from grader.judges.rules.left import Left, is_described
from grader.judges.rules.lexemes import ALTERNATIVE, SENTENCE_ENDS, Normal, normalize
from grader.judges.rules.measure import Measure
from grader.judges.rules.name_lists import KIND_WORDS
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
# "the Risks section of `body`": a part of a part, which no requirement speaks of.
_IN_A_FIELD = Phrase("the ({noun}|{text}) (section|subsection|heading) (of|in|within|under|inside) the? ({code}|body)")
_HEDGES = tuple(Phrase(hedge) for hedge in lexicon.HEDGES)
_PERMISSIONS = tuple(Phrase(permission) for permission in (*lexicon.PERMISSIONS, *lexicon.FILLERS))
_MOST = 100  # promises in a text, or scopes: nobody wrote one of more to be measured, and the time stays linear
_CHOOSING = words("or / | of is as")
_OF_TEXT = words("order case form affix template characters words unique")
_ACTIVE = words(
    "contain contains start starts begin begins end ends mention mentions has have include includes cite cites "
    "name names link links state states"
)


_BOUNDS = frozenset(
    tuple(each.split())
    for each in ("at most", "at least", "or more", "or fewer", "or less", "maximum", "minimum", "tops")
)


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
        if not self.normal.lexemes or any(_IN_A_FIELD.find(self.normal)):
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
        for counted in [*counted_nouns(self.normal, self.covered, self.own), *absent_nouns(self.normal, self.covered)]:
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
                if not _is_choice(match):
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
                    (match.first - match.last, match.first, order, measure, match)
                    for match in phrase.find(self.normal)
                    if not _bounded_behind(match)
                )
        for _, _, _, measure, match in sorted(found, key=lambda each: each[:3]):
            if any(self.covered[match.first : match.last]):
                continue
            if any(first <= match.first and match.last <= last for first, last in examples):
                continue
            if (
                _is_subject(match)
                or _is_of_keys(match, measure)
                or (measure.of_kind and (is_counted(self.normal, match.first) or is_listed_name(match)))
            ):
                continue
            for params in _read(measure, match):
                self._add(match.first, match.last, _requirement(measure, match, params))

    def _join_alternatives(self) -> None:
        """Requirements with nothing but `or` between them are one: either will do."""
        spans = sorted(self.spans, key=lambda span: span.first)
        joined: list[Span] = []
        for span in spans:
            before = joined[-1] if joined else None
            between = {lexeme.norm for lexeme in self.normal.lexemes[before.last : span.first]} if before else set()
            apart = "or" not in between or not between <= ALTERNATIVE | KIND_WORDS.keys()
            if before is None or apart or is_described(self.normal, span.last):
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
            if lexeme.norm in SENTENCE_ENDS and not self.covered[index]:
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
            left = Left(self.normal, self.covered, self.own, first, last)
            spans = [span for span in self.spans if first <= span.first < last]
            safe = [
                span
                for span in spans
                if left.safe(span.first, span.last) and not (left.content and counts_out(span.first, scopes))
            ]
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


def _read(measure: Measure, match: Match) -> list[dict[str, Any]]:
    """What a measure reads from a match, within the field that the match describes, if it describes one."""
    params = measure.params(match)
    found = [each for each in (params if isinstance(params, list) else [params]) if each is not None]
    try:
        field = described_field(match) if measure.attributive and found else None
    except Unclear:  # its words are left to judgement
        return []
    return found if field is None else [{**each, "within": each.get("within", field)} for each in found]


def _is_choice(match: Match) -> bool:
    """Whether a word stands among values: "one of required, optional or recommended"."""
    lexemes = match.normal.lexemes
    around = [lexemes[at].norm for at in (match.first - 1, match.last) if 0 <= at < len(lexemes)]
    return match.last - match.first == 1 and not _CHOOSING.isdisjoint(around)


def _is_of_keys(match: Match, measure: Measure) -> bool:
    """Whether a text is promised of keys ("keys are sorted"): measures look at what stands under them."""
    at = match.first - 1
    while at > 0 and match.normal.lexemes[at].norm in {"is", "are", "be", "must", "should", "in"}:
        at -= 1
    return at >= 0 and match.normal.lexemes[at].norm in {"key", "keys"} and measure.name in _OF_TEXT


def _is_subject(match: Match) -> bool:
    """Whether a quantity and its noun are what something is said of: "at least one bullet contains `amber`"."""
    lexemes = match.normal.lexemes
    counts = lexemes[match.first].quantity is not None and match.last < len(lexemes)
    return counts and lexemes[match.last].norm in _ACTIVE


def _bounded_behind(match: Match) -> bool:
    """Whether a bound that the measure hasn't read stands behind its number: "two stars [at most]"."""
    first = [lexemes[0].quantity for lexemes in match.slots.values() if lexemes]
    if not any(quantity is not None and quantity.exact for quantity in first):
        return False
    behind = tuple(lexeme.norm for lexeme in match.normal.lexemes[match.last : match.last + 2])
    return behind in _BOUNDS or behind[:1] in _BOUNDS


def _requirement(measure: Measure, match: Match, params: dict[str, Any]) -> Requirement:
    """A match as a requirement; a measure may have read of which part it speaks, or which of several it is (`said`)."""
    within = params.get("within")
    guess = set() if within is None else {"of"}  # what a text measure reads where nothing says what is meant
    kept = {key: value for key, value in params.items() if key not in {"within", "said"} | guess}
    return Requirement(
        measure=measure.name,
        text=params.get("said", match.text),
        params=kept,
        negated=match.phrase.negated,
        within=within,
        certain=within is not None,
    )
