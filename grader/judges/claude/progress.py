"""How far the judge is, for whoever waits."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

from grader.judges.base import OpenQuestion, Opinion

_log = logging.getLogger(__name__)


class Progress(Protocol):
    """Is told when questions are put to the model and when each is settled. Must be quick, and must not raise."""

    def begin(self, questions: Sequence[OpenQuestion]) -> None:
        """These questions are now put to the model."""
        ...

    def settled(self, question: OpenQuestion, opinion: Opinion) -> None:
        """One of them has its opinion."""
        ...

    def end(self) -> None:
        """All of them have, or nobody waits any longer."""
        ...


class LogProgress:
    """One line for each contract, when its last question is settled: in the log, or wherever `say` puts it."""

    def __init__(self, say: Callable[[str], None] = _log.info) -> None:
        self._say = say
        self._asked: Counter[str] = Counter()
        self._open: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()

    def begin(self, questions: Sequence[OpenQuestion]) -> None:
        """Count the questions of each contract."""
        self._asked = Counter(question.contract.name for question in questions)
        self._open = self._asked.copy()
        self._failed.clear()

    def settled(self, question: OpenQuestion, opinion: Opinion) -> None:
        """Log the contract's line if this was its last question."""
        name = question.contract.name
        self._open[name] -= 1
        self._failed[name] += opinion.failure is not None
        if not self._open[name]:
            failed = f", {self._failed[name]} without an answer" if self._failed[name] else ""
            self._say(f"{name}: {self._asked[name]} asked of the model judge{failed}")

    def end(self) -> None:
        """Nothing to do: what is left open was never settled."""
