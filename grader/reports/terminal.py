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
    Outcome,
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
    heading,
    plural,
    points,
    reason_words,
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
_OUTCOMES: dict[Outcome | None, tuple[str, str]] = {
    Outcome.MET: ("✓", "green"),
    Outcome.NOT_MET: ("✗", "red"),
    Outcome.UNKNOWN: ("?", "yellow"),
}
_QUOTES = 3  # quotes of a point that the normal view shows,
_QUOTE_LINES = 3  # lines of each of them,
_QUOTE_WIDTH = 160  # and characters of each line


def render_run(result: Grade | UngradedRun, look: Look) -> str:
    """One run's report."""
    if isinstance(result, UngradedRun):
        return drawn(_ungraded(result), look)
    return drawn(Group(*_run(result, look)), look)


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


def _run(grade: Grade, look: Look) -> Iterator[RenderableType]:
    quiet = look.detail is Detail.QUIET
    yield _title(grade)
    yield Padding(_subtitle(grade), (0, 0, 0 if quiet else 1, 2))
    for contract in grade.contracts:
        if quiet and contract.standing is not Standing.FAILS:
            continue
        yield _contract_line(contract)
        yield Padding(Group(*_clauses(contract, look)), (0, 0, 0 if quiet else 1, 2))
    if not quiet:
        yield from _closing(grade, look.detail)


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
    facts = [evaluated_words(counts(grade)), standing_words(grade)]
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


def _clauses(contract: ContractGrade, look: Look) -> Iterator[RenderableType]:
    due = [grade for grade in (*contract.clauses, *contract.conditional_clauses) if grade.verdict is not None]
    if not due and look.detail is not Detail.QUIET:
        yield Text("declares nothing that is due", style="dim")
    for grade in due:
        if look.detail is Detail.QUIET and grade.verdict is not Verdict.VIOLATED:
            continue
        mark, colour = _MARKS[grade.verdict]
        text = grade.clause.text if look.detail is Detail.VERBOSE else heading(grade)
        yield hanging(
            Text(mark, style=colour), Text.assemble(terminal(text), (f"  {terminal(str(grade.clause.place))}", "dim"))
        )
        yield Padding(Group(*_proof(grade, look)), (0, 0, 0, 4))


def _proof(grade: ClauseGrade, look: Look) -> Iterator[RenderableType]:
    if look.detail is Detail.VERBOSE and grade.requirements:
        if grade.reason:
            yield safe(reason_words(grade), "dim")
        for result in grade.requirements:
            yield from _requirement(result, look)
        return
    style = "" if grade.verdict is Verdict.VIOLATED else "dim"
    for point in points(grade):
        mark = _OUTCOMES.get(point.outcome)
        if point.text:
            text = safe(point.text, style)
            yield hanging(Text(mark[0], style=mark[1]), text) if mark else text
        brief = grade.verdict is Verdict.SATISFIED or point.outcome is Outcome.MET
        body = Group(*_quotes(point.quotes, look, brief=brief))
        yield Padding(body, (0, 0, 0, 2 if mark else 0))


def _requirement(result: RequirementResult, look: Look) -> Iterator[RenderableType]:
    mark, colour = _OUTCOMES[result.outcome]
    how = result.measure or "judgement"
    by = f" by {result.decided_by}" if result.decided_by else ""
    said = Text.assemble(terminal(result.text), (f"  {terminal(how)}{by}", "cyan"))
    yield hanging(Text(mark, style=colour), said)
    found = [safe(result.finding, "dim")] if result.finding else []
    yield Padding(Group(*found, *_quotes(result.quotes, look)), (0, 0, 0, 2))


def _quotes(quotes: Sequence[Quote], look: Look, *, brief: bool = False) -> Iterator[RenderableType]:
    """Quotes with their places: whole if asked for, else a few lines of a few of them."""
    whole = look.detail is Detail.VERBOSE
    shown = quotes if whole else quotes[: 1 if brief else _QUOTES]
    for quote in shown:
        yield _quote(quote, look, None if whole else 1 if brief else _QUOTE_LINES)
    if len(shown) < len(quotes):
        yield Text(f"and {plural(len(quotes) - len(shown), 'more quote')}", style="dim")


def _quote(quote: Quote, look: Look, limit: int | None) -> RenderableType:
    """A quote beside its place, or below it where the place leaves too little room."""
    place = terminal(str(quote.place))
    lines = terminal(quote.text).split("\n")
    if limit is not None:
        cut = len(lines) > limit
        lines = [shortened(line, _QUOTE_WIDTH) for line in lines[:limit]]
        lines[-1] += " …" if cut and not lines[-1].endswith("…") else ""
    text = Text("\n".join(lines))
    if len(place) * 2 > look.width:
        return Group(Text(place, style="cyan"), Padding(text, (0, 0, 0, 2)))
    row = Table.grid(padding=(0, 2))
    row.add_column(no_wrap=True)
    row.add_column()
    row.add_row(Text(place, style="cyan"), text)
    return row


# --- what comes after the contracts ----------------------------------------------------------------------------------


def _closing(grade: Grade, detail: Detail) -> Iterator[RenderableType]:
    rewrites = [
        Group(
            Text.assemble((terminal(contract.contract.name), "bold"), "  ", (terminal(heading(clause)), "dim")),
            hanging(Text("→", style="green"), safe(clause.suggestion, "green")),
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
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    for result in results:
        if isinstance(result, UngradedRun):
            table.add_row(Text(result.code, style="red"), Text("–"), safe(result.run))
        else:
            colour = _OVERALL[result.overall_verdict]
            table.add_row(Text(result.overall_verdict, style=colour), Text(score_words(result)), safe(result.run_path))
    return table
