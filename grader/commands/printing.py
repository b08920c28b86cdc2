"""What is printed of the results, in each format: while they come in, and at the end."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Protocol

from grader.check import Check
from grader.commands.delivery import to_stdout
from grader.model import Grade, UngradedRun
from grader.reports.drawing import Detail, Look
from grader.reports.error_json import error_report
from grader.reports.grade_json import grade_report
from grader.reports.html import html_page
from grader.reports.junit import junit_xml
from grader.reports.markdown import render
from grader.reports.terminal import render_check, render_run

Result = Grade | UngradedRun


def _junit(results: Sequence[Result], outcome: Check) -> str:
    del outcome
    return junit_xml(results)


_PAGES: dict[str, Callable[[Sequence[Result], Check], str]] = {"markdown": render, "html": html_page, "junit": _junit}
FORMATS = ("text", "json", *_PAGES)


class Printer(Protocol):
    """Prints results to standard output."""

    def run(self, result: Result) -> None:
        """A run's result has come in."""
        ...

    def end(self, results: Sequence[Result], outcome: Check) -> None:
        """No more results come."""
        ...


class TextPrinter:
    """Each run's report as it comes in, then the outcome."""

    def __init__(self, look: Look) -> None:
        self._look = look

    def run(self, result: Result) -> None:
        """See `Printer.run`."""
        gap = "\n" if self._look.detail is Detail.QUIET else "\n\n"
        to_stdout(render_run(result, self._look) + gap)

    def end(self, results: Sequence[Result], outcome: Check) -> None:
        """See `Printer.end`."""
        to_stdout(render_check(outcome, results, self._look))


class JsonPrinter:
    """One JSON text at the end: an object for a single run, otherwise a list."""

    def __init__(self, *, single: bool) -> None:
        self._single = single

    def run(self, result: Result) -> None:
        """See `Printer.run`."""

    def end(self, results: Sequence[Result], outcome: Check) -> None:
        """See `Printer.end`."""
        del outcome
        objects = [
            (error_report(it) if isinstance(it, UngradedRun) else grade_report(it)).model_dump(mode="json")
            for it in results
        ]
        whole = objects[0] if self._single and objects else objects
        to_stdout(json.dumps(whole, indent=2, ensure_ascii=False) + "\n")


class PagePrinter:
    """One page on all runs, at the end."""

    def __init__(self, page: Callable[[Sequence[Result], Check], str]) -> None:
        self._page = page

    def run(self, result: Result) -> None:
        """See `Printer.run`."""

    def end(self, results: Sequence[Result], outcome: Check) -> None:
        """See `Printer.end`."""
        to_stdout(self._page(results, outcome))


def printer(form: str, look: Look, *, single: bool) -> Printer:
    """The printer of a format, one of `FORMATS`."""
    if form == "json":
        return JsonPrinter(single=single)
    return PagePrinter(_PAGES[form]) if form in _PAGES else TextPrinter(look)
