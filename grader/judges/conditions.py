"""Whether the condition of a conditional clause held: by an error, by a fact of the outputs and inputs, or unknown."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.judges.base import Opinion
from grader.judges.rules.compile import compile_promise
from grader.judges.rules.engine import all_of, check
from grader.judges.rules.finding import Finding, unknown
from grader.judges.rules.lexemes import is_expression
from grader.judges.rules.measure import Facts
from grader.judges.rules.names import same_name, singular, words_of
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.resolve import named_document, stem_of
from grader.judges.rules.views import view_of
from grader.judges.rules.wordlists import words
from grader.model import ConditionalClause, Contract, Outcome
from grader.run import Run

_ANY_ERROR = re.compile(
    r"\b(?:errors?(?: out)?|fails?|failed|failure|cannot (?:complete|finish)|is unable|crash(?:es|ed)?)\b",
    re.IGNORECASE,
)
# An error that is named as one, although nobody declares it.
_SIGNALLED = re.compile(
    r"\A`?([a-z][a-z0-9]*(?:-[a-z0-9]+)+)`?\Z|"
    r"`([\w-]+)`(?:\s+error)?\s+(?:is|was|has been|gets|got)\s+(?:signall?ed|raised|reported|returned|thrown|hit)\b",
    re.IGNORECASE,
)
_SMALL = words(
    "the a an is are was were be been no not any of in to for from by with it its and or all some has have "
    "had there contract error raised signalled signaled occurs occurred happens this that run"
)


@dataclass(frozen=True, slots=True)
class Held:
    """Whether a condition held (None: unknown), how that is known, and whose errors it speaks of."""

    held: bool | None
    why: str
    errors_of: tuple[str, ...] = ()
    opinion: Opinion | None = None  # of the model judge that was asked, if one was


def condition_held(clause: ConditionalClause, contract: Contract, run: Run, facts: Facts) -> Held:
    """Measures a condition. An error that it names or describes comes first, then facts of the outputs and inputs."""
    about = _about_errors(clause.condition, contract, run)
    if about is not None:
        return about
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


def _about_errors(condition: str, contract: Contract, run: Run) -> Held | None:
    """What is known if the condition names or describes an error that some contract declares or has signalled."""
    speakers = [contract, *(other for other in run.contracts if other.name != contract.name)]
    described: list[str] = []
    for speaker in speakers:
        names = {error.name for error in speaker.errors} | ({speaker.error_name} if speaker.error_name else set())
        matching = {name for name in names if _names_error(condition, name)}
        if not matching:
            continue
        described.append(speaker.name)
        if speaker.had_error and speaker.error_name in matching:
            return Held(held=True, why=f"{speaker.name} signalled {speaker.error_name}", errors_of=(speaker.name,))
    if not described and (signalled := _SIGNALLED.search(condition.strip())) is not None:
        described = [contract.name] if not _mentions_any(condition, run) else _mentions_any(condition, run)
        return Held(held=False, why=f"no contract signalled {signalled[1] or signalled[2]}", errors_of=tuple(described))
    if described:
        return Held(held=False, why=f"{', '.join(described)} did not signal that error", errors_of=tuple(described))
    named = [other for other in run.contracts if _mentions(condition, other.name)] or [contract]
    if _ANY_ERROR.search(condition) and _only_error_words(condition, named):
        failed = [each for each in named if each.had_error]
        speaking = tuple(each.name for each in failed or named)
        if failed:
            return Held(held=True, why=f"{speaking[0]} signalled {failed[0].error_name}", errors_of=speaking)
        return Held(held=False, why=f"{', '.join(speaking)} signalled no error", errors_of=speaking)
    return None


def _names_error(condition: str, error: str) -> bool:
    """`no-results` is named by "`no-results`" and described by "if no results are found"."""
    wanted = [singular(word) for word in words_of(error)]
    found = [singular(word) for word in re.findall(r"[^\W_]+", condition.casefold())]
    if not wanted:
        return False
    if len(wanted) == 1 and f"`{error}`" not in condition and len(wanted[0]) < 5:
        return False
    at = 0
    for word in found:
        if word == wanted[at]:
            at += 1
            if at == len(wanted):
                return True
    return False


def _mentions_any(condition: str, run: Run) -> list[str]:
    return [contract.name for contract in run.contracts if _mentions(condition, contract.name)]


def _mentions(condition: str, name: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", condition, re.IGNORECASE) is not None


def _only_error_words(condition: str, named: list[Contract]) -> bool:
    left = _ANY_ERROR.sub(" ", condition)
    for contract in named:
        left = re.sub(re.escape(contract.name), " ", left, flags=re.IGNORECASE)
    return all(word in _SMALL for word in re.findall(r"[^\W_]+", left.casefold()))
