"""The service's batches, through the SDK: make one, wait for its end, read its results."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

import anthropic
from anthropic.types.messages import MessageBatchIndividualResponse
from anthropic.types.messages.batch_create_params import Request as BatchRequest
from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt
from tenacity.wait import wait_random_exponential

from grader.judges.claude.exchange import NoReply, Reply, Request
from grader.judges.claude.options import JudgeOptions
from grader.judges.claude.trouble import Trouble, trouble_of
from grader.judges.claude.wire import parameters, reply_of

Answers = dict[str, Reply | NoReply]
Result = TypeVar("Result")

_FIRST_PAUSE = 5.0  # seconds
_LAST_PAUSE = 60.0
_NOT_TAKEN = frozenset({429, 503, 529})  # answers after which a batch certainly wasn't made
_NOT_FOUND = 404
_UNASKED = {
    "expired": "the batch expired before this was asked",
    "canceled": "the batch was canceled before this was asked",
}

GONE = "the batch that it was sent in is gone; grade again to send it anew"


@dataclass(frozen=True, slots=True)
class BatchWire:
    """Speaks of batches with the service, patiently. Everything raises Trouble where patience doesn't help."""

    client: anthropic.AsyncAnthropic
    options: JudgeOptions
    sleep: Callable[[float], Awaitable[None]]

    async def create(self, requests: Sequence[Request]) -> str:
        """The id of a new batch of these requests.

        Tried again only where the service has certainly not made it: a batch made twice is paid for twice.
        """
        bodies = [BatchRequest(custom_id=it.key, params=parameters(it, self.options)) for it in requests]

        async def attempt() -> str:
            try:
                return (await self.client.messages.batches.create(requests=bodies)).id
            except Exception as error:
                trouble = trouble_of(error)
                trouble.again &= isinstance(error, anthropic.APIStatusError) and error.status_code in _NOT_TAKEN
                raise trouble from error

        return await self._patiently(attempt)

    async def wait(self, batch: str) -> None:
        """Wait until all of the batch is processed, asking in ever longer pauses."""
        pause = _FIRST_PAUSE

        async def attempt() -> str:
            try:
                return (await self.client.messages.batches.retrieve(batch)).processing_status
            except anthropic.NotFoundError as error:
                raise Trouble(GONE) from error
            except Exception as error:
                raise trouble_of(error) from error

        while await self._patiently(attempt) != "ended":
            await self.sleep(pause)
            pause = min(pause * 1.5, _LAST_PAUSE)

    async def results(self, batch: str, keys: Collection[str]) -> tuple[Answers, Trouble | None]:
        """What became of the requests of an ended batch, and why there may be more, if it broke off every time."""
        answers: Answers = {}

        async def attempt() -> None:
            try:
                async for entry in await self.client.messages.batches.results(batch):
                    self._note(entry, answers)
            except Exception as error:
                raise trouble_of(error) from error

        broken: Trouble | None = None
        try:
            await self._patiently(attempt)
        except Trouble as trouble:
            if trouble.stop or not answers:
                raise
            broken = trouble
        return {key: answer for key, answer in answers.items() if key in keys}, broken

    def _note(self, entry: MessageBatchIndividualResponse, answers: Answers) -> None:
        key = getattr(entry, "custom_id", None)  # the SDK doesn't check its types
        if not isinstance(key, str):
            return
        try:
            answers[key] = self._answer(entry)
        except Trouble as trouble:
            answers[key] = NoReply(trouble.cause)
        except (AttributeError, TypeError):
            answers[key] = NoReply("the batch's result was malformed")

    def _answer(self, entry: MessageBatchIndividualResponse) -> Reply | NoReply:
        result = entry.result
        if result.type == "succeeded":
            return reply_of(result.message, self.options.model, batch=True)
        if result.type == "errored":
            said = " ".join(str(result.error.error.message).split())[:200]
            return NoReply(f"the service failed in the batch ({said})")
        return NoReply(_UNASKED.get(result.type, "the batch's result was malformed"))

    async def _patiently(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        retrying = AsyncRetrying(
            retry=retry_if_exception(lambda error: isinstance(error, Trouble) and error.again),
            wait=wait_random_exponential(multiplier=1, max=_LAST_PAUSE),
            stop=stop_after_attempt(self.options.attempts),
            sleep=self.sleep,
            reraise=True,
        )
        return await retrying(attempt)
