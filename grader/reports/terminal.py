"""The report as a person at a terminal reads it: verdict first, then each contract with its clauses and their proof.

Rendered into a string, so that the caller decides where it goes. All text of a run passes through `escape.terminal`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.check import Check, Conclusion
from grader.model import (
    ClauseGrade,
    ContractGrade,
    Grade,
    OverallVerdict,
    Quote,
    RequirementResult,
    Standing,
    UngradedRun,
    Verdict,
)
from grader.reports.drawing import Detail, Look, drawn, hanging, safe
from grader.reports.escape import one_line, shortened, terminal
from grader.reports.view import (
    STANDING_WORDS,
    cost_words,
    counts,
    evaluated_words,
    failing_words,
    heading,
    plural,
    points,
    role_words,
    score_words,
    status_words,
    untested_paths,
)

_MARKS = {
    Verdict.SATISFIED: ("✓", "green"),
    Verdict.PARTIALLY_SATISFIED: ("~", "yellow"),
    Verdict.VIOLATED: ("✗", "red"),
    Verdict.NOT_EVALUABLE: ("?", "dim"),
    None: ("○", "dim"),
}
_STANDINGS = {
    Standing.PASSES: ("✓", "green"),
    Standing.FALLS_SHORT: ("~", "yellow"),
    Standing.FAILS: ("✗", "red"),
    Standing.UNGRADED: ("?", "dim"),
}
_OVERALL = {
    OverallVerdict.SATISFIED: "green",
    OverallVerdict.PARTIAL: "yellow",
    OverallVerdict.VIOLATED: "red",
}
_CONCLUSIONS = {Conclusion.SUCCESS: "green", Conclusion.NEUTRAL: "yellow", Conclusion.FAILURE: "red"}
_QUOTE_LIMIT = 160  # characters of a quote that the normal view shows
_QUOTES = 2  # quotes of a point that the normal view shows


def render_run(result: Grade | UngradedRun, look: Look) -> str:
    """One run's report."""
    if isinstance(result, UngradedRun):
        return drawn(_ungraded(result), look)
    return drawn(Group(*_run(result, look.detail)), look)


def render_check(check: Check, results: Sequence[Grade | UngradedRun], look: Look) -> str:
    """The outcome over all runs; a table of them where there are several."""
    parts: list[RenderableType] = []
    if len(results) > 1:
        parts += [_overview(results), Text()]
    style = f"bold {_CONCLUSIONS[check.conclusion]}"
    parts.append(Text.assemble(("Check ", "bold"), (str(check.conclusion), style), f"  {check.title}"))
    return drawn(Group(*parts), look)


# --- one run ---------------------------------------------------------------------------------------------------------


def _ungraded(error: UngradedRun) -> RenderableType:
    body = Group(
        safe(error.message),
        *([safe(error.place, "cyan")] if error.place and error.place not in error.message else []),
        *([safe(error.hint, "dim")] if error.hint else []),
    )
    title = Text.assemble(("✗ NOT GRADED", "bold red"), f"  {terminal(error.code)}  ", (terminal(error.run), "dim"))
    return Group(title, Padding(body, (0, 0, 1, 2)))


def _run(grade: Grade, detail: Detail) -> Iterator[RenderableType]:
    yield _title(grade)
    yield Padding(_subtitle(grade), (0, 0, 0 if detail is Detail.QUIET else 1, 2))
    shown = grade.contracts
    if detail is Detail.QUIET:
        shown = tuple(contract for contract in grade.contracts if contract.standing is Standing.FAILS)
    for contract in shown:
        yield _contract_line(contract)
        yield Padding(Group(*_clauses(contract, detail)), (0, 0, 0 if detail is Detail.QUIET else 1, 2))
    if detail is not Detail.QUIET:
        yield from _closing(grade, detail)


def _title(grade: Grade) -> RenderableType:
    colour = _OVERALL[grade.overall_verdict]
    row = Table.grid(padding=(0, 2), expand=True)
    row.add_column(ratio=1)
    row.add_column(justify="right")
    row.add_row(
        Text.assemble((grade.overall_verdict.upper(), f"bold {colour}"), "  ", (terminal(grade.system), "bold")),
        Text(score_words(grade), style=f"bold {colour}"),
    )
    return row


def _subtitle(grade: Grade) -> RenderableType:
    facts = [evaluated_words(counts(grade)), failing_words(grade)]
    lines = [Text(" · ".join(facts)), safe(grade.run_path, "dim")]
    if status := status_words(grade):
        lines.insert(1, Text(status, style="yellow"))
    return Group(*lines)


