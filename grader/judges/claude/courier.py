"""Carries one request to the service and back: attempts, patience, budget, and the order to stop."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt, stop_before_delay
from tenacity.wait import wait_random_exponential

from grader.judges.claude.exchange import NoReply, Reply, Request
from grader.judges.claude.terms import Terms
from grader.judges.claude.tokens import estimate
from grader.judges.claude.trouble import Trouble
from grader.judges.claude.wire import Wire
from grader.model import Usage
from grader.tally import total

_BACKOFF = wait_random_exponential(multiplier=1, max=30)
_JITTER = wait_random_exponential(multiplier=0.5, max=2)  # so that those told to wait equally long don't return at once


@dataclass(frozen=True, slots=True)
class Courier:
    """Carries requests, each with as many attempts as the options and the deadline allow."""

    wire: Wire
    terms: Terms

    async def carry(self, request: Request, deadline: float) -> Reply | NoReply:
        """The reply, with the usage of all attempts; or why there is none. `deadline` is in the loop's time."""
        loop = asyncio.get_running_loop()
        spent: list[Usage] = []
        retrying = AsyncRetrying(
            retry=retry_if_exception(lambda error: isinstance(error, Trouble) and error.again),
            wait=_pause,
            stop=stop_after_attempt(self.terms.options.attempts) | stop_before_delay(max(0.0, deadline - loop.time())),
            sleep=self.terms.sleep,
            reraise=True,
        )
        try:
            async with asyncio.timeout_at(deadline):
                reply: Reply = await retrying(self._attempt, request, spent)
        except Trouble as trouble:
            tried = f", {len(spent)} attempts" if len(spent) > 1 else ""
            return NoReply(f"{trouble.cause}{tried}", total(spent))
        except TimeoutError:
            return NoReply(f"no answer within {self.terms.options.clause_deadline:g} s", total(spent))
        return Reply(reply.text, reply.stop, total(spent), reply.detail)

    async def _attempt(self, request: Request, spent: list[Usage]) -> Reply:
        if self.terms.halt.reason is not None:
            raise Trouble(f"not asked, since {self.terms.halt.reason}")
        tokens = estimate(request.prompt.system, request.prompt.shared, request.prompt.question)
        if (refused := self.terms.budget.admit(tokens)) is not None:
            raise Trouble(refused)
        spent.append(Usage(calls=1))
        try:
            reply = await self.wire.send(request)
        except Trouble as trouble:
            if trouble.stop and self.terms.halt.reason is None:
                self.terms.halt.reason = trouble.cause
            raise
        else:
            spent[-1] = reply.usage
            return reply
        finally:
            self.terms.budget.settle(tokens, spent[-1].usd)


def _pause(state: RetryCallState) -> float:
    """How long to wait before the next attempt: what the service asked for, else ever longer, never just as long."""
    error = state.outcome.exception() if state.outcome else None
    if isinstance(error, Trouble) and error.wait is not None:
        return error.wait + _JITTER(state)
    return _BACKOFF(state)
