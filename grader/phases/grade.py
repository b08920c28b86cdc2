"""Phase 2: a verdict for every clause that a run declares.

The rules measure first; a model judge, if there is one, is asked about what is left, one clause or one condition at a
time; code combines both. Which clauses are due at all is decided in `judges/due.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.document import Document
from grader.judges.base import Ask, ModelJudge, OpenQuestion, Opinion, Remainder
from grader.judges.combine import combine, measured, open_parts, open_to_judgement
from grader.judges.conditions import Held, condition_held
from grader.judges.due import Conditions, Dues, Waiver
from grader.judges.rules.facts import facts_of
from grader.judges.rules.judge import Assessment, assess
from grader.model import Cause, Clause, ClauseGrade, ConditionalClause, Contract, Outcome, Section, Verdict
from grader.phases.accounting import GradedContract
from grader.run import Run

_FEWEST_WORDS = 3  # an output of fewer words never goes to a judge: degenerate outputs fool judges


def grade(run: Run, model_judge: ModelJudge | None = None) -> tuple[GradedContract, ...]:
    """Every contract in the run's order, with one grade per clause and per conditional clause, in theirs."""
    conditions = _conditions(run, model_judge)
    dues = Dues(run, conditions)
    pending = [_Pending(clause, contract, run, dues) for contract in run.contracts for clause in contract.clauses]
    pending += [
        _Pending(clause, contract, run, dues, conditions[contract.name, index])
        for contract in run.contracts
        for index, clause in enumerate(contract.conditional_clauses)
    ]
    asked = [each for each in pending if model_judge is not None and each.open]
    opinions = model_judge.judge([each.question() for each in asked]) if model_judge is not None and asked else ()
    for each, opinion in zip(asked, opinions, strict=True):
        each.opinion = opinion
    grades = [(each.contract.name, each.held is not None, each.grade()) for each in pending]
    return tuple(
        (
            contract,
            tuple(grade for name, conditional, grade in grades if name == contract.name and not conditional),
            tuple(grade for name, conditional, grade in grades if name == contract.name and conditional),
        )
        for contract in run.contracts
    )


def _conditions(run: Run, model_judge: ModelJudge | None) -> Conditions:
    """Which conditions held: measured, else judged, else unknown."""
    found = {
        (contract.name, index): condition_held(clause, contract, run)
        for contract in run.contracts
        for index, clause in enumerate(contract.conditional_clauses)
    }
    unknown = [key for key, held in found.items() if held.held is None]
    if model_judge is None or not unknown:
        return found
    questions = [_condition_question(run, name, index) for name, index in unknown]
    for key, opinion in zip(unknown, model_judge.judge(questions), strict=True):
        found[key] = _held(opinion, found[key])
    return found


def _held(opinion: Opinion, before: Held) -> Held:
    outcome = opinion.results[0].outcome if opinion.results else Outcome.UNKNOWN
    if outcome is Outcome.UNKNOWN or opinion.failure or opinion.unproven:
        return Held(None, opinion.failure or opinion.unproven or before.why, opinion=opinion)
    return Held(outcome is Outcome.MET, opinion.results[0].finding, opinion=opinion)


def _condition_question(run: Run, name: str, index: int) -> OpenQuestion:
    contract = next(contract for contract in run.contracts if contract.name == name)
    clause = contract.conditional_clauses[index]
    return _question(Ask.CONDITION, clause, contract, run, (Remainder(text=clause.condition),), (), ())


def _question(
    ask: Ask,
    clause: Clause,
    contract: Contract,
    run: Run,
    remainder: tuple[Remainder, ...],
    results: Sequence[object],
    first: Sequence[Document],
) -> OpenQuestion:
    facts = facts_of(contract, run)
    system = tuple(run.documents[path] for path in run.system_outputs if path in run.documents)
    outputs = (*first, *(system if contract.name == run.root else ()), *facts.own)
    consumed = tuple(facts.others[each.path] for each in contract.expected_inputs if each.path in facts.others)
    return OpenQuestion(
        ask=ask,
        clause=clause,
        contract=contract,
        remainder=remainder,
        measured=tuple(results),  # type: ignore[arg-type] # requirement results
        outputs=tuple(dict.fromkeys(outputs)),
        inputs=(*facts.inputs.values(), *consumed),
        errors=(facts.error,) if facts.error is not None else (),
        log=facts.log_document,
    )


