"""The ladder of detail: how a report shrinks until it fits, and what each step leaves out."""

from __future__ import annotations

from enum import IntEnum


class Level(IntEnum):
    """How much a report says, from everything to the bare outcome."""

    FULL = 0
    BRIEF = 1
    OPEN = 2
    BROKEN = 3
    CONTRACTS = 4
    RUNS = 5
    OUTCOME = 6

    @property
    def left_out(self) -> str:
        """What a reader must look for elsewhere, in words; empty for the full report."""
        return _LEFT_OUT[self]


_LEFT_OUT = {
    Level.FULL: "",
    Level.BRIEF: "the evidence of satisfied clauses",
    Level.OPEN: "satisfied clauses, untested paths and warnings",
    Level.BROKEN: "everything but violated and partly satisfied clauses",
    Level.CONTRACTS: "all clauses",
    Level.RUNS: "all contracts and clauses",
    Level.OUTCOME: "all contracts and clauses, and the runs after the first ten",
}
