"""The compiled form of a clause: plain data that can be printed, kept and compared."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from grader.judges.base import Remainder
from grader.judges.rules.quantity import Quantity
from grader.model import Frozen


class Requirement(Frozen):
    """One thing that a clause promises and that code can measure.

    `measure` names the measure, `text` holds the author's words, `params` what the measure read from them.
    `each`: it must hold for every item of that noun ("" for the items of whatever list the clause speaks of).
    `source`: where those items are ("entries in `candidates`"). `many`: how many of them must meet it (None: all);
    `none_ok`: there may be no items. `within`: it speaks of that field or section only;
    `loosely`: of that one if there is one, else of the whole; `certain`: the clause wrote its
    name as one, in backticks. `narrowed`: other words of the clause narrow what is counted
    ("three *critical* issues"), so that a count can show too few, but never enough or too many. `soft`: the clause has
    an escape hatch ("when possible"), so that it is never a violation. `inner`: what a field's value must fulfil.
    """

    measure: str
    text: str
    params: dict[str, Any] = Field(default_factory=dict)
    negated: bool = False
    each: str | None = None
    source: str | None = None
    many: Quantity | None = None
    within: str | None = None
    loosely: str | None = None
    certain: bool = False
    none_ok: bool = False
    narrowed: bool = False
    soft: bool = False
    inner: tuple[Requirement, ...] = ()

    @property
    def of_arrays(self) -> bool:
        """Whether it can be said of an array as well as of each of its entries: "each `tags` is an array"."""
        return self.measure == "filled" or "array" in self.params.get("types", ())


class Idle(Frozen):
    """Words of a clause that commit to nothing, and why."""

    words: str
    reason: str


class Compiled(Frozen):
    """A clause, taken apart. Every word is in a requirement, in the remainder, among the vague or the idle ones.

    `only_named`: the clause says no more than its output's name or kind, and is satisfied by a present output.
    """

    requirements: tuple[Requirement, ...] = ()
    remainder: tuple[Remainder, ...] = ()
    vague: tuple[str, ...] = ()
    idle: tuple[Idle, ...] = ()
    only_named: bool = False
