"""The explanation of a run's clauses as a person at a terminal reads it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grader.model import Outcome, Verdict
from grader.reports.drawing import Look, drawn, hanging, safe
from grader.reports.escape import terminal
from grader.reports.explain import ClauseExplanation, Explanation, Measured
from grader.reports.view import VERDICT_WORDS, plural

_OUTCOMES = {Outcome.MET: ("✓", "green"), Outcome.NOT_MET: ("✗", "red"), Outcome.UNKNOWN: ("?", "yellow")}
_COLOURS = {
    Verdict.SATISFIED: "green",
    Verdict.PARTIALLY_SATISFIED: "yellow",
    Verdict.VIOLATED: "red",
    Verdict.NOT_EVALUABLE: "dim",
}


def render_explanation(explanation: Explanation, look: Look) -> str:
    """Each clause with its requirements: the words, the measure and its result, or that a judge is needed."""
    return drawn(Group(*_parts(explanation)), look)


def _parts(explanation: Explanation) -> Iterator[RenderableType]:
    contract = None
    for clause in explanation.clauses:
        if clause.contract != contract:
            contract = clause.contract
            yield safe(contract, "bold")
        yield Padding(Group(*_clause(clause)), (0, 0, 1, 2))
    yield Text(_summary(explanation))


def _clause(clause: ClauseExplanation) -> Iterator[RenderableType]:
    yield safe(clause.text)
    first, last = clause.lines
    where = f"{clause.file}:{first}" if first == last else f"{clause.file}:{first}-{last}"
    verdict = Text("untested path" if clause.verdict is None else VERDICT_WORDS[clause.verdict])
    verdict.stylize(_COLOURS[clause.verdict] if clause.verdict else "dim")
    yield Text.assemble(verdict, (f"  {terminal(where)}", "dim"))
    rows = [_measured(it) for it in clause.measured]
    rows += [
        hanging(Text("…", style="yellow"), Text.assemble(terminal(it.text), ("  left to judgement", "yellow")))
        for it in clause.left_to_judgement
    ]
    if not rows and clause.reason:
        rows = [safe(clause.reason, "dim")]
    yield Padding(Group(*rows), (0, 0, 0, 2))
    if clause.suggestion:
        yield Text.assemble(("better: ", "bold"), (terminal(clause.suggestion), "green"))


def _measured(measured: Measured) -> RenderableType:
    mark, colour = _OUTCOMES[measured.outcome]
    body = Table.grid(padding=(0, 2))
    body.add_row(Text.assemble(terminal(measured.text), (f"  {terminal(measured.measure)}", "cyan")))
    if measured.finding:
        body.add_row(safe(measured.finding, "dim"))
    return hanging(Text(mark, style=colour), body)


def _summary(explanation: Explanation) -> str:
    whole = sum(not it.left_to_judgement and bool(it.measured) for it in explanation.clauses)
    partly = sum(bool(it.left_to_judgement) and bool(it.measured) for it in explanation.clauses)
    return f"{plural(len(explanation.clauses), 'clause')}: {whole} measured whole, {partly} in part"