def _contract_line(contract: ContractGrade) -> RenderableType:
    mark, colour = _STANDINGS[contract.standing]
    row = Table.grid(padding=(0, 1), expand=True)
    row.add_column(width=1)
    row.add_column(ratio=1)
    row.add_column(justify="right")
    row.add_column(justify="right", width=6)
    row.add_row(
        Text(mark, style=colour),
        Text.assemble((terminal(contract.contract.name), "bold"), (f"  {terminal(role_words(contract))}", "dim")),
        Text(STANDING_WORDS[contract.standing], style=colour),
        Text(score_words(contract)),
    )
    return row


# --- clauses ---------------------------------------------------------------------------------------------------------


def _clauses(contract: ContractGrade, detail: Detail) -> Iterator[RenderableType]:
    due = [grade for grade in (*contract.clauses, *contract.conditional_clauses) if grade.verdict is not None]
    if not due:
        yield Text("declares nothing that is due", style="dim")
    for grade in due:
        if detail is Detail.QUIET and grade.verdict is not Verdict.VIOLATED:
            continue
        mark, colour = _MARKS[grade.verdict]
        yield hanging(Text(mark, style=colour), _clause_text(grade, detail))
        yield Padding(Group(*_proof(grade, detail)), (0, 0, 0, 4))


def _clause_text(grade: ClauseGrade, detail: Detail) -> RenderableType:
    text = grade.clause.text if detail is Detail.VERBOSE else heading(grade)
    place = str(grade.clause.place)
    return safe(text) if detail is not Detail.VERBOSE else Group(safe(text), safe(place, "dim"))


def _proof(grade: ClauseGrade, detail: Detail) -> Iterator[RenderableType]:
    if detail is Detail.VERBOSE and grade.requirements:
        if grade.reason:
            yield safe(grade.reason, "dim")
        yield from (_requirement(result) for result in grade.requirements)
        return
    for point in points(grade):
        if point.text:
            yield safe(point.text, "" if grade.verdict is Verdict.VIOLATED else "dim")
        yield from (_quote(quote, _QUOTE_LIMIT) for quote in point.quotes[:_QUOTES])
        if len(point.quotes) > _QUOTES:
            yield Text(f"and {plural(len(point.quotes) - _QUOTES, 'more quote')}", style="dim")


def _requirement(result: RequirementResult) -> RenderableType:
    by = result.decided_by or "nobody"
    how = f"{result.measure} by {by}" if result.measure else f"judgement by {by}"
    line = Text.assemble(
        (f"{result.outcome.replace('_', ' ')}: ", "bold"), terminal(result.text), (f"  ({how})", "dim")
    )
    return Group(line, *([safe(result.finding, "dim")] if result.finding else []), *map(_quote, result.quotes))


def _quote(quote: Quote, limit: int | None = None) -> RenderableType:
    text = one_line(quote.text)
    shown = text if limit is None else shortened(text, limit)
    return Text.assemble((terminal(str(quote.place)), "cyan"), "  ", f"“{shown}”")


# --- what comes after the contracts ----------------------------------------------------------------------------------


def _closing(grade: Grade, detail: Detail) -> Iterator[RenderableType]:
    rewrites = [
        Group(
            Text.assemble((terminal(contract.contract.name), "bold"), "  ", (terminal(heading(clause)), "dim")),
            safe(clause.suggestion, "green"),
        )
        for contract in grade.contracts
        for clause in (*contract.clauses, *contract.conditional_clauses)
        if clause.suggestion
    ]
    yield from _section("Recommendations", rewrites)
    untested = [
        Text.assemble((terminal(clause.contract), "bold"), f"  {terminal(one_line(clause.text))}")
        for clause in untested_paths(grade)
    ]
    yield from _section("Untested paths", untested)
    warnings = [
        Text.assemble(terminal(notice.message), (f"  {terminal(notice.place)}" if notice.place else "", "cyan"))
        for notice in grade.warnings
    ]
    yield from _section("Warnings", warnings)
    if grade.usage.calls:
        yield from _section("Cost", [safe(cost_words(grade))])
    if detail is Detail.VERBOSE and grade.timings:
        spent = ", ".join(f"{phase} {seconds:.2f} s" for phase, seconds in grade.timings.items())
        yield from _section("Time", [Text(spent)])


def _section(title: str, entries: Sequence[RenderableType]) -> Iterator[RenderableType]:
    if entries:
        yield Text(title, style="bold")
        yield Padding(Group(*(hanging(Text("·", style="dim"), entry) for entry in entries)), (0, 0, 1, 2))


def _overview(results: Sequence[Grade | UngradedRun]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for justify in ("left", "right", "left"):
        table.add_column(justify=justify)
    for result in results:
        if isinstance(result, UngradedRun):
            table.add_row(Text(result.code, style="red"), Text("–"), safe(result.run))
        else:
            colour = _OVERALL[result.overall_verdict]
            table.add_row(Text(result.overall_verdict, style=colour), Text(score_words(result)), safe(result.run_path))
    return table
