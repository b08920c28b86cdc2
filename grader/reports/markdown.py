"""The Markdown report: for a file, a comment or a step summary, at whatever length fits.

Everything that comes from a run is escaped (`grader.reports.escape`); the templates stand in `templates/`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote as percent_encoded

from grader import __version__
from grader.check import Check, Conclusion, check
from grader.model import ClauseGrade, Grade, Outcome, OverallVerdict, Place, Quote, Standing, UngradedRun, Verdict
from grader.reports import view
from grader.reports.escape import Markdown, code, fence, one_line, prose, shortened
from grader.reports.level import Level
from grader.reports.templating import markdown_environment
from grader.tally import tally

Result = Grade | UngradedRun
Link = Callable[[str, Place], str | None]  # the run's path and a place in it -> an address, if there is one

COMMENT_CHARACTERS = 65_536
COMMENT_BYTES = 262_144

_MARKS: dict[object, Markdown] = {
    Verdict.SATISFIED: Markdown("✅"),
    Verdict.PARTIALLY_SATISFIED: Markdown("🟡"),
    Verdict.VIOLATED: Markdown("❌"),
    Verdict.NOT_EVALUABLE: Markdown("⚪"),
    Standing.PASSES: Markdown("✅"),
    Standing.FALLS_SHORT: Markdown("🟡"),
    Standing.FAILS: Markdown("❌"),
    Standing.UNGRADED: Markdown("⚪"),
    Outcome.MET: Markdown("✅"),
    Outcome.NOT_MET: Markdown("❌"),
    Outcome.UNKNOWN: Markdown("⚪"),
}
_RUN_MARKS = {OverallVerdict.SATISFIED: "✅", OverallVerdict.PARTIAL: "🟡", OverallVerdict.VIOLATED: "❌"}
_CONCLUSION_MARKS = {Conclusion.SUCCESS: "✅", Conclusion.NEUTRAL: "🟡", Conclusion.FAILURE: "❌"}
_UNGRADED_MARK, _NOTHING_MARK = "🛑", "⚪"
_WORST_FIRST = (OverallVerdict.VIOLATED, OverallVerdict.PARTIAL, OverallVerdict.SATISFIED)
_LISTED = 10  # runs that the shortest report names
_CLAUSE_LIMIT = 300  # characters of a clause where it isn't shown whole,
_MESSAGE_LIMIT = 1_000  # of an error's message,
_NAME_LIMIT = 120  # and of a name anywhere


def report(result: Result, link: Link | None = None) -> str:
    """The full report on one run, for `report.md`."""
    return render([result], link=link)


def render(
    results: Sequence[Result], outcome: Check | None = None, level: Level = Level.FULL, link: Link | None = None
) -> str:
    """The report on some runs, the worst first, at a level of detail.

    `outcome` is the check over them, by default with its default options. Ends with a line end.
    """
    template = markdown_environment().get_template("page.md.j2")
    context = {
        "runs": worst_first(results),
        "outcome": outcome or default_check(results),
        "level": level,
        "Level": Level,
        "version": __version__,
        "listed": _LISTED,
        "h_run": Markdown("##" if len(results) == 1 else "###"),
        "h_part": Markdown("###" if len(results) == 1 else "####"),
        **_functions(level, link),
    }
    return template.render(context).strip("\n") + "\n"


def fit(
    results: Sequence[Result],
    outcome: Check | None = None,
    *,
    link: Link | None = None,
    max_characters: int = COMMENT_CHARACTERS,
    max_bytes: int = COMMENT_BYTES,
    at_least: Level = Level.FULL,
) -> tuple[str, Level]:
    """The most detailed report within both limits, and its level; `at_least` leaves out more from the start.

    The shortest report is returned even where it doesn't fit.
    """
    text = ""
    for level in Level:
        if level < at_least:
            continue
        text = render(results, outcome, level, link)
        if len(text) <= max_characters and len(text.encode("utf-8", "replace")) <= max_bytes:
            return text, level
    return text, Level.OUTCOME


def default_check(results: Sequence[Result]) -> Check:
    """The check with its default options."""
    return check(
        [result for result in results if isinstance(result, Grade)],
        [result for result in results if isinstance(result, UngradedRun)],
    )


def worst_first(results: Sequence[Result]) -> list[Result]:
    """The results in a reader's order: errors, then violated, partial and satisfied runs."""
    return sorted(results, key=_severity)


