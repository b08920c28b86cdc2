"""What a model judge is asked, and with what before it."""

from __future__ import annotations

from collections.abc import Sequence

from grader.document import Document
from grader.judges.base import Ask, OpenQuestion, Remainder
from grader.judges.combine import measured, open_parts
from grader.judges.quotes import LEAST_WORDS
from grader.judges.rules.judge import Assessment
from grader.judges.rules.measure import Facts
from grader.judges.rules.quantity import Quantity
from grader.model import ConditionalClause, Contract
from grader.run import Run


def about_clause(assessment: Assessment, run: Run, facts: Facts) -> OpenQuestion:
    """Whether what the rules left open of this clause's promise is kept."""
    first = tuple(view.file for view in assessment.subject.views)
    return OpenQuestion(
        ask=Ask.CLAUSE,
        clause=assessment.clause,
        contract=assessment.contract,
        remainder=open_parts(assessment),
        measured=measured(assessment),
        outputs=_outputs(assessment.contract, run, facts, first),
        inputs=_inputs(assessment.contract, facts),
        errors=_errors(facts),
        log=facts.log_document,
        little=asks_for_little(assessment),
    )


def asks_for_little(assessment: Assessment) -> bool:
    """Whether the clause itself asks for fewer words than a judge is given otherwise: "one word that sums it up"."""
    limits = [
        each.params.get("quantity")
        for each in assessment.compiled.requirements
        if each.measure == "words" and not each.negated and each.each is None and each.within is None
    ]
    return any(isinstance(it, Quantity) and it.high is not None and it.high < LEAST_WORDS for it in limits)


def about_condition(clause: ConditionalClause, contract: Contract, run: Run, facts: Facts) -> OpenQuestion:
    """Whether the condition of this clause held."""
    return OpenQuestion(
        ask=Ask.CONDITION,
        clause=clause,
        contract=contract,
        remainder=(Remainder(text=clause.condition),),
        measured=(),
        outputs=_outputs(contract, run, facts, ()),
        inputs=_inputs(contract, facts),
        errors=_errors(facts),
        log=facts.log_document,
    )


def _outputs(contract: Contract, run: Run, facts: Facts, first: Sequence[Document]) -> tuple[Document, ...]:
    """The contract's published documents, the clause's own first; for the root, the system's before its own."""
    system = [run.documents[path] for path in run.system_outputs if path in run.documents]
    return tuple(dict.fromkeys((*first, *(system if contract.name == run.root else ()), *facts.own)))


def _inputs(contract: Contract, facts: Facts) -> tuple[Document, ...]:
    consumed = (facts.others[each.path] for each in contract.expected_inputs if each.path in facts.others)
    return (*facts.inputs.values(), *consumed)


def _errors(facts: Facts) -> tuple[Document, ...]:
    return (facts.error,) if facts.error is not None else ()
