"""Measures requirements on views: narrows to the scope, goes over the items, and puts the findings together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grader.document import DocumentTooLarge
from grader.judges.rules.finding import Finding, unknown
from grader.judges.rules.items import find_items
from grader.judges.rules.measure import Facts, Over
from grader.judges.rules.measures import MEASURES
from grader.judges.rules.measures.fields import find_field
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.model import Outcome

_SHOWN_BAD = 3


def check(requirement: Requirement, views: Sequence[View], facts: Facts, own: str | None) -> Finding:
    """Measures one requirement on the pieces of output that its clause speaks of."""
    try:
        finding = _over_views(requirement, views, facts, own)
    except DocumentTooLarge:
        return unknown("the output is too large for this measurement")
    except RecursionError:
        return unknown("the output is nested too deeply to be measured")
    if requirement.soft and finding.outcome is Outcome.NOT_MET:
        return Finding(Outcome.UNKNOWN, f"{finding.text}, but the clause leaves a way out", finding.quotes)
    return finding


def _over_views(requirement: Requirement, views: Sequence[View], facts: Facts, own: str | None) -> Finding:
    measure = MEASURES[requirement.measure]
    if len(views) == 1:
        return _scoped(requirement, views[0], facts, own)
    findings = [_scoped(requirement, view, facts, own) for view in views]
    if measure.over is Over.ANY and requirement.each is None:
        over = any_of if not requirement.negated else all_of
        return over(findings)
    if measure.over is Over.ALL:
        return all_of(findings)
    told = [finding for finding in findings if finding.outcome is not Outcome.UNKNOWN]
    if len(told) == 1 and (requirement.each is not None or measure.counts_items):
        return told[0]
    return unknown("several files could be meant") if findings else unknown("there is nothing to measure")


def _scoped(requirement: Requirement, view: View, facts: Facts, own: str | None) -> Finding:
    if requirement.within is not None:
        inner = find_field(view, requirement.within)
        if not isinstance(inner, View):
            return unknown(f"no part is called “{requirement.within}”")
        view = inner
    if requirement.each is not None:
        return _each(requirement, view, facts, own)
    return _measure(requirement, view, facts, own)


def _measure(requirement: Requirement, view: View, facts: Facts, own: str | None) -> Finding:
    if own is not None and "own" not in requirement.params:
        requirement = requirement.model_copy(update={"params": {**requirement.params, "own": own}})
    return MEASURES[requirement.measure].check(requirement, view, facts)


def _each(requirement: Requirement, view: View, facts: Facts, own: str | None) -> Finding:
    noun = requirement.each or ""
    items = find_items(view, noun, own)
    if isinstance(items, str):
        return unknown(f"the items can't be told: {items}")
    if noun and not items.named:
        return unknown(f"nothing says which items are {noun}")
    if not items.views:
        return unknown("no items to check")
    single = requirement.model_copy(update={"each": None})
    return each_of(items.views, lambda item: _measure(single, item, facts, own), items.what)


def each_of(items: Sequence[View], measure: Callable[[View], Finding], what: str) -> Finding:
    """Met if every item meets it; one bad item fails it."""
    findings = [(item, measure(item)) for item in items]
    bad = [(item, finding) for item, finding in findings if finding.outcome is Outcome.NOT_MET]
    if bad:
        shown = "; ".join(f"{item.label}: {finding.text}" for item, finding in bad[:_SHOWN_BAD])
        quotes = [quote for _, finding in bad for quote in finding.quotes]
        return Finding(Outcome.NOT_MET, f"{len(bad)} of {len(items)} {what} fail: {shown}", tuple(quotes[:_SHOWN_BAD]))
    open_ = [finding for _, finding in findings if finding.outcome is Outcome.UNKNOWN]
    if open_:
        return unknown(open_[0].text)
    quotes = [quote for _, finding in findings for quote in finding.quotes]
    return Finding(Outcome.MET, f"holds for all {len(items)} {what}", tuple(quotes[:_SHOWN_BAD]))


def check_inner(requirements: Sequence[Requirement], view: View, facts: Facts) -> Finding:
    """Several requirements on one value, as one."""
    return all_of(check(requirement, (view,), facts, None) for requirement in requirements)


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
            return Finding(outcome, texts, tuple(quote for finding in chosen for quote in finding.quotes)[:_SHOWN_BAD])
    return unknown("there is nothing to measure")
