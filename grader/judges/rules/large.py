"""Measures a document that is too large to be held: in one pass over its elements or stretches, for all requirements.

The same measures as everywhere else decide, each on a piece; here it is only put together what the pieces say. What
can't be put together so is unknown, never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.document import Document, DocumentTooLarge
from grader.judges.rules.finding import SHOWN, Finding, decided, met, not_met, unknown
from grader.judges.rules.item_nouns import read_noun
from grader.judges.rules.measure import Facts, Over, quantity_of
from grader.judges.rules.measures import MEASURES
from grader.judges.rules.measures.length import Length
from grader.judges.rules.names import same_noun
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.stream import Element, elements, kind_of, lines_of, stretches
from grader.judges.rules.views import View
from grader.model import Outcome, Quote

_TOO_LARGE = "the output is too large for this measurement"
_ADDING = frozenset({"words", "lines", "paragraphs"})
_KINDS = {"array": "[", "object": "{"}


def check_large(
    requirements: Sequence[Requirement], document: Document, facts: Facts, own: str | None
) -> list[Finding]:
    """One finding per requirement, from a single pass over the document."""
    lines = document.path.lower().endswith((".jsonl", ".ndjson"))
    if lines or kind_of(document).is_json:
        return _Json(requirements, document, facts, own, lines=lines).run()
    return _Text(requirements, document, facts).run()


@dataclass
class _Tally:
    """What the elements said of one requirement that holds for each of them."""

    bad: int = 0
    open: str | None = None
    told: list[str] = field(default_factory=list)
    quotes: list[Quote] = field(default_factory=list)

    def add(self, finding: Finding, number: int) -> None:
        if finding.outcome is Outcome.NOT_MET:
            if not self.bad:
                self.quotes.clear()
            self.bad += 1
            if len(self.told) < SHOWN:
                self.told.append(f"item {number}: {finding.text}")
        elif finding.outcome is Outcome.UNKNOWN:
            self.open = self.open or finding.text
        if len(self.quotes) < SHOWN and (finding.outcome is Outcome.NOT_MET or not self.bad):
            self.quotes.extend(finding.quotes[:1])

    def finding(self, number: int) -> Finding:
        if self.bad:
            return not_met(f"{self.bad} of {number} entries fail: {'; '.join(self.told)}", self.quotes)
        if self.open is not None:
            return unknown(self.open)
        if number == 0:
            return unknown("no items to check")
        return met(f"holds for all {number} entries", self.quotes)


class _Json:
    """A pass over a large JSON array or object, or over JSON Lines."""

    def __init__(
        self, requirements: Sequence[Requirement], document: Document, facts: Facts, own: str | None, *, lines: bool
    ) -> None:
        self.requirements = requirements
        self.document = document
        self.facts = facts
        self.own = own
        self.lines = lines
        self.opening = "[" if lines else kind_of(document).opening
        self.number = 0
        self.first: Quote | None = None
        self.wrong: str | None = None  # why it is no JSON, or why that can't be told
        self.held = True  # whether all of it could be held element by element
        self.tallies = {
            index: _Tally() for index, each in enumerate(requirements) if self.opening == "[" and self._is_each(each)
        }

    def run(self) -> list[Finding]:
        singles = {
            index: self.requirements[index].model_copy(update={"each": None, "source": None}) for index in self.tallies
        }
        try:
            for element in lines_of(self.document) if self.lines else elements(self.document):
                self.number += 1
                if self.first is None:
                    self.first = _view(self.document, element).quote()
                for index, tally in self.tallies.items():
                    if self.number <= SHOWN or not _has(element.value, singles[index]):
                        tally.add(self._single(singles[index], _view(self.document, element)), self.number)
        except DocumentTooLarge:
            self.held = False
        except (ValueError, RecursionError) as error:
            self.wrong = f"the output isn't valid JSON: {error}"
        return [self._finding(index, each) for index, each in enumerate(self.requirements)]

    def _is_each(self, requirement: Requirement) -> bool:
        """Whether a requirement is said of each element of the array, and of nothing narrower."""
        noun = requirement.each
        if noun is None or requirement.source is not None or requirement.many is not None or requirement.within:
            return False
        return self._is_element(noun)

    def _is_element(self, noun: str) -> bool:
        return not noun or read_noun(noun).generic or (self.own is not None and same_noun(noun, self.own))

    def _single(self, requirement: Requirement, view: View) -> Finding:
        from grader.judges.rules.engine import check  # noqa: PLC0415 - the engine hands large documents over to here

        return check(requirement, (view,), self.facts, None)

    def _finding(self, index: int, requirement: Requirement) -> Finding:
        if not self.held:
            return unknown(_TOO_LARGE)
        shown = (self.first,) if self.first is not None else ()
        if requirement.measure in {"json", "json-lines", "type"}:
            return self._format(requirement, shown)
        if self.wrong is not None:
            return unknown(self.wrong)
        if index in self.tallies:
            return self.tallies[index].finding(self.number)
        if requirement.measure == "items" and self.opening == "[" and self._is_element(requirement.params["noun"]):
            quantity = quantity_of(requirement)
            text = f"{self.number} entries of the array; {quantity.text} {requirement.params['noun']} promised"
            if requirement.narrowed and not quantity.too_few(self.number):
                return unknown(f"{text}, and not all of them need be meant", shown)
            return Finding(quantity.holds(self.number), text, shown)
        return unknown(_TOO_LARGE)

    def _format(self, requirement: Requirement, shown: Sequence[Quote]) -> Finding:
        kind = requirement.params.get("kind")
        kinds: set[str] = {kind} if kind else set(requirement.params.get("types", ()))
        if requirement.each is not None or requirement.within or not kinds <= set(_KINDS):
            return unknown(_TOO_LARGE)
        if self.wrong is not None:
            return not_met(self.wrong)
        if requirement.measure == "json-lines":
            return decided(self.lines, f"{self.number} lines of JSON", shown)
        if self.lines:
            return not_met("JSON Lines is many JSON values, not one", shown)
        fits = not kinds or self.opening in {_KINDS[kind] for kind in kinds}
        return decided(fits, f"valid JSON with {self.number} entries", shown)


def _has(value: object, requirement: Requirement) -> bool:
    """Whether an entry plainly has the field that is promised; everything else is for the measure to say."""
    if requirement.measure != "field" or requirement.inner or requirement.negated or not isinstance(value, dict):
        return False
    found = value.get(requirement.params.get("name"))
    return (isinstance(found, str) and bool(found.strip())) or isinstance(found, (int, float))


def _view(document: Document, element: Element) -> View:
    piece = Document.of_piece(document.path, element.text, element.before, origin=document.origin)
    view = View(piece)
    view.__dict__["value"] = element.value  # already parsed; the view would parse its text once more
    return view


class _Text:
    """A pass over a large text, stretch by stretch."""

    def __init__(self, requirements: Sequence[Requirement], document: Document, facts: Facts) -> None:
        self.requirements = requirements
        self.document = document
        self.facts = facts
        plain = [index for index, each in enumerate(requirements) if each.each is None and not each.within]
        self.counts = {index: 0 for index in plain if self._adds_up(requirements[index])}
        present = [index for index in plain if self._is_presence(requirements[index])]
        self.found: dict[int, Finding | None] = dict.fromkeys(present)
        self.first: Quote | None = None

    def run(self) -> list[Finding]:
        for piece in stretches(self.document):
            view = View(piece)
            if self.first is None:
                self.first = view.quote()
            for index in self.counts:
                self.counts[index] += _length(self.requirements[index]).count(view, self.requirements[index])
            for index, before in self.found.items():
                if before is None or before.outcome is Outcome.NOT_MET:
                    self.found[index] = self._check(self.requirements[index], view, before)
        return [self._finding(index, each) for index, each in enumerate(self.requirements)]

    @staticmethod
    def _adds_up(requirement: Requirement) -> bool:
        """Whether the text's length is the sum of its stretches'."""
        return requirement.measure in _ADDING and requirement.params.get("of") is None

    @staticmethod
    def _is_presence(requirement: Requirement) -> bool:
        """Whether one occurrence anywhere is enough: a phrase, or a single keyword."""
        words = requirement.params.get("texts", ("",))
        single = requirement.measure == "phrase" or (requirement.measure == "keywords" and len(words) == 1)
        return single and MEASURES[requirement.measure].over is Over.ANY and requirement.params.get("of") is None

    def _check(self, requirement: Requirement, view: View, before: Finding | None) -> Finding:
        finding = MEASURES[requirement.measure].check(requirement, view, self.facts)
        return finding if before is None or finding.outcome is not Outcome.NOT_MET else before

    def _finding(self, index: int, requirement: Requirement) -> Finding:
        if index in self.counts:
            return _length(requirement).judge(requirement, self.counts[index], self.first)
        return self.found.get(index) or unknown(_TOO_LARGE)


def _length(requirement: Requirement) -> Length:
    measure = MEASURES[requirement.measure]
    if not isinstance(measure, Length):
        message = f"{requirement.measure} has no length"
        raise TypeError(message)
    return measure
