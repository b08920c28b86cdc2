"""The report as a person at a terminal reads it: verdict first, then each contract with its clauses and their proof.

Rendered into a string, so that the caller decides where it goes. All text of a run passes through `escape.terminal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from grader.check import Check, Conclusion
from grader.model import (
    ClauseGrade,
    ContractGrade,
    Grade,
    Outcome,
    OverallVerdict,
    Quote,
    RequirementResult,
    Standing,
    UngradedRun,
    Verdict,
)
from grader.reports.drawing import Detail, Look, Sheet, safe
from grader.reports.escape import one_line, shortened, terminal
from grader.reports.view import (
    STANDING_WORDS,
    cost_words,
    counts,
    evaluated_words,
    heading,
    plural,
    points,
    reason_words,
    rewrites,
    role_words,
    score_words,
    standing_words,
    status_words,
    untested_paths,
)

_MARKS = {
    Verdict.SATISFIED: ("✓", "green"),
    Verdict.PARTIALLY_SATISFIED: ("~", "yellow"),
    Verdict.VIOLATED: ("✗", "red"),
    Verdict.NOT_EVALUABLE: ("?", "dim"),
}
_STANDINGS = {
    Standing.PASSES: ("✓", "green"),
    Standing.FALLS_SHORT: ("~", "yellow"),
    Standing.FAILS: ("✗", "red"),
    Standing.UNGRADED: ("?", "dim"),
}
_OUTCOMES = {Outcome.MET: ("✓", "green"), Outcome.NOT_MET: ("✗", "red"), Outcome.UNKNOWN: ("?", "yellow")}
_OVERALL = {
    OverallVerdict.SATISFIED: "green",
    OverallVerdict.PARTIAL: "yellow",
    OverallVerdict.VIOLATED: "red",
}
_CONCLUSIONS = {Conclusion.SUCCESS: "green", Conclusion.NEUTRAL: "yellow", Conclusion.FAILURE: "red"}
_QUOTES = 3  # quotes of a point that the normal view shows,
_QUOTE_LINES = 3  # lines of each of them,
_QUOTE_WIDTH = 160  # and characters of each line

Result = Grade | UngradedRun


def render_run(result: Result, look: Look) -> str:
    """One run's report."""
    sheet = Sheet(look)
    if isinstance(result, UngradedRun):
        _ungraded(result, sheet)
    else:
        _run(result, sheet)
    return sheet.text()


def render_check(check: Check, results: Sequence[Result], look: Look) -> str:
    """The outcome over all runs, below a list of them where there are several."""
    sheet = Sheet(look)
    if len(results) > 1:
        _overview(results, sheet)
        sheet.blank()
    style = f"bold {_CONCLUSIONS[check.conclusion]}"
    sheet.put(Text.assemble(("Check ", "bold"), (str(check.conclusion), style), f"  {check.title}"))
    return sheet.text()


def _mark(mark: tuple[str, str]) -> Text:
    """A mark and its colour, with the gap after it."""
    return Text.assemble(mark, " ")


# --- one run ---------------------------------------------------------------------------------------------------------


def _ungraded(error: UngradedRun, sheet: Sheet) -> None:
    sheet.put(
        Text.assemble(("NOT GRADED", "bold red"), f"  {terminal(error.code)}  ", (terminal(error.run), "dim")),
        _mark(("✗", "bold red")),
    )
    with sheet.indented():
        sheet.put(safe(error.message))
        if error.place and error.place not in error.message:
            sheet.put(safe(error.place, "cyan"))
        if error.hint:
            sheet.put(safe(error.hint, "dim"))


def _run(grade: Grade, sheet: Sheet) -> None:
    quiet = sheet.look.detail is Detail.QUIET
    colour = f"bold {_OVERALL[grade.overall_verdict]}"
    sheet.put(
        Text.assemble((grade.overall_verdict.upper(), colour), "  ", (terminal(grade.system), "bold")),
        right=Text(score_words(grade), style=colour),
    )
    with sheet.indented():
        sheet.put(Text(f"{evaluated_words(counts(grade))} · {standing_words(grade)}"))
        if status := status_words(grade):
            sheet.put(safe(status, "yellow"))
        sheet.put(safe(grade.run_path, "dim"))
    for contract in grade.contracts:
        if quiet and contract.standing is not Standing.FAILS:
            continue
        if not quiet:
            sheet.blank()
        _contract(contract, sheet)
    if not quiet:
        _closing(grade, sheet)


def _contract(contract: ContractGrade, sheet: Sheet) -> None:
    colour = _STANDINGS[contract.standing][1]
    role = role_words(contract)
    sheet.put(
        Text.assemble((terminal(contract.contract.name), "bold"), (f"  {terminal(role)}" if role else "", "dim")),
        _mark(_STANDINGS[contract.standing]),
        Text.assemble((STANDING_WORDS[contract.standing], colour), f"{score_words(contract):>7}"),
    )
    due = [grade for grade in (*contract.clauses, *contract.conditional_clauses) if grade.verdict is not None]
    with sheet.indented():
        if not due and sheet.look.detail is not Detail.QUIET:
            sheet.put(Text("declares nothing that is due", style="dim"))
        for grade in due:
            if sheet.look.detail is not Detail.QUIET or grade.verdict is Verdict.VIOLATED:
                _clause(grade, sheet)


# --- clauses ---------------------------------------------------------------------------------------------------------


