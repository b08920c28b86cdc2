"""The open questions of one run, those that differ in nothing joined, each as far as it has come."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from grader.judges.base import OpenQuestion, Opinion
from grader.judges.claude.case import Bench, prepare
from grader.judges.claude.exchange import NoReply, Reply, Request
from grader.judges.claude.inquiry import Inquiry, inquire
from grader.model import Usage
from grader.tally import total

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Matter:
    """A question under way. It waits for the answer to `request`, or it has its `opinion`."""

    question: OpenQuestion
    inquiry: Inquiry | None = None
    request: Request | None = None
    opinion: Opinion | None = None
    usages: list[Usage] = field(default_factory=list)

    def begin(self) -> None:
        """Go as far as it goes without a call."""
        if self.inquiry is not None:
            self._advance(self.inquiry, None)

    def answer(self, reply: Reply | NoReply) -> None:
        """Go on with what came back."""
        if self.inquiry is not None:
            self.usages.append(reply.usage)
            self._advance(self.inquiry, reply)

    def abandon(self, cause: str) -> None:
        """Settle it without an answer."""
        self.inquiry = self.request = None
        self.opinion = Opinion(failure=cause, usage=total(self.usages))

    def _advance(self, inquiry: Inquiry, reply: Reply | NoReply | None) -> None:
        try:
            self.request = next(inquiry) if reply is None else inquiry.send(reply)
        except StopIteration as finished:
            self.inquiry, self.request, self.opinion = None, None, finished.value
        except Exception as error:  # noqa: BLE001 - a defect on one clause must not cost the others their answers
            _log.debug("judging %s failed", self.question.clause.place, exc_info=True)
            self.abandon(f"judging it failed ({type(error).__name__}: {error})")


class Docket:
    """The matters of some questions. Every question has one; questions that differ in nothing have the same."""

    def __init__(self, questions: Sequence[OpenQuestion], bench: Bench) -> None:
        self.questions = tuple(questions)
        self._matters: dict[str, Matter] = {}
        self._identities: list[str] = []
        for number, question in enumerate(self.questions):
            identity, matter = _matter(question, bench, number)
            self._identities.append(identity)
            if identity not in self._matters:
                self._matters[identity] = matter
                matter.begin()

    @property
    def open(self) -> tuple[Matter, ...]:
        """The matters that wait for an answer."""
        return tuple(matter for matter in self._matters.values() if matter.request is not None)

    def opinions(self) -> Iterator[Opinion]:
        """One opinion per question, in order. What an answer cost is counted where it was asked first."""
        counted: set[str] = set()
        for identity in self._identities:
            opinion = self._matters[identity].opinion
            assert opinion is not None, "every matter is settled or abandoned before opinions are read"  # noqa: S101 - a defect of ours, never a run's
            yield opinion if identity not in counted else opinion.model_copy(update={"usage": Usage()})
            counted.add(identity)


def _matter(question: OpenQuestion, bench: Bench, number: int) -> tuple[str, Matter]:
    """The identity of a question and its matter, which is settled already if the question can't be prepared."""
    try:
        case = prepare(question, bench)
    except Exception as error:  # noqa: BLE001 - as above: a file that can't be read any more, say
        _log.debug("preparing %s failed", question.clause.place, exc_info=True)
        failed = Opinion(failure=f"preparing the question failed ({type(error).__name__}: {error})")
        return f"unprepared-{number}", Matter(question, opinion=failed)
    return case.identity, Matter(question, inquire(case))
