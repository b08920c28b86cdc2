"""The order to make no further call."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Halt:
    """The order's reason, once it was given; it outlives a run and holds for the next ones."""

    reason: str | None = None
