"""What the run's log shows: which contracts ran, finished, failed, and in which order."""

from __future__ import annotations

from typing import Any

from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.measure import Facts, Measure, Over
from grader.judges.rules.names import same_name
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.model import LogEvent, LogEventKind, Origin, Place, Quote

_SHOWS = "((the|this)? (run's|run 's|run)? log (shows|says|records|has|confirms|states)? (that|a|an)?)?"
_IN_LOG = "(in|within|according to|by) the (run's|run 's|run)? (log|vm.log.md)"
_RAN = {LogEventKind.FINISHED, LogEventKind.FAILED}


class Ran(Measure):
    """A contract ran or finished, as the log's markers say."""

    name = "ran"
    over = Over.ALL
    phrases = (
        Phrase(
            f"{_SHOWS} (the|contract)? {{name}} (contract)? (finished|completed|succeeded|ran to the "
            f"end) (successfully|without errors|without an error)?",
            {"finished": True},
        ),
        Phrase(
            f"{_SHOWS} (the|contract)? {{name}} (contract)? (ran|has run|was run|was executed|"
            f"executed|was invoked|was called)"
        ),
        Phrase("{name} finish marker", {"finished": True}),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        return {"contract": match.words("name"), "finished": False, **match.phrase.fixed}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        name, finished = requirement.params["contract"], requirement.params["finished"]
        events = [event for event in facts.log if event.contract and _same_contract(event.contract, name)]
        if not events:
            return unknown(f"the log has no marker of {name}")
        last = events[-1]
        kinds = {LogEventKind.FINISHED} if finished else _RAN
        return decided(last.kind in kinds, f"the log's last word on {name}: {last.kind.value}", _quotes([last], facts))


class NoFailure(Measure):
    """No contract failed, as the log's markers say."""

    name = "no-failure"
    over = Over.ALL
    phrases = (
        Phrase(
            f"(no|none of the) (contract|contracts|node|nodes|service|services|step|steps) (is|are|"
            f"was|were)? (marked)? (as)? (failed|failing|fails|fail) ({{open}} ✗ {{close}})? "
            f"({_IN_LOG})?",
            negated=True,
        ),
        Phrase(f"(no|without) (errors|error|failures|failure|failed contracts) {_IN_LOG}", negated=True),
        Phrase(
            "the (run's|run 's|run)? log (shows|has|records|contains|reports) (no|zero) (errors|"
            "error|failures|failure|failed contracts)",
            negated=True,
        ),
        Phrase(
            "(the run|every contract|all contracts) (ended|finished|completed) without (an|any)? "
            "(error|errors|failure|failures)",
            negated=True,
        ),
    )

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        last = {
            event.contract: event
            for event in facts.log
            if event.contract and event.kind in {*_RAN, LogEventKind.NOT_RUN}
        }
        failed = [event for event in last.values() if event.kind is LogEventKind.FAILED]
        failed += [event for event in facts.log[-1:] if event.kind is LogEventKind.RUN_FAILED]
        if failed:
            names = ", ".join(event.contract or "the run" for event in failed)
            return not_met(f"failed in the log: {names}", _quotes(failed, facts))
        if not last:
            return unknown("the log marks no contract")
        return met("no contract failed in the log", _quotes(list(last.values()), facts))


class RanBefore(Measure):
    """One contract finished before another did."""

    name = "ran-before"
    over = Over.ALL
    phrases = (
        Phrase(
            "(the)? {name} (contract)? (ran|runs|finished|finishes|completed|completes|was run) "
            "before (the)? {name} (contract)? (ran|started|starts|finished|did|does)?"
        ),
        Phrase(
            "(the)? {name} (contract)? (ran|runs|finished|finishes|completed|was run) (only)? after "
            "(the)? {name} (contract)? (ran|finished|had finished|completed|did)?",
            {"swapped": True},
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        names = [match.text_of(lexemes) for name, lexemes in match.all_slots if name == "name"]
        first, second = reversed(names) if match.phrase.fixed.get("swapped") else names
        return {"first": first, "second": second}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        first, second = (self._finish(requirement.params[key], facts) for key in ("first", "second"))
        if first is None or second is None:
            return unknown("the log doesn't show that both ran")
        return decided(
            first.line < second.line,
            f"{first.contract} in line {first.line}, {second.contract} in line {second.line}",
            _quotes([first, second], facts),
        )

    @staticmethod
    def _finish(name: str, facts: Facts) -> LogEvent | None:
        found = [e for e in facts.log if e.contract and _same_contract(e.contract, name) and e.kind in _RAN]
        return found[-1] if found else None


def _same_contract(left: str, right: str) -> bool:
    return same_name(left, right)


def _quotes(events: list[LogEvent], facts: Facts) -> list[Quote]:
    """The log's own lines."""
    document = facts.log_document
    if document is None or document.large:
        return []
    lines = document.text.split("\n")
    return [
        Quote(
            text=lines[event.line - 1].strip()[:300],
            place=Place(file=document.path, lines=(event.line, event.line)),
            origin=Origin.LOG,
        )
        for event in events
        if 0 < event.line <= len(lines) and lines[event.line - 1].strip()
    ]


MEASURES: tuple[Measure, ...] = (Ran(), NoFailure(), RanBefore())
