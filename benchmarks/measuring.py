"""How many clauses the rules judge measures a second, and how long it takes on a large output.

    python -m benchmarks.measuring [--megabytes 50] [--seconds 3]

Short outputs: the wide run's clauses, each measured on an output that nobody has read before, on one core, counted by
requirement and by clause; then how long it takes to compile a clause. Large outputs: each clause on a fresh document,
beside the time of `json.loads` of the same text (the target is 1.5 times that), or of three passes over its lines that
look whether a line is blank.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable

from benchmarks.grading import ITEMS, PROMISES
from grader.document import Document
from grader.judges.rules.compile import compile_clause, forget_compiled
from grader.judges.rules.judge import measure_clause
from grader.judges.rules.measure import Facts
from grader.judges.rules.subject import Subject
from grader.judges.rules.views import View
from grader.model import Clause, Contract, Outcome, Place, Role, Section

_PLACE = Place(file="sources/worker.prose.md", lines=(9, 9))
_FACTS = Facts(Contract(name="worker", role=Role.NODE, source="sources/worker.prose.md"))
_PROSE = "A paragraph of prose that says what happened, in a few words and one line."
_JSON_CLAUSES = (
    "valid JSON",
    "a JSON array of at least 1000 items",
    "a JSON array of at least 1000 items, each with: `id`, `name`",
    "each item's `id` is unique",
    "each `name` is at most 90 characters",
)
_TEXT_CLAUSES = (
    "at least 1000 words",
    "contains the exact phrase `the end is here`",
    "at most 90000000 characters",
    "at least 3 sections",
    "at least 5 bullets",
    "ends with `the end is here`",
)


def clause_of(text: str) -> Clause:
    """A clause as it stands in a contract: "`name`: promise", or a promise of the output as a whole."""
    name, _, body = text.rpartition("`: ") if text.startswith("`") else ("", "", text)
    return Clause(
        contract="worker", text=text, body=body, name=name.strip("`") or None, place=_PLACE, section=Section.RETURNS
    )


def measured(clause: Clause, path: str, text: str) -> int:
    """Measures a clause on a document that is new; how many requirements got a result that is known."""
    subject = Subject((View(Document.of_text(path, text)),))
    assessment = measure_clause(clause, subject, _FACTS)
    known = sum(result.outcome is not Outcome.UNKNOWN for result in assessment.results)
    assert known, f"nothing was measured: {clause.text}"
    return known


def rate(act: Callable[[], int], seconds: float) -> float:
    """How often a second the act is done; it says how many times it did it."""
    act()
    done, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds:
        done += act()
    return done / spent


def short_outputs(seconds: float) -> None:
    """Clauses a second on short outputs, and compilations."""
    cases = [(clause_of(text), f"bindings/worker/{path}", body or ITEMS) for text, path, body in PROMISES]
    read = [(clause, Subject((View(Document.of_text(path, text)),))) for clause, path, text in cases]

    def measure() -> int:
        return sum(measured(clause, path, text) for clause, path, text in cases)

    def measure_read() -> int:
        return sum(len(measure_clause(clause, subject, _FACTS).results) for clause, subject in read)

    def compile_anew() -> int:
        forget_compiled()
        for clause, _, _ in cases:
            compile_clause(clause)
        return len(cases)

    print(f"{'':46}{'requirements':>14}{'clauses':>10}")
    for title, act in (("measured a second, each on a new output", measure), ("on outputs read before", measure_read)):
        found = rate(act, seconds)
        print(f"{title:46}{found:14,.0f}{found * len(cases) / act():10,.0f}")
    print(f"{'compiled a second, none seen before':60}{rate(compile_anew, seconds):10,.0f}\n")


def timed(act: Callable[[], object]) -> float:
    """Seconds of processor time: the better of two."""
    taken = []
    for _ in range(2):
        started = time.process_time()
        act()
        taken.append(time.process_time() - started)
    return min(taken)


def large_outputs(megabytes: int) -> None:
    """Seconds a clause on a large output of each kind, and what they are held against."""
    line = '{"id": %d, "name": "an entry of some length that a worker might have written", "ok": true}'
    rows = megabytes * 1_000_000 // len(line)
    held = "[" + ",\n".join(line % number for number in range(rows)) + "]\n"
    _table(f"JSON, {len(held) / 1e6:.0f} MB", "items.json", held, _JSON_CLAUSES, ("json.loads", 1.5, json.loads))
    piece = f"## Section %d\n\n{_PROSE}\n\n- an item\n- another\n\n"
    held = "".join(piece % number for number in range(megabytes * 1_000_000 // len(piece))) + "the end is here\n"
    held = held.replace(_PROSE, " ".join([_PROSE] * 6))[: megabytes * 1_000_000] + "\nthe end is here\n"
    _table(f"Markdown, {len(held) / 1e6:.0f} MB", "notes.md", held, _TEXT_CLAUSES, ("pass over the lines", 3, _pass))


def _pass(text: str) -> int:
    return sum(not line.isspace() for line in text.splitlines())


def _table(
    title: str, path: str, text: str, clauses: tuple[str, ...], beside: tuple[str, float, Callable[[str], object]]
) -> None:
    name, limit, act = beside
    basis = timed(lambda: act(text))
    print(f"{title}, {text.count(chr(10)):,} lines: one {name} takes {basis:.2f} s; the target is {limit} of them")
    for each in clauses:
        spent = timed(lambda each=each: measured(clause_of(each), f"bindings/worker/{path}", text))
        print(f"    {each:62}{spent:7.2f} s{spent / basis:7.2f}")
    print()


def main() -> int:
    """Prints the machine's facts and the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=3)
    options = parser.parse_args()
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}\n")
    short_outputs(options.seconds)
    large_outputs(options.megabytes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
