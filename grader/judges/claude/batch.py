"""Puts all open questions in batches and waits: half the price, for whoever has a day.

Each round sends what all matters ask next in one batch (or several, where one would be too large); what an answer
leads to (a second try, a vote, a confirmation) goes into the next round. A batch is noted in a file before it is
waited for, so an interrupted wait is taken up again and nothing is paid for twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.judges.claude.batch_state import BatchState
from grader.judges.claude.batch_wire import Answers, BatchWire
from grader.judges.claude.budget import Budget
from grader.judges.claude.docket import Matter
from grader.judges.claude.exchange import NoReply, Request
from grader.judges.claude.progress import Progress
from grader.judges.claude.terms import Halt
from grader.judges.claude.tokens import estimate
from grader.judges.claude.trouble import Trouble

_LARGEST = 1000  # requests in one batch
_MOST_TOKENS = 12_500_000  # in one batch, about 50 MB; the service takes 256

NO_RESULT = "the batch has no result for it"


@dataclass(frozen=True, slots=True)
class Clerk:
    """Settles matters by batches."""

    wire: BatchWire
    state: BatchState
    budget: Budget
    halt: Halt

    async def settle(self, matters: Sequence[Matter], progress: Progress) -> None:
        """Pursue all matters, round by round, until each is settled."""
        while requests := {it.request.key: it.request for it in matters if it.request is not None}:
            done: set[str] = set()
            answers = await self._round(tuple(requests.values()), done)
            for matter in matters:
                if matter.request is None:
                    continue
                matter.answer(answers.get(matter.request.key, NoReply(NO_RESULT)))
                if matter.opinion is not None:
                    progress.settled(matter.question, matter.opinion)
            self.state.drop(done)  # only now: what an answer led to is in the store

    async def _round(self, requests: Sequence[Request], done: set[str]) -> Answers:
        """The answers to all requests, from batches that are under way already and from new ones.

        Those that needn't be waited for any more, whatever became of them, are added to `done`.
        """
        answers: Answers = {}
        under_way: dict[str, list[str]] = {}
        new: list[Request] = []
        for request in requests:
            batch = self.state.batch_of(request.key)
            if batch is None:
                new.append(request)
            else:
                under_way.setdefault(batch, []).append(request.key)
        reserved = {}
        for part in _parts(new):
            admitted = self._admit(part, answers)
            batch = await self._send(admitted, answers)
            if batch is not None:
                under_way[batch] = [request.key for request in admitted]
                reserved.update({request.key: _tokens(request) for request in admitted})
        for batch, keys in under_way.items():
            answers.update(await self._collect(batch, keys, done))
        for key, tokens in reserved.items():
            self.budget.settle(tokens, answers[key].usage.usd, batch=True)
        return answers

    def _admit(self, requests: Sequence[Request], answers: Answers) -> list[Request]:
        """Those that the order to stop and the budget let pass; the others have their answer."""
        admitted: list[Request] = []
        for request in requests:
            if self.halt.reason is not None:
                answers[request.key] = NoReply(f"not asked, since {self.halt.reason}")
            elif (refused := self.budget.admit(_tokens(request), batch=True)) is not None:
                answers[request.key] = NoReply(refused)
            else:
                admitted.append(request)
        return admitted

    async def _send(self, requests: Sequence[Request], answers: Answers) -> str | None:
        """The batch that the requests are now in, noted in the state; None if there is none, or none could be made."""
        if not requests:
            return None
        try:
            batch = await self.wire.create(requests)
        except Trouble as trouble:
            self._obey(trouble)
            for request in requests:
                answers[request.key] = NoReply(trouble.cause)
                self.budget.settle(_tokens(request), 0.0, batch=True)
            return None
        self.state.sent(batch, [request.key for request in requests])
        return batch

    async def _collect(self, batch: str, keys: Sequence[str], done: set[str]) -> Answers:
        """An answer for each of the batch's requests."""
        try:
            await self.wire.wait(batch)
            found, broken = await self.wire.results(batch, keys)
        except Trouble as trouble:
            self._obey(trouble)
            if not trouble.again and not trouble.stop:  # the batch is gone or refused; else it can be waited for again
                done.update(keys)
            return {key: NoReply(trouble.cause) for key in keys}
        done.update(keys if broken is None else found)  # the rest is paid for and can still be read
        missing = NO_RESULT if broken is None else broken.cause
        return {key: found.get(key, NoReply(missing)) for key in keys}

    def _obey(self, trouble: Trouble) -> None:
        if trouble.stop and self.halt.reason is None:
            self.halt.reason = trouble.cause


def _parts(requests: Sequence[Request]) -> Iterator[list[Request]]:
    """The requests in batches that aren't too large."""
    part: list[Request] = []
    tokens = 0
    for request in requests:
        if part and (len(part) >= _LARGEST or tokens + _tokens(request) > _MOST_TOKENS):
            yield part
            part, tokens = [], 0
        part.append(request)
        tokens += _tokens(request)
    if part:
        yield part


def _tokens(request: Request) -> int:
    return estimate(request.prompt.system, request.prompt.shared, request.prompt.question)
