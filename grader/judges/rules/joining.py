"""Several findings as one: over all items, over so many of them, over every or any of several things."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from grader.judges.rules.finding import Finding, unknown
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.view_lists import Views
from grader.judges.rules.views import View
from grader.model import Outcome, Quote

_SHOWN = 3
Tester = Callable[[Any], bool | None]  # a quick test of a value: met, not met, or a question for the measure itself


class Tally:
    """What was found on item after item; only a few of them are kept."""

    def __init__(self) -> None:
        self.number = 0
        self._met = 0
        self._not_met = 0
        self._open: Finding | None = None
        self._good: list[tuple[str, Finding]] = []
        self._bad: list[tuple[str, Finding]] = []

    def wants(self, *, met: bool) -> bool:
        """Whether a finding of that kind would be shown, rather than only counted."""
        return len(self._good if met else self._bad) < _SHOWN

    def count(self, *, met: int, not_met: int) -> None:
        """Counts items that needn't be shown."""
        self.number += met + not_met
        self._met += met
        self._not_met += not_met

    def add(self, item: View, finding: Finding) -> None:
        """Counts an item, and keeps its finding if it is one of the first."""
        self.number += 1
        self._met += finding.outcome is Outcome.MET
        self._not_met += finding.outcome is Outcome.NOT_MET
        if finding.outcome is Outcome.UNKNOWN:
            self._open = self._open or finding
        elif self.wants(met=finding.outcome is Outcome.MET):
            finding = finding if finding.quotes else Finding(finding.outcome, finding.text, (item.quote(),))
            (self._good if finding.outcome is Outcome.MET else self._bad).append((item.label, finding))

    def each(self, what: str) -> Finding:
        """Met if every item meets it; one bad item fails it."""
        if self._bad:
            text = f"{self._not_met} of {self.number} {what} fail: {_shown(self._bad)}"
            return Finding(Outcome.NOT_MET, text, _quotes(self._bad))
        if self._open is not None:
            return unknown(self._open.text)
        if self.number == 0:
            return unknown("no items to check")
        return Finding(Outcome.MET, f"holds for all {self.number} {what}", _quotes(self._good))

    def so_many(self, many: Quantity, what: str) -> Finding:
        """Met if the number of items that meet it is the promised one."""
        least, most = self._met, self.number - self._not_met
        shown = f" ({_shown(self._good)})" if self._good else ""
        text = f"{least} of {self.number} {what} do; {many.text} promised{shown}"
        outcomes = {many.holds(number) for number in (least, most)}
        if len(outcomes) == 1 and (least == most or outcomes != {Outcome.NOT_MET} or _beyond(many, least, most)):
            return Finding(outcomes.pop(), text, _quotes(self._good))
        return unknown(self._open.text if self._open is not None else text)


def _shown(kept: Sequence[tuple[str, Finding]]) -> str:
    return "; ".join(f"{label}: {finding.text}" for label, finding in kept)


def _quotes(kept: Sequence[tuple[str, Finding]]) -> tuple[Quote, ...]:
    return tuple(quote for _, finding in kept for quote in finding.quotes)[:_SHOWN]


def tally(items: Iterable[View], measure: Callable[[View], Finding], quick: Tester | None = None) -> Tally:
    """Measures every item; `quick` tests values first, so that most of a long list costs no view."""
    found = Tally()
    if quick is None or not isinstance(items, Views):
        for item in items:
            found.add(item, measure(item))
        return found
    answers = list(map(quick, items.values))
    looked_at = sorted(
        [*_where(answers, met=True, most=_SHOWN), *_where(answers, met=False, most=_SHOWN), *_where(answers, met=None)]
    )
    for index in looked_at:
        item = items[index]
        found.add(item, measure(item))
    told = [answers[index] for index in looked_at]
    found.count(met=answers.count(True) - told.count(True), not_met=answers.count(False) - told.count(False))
    return found


def _where(answers: Sequence[bool | None], *, met: bool | None, most: int | None = None) -> list[int]:
    """The first places of an answer."""
    found: list[int] = []
    at = -1
    with suppress(ValueError):  # there are no more
        while most is None or len(found) < most:
            at = answers.index(met, at + 1)
            found.append(at)
    return found


def each_of(
    items: Iterable[View], measure: Callable[[View], Finding], what: str, quick: Tester | None = None
) -> Finding:
    """Met if every item meets it; one bad item fails it."""
    return tally(items, measure, quick).each(what)


def _beyond(many: Quantity, least: int, most: int) -> bool:
    """Whether every number between the two is out on the same side."""
    return many.too_many(least) or many.too_few(most)


def all_of(findings: Iterable[Finding]) -> Finding:
    """Met if all are, not met if one isn't, else unknown."""
    return _strongest(list(findings), (Outcome.NOT_MET, Outcome.UNKNOWN, Outcome.MET))


def any_of(findings: Iterable[Finding]) -> Finding:
    """Met if one is, not met if none is, else unknown."""
    return _strongest(list(findings), (Outcome.MET, Outcome.UNKNOWN, Outcome.NOT_MET))


def _strongest(findings: list[Finding], order: Sequence[Outcome]) -> Finding:
    for outcome in order:
        chosen = [finding for finding in findings if finding.outcome is outcome]
        if chosen:
            texts = "; ".join(dict.fromkeys(finding.text for finding in chosen))
            return Finding(outcome, texts, tuple(quote for finding in chosen for quote in finding.quotes)[:_SHOWN])
    return unknown("there is nothing to measure")


def one_test(tests: Sequence[Tester] | None) -> Tester:
    """One test for all: the first other answer than yes counts. None, if there is none for something, tells nothing."""
    if tests is None:
        return lambda _: None
    if len(tests) < 2:
        return tests[0] if tests else lambda _: True
    return lambda value: next((answer for test in tests if (answer := test(value)) is not True), True)
