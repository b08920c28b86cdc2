"""Which text a promise about a text speaks of: "a title of at most ten words" says nothing of the whole output."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable
from itertools import takewhile
from pathlib import PurePosixPath
from typing import Any, ClassVar

from grader.judges.rules import lexicon
from grader.judges.rules.finding import Finding, decided, unknown
from grader.judges.rules.lexicon import HAVING
from grader.judges.rules.measure import Facts, Measure, read_slots
from grader.judges.rules.measures.fields import find_field
from grader.judges.rules.measures.languages import CODES
from grader.judges.rules.measures.text import ordinal, sentence_spans
from grader.judges.rules.names import same_noun
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.trims import as_seen, trimmed
from grader.judges.rules.views import View
from grader.judges.rules.wordlists import words
from grader.model import Outcome

# Words that may stand between a noun and what is said of it.
_LINKS = words(
    "has have having is are be being must should shall will may can needs need to of with at as contain contains "
    "containing include includes a an the its ( : - written stay stays remain remains kept keep consist consists "
    "made up long set all also forget don't remember never not no always both use uses that which spans span runs run "
    "comprises comprise holds"
)
# Words that ask for the whole text, whatever stands before them.
_WHOLE = words(
    "respond responds reply replies answer write writing compose speak talk phrase draft produce keep "
    "everything all it this here in within using under stick work create generate return deliver make wrap put be text "
    "yourself themselves please and or but then , ; . ! ? — – only your you me us let one always just try again aim "
    "start begin end finish"
)
# What an output as a whole may be called by a clause that doesn't say so.
_TEXTS = words(
    "essay poem story email e-mail letter speech song haiku limerick tale blog blurb tweet caption review "
    "lyrics script dialogue conversation statement rap ode sonnet verse resume narrative advert ad pitch release "
    "announcement bio biography itinerary resignation template"
)
_EACH = words("each every per any")
_REACH = 8  # words to look back


def _spoken(match: Match) -> tuple[str | None, bool]:
    """The part that is spoken of, and whether it is said to be in something: "each item has a title of ten words"."""
    lexemes = match.normal.lexemes
    at = match.first - 1
    floor = max(0, match.first - _REACH)
    while at >= floor and lexemes[at].norm in _LINKS:
        at -= 1
    if at >= floor and lexemes[at].quantity is not None:
        return match.normal.wording(at, at + 1), False  # "the fourth one begins with": a part that a number names
    if at < floor or lexemes[at].slot:
        return None, False
    at = _head(match, at, floor)
    noun = lexemes[at].norm
    had = _is_had(match, at)
    if not noun[0].isalpha() or noun in _WHOLE or noun in _TEXTS or noun in CODES:
        return None, False
    if _is_output(noun) and not (had and noun in _SECTIONS):
        return None, False
    if any(lexeme.norm in _EACH for lexeme in lexemes[max(0, at - 3) : at]) and not had:
        return None, False
    return f"{lexemes[at - 1].norm} {noun}" if at > 0 and lexemes[at - 1].norm in _ORDINALS else noun, had


def _is_had(match: Match, at: int) -> bool:
    """Whether the noun at `at` is what something has: "has a title", "with a short title"."""
    before = [lexeme.norm for lexeme in match.normal.lexemes[max(0, at - 3) : at]]
    article = next((back for back in range(len(before) - 1, -1, -1) if before[back] in _ARTICLES), -1)
    return article > 0 and before[article - 1] in HAVING and match.normal.lexemes[at].norm not in _MEASURED


def _head(match: Match, at: int, floor: int) -> int:
    """From the noun at `at` to the one that it belongs to: of "the first paragraph of the brief", the paragraph."""
    lexemes = match.normal.lexemes
    before = at - 1
    while before > floor and lexemes[before].norm in _ARTICLES:
        before -= 1
    if before <= floor or lexemes[before].norm != "of":
        return at
    head = lexemes[before - 1]
    return before - 1 if head.norm[0].isalpha() and head.norm not in _WHOLES else at


_ARTICLES = words("a an the its your this each every")
_SECTIONS = words(
    "summary overview analysis review description explanation discussion note notes brief plan proposal recommendation "
    "recommendations assessment evaluation article post message"
)
# What has these is still measured itself: "has a total of ten words", "contains a sentence of ten words".
_MEASURED = words(
    "total length maximum minimum limit count number sum average sentence sentences paragraph paragraphs line lines "
    "word words text string body value range"
)
# Nouns that don't name a part: "the length of the summary".
_WHOLES = words(
    "length number count size total rest whole entirety all body text content beginning end start use most part"
)


_PIECES = words("sentence sentences paragraph paragraphs line lines bullet bullets")
_ORDINALS = words("first second third fourth fifth last final opening closing next other 1st 2nd 3rd 4th 5th")


def runs_on(match: Match) -> bool:
    """Whether a noun goes on behind the match, so that it spoke of something else: "in German supermarkets"."""
    if match.last >= len(match.normal.lexemes):
        return False
    if match.normal.lexemes[match.last].quantity is not None:
        return True
    if match.normal.lexemes[match.last].norm in {":", "="} and match.normal.lexemes[match.last - 1].literals:
        return match.last + 1 < len(match.normal.lexemes)  # `has "passed": true` names a key
    norm = match.normal.lexemes[match.last].norm
    return (
        norm[0].isalpha()
        and norm not in _TAILS
        and norm not in lexicon.GUARDS
        and norm not in lexicon.NEGATIONS
        and lexicon.idle_reason(norm) is None
    )


def leads(match: Match) -> bool:
    """Whether a match says what the output is, as "two sentences about risk" does behind an output's name."""
    lexemes = match.normal.lexemes
    counted = next((at for at in range(match.first, match.last) if lexemes[at].quantity is not None), match.first)
    before = lexemes[:counted]
    return all(lexeme.norm in lexicon.KINDS or lexeme.norm in _LEADING for lexeme in before)


