"""On what terms the service is asked: where, how, for how much, and whether at all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from grader.judges.claude.budget import Budget
from grader.judges.claude.options import Endpoint, JudgeOptions

Sleep = Callable[[float], Awaitable[None]]


@dataclass(slots=True)
class Halt:
    """The order to make no further call: its reason, once it was given. It holds for all later runs too."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """All that a judge's calls have in common. `batch_state` is where batches under way are noted."""

    endpoint: Endpoint
    options: JudgeOptions
    budget: Budget
    halt: Halt
    sleep: Sleep
    batch_state: Path | None = None
