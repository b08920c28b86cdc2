"""What is said to the model, made from packaged texts.

The instructions never change, the outputs of a contract are the same for all its clauses, and the question comes last:
so the service can keep the first two between calls. `PROMPT_VERSION` counts every change of the packaged texts; a test
holds it to their digest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from jinja2 import Environment, FunctionLoader, StrictUndefined

from grader.judges.base import Ask, OpenQuestion
from grader.judges.claude.excerpt import Part
from grader.judges.claude.untrusted import fence
from grader.judges.claude.view import Shown, View
from grader.model import Media, RequirementResult

PROMPT_VERSION = 1

_FACT = 600  # characters of one measured fact


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to the model: instructions, what is shared with other questions, and the question itself."""

    system: str
    shared: str
    question: str


def prompt_for(question: OpenQuestion, view: View, nonce: str, objections: Sequence[str] = ()) -> Prompt:
    """The prompt for a question. `objections` say what was wrong with an earlier answer, in shown text."""
    condition = question.ask is Ask.CONDITION
    values: dict[str, object] = {
        "nonce": nonce,
        "clause": fence(nonce, "promise", question.clause.text, contract=question.contract.name),
        "parts": [_fenced(shown, nonce, "output") for shown in view.parts],
        "inputs": [_fenced(shown, nonce, "input") for shown in view.inputs],
        "errors": [_fenced(shown, nonce, "error") for shown in view.errors],
        "log": _fenced(view.log, nonce, "log") if view.log else "",
        "measured": fence(nonce, "measurements", "\n".join(_fact(it) for it in question.measured))
        if question.measured
        else "",
        "whole": view.whole,
        "objections": objections,
    }
    if condition:
        values["condition"] = fence(nonce, "condition", "\n".join(it.text for it in question.remainder))
    else:
        values["parts_open"] = [
            {"text": fence(nonce, f"part {number}", it.text), "negated": it.negated}
            for number, it in enumerate(question.remainder, start=1)
        ]
    name = "condition.md.jinja" if condition else "clause.md.jinja"
    return Prompt(_text("system.md"), _shared(question, view, nonce), _render(name, values))


def prompt_files() -> dict[str, str]:
    """The packaged texts by file name."""
    folder = resources.files(__package__) / "prompts"
    return {it.name: it.read_text("utf-8") for it in sorted(folder.iterdir(), key=lambda it: it.name)}


def _shared(question: OpenQuestion, view: View, nonce: str) -> str:
    longer = [(it.document.path, it.document.size) for it in view.parts]
    unreadable = [(it.path, it.size) for it in question.contract.bindings if it.media is not Media.TEXT]
    values: dict[str, object] = {
        "nonce": nonce,
        "contract": fence(nonce, "name", question.contract.name),
        "outputs": [_fenced(shown, nonce, "output") for shown in view.outputs],
        "longer": _names(longer, nonce),
        "unreadable": _names(unreadable, nonce),
    }
    return _render("outputs.md.jinja", values)


def _names(files: Sequence[tuple[str, int]], nonce: str) -> str:
    """Files that aren't shown here, with their sizes; their names are data like what is in them."""
    lines = [f"{_line(path)} ({size:,} bytes)" for path, size in sorted(files)]
    return fence(nonce, "names", "\n".join(lines)) if lines else ""


def _fenced(shown: Shown, nonce: str, kind: str) -> str:
    document, chosen = shown.document, shown.excerpt
    if chosen is None:
        return fence(nonce, kind, document.text, file=document.path)
    if not chosen.parts:
        return f"{_names([(document.path, document.size)], nonce)}\nNothing of this file is shown."
    pieces = [fence(nonce, kind, part.text, file=document.path, lines=_span(part)) for part in chosen.parts]
    left_out = f"{chosen.left_out:,} of its {chosen.characters:,} characters"
    return "\n".join([*pieces, f"Of this file, which has {chosen.lines:,} lines, {left_out} are left out."])


def _span(part: Part) -> str:
    lines = f"{part.first}-{part.last}" if part.first != part.last else str(part.first)
    return f"{lines}, not to their ends" if part.cut else lines


def _fact(result: RequirementResult) -> str:
    outcome = result.outcome.value.replace("_", " ")
    finding = f" ({_line(result.finding)})" if result.finding else ""
    return f"- {_line(result.text)}: {outcome}{finding}"


def _line(text: str) -> str:
    """One line of text that is still to be fenced."""
    line = " ".join(text.split())
    return line if len(line) <= _FACT else f"{line[:_FACT]}…"


@cache
def _text(name: str) -> str:
    return (resources.files(__package__) / "prompts" / name).read_text("utf-8")


@cache
def _templates() -> Environment:
    # Prompts are plain text and their values are made fit by `untrusted`, so nothing is escaped as HTML.
    return Environment(loader=FunctionLoader(_text), undefined=StrictUndefined, autoescape=False)  # noqa: S701 - a prompt is text, not HTML


def _render(name: str, values: dict[str, object]) -> str:
    return _templates().get_template(name).render(values)
