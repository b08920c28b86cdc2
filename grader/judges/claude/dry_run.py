"""What the model judge would ask, without asking."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.judges.base import Ask, OpenQuestion, Opinion
from grader.judges.claude.cache import NoStore, Store
from grader.judges.claude.case import Bench
from grader.judges.claude.docket import Docket
from grader.judges.claude.options import Endpoint, JudgeOptions
from grader.judges.claude.tokens import estimate
from grader.model import Frozen

DRY_RUN = "dry run: nothing was asked"


class PlannedCall(Frozen):
    """A call that would be made: about which clause, or which condition, and how many tokens it would send, about."""

    contract: str
    clause: str
    ask: Ask
    input_tokens: int


class DryRun:
    """A model judge that only notes what it would ask first. Votes, confirmations and second tries come on top."""

    def __init__(
        self, options: JudgeOptions | None = None, *, base_url: str = "", open_store: Callable[[], Store] = NoStore
    ) -> None:
        self._options = options or JudgeOptions()
        self._endpoint = Endpoint("", base_url) if base_url else Endpoint("")
        self._open_store = open_store
        self.planned: list[PlannedCall] = []

    @property
    def name(self) -> str:
        """The model's name."""
        return self._options.model

    def judge(self, questions: Sequence[OpenQuestion]) -> Sequence[Opinion]:
        """No opinion on what would have to be asked; earlier answers from the store as they are."""
        store = self._open_store()
        try:
            docket = Docket(questions, Bench(self._options, "0" * 16, store, self._endpoint.base_url))
            for matter in docket.open:
                request = matter.request
                assert request is not None, "an open matter has a request"  # noqa: S101 - a defect of ours, never a run's
                self.planned.append(
                    PlannedCall(
                        contract=matter.question.contract.name,
                        clause=matter.question.clause.text,
                        ask=matter.question.ask,
                        input_tokens=estimate(request.prompt.system, request.prompt.shared, request.prompt.question),
                    )
                )
                matter.abandon(DRY_RUN)
            return tuple(docket.opinions())
        finally:
            store.close()