def qualified(match: Match) -> bool:
    """Whether what was counted is narrowed behind it: "two sentences about risk" are not all there may be."""
    after = [lexeme.norm for lexeme in match.normal.lexemes[match.last : match.last + 2]]
    return bool(after) and after[0] in _QUALIFIERS and not (after[1:] and after[1] in {"each", "every", "length"})


def beside_parts(match: Match) -> bool:
    """Whether other parts of the text stand beside what is counted: "a headline, two paragraphs and a closing line"."""
    lexemes = match.normal.lexemes
    behind = [lexeme.norm for lexeme in lexemes[match.last : match.last + _NEAR]]
    before = [lexeme.norm for lexeme in lexemes[max(0, match.first - _NEAR) : match.first]][::-1]
    return any(
        beside and beside[0] in _JOINING and any(norm in _TEXT_PARTS for norm in beside[1:])
        for beside in (list(takewhile(lambda norm: norm not in lexicon.GUARDS | {"."}, behind)), before)
    )


_NEAR = 5  # lexemes: ", and a short closing line"
_JOINING = words(", and plus & + then followed with")
_TEXT_PARTS = words(
    "line headline title heading intro introduction opening closing conclusion ending signature sign-off greeting "
    "salutation quote postscript hook lead outro abstract byline tagline caption footer header"
)
_LEADING = words("a an the of in short brief concise plain clear")
_QUALIFIERS = words(
    "about on of for describing explaining covering regarding from that which with concerning summarizing summarising "
    "stating outlining discussing per introducing devoted dedicated detailing"
)
_TAILS = words("throughout please verbatim only exactly literally once twice left remaining altogether when because so")


def _is_output(noun: str) -> bool:
    return noun in lexicon.KINDS or noun in lexicon.VAGUE or lexicon.idle_reason(noun) is not None


