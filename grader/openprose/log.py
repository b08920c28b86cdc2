"""`vm.log.md`: one marker a line where the log has markers, and nothing to say where it is prose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from grader.model import LogEvent, LogEventKind, Progress
from grader.openprose.names import fold

_STEP = re.compile(r"[ \t]{0,40}(?:[-*>][ \t]{1,8})?`?[0-9]{1,9}[A-Za-z]{0,4}(?:\.[0-9]{1,9})?[ \t]{0,8}(?:→|->)(.*)")
_END = re.compile(r"[ \t]{0,8}---[ \t]{0,4}(end|error|resume)\b[ \t]*(.*)", re.IGNORECASE)
_ENDS = {"end": LogEventKind.RUN_ENDED, "error": LogEventKind.RUN_FAILED, "resume": LogEventKind.RUN_RESUMED}
_MARKS = {
    "✓": LogEventKind.FINISHED,
    "✔": LogEventKind.FINISHED,
    "✅": LogEventKind.FINISHED,
    "∅": LogEventKind.FINISHED,
    "✗": LogEventKind.FAILED,
    "✘": LogEventKind.FAILED,
    "✖": LogEventKind.FAILED,
    "❌": LogEventKind.FAILED,
    "⊘": LogEventKind.NOT_RUN,
    "⇒": LogEventKind.DELEGATED,
    "=>": LogEventKind.DELEGATED,
    "⟳": LogEventKind.RESUMED_NODE,
}
_MARK = re.compile(f"({'|'.join(_MARKS)})\ufe0f?")  # some of them come with a selector of their coloured form
_PARALLEL = re.compile(r"(?:∥|\|\|)[ \t]*start\b(.*)", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)|\[[^][]*\]")
_DETAIL = 500  # characters of what a line says after its marker
_WIDTH = 50_000  # characters of a line that names the contracts of a parallel section
_INPUT = re.compile(r"\[[ \t]*input[ \t]*\]", re.IGNORECASE)

_OUTCOMES = {
    LogEventKind.FINISHED: Progress.FINISHED,
    LogEventKind.FAILED: Progress.FAILED,
    LogEventKind.NOT_RUN: Progress.NOT_RUN,
    # taken up again: what was said before no longer holds, and what will be isn't said yet
    LogEventKind.STARTED: Progress.UNKNOWN,
    LogEventKind.RESUMED_NODE: Progress.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class LastWord:
    """The log's last word on a contract, and the event that says it."""

    progress: Progress
    event: LogEvent


def parse_log(text: str) -> tuple[LogEvent, ...]:
    """All marker lines, in order. Lines without a marker are passed over."""
    events: list[LogEvent] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if ended := _END.match(line):
            kind = _ENDS[ended[1].lower()]
            events.append(LogEvent(kind=kind, detail=ended[2][:_DETAIL].strip(), line=number))
        elif step := _STEP.match(line):
            events += _step(step[1].strip().rstrip("`"), number)
    return tuple(events)


def last_words(events: Iterable[LogEvent]) -> Mapping[str, LastWord]:
    """The last word on each contract, by folded name."""
    words: dict[str, LastWord] = {}
    for event in events:
        if event.contract is not None and event.kind in _OUTCOMES:
            words[fold(event.contract)] = LastWord(_OUTCOMES[event.kind], event)
    return words


def took_part(events: Iterable[LogEvent]) -> Iterator[str]:
    """The contracts that the log names, those that were delegated to included."""
    for event in events:
        if event.contract is not None and event.kind is not LogEventKind.INPUT:
            yield event.contract
        if event.kind is LogEventKind.DELEGATED and (name := _name(_BRACKETS.sub("", event.detail))):
            yield name


def run_progress(events: Iterable[LogEvent]) -> tuple[Progress, str]:
    """How the run as a whole ended, and what the log says of it. A resumed run's last end counts."""
    progress, detail = Progress.UNKNOWN, ""
    for event in events:
        if event.kind is LogEventKind.RUN_ENDED:
            progress, detail = Progress.FINISHED, event.detail
        elif event.kind is LogEventKind.RUN_FAILED:
            progress, detail = Progress.FAILED, event.detail
        elif event.kind is LogEventKind.RUN_RESUMED:
            progress, detail = Progress.UNKNOWN, event.detail
    return progress, detail


def _step(rest: str, line: int) -> list[LogEvent]:
    if parallel := _PARALLEL.match(rest[:_WIDTH]):
        names = [name for part in _BRACKETS.sub("", parallel[1]).split(",") if (name := _name(part))]
        return [LogEvent(kind=LogEventKind.STARTED, contract=name, line=line) for name in names]
    masked = _BRACKETS.sub(lambda found: " " * len(found[0]), rest)  # "(waits for a ✗)" is no marker
    mark = _MARK.search(masked) or _MARK.search(rest)
    if mark is None:
        return []
    subject, detail = rest[: mark.start()], rest[mark.end() :][:_DETAIL].strip()
    if bound := _INPUT.match(subject):
        return [LogEvent(kind=LogEventKind.INPUT, contract=_name(subject[bound.end() :]), detail=detail, line=line)]
    name = _name(_BRACKETS.sub("", subject))
    return [LogEvent(kind=_MARKS[mark[1]], contract=name, detail=detail, line=line)] if name else []


def _name(text: str) -> str | None:
    return text[:_DETAIL].strip().strip("`*:([ \t").strip() or None
