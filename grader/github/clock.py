"""Time, passed in, so that a test waits for nothing."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """What waits and tells the time."""

    def now(self) -> float:
        """Seconds since the epoch."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)
