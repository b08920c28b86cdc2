"""Whether the condition of a conditional clause held: by an error, by a fact of the outputs and inputs, or unknown."""

from __future__ import annotations

from dataclasses import dataclass

from grader.judges.base import Opinion
from grader.judges.error_conditions import read_errors
from grader.judges.rules.compile import compile_promise
from grader.judges.rules.engine import all_of, check
from grader.judges.rules.finding import Finding, unknown
from grader.judges.rules.lexemes import is_expression
from grader.judges.rules.measure import Facts
from grader.judges.rules.names import same_name
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.resolve import named_document, stem_of
from grader.judges.rules.views import view_of
from grader.model import ConditionalClause, Contract, Outcome
from grader.run import Run


@dataclass(frozen=True, slots=True)
class Held:
    """Whether a condition held (None: unknown), how that is known, and whose errors it speaks of."""

    held: bool | None
    why: str
    errors_of: tuple[str, ...] = ()
    opinion: Opinion | None = None  # of the model judge that was asked, if one was


def condition_held(clause: ConditionalClause, contract: Contract, run: Run, facts: Facts) -> Held:
    """Measures a condition. An error that it names or describes comes first, then facts of the outputs and inputs."""
    about = read_errors(clause.condition, contract, run.contracts)
    if about is not None:
        return Held(about.held, about.why, about.errors_of)
    finding = _measured(clause.condition, facts)
    if finding.outcome is Outcome.UNKNOWN:
        return Held(None, "whether the condition held can't be measured")
    return Held(finding.outcome is Outcome.MET, finding.text)


def _measured(condition: str, facts: Facts) -> Finding:
    """A condition as facts: each of its requirements on the input that it names, else on the contract's outputs."""
    bare = condition.strip().strip("`")
    compiled = compile_promise(f"`{bare}`" if is_expression(bare) else condition)
    if not compiled.requirements or compiled.remainder or compiled.vague:
        return unknown("not every word of the condition can be measured")
    outputs = tuple(view_of(document) for document in facts.own if not document.large)
    return all_of(_on_input(each, facts) or check(each, outputs, facts, None) for each in compiled.requirements)


def _on_input(requirement: Requirement, facts: Facts) -> Finding | None:
    """The requirement measured on the caller input or other output that it speaks of; None if it speaks of none."""
    if requirement.within is None or any(same_name(stem_of(each), requirement.within) for each in facts.own):
        return None
    document = named_document(requirement.within, facts)
    if document is None:
        return None
    return check(requirement.model_copy(update={"within": None}), (view_of(document),), facts, requirement.within)