def _clause(grade: ClauseGrade, sheet: Sheet) -> None:
    verbose = sheet.look.detail is Detail.VERBOSE
    text = grade.clause.text if verbose else heading(grade)
    place = terminal(str(grade.clause.place))
    mark = _MARKS[grade.verdict or Verdict.NOT_EVALUABLE]
    sheet.put(Text.assemble(terminal(text), (f"  {place}", "dim")), _mark(mark))
    with sheet.indented(4):
        if not (verbose and grade.requirements):
            _points(grade, sheet)
            return
        if grade.reason:
            sheet.put(safe(reason_words(grade), "dim"))
        for result in grade.requirements:
            _requirement(result, sheet)


def _points(grade: ClauseGrade, sheet: Sheet) -> None:
    for point in points(grade):
        against = grade.verdict is Verdict.VIOLATED or point.outcome is Outcome.NOT_MET
        mark = _mark(_OUTCOMES[point.outcome]) if point.outcome else Text()
        if point.text:
            sheet.put(safe(point.text, "" if against else "dim"), mark)
        brief = grade.verdict is Verdict.SATISFIED or point.outcome is Outcome.MET
        with sheet.indented(mark.cell_len):
            _quotes(point.quotes, sheet, brief=brief)


def _requirement(result: RequirementResult, sheet: Sheet) -> None:
    by = f" by {result.decided_by}" if result.decided_by else ""
    how = f"{result.measure or 'judgement'}{by}"
    sheet.put(Text.assemble(terminal(result.text), (f"  {terminal(how)}", "cyan")), _mark(_OUTCOMES[result.outcome]))
    with sheet.indented():
        if result.finding:
            sheet.put(safe(result.finding, "dim"))
        _quotes(result.quotes, sheet)


def _quotes(quotes: Sequence[Quote], sheet: Sheet, *, brief: bool = False) -> None:
    """Quotes with their places: whole if asked for, else a few lines of a few of them."""
    whole = sheet.look.detail is Detail.VERBOSE
    shown = quotes if whole else quotes[: 1 if brief else _QUOTES]
    for quote in shown:
        _quote(quote, sheet, brief=brief)
    if len(shown) < len(quotes) and not brief:
        sheet.put(Text(f"and {plural(len(quotes) - len(shown), 'more quote')}", style="dim"))


def _quote(quote: Quote, sheet: Sheet, *, brief: bool) -> None:
    """A quote beside its place, or below it where the place leaves too little room; a brief one on one line."""
    place = safe(str(quote.place), "cyan")
    beside = place.cell_len * 2 <= sheet.look.width
    lines = terminal(quote.text).split("\n")
    if brief:
        text = Text(one_line(quote.text))
        text.truncate(sheet.room - (place.cell_len + 2 if beside else 2), overflow="ellipsis")
    elif sheet.look.detail is Detail.VERBOSE:
        text = Text("\n".join(lines))
    else:
        kept = [shortened(line, _QUOTE_WIDTH) for line in lines[:_QUOTE_LINES]]
        text = Text("\n".join(kept) + (" …" if len(lines) > _QUOTE_LINES else ""))
    if beside:
        sheet.put(text, Text.assemble(place, "  "))
        return
    sheet.put(place)
    with sheet.indented():
        sheet.put(text)


# --- what comes after the contracts ----------------------------------------------------------------------------------


def _closing(grade: Grade, sheet: Sheet) -> None:
    if found := rewrites(grade):
        _title("Recommendations", sheet)
        for contract, clause in found:
            name = (terminal(contract.contract.name), "bold")
            _entry(Text.assemble(name, "  ", (terminal(heading(clause)), "dim")), sheet)
            with sheet.indented(4):
                sheet.put(safe(clause.suggestion or "", "green"), _mark(("→", "green")))
    if paths := untested_paths(grade):
        _title("Untested paths", sheet)
        for path in paths:
            _entry(Text.assemble((terminal(path.contract), "bold"), f"  {terminal(one_line(path.text))}"), sheet)
    if grade.warnings:
        _title("Warnings", sheet)
        for notice in grade.warnings:
            place = (f"  {terminal(notice.place)}" if notice.place else "", "cyan")
            _entry(Text.assemble(terminal(notice.message), place), sheet)
    if grade.usage.calls:
        _title("Cost", sheet)
        _entry(safe(cost_words(grade)), sheet)
    if sheet.look.detail is Detail.VERBOSE and grade.timings:
        _title("Time", sheet)
        _entry(Text(", ".join(f"{phase} {seconds:.2f} s" for phase, seconds in grade.timings.items())), sheet)


def _title(title: str, sheet: Sheet) -> None:
    sheet.blank()
    sheet.put(Text(title, style="bold"))


def _entry(body: Text, sheet: Sheet) -> None:
    with sheet.indented():
        sheet.put(body, _mark(("·", "dim")))


def _overview(results: Iterable[Result], sheet: Sheet) -> None:
    rows = [
        (result.code, "red", "–", result.run)
        if isinstance(result, UngradedRun)
        else (result.overall_verdict.value, _OVERALL[result.overall_verdict], score_words(result), result.run_path)
        for result in results
    ]
    width = max(len(words) for words, _, _, _ in rows)
    for words, colour, score, path in rows:
        sheet.put(safe(path), Text.assemble((f"{terminal(words):{width}}", colour), f"{score:>7}  "))
