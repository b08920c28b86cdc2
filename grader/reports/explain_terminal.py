"""The explanation of a run's clauses as a person at a terminal reads it."""

from __future__ import annotations

from rich.text import Text

from grader.model import Outcome, Place, Verdict
from grader.reports.drawing import Look, Sheet, safe
from grader.reports.escape import terminal
from grader.reports.explain import ClauseExplanation, Explanation
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
    sheet = Sheet(look)
    contract = None
    for clause in explanation.clauses:
        if clause.contract != contract:
            contract = clause.contract
            sheet.blank()
            sheet.put(safe(contract, "bold"))
        with sheet.indented():
            _clause(clause, sheet)
        sheet.blank()
    sheet.put(Text(_summary(explanation)))
    return sheet.text()


def _clause(clause: ClauseExplanation, sheet: Sheet) -> None:
    sheet.put(safe(clause.text))
    verdict = VERDICT_WORDS[clause.verdict] if clause.verdict else "untested path"
    place = terminal(str(Place(file=clause.file, lines=clause.lines)))
    sheet.put(Text.assemble((verdict, _COLOURS[clause.verdict] if clause.verdict else "dim"), (f"  {place}", "dim")))
    with sheet.indented():
        for measured in clause.measured:
            said = Text.assemble(terminal(measured.text), (f"  {terminal(measured.measure)}", "cyan"))
            sheet.put(said, Text.assemble(_OUTCOMES[measured.outcome], " "))
            if measured.finding:
                with sheet.indented():
                    sheet.put(safe(measured.finding, "dim"))
        for judged in clause.left_to_judgement:
            said = Text.assemble(terminal(judged.text), ("  left to judgement", "yellow"))
            sheet.put(said, Text("… ", style="yellow"))
        if clause.reason and not (clause.measured or clause.left_to_judgement):
            sheet.put(safe(clause.reason, "dim"))
    if clause.suggestion:
        sheet.put(Text.assemble(("better: ", "bold"), (terminal(clause.suggestion), "green")))


def _summary(explanation: Explanation) -> str:
    whole = sum(not it.left_to_judgement and bool(it.measured) for it in explanation.clauses)
    partly = sum(bool(it.left_to_judgement) and bool(it.measured) for it in explanation.clauses)
    return f"{plural(len(explanation.clauses), 'clause')}: {whole} measured whole, {partly} in part"
