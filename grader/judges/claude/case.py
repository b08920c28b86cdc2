"""An open question prepared for the model: what is shown for it, how its quotes are looked up, and what names it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from grader.judges.base import Ask, OpenQuestion
from grader.judges.claude.answer import SCHEMA_VERSION, Answer, ClauseAnswer, ConditionAnswer, schema_of
from grader.judges.claude.cache import Store
from grader.judges.claude.options import JudgeOptions
from grader.judges.claude.prompt import PROMPT_VERSION, prompt_for
from grader.judges.claude.view import View, own_outputs, view_of
from grader.judges.quotes import LEAST_WORDS, QuoteFinder, has_words

_DIGITS = 40  # of the digest; the service takes ids of up to 64 characters


@dataclass(frozen=True, slots=True)
class Bench:
    """What all cases share: options, nonce, store of earlier answers, and the endpoint's address."""

    options: JudgeOptions
    nonce: str
    store: Store
    endpoint: str


@dataclass(frozen=True, slots=True)
class Case:
    """A question with all that judging it takes. Cases of the same `identity` have the same opinion."""

    question: OpenQuestion
    bench: Bench
    view: View
    finder: QuoteFinder
    identity: str

    @property
    def kind(self) -> type[Answer]:
        """The type of the answer."""
        return ConditionAnswer if self.question.ask is Ask.CONDITION else ClauseAnswer

    @property
    def worth_asking(self) -> bool:
        """Whether the output has three words, or the clause asks for fewer: else it fools a model too easily."""
        if self.question.ask is Ask.CONDITION or self.question.little:
            return True
        documents = own_outputs(self.question) or self.question.outputs
        if any(it.large for it in documents):
            return True
        return has_words("\n".join(it.text for it in documents), LEAST_WORDS)


def prepare(question: OpenQuestion, bench: Bench) -> Case:
    """The case of a question."""
    view = view_of(question, bench.options.judge_chars)
    finder = QuoteFinder((*question.outputs, *(it.document for it in view.elsewhere)))
    case = Case(question, bench, view, finder, identity="")
    return Case(question, bench, view, finder, identity=_identity(case))


def _identity(case: Case) -> str:
    """A digest of everything that the answer depends on: the question as it is put, the schema, the model."""
    options = case.bench.options
    prompt = prompt_for(case.question, case.view, nonce="")
    depends_on = [
        PROMPT_VERSION,
        [prompt.system, prompt.shared, prompt.question],
        SCHEMA_VERSION,
        schema_of(case.kind),
        [options.model, options.effort, options.max_tokens, case.bench.endpoint],
    ]
    return hashlib.sha256(json.dumps(depends_on, sort_keys=True).encode()).hexdigest()[:_DIGITS]