def _severity(result: Result) -> int:
    if isinstance(result, UngradedRun):
        return -1
    return _WORST_FIRST.index(result.overall_verdict)


# --- what the templates call -----------------------------------------------------------------------------------------


def _functions(level: Level, link: Link | None) -> dict[str, Any]:
    """The vocabulary of the templates. Whatever returns `Markdown` has escaped what it was given."""

    def place(at: Place, run: Grade) -> Markdown:
        shown = code(str(at))
        address = link(run.run_path, at) if link else None
        return Markdown(f"[{shown}]({_address(address)})") if address else shown

    def clause(grade: ClauseGrade) -> Markdown:
        if level is Level.FULL:
            return prose(grade.clause.text.split("\n", 1)[0])
        return prose(shortened(view.heading(grade), _CLAUSE_LIMIT))

    def quoted(quote: Quote, run: Grade) -> list[Markdown]:
        if "\n" in quote.text:
            return [place(quote.place, run), fence(quote.text)]
        return [Markdown(f"{place(quote.place, run)}: {code(quote.text)}")]

    def proved(grade: ClauseGrade, run: Grade, indent: str) -> Markdown:
        lines: list[Markdown] = []
        for point in view.points(grade):
            said = [prose(line) for line in point.text.split("\n") if line.strip()]
            if said and point.outcome:
                said[0] = Markdown(f"{_MARKS[point.outcome]} {said[0]}")
            lines += said
            lines += [line for quote in point.quotes for line in quoted(quote, run)]
        return _block_quote(lines, indent)

    return {
        "view": view,
        "tally": tally,
        "place": place,
        "clause": clause,
        "nested": lambda grade: grade.clause.text.split("\n")[1:] if level is Level.FULL else (),
        "mark": _MARKS.__getitem__,
        "run_mark": _run_mark,
        "outcome_mark": lambda conclusion: Markdown(_CONCLUSION_MARKS[conclusion]),
        "code": code,
        "named": lambda name: code(shortened(one_line(name), _NAME_LIMIT)),
        "cell_named": lambda name: code(shortened(one_line(name), _NAME_LIMIT), in_table=True),
        "said": lambda text: text if level is Level.FULL else shortened(one_line(text), _MESSAGE_LIMIT),
        "cell": lambda text: prose(text, in_table=True),
        "cell_code": lambda text: code(text, in_table=True),
        "proved": proved,
        "rewrite": _rewrite,
        "ungraded": lambda result: isinstance(result, UngradedRun),
        "Verdict": Verdict,
    }


def _run_mark(result: Result) -> Markdown:
    if isinstance(result, UngradedRun):
        return Markdown(_UNGRADED_MARK)
    return Markdown(_NOTHING_MARK if result.overall_score is None else _RUN_MARKS[result.overall_verdict])


def _address(address: str) -> str:
    """The address with everything encoded that could end a Markdown link early."""
    return percent_encoded(address, safe="%/:?#@!$&'*+,;=~[]").replace("[", "%5B").replace("]", "%5D")


def _rewrite(grade: ClauseGrade) -> Markdown:
    """A clause and its suggested wording as a block of changed lines."""
    old = [f"- {line}" for line in grade.clause.text.split("\n")]
    new = [f"+ {line}" for line in (grade.suggestion or "").split("\n")]
    return fence("\n".join(old + new), info="diff")


def _block_quote(lines: Sequence[Markdown], indent: str) -> Markdown:
    """Lines and fenced blocks as one block quote, a line break between any two lines."""
    text = "\n"
    for before, line in itertools.pairwise(["", *lines]):
        text += ("\\\n" if before and "\n" not in before + line else "\n") + line
    return Markdown("\n".join(f"{indent}> {line}".rstrip() for line in text.strip("\n").split("\n")) if lines else "")
