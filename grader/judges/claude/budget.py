"""How many calls may be made and what they may cost, counted before each call."""

from __future__ import annotations

from dataclasses import dataclass

from grader.judges.claude.prices import cost
from grader.model import Usage

_TYPICAL_OUTPUT = 1000  # tokens that an answer is expected to take, until it is known


@dataclass(slots=True)
class Budget:
    """The judge's purse, for all runs of one invocation together.

    A call is admitted if the limits allow for it and for all calls still on their way, whose cost is estimated. Money
    can be limited only where the model's price is known; whoever sets a limit checks that first.
    """

    model: str
    max_calls: int | None = None
    max_cost_usd: float | None = None
    calls: int = 0
    spent_usd: float = 0.0
    _reserved_usd: float = 0.0

    def admit(self, input_tokens: int, *, batch: bool = False) -> str | None:
        """Reserve a call with that many input tokens (an estimate): None if it may be made, else why it may not."""
        if self.max_calls is not None and self.calls >= self.max_calls:
            return f"budget: the limit of {self.max_calls} {'call' if self.max_calls == 1 else 'calls'} is reached"
        expected = self._expected(input_tokens, batch=batch)
        if self.max_cost_usd is not None and self.spent_usd + self._reserved_usd + expected > self.max_cost_usd:
            return f"budget: the limit of {self.max_cost_usd:.2f} USD is reached"
        self.calls += 1
        self._reserved_usd += expected
        return None

    def settle(self, input_tokens: int, usd: float | None, *, batch: bool = False) -> None:
        """Replace what was reserved for a call by what it cost (0 for a call that failed)."""
        self._reserved_usd = max(0.0, self._reserved_usd - self._expected(input_tokens, batch=batch))
        self.spent_usd += usd or 0.0

    def _expected(self, input_tokens: int, *, batch: bool) -> float:
        return cost(Usage(input_tokens=input_tokens, output_tokens=_TYPICAL_OUTPUT), self.model, batch=batch) or 0.0