DENIAL = (
    "({must}? (not|never)|do not|does not|don't|doesn't|must not|should not|may not|mustn't|shouldn't|cannot|can't|"
    "without|avoid|avoids|no|is not|are not|isn't|aren't|never|refrain from|not to) (be)?"
)


def with_denials(*phrases: Phrase) -> tuple[Phrase, ...]:
    """The phrases, and each with a negation before it: what is then promised is that it isn't so."""
    denied = (
        Phrase(f"{DENIAL} {each.pattern}", {**each.fixed, "absent": True}, negated=True, of_value=each.of_value)
        for each in phrases
        if not each.negated and not each.pattern.startswith("{start}")
    )
    return (*phrases, *denied)


def _place(view: View, part: str) -> View | None:
    """The part that its place names: "first paragraph", "last sentence", "second line"."""
    rank, _, noun = part.partition(" ")
    number = ordinal(rank)
    spans = _SPANS[noun](view) if number and noun in _SPANS else []
    index = (number or 0) - 1 if (number or 0) > 0 else len(spans) - 1
    if not 0 <= index < len(spans):
        return None
    start, end = spans[index]
    return View(view.document, view.start + start, view.start + end, label=part)


def _paragraphs(view: View) -> list[tuple[int, int]]:
    return [(block.start, block.end) for block in view.blocks if block.kind is BlockKind.PARAGRAPH]


def _lines(view: View) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"[^\n]*\S[^\n]*", view.text)]


_SPANS: dict[str, Callable[[View], list[tuple[int, int]]]] = {
    "paragraph": _paragraphs,
    "sentence": lambda view: sentence_spans(view.text),
    "line": _lines,
}


class TextMeasure(Measure):
    """A measure of a text as a whole; where the clause speaks of a part of the output, of that part."""

    attributive = True
    contained: ClassVar[bool] = False  # whether the text holds what any of its pieces does: "a line with the phrase"

    def params(self, match: Match) -> dict[str, Any] | list[dict[str, Any]] | None:
        """What the match says and, under `of`, the part that it is said of."""
        read = self.read(match)
        part, had = _spoken(match) if read is not None else (None, False)
        if self.contained and part in _PIECES:
            part = None
        if read is None:
            return None
        denied = {"absent": True} if match.phrase.fixed.get("absent") else {}
        said = {} if part is None else {"of": part, "had": True} if had else {"of": part}
        return {**read, **denied, **said}

    def read(self, match: Match) -> dict[str, Any] | None:
        """What the match itself says; None if it says nothing of the kind."""
        return {**read_slots(match), **match.phrase.fixed}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        """Measures the part that is meant; unknown where no such part can be found."""
        part = requirement.params.get("of")
        if part is not None and not self._is_whole(part, requirement.params.get("own"), view):
            found = _place(view, part) or find_field(view, part)
            if not isinstance(found, View):
                return unknown(f"no part is called “{part}”")
            view = found
        finding = self.measure(requirement, view.as_read, facts)
        for other in (trimmed(view), as_seen(view) if self.reads(requirement) else None):
            if other is not None and self.measure(requirement, other, facts).outcome is not finding.outcome:
                return unknown(f"{finding.text}, but not all of it is what a reader sees", finding.quotes)
        if not requirement.params.get("absent") or finding.outcome is Outcome.UNKNOWN:
            return finding
        return decided(finding.outcome is Outcome.NOT_MET, f"{finding.text} to be absent", finding.quotes)

    def reads(self, requirement: Requirement) -> bool:
        """Whether it speaks of what a reader sees, so that the targets of links and other marks may not count."""
        return False

    @abstractmethod
    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        """Measures the text that is meant."""

    @staticmethod
    def _is_whole(part: str, own: str | None, view: View) -> bool:
        stem = PurePosixPath(view.document.path).stem
        return any(name is not None and same_noun(name, part) for name in (own, stem))
