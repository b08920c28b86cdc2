"""The model judge: many open questions, each its own inquiry, carried side by side."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

from grader.judges.base import OpenQuestion, Opinion
from grader.judges.claude.budget import Budget
from grader.judges.claude.cache import NoStore, Store
from grader.judges.claude.case import Bench
from grader.judges.claude.docket import Docket, Matter
from grader.judges.claude.options import Endpoint, JudgeOptions
from grader.judges.claude.progress import LogProgress, Progress
from grader.judges.claude.terms import Halt, Sleep, Terms

_log = logging.getLogger(__name__)

INTERRUPTED = "interrupted"
BAD_KEY = "the key holds characters that no header can carry"


class ClaudeJudge:
    """Asks the model about each question. Whatever touches the world is passed in.

    A judge serves all runs of an invocation: its budget, and its order to stop, go on from one to the next.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        options: JudgeOptions | None = None,
        *,
        open_store: Callable[[], Store] = NoStore,
        batch_state: Path | None = None,
        progress: Progress | None = None,
        sleep: Sleep = asyncio.sleep,
        nonce: Callable[[], str] = lambda: secrets.token_hex(8),
    ) -> None:
        options = options or JudgeOptions()
        self._terms = Terms(
            endpoint,
            options,
            Budget(options.model, options.max_calls, options.max_cost_usd),
            Halt(None if _is_sendable(endpoint.api_key) else BAD_KEY),
            sleep,
            batch_state,
        )
        self._open_store = open_store
        self._progress = progress or LogProgress()
        self._nonce = nonce()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._terms.options.model

    @property
    def interrupted(self) -> bool:
        """Whether an interrupt from the keyboard has ended the asking."""
        return self._terms.halt.reason == INTERRUPTED

    def judge(self, questions: Sequence[OpenQuestion]) -> Sequence[Opinion]:
        """One opinion per question, in the same order. Never raises for a single question's sake.

        An interrupt from the keyboard ends the waiting, not the judging: what is settled by then keeps its opinion,
        the rest has none, and no later question is asked.
        """
        store = self._open_store()
        try:
            docket = Docket(questions, Bench(self._terms.options, self._nonce, store, self._terms.endpoint.base_url))
            if docket.open:
                self._progress.begin(tuple(matter.question for matter in docket.open))
                try:
                    asyncio.run(self._settle(docket.open))
                finally:
                    self._progress.end()
            return tuple(docket.opinions())
        finally:
            store.close()

    async def _settle(self, matters: Sequence[Matter]) -> None:
        """Pursue all matters until each has its opinion, or somebody interrupts."""
        from grader.judges.claude.carriage import carry  # noqa: PLC0415 - the SDK takes a second to import

        try:
            await carry(matters, self._terms, self._progress)
        except asyncio.CancelledError:
            self._terms.halt.reason = INTERRUPTED
            _abandon(matters, INTERRUPTED)
        except Exception as error:  # noqa: BLE001 - whatever it is, what is settled by now keeps its opinion
            _log.debug("asking failed", exc_info=True)
            _abandon(matters, f"asking failed ({type(error).__name__}: {error})")


def _abandon(matters: Sequence[Matter], cause: str) -> None:
    for matter in matters:
        if matter.opinion is None:
            matter.abandon(cause)


def _is_sendable(key: str) -> bool:
    """Whether the key can stand in a header; the SDK reports one that can't as a failing connection."""
    return key.isascii() and key.isprintable() and bool(key) and " " not in key
