"""Several findings as one: over all items, over so many of them, over every or any of several things."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grader.judges.rules.finding import Finding, unknown
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.views import View
from grader.model import Outcome

_SHOWN = 3


def each_of(items: Sequence[View], measure: Callable[[View], Finding], what: str) -> Finding:
    """Met if every item meets it; one bad item fails it."""
    bad: list[tuple[View, Finding]] = []
    good: list[Finding] = []
    open_: Finding | None = None
    for item in items:
        finding = measure(item)
        if finding.outcome is Outcome.NOT_MET:
            bad.append((item, finding))
        elif finding.outcome is Outcome.MET:
            good.append(finding)
        else:
            open_ = open_ or finding
    if bad:
        shown = "; ".join(f"{item.label}: {finding.text}" for item, finding in bad[:_SHOWN])
        quotes = [quote for item, finding in bad[:_SHOWN] for quote in (finding.quotes or (item.quote(),))]
        return Finding(Outcome.NOT_MET, f"{len(bad)} of {len(items)} {what} fail: {shown}", tuple(quotes[:_SHOWN]))
    if open_ is not None:
        return unknown(open_.text)
    quotes = [quote for finding in good[:_SHOWN] for quote in finding.quotes]
    return Finding(Outcome.MET, f"holds for all {len(items)} {what}", tuple(quotes[:_SHOWN]))


def so_many_of(items: Sequence[View], measure: Callable[[View], Finding], many: Quantity, what: str) -> Finding:
    """Met if the number of items that meet it is the promised one."""
    findings = [(item, measure(item)) for item in items]
    hits = [(item, finding) for item, finding in findings if finding.outcome is Outcome.MET]
    least = len(hits)
    most = least + sum(finding.outcome is Outcome.UNKNOWN for _, finding in findings)
    shown = "; ".join(f"{item.label}: {finding.text}" for item, finding in hits[:_SHOWN])
    text = f"{least} of {len(items)} {what} do; {many.text} promised" + (f" ({shown})" if shown else "")
    quotes = tuple(quote for item, finding in hits[:_SHOWN] for quote in (finding.quotes or (item.quote(),)))[:_SHOWN]
    outcomes = {many.holds(number) for number in (least, most)}
    if len(outcomes) == 1 and (least == most or outcomes != {Outcome.NOT_MET} or _beyond(many, least, most)):
        return Finding(outcomes.pop(), text, quotes)
    return unknown(next(finding.text for _, finding in findings if finding.outcome is Outcome.UNKNOWN))


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
