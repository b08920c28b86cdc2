"""What every measure is: the wordings it understands, what it reads from them, and how it checks an output."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar

from grader.document import Document
from grader.judges.rules.finding import Finding
from grader.judges.rules.joining import Tester
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.model import Contract, LogEvent


class Over(StrEnum):
    """How a measure treats several files at once, where a clause doesn't say which it means."""

    ONE = "one"  # it speaks of one text; with several files nobody knows which
    ANY = "any"  # met if any file meets it
    ALL = "all"  # met if every file meets it


@dataclass(frozen=True, slots=True)
class Facts:
    """What a measure may know besides the output: the run around it.

    `inputs` are the caller's values by name; `outputs` the published documents of other contracts by path; `names`
    finds any of these by a name that the clause uses.
    """

    contract: Contract
    inputs: dict[str, Document] = field(default_factory=dict)
    own: tuple[Document, ...] = ()  # all published documents of the contract
    others: dict[str, Document] = field(default_factory=dict)
    log: tuple[LogEvent, ...] = ()
    log_document: Document | None = None
    error: Document | None = None
    run_files: frozenset[str] = frozenset()


class Measure(ABC):
    """One kind of measurement. Its name, its phrases and its check stand together in one class."""

    name: ClassVar[str]
    phrases: ClassVar[tuple[Phrase, ...]] = ()
    over: ClassVar[Over] = Over.ONE
    counts_items: ClassVar[bool] = False  # whether narrowing words make its count one-sided

    def params(self, match: Match) -> dict[str, Any] | list[dict[str, Any]] | None:
        """What a match says, as plain data; None if the match is none after all.

        A list where the words name several things that are one requirement each.
        """
        return {**read_slots(match), **match.phrase.fixed}

    of_kind: ClassVar[bool] = False  # whether its words may name a kind of thing that a quantity counts: "two tables"
    of_value: ClassVar[bool] = False  # whether it is said of a single value, which an object may wrap under its name

    of_scalar: ClassVar[bool] = False  # whether it is said of a value, which a text may give under a label

    def tester(self, requirement: Requirement) -> Tester | None:  # noqa: ARG002 - most measures have none
        """A quick test of values for the requirement, for long lists; it never says what `check` wouldn't."""
        return None

    attributive: ClassVar[bool] = False  # whether a name before its words is what they describe: "a `title` in German"

    of_source: ClassVar[bool] = False  # whether it speaks of the file as it is written, rather than as it is read
    speaks_of: ClassVar[str] = ""  # the kind of thing that it tells apart, which a page's markup may leave open

    aggregates: ClassVar[bool] = False  # whether it speaks of several values together, such as their order

    def check_parts(self, requirement: Requirement, views: Sequence[View], facts: Facts) -> Finding:
        """Measures several values together; only for measures that aggregate."""
        raise NotImplementedError  # pragma: no cover - whoever asks looks at `aggregates` first

    @abstractmethod
    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        """Measures one piece of output. Whatever can't be told is unknown."""


def read_slots(match: Match) -> dict[str, Any]:
    """The content of a match's slots: a quantity, the literals of a literal slot, the words of any other."""
    values: dict[str, Any] = {}
    for name, lexemes in match.slots.items():
        quantity = lexemes[0].quantity if lexemes else None
        if quantity is not None and len(lexemes) == 1:
            values[name] = quantity
        elif name in {"texts", "codes", "list"}:
            values[name] = match.literals(name)
        else:
            values[name] = match.words(name)
    return values


def quantity_of(requirement: Requirement) -> Quantity:
    """The quantity that a counting requirement has read."""
    return Quantity.model_validate(requirement.params["quantity"])