class _Pending:
    """A clause on its way to its grade."""

    def __init__(self, clause: Clause, contract: Contract, run: Run, dues: Dues, held: Held | None = None) -> None:
        self.clause = clause
        self.contract = contract
        self.run = run
        self.held = held  # of a conditional clause
        self.opinion: Opinion | None = None
        self.assessment: Assessment = assess(clause, contract, run)
        self.cause = dues.never_ran_because(contract)
        published = self.assessment.subject.missing is None
        self.waiver: Waiver | None = None if held is not None else dues.waiver(clause, contract, published=published)

    @property
    def due(self) -> bool:
        """Whether the clause is to be graded at all."""
        return (self.held is None or self.held.held is True) and (self.waiver is None or self.waiver.only_if_unmet)

    @property
    def open(self) -> bool:
        """Whether a model judge is to be asked."""
        if not self.due or self.clause.section is Section.MANIFEST or not open_to_judgement(self.assessment):
            return False
        return self.words >= _FEWEST_WORDS

    @property
    def words(self) -> int:
        """How many words the clause's output has, counted no further than needed."""
        return sum(len(view.text.split(maxsplit=_FEWEST_WORDS)) for view in self.assessment.subject.views)

    def question(self) -> OpenQuestion:
        """The open question that the clause leaves."""
        first = tuple(view.document for view in self.assessment.subject.views)
        return _question(
            Ask.CLAUSE,
            self.clause,
            self.contract,
            self.run,
            open_parts(self.assessment),
            measured(self.assessment),
            first,
        )

    def grade(self) -> ClauseGrade:
        """The clause's grade."""
        if self.held is not None and self.held.held is not True:
            return self._untriggered(self.held)
        if self.waiver is not None and not self.waiver.only_if_unmet:
            return self._waived(self.waiver)
        grade = self._source_missing() or combine(self.assessment, self.opinion)
        if self.waiver is not None and grade.verdict in {Verdict.VIOLATED, Verdict.PARTIALLY_SATISFIED}:
            return self._waived(self.waiver)
        if self.cause and grade.verdict is Verdict.VIOLATED:
            grade = grade.model_copy(update={"evidence": f"{grade.evidence}; {self.cause}"})
        if self.held is not None:
            grade = grade.model_copy(update={"triggered": True})
        return grade

    def _untriggered(self, held: Held) -> ClauseGrade:
        """An untested path, or a conditional of which nobody knows whether it was due."""
        if held.held is False:
            return ClauseGrade(clause=self.clause, verdict=None, evidence=held.why, confidence=None, triggered=False)
        cause = (
            Cause.NEEDS_JUDGE
            if held.opinion is None
            else (Cause.INCOMPLETE if held.opinion.failure else Cause.UNPROVEN)
        )
        condition = self.clause.condition if isinstance(self.clause, ConditionalClause) else self.clause.body
        reason = f"whether “{condition}” held is unknown"
        reason = f"{reason} (needs a model judge)" if held.opinion is None else f"{reason}: {held.why}"
        return self._not_evaluable(cause, reason)

    def _waived(self, waiver: Waiver) -> ClauseGrade:
        return self._not_evaluable(waiver.cause, waiver.reason)

    def _source_missing(self) -> ClauseGrade | None:
        if self.clause.section is not Section.MANIFEST or self.assessment.subject.missing:
            return None
        return self._not_evaluable(Cause.NO_SOURCE, "source snapshot missing")

    def _not_evaluable(self, cause: Cause, reason: str) -> ClauseGrade:
        return ClauseGrade(
            clause=self.clause,
            verdict=Verdict.NOT_EVALUABLE,
            evidence=reason,
            confidence=0,
            cause=cause,
            reason=reason,
        )
