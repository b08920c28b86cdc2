"""The one interface between grading and whatever judges what can't be measured.

The rules measure first. What they leave open reaches a model judge as an `OpenQuestion`, one clause (or one
condition) each; the judge answers each with an `Opinion`, in the same order. An opinion's quotes are already looked
up: a judge never returns a quote that it hasn't found in a document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from grader.document import Document
from grader.model import Clause, Contract, Frozen, RequirementResult, Usage, Vote


class Remainder(Frozen):
    """A part of a clause that no measure covers. `negated`: it promises that something is absent."""

    text: str
    negated: bool = False


class Ask(StrEnum):
    """What is asked of the judge."""

    CLAUSE = "clause"  # is the promise kept?
    CONDITION = "condition"  # did the condition of a conditional clause hold?


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A clause (or condition) with everything that bears on it.

    `measured` are facts that the judge can't change. `outputs` are the published documents of the clause's contract,
    the clause's own first; `inputs` are caller inputs and consumed outputs of other contracts; `errors` is the
    contract's error file, `log` the run's log; `little`: the clause asks for no more than two words.
    """

    ask: Ask
    clause: Clause
    contract: Contract
    remainder: tuple[Remainder, ...]
    measured: tuple[RequirementResult, ...]
    outputs: tuple[Document, ...]
    inputs: tuple[Document, ...]
    errors: tuple[Document, ...]
    log: Document | None = None
    little: bool = False


class Opinion(Frozen):
    """A judge's answer to one open question.

    `results` has at least one entry per remainder, in their order, quotes verified: a judge may split a remainder into
    several requirements. For `Ask.CONDITION` there is a single result: met means that the condition held. A result is
    unknown wherever the opinion isn't proven. `failure` is set when no usable answer came (the clause is then
    incomplete), `unproven` when an answer came that isn't proven (quote not found, judge disagrees with itself),
    `vague` when the judge calls the promise too vague to decide; `suggestion` is a concrete rewrite for a vague clause.
    """

    results: tuple[RequirementResult, ...] = ()
    confidence: int = 0  # 0-100
    failure: str | None = None
    unproven: str | None = None
    vague: str | None = None
    suggestion: str | None = None
    votes: tuple[Vote, ...] = ()
    usage: Usage = Usage()


class ModelJudge(Protocol):
    """Judges many open questions side by side; one answer's failure never loses another's."""

    @property
    def name(self) -> str:
        """The model's name, for the report."""
        ...

    def judge(self, questions: Sequence[OpenQuestion]) -> Sequence[Opinion]:
        """One opinion per question, in the same order. Never raises for a single question's sake."""
        ...


def was_interrupted(judge: ModelJudge | None) -> bool:
    """Whether somebody interrupted the judge at the keyboard. It then answers at once, and asks nothing more."""
    return bool(getattr(judge, "interrupted", False))
