"""Phase 2: a verdict for every clause that a run declares.

The rules measure first; a model judge, if there is one, is asked about what is left, one clause or one condition at a
time; code combines both. Which clauses are due at all is decided in `judges/due.py`.
"""

from __future__ import annotations

from collections import defaultdict

from grader.judges.base import ModelJudge, Opinion
from grader.judges.combine import combine, open_to_judgement
from grader.judges.conditions import Held, condition_held
from grader.judges.due import Conditions, Dues, Waiver
from grader.judges.questions import about_clause, about_condition, asks_for_little
from grader.judges.quotes import LEAST_WORDS, has_words
from grader.judges.rules.facts import RunFacts
from grader.judges.rules.judge import Assessment, assess
from grader.model import (
    Cause,
    Clause,
    ClauseGrade,
    ConditionalClause,
    Contract,
    Outcome,
    Section,
    Verdict,
)
from grader.phases.accounting import GradedContract
from grader.run import Run
from grader.tally import total

_TOO_SHORT = f"an output of fewer than {LEAST_WORDS} words is never given to a model judge"


def grade(run: Run, model_judge: ModelJudge | None = None) -> tuple[GradedContract, ...]:
    """Every contract in the run's order, with one grade per clause and per conditional clause, in theirs."""
    facts = RunFacts(run)
    conditions = _conditions(run, facts, model_judge)
    dues = Dues(run, conditions)
    pending: defaultdict[str, list[_Pending]] = defaultdict(list)
    for contract in run.contracts:
        promised: list[tuple[Clause, Held | None]] = [(clause, None) for clause in contract.clauses]
        promised += [
            (clause, conditions[contract.name, index]) for index, clause in enumerate(contract.conditional_clauses)
        ]
        pending[contract.name] = [
            _Pending(assess(clause, contract, run, facts.of(contract)), dues, held) for clause, held in promised
        ]
    if model_judge is not None:
        _ask(model_judge, [each for several in pending.values() for each in several], run, facts)
    return tuple(
        (
            contract,
            tuple(each.grade() for each in pending[contract.name] if each.held is None),
            tuple(each.grade() for each in pending[contract.name] if each.held is not None),
        )
        for contract in run.contracts
    )


def _ask(model_judge: ModelJudge, pending: list[_Pending], run: Run, facts: RunFacts) -> None:
    """Asks about every clause that is due and open, side by side."""
    open_ = [each for each in pending if each.open]
    for each in open_:
        each.too_short = each.short
    asked = [each for each in open_ if not each.too_short]
    questions = [about_clause(each.assessment, run, facts.of(each.contract)) for each in asked]
    for each, opinion in zip(asked, model_judge.judge(questions) if questions else (), strict=True):
        each.opinion = opinion


def _conditions(run: Run, facts: RunFacts, model_judge: ModelJudge | None) -> Conditions:
    """Which conditions held: measured, else judged, else unknown."""
    clauses = {
        (contract.name, index): (contract, clause)
        for contract in run.contracts
        for index, clause in enumerate(contract.conditional_clauses)
    }
    found = {
        key: condition_held(clause, contract, run, facts.of(contract)) for key, (contract, clause) in clauses.items()
    }
    unknown = [key for key, held in found.items() if held.held is None]
    if model_judge is None or not unknown:
        return found
    asked = [clauses[key] for key in unknown]
    questions = [about_condition(clause, contract, run, facts.of(contract)) for contract, clause in asked]
    return found | {
        key: _held(opinion, found[key]) for key, opinion in zip(unknown, model_judge.judge(questions), strict=True)
    }


def _held(opinion: Opinion, before: Held) -> Held:
    outcome = opinion.results[0].outcome if opinion.results else Outcome.UNKNOWN
    said = opinion.results[0].finding if opinion.results else ""
    if outcome is Outcome.UNKNOWN or opinion.failure or opinion.unproven:
        return Held(None, opinion.failure or opinion.unproven or said or before.why, opinion=opinion)
    return Held(outcome is Outcome.MET, said, opinion=opinion)


class _Pending:
    """A clause on its way to its grade. `held` is a conditional clause's condition; None for any other clause."""

    def __init__(self, assessment: Assessment, dues: Dues, held: Held | None) -> None:
        self.assessment = assessment
        self.clause = assessment.clause
        self.contract: Contract = assessment.contract
        self.held = held
        self.opinion: Opinion | None = None
        self.too_short = False
        self.cause = dues.never_ran_because(self.contract)
        published = assessment.subject.missing is None
        self.waiver: Waiver | None = None
        if held is None:
            self.waiver = dues.waiver(self.clause, self.contract, published=published)

    @property
    def open(self) -> bool:
        """Whether the clause is due and a model judge could decide it."""
        due = (self.held is None or self.held.held is True) and (self.waiver is None or self.waiver.only_if_unmet)
        return due and self.clause.section is not Section.MANIFEST and open_to_judgement(self.assessment)

    @property
    def short(self) -> bool:
        """Whether the clause's output has too few words to be judged, unless the clause asks for so few."""
        subject = self.assessment.subject
        if subject.large is not None or asks_for_little(self.assessment):
            return False
        texts = [view.text for view in subject.views]
        return not any(has_words(text, LEAST_WORDS) for text in (*texts, "\n".join(texts)))

    def grade(self) -> ClauseGrade:
        """The clause's grade."""
        grade = self._due_grade()
        if self.held is None or self.held.opinion is None:
            return grade
        return grade.model_copy(update={"usage": total((self.held.opinion.usage, grade.usage))})

    def _due_grade(self) -> ClauseGrade:
        if self.held is not None and self.held.held is not True:
            return self._untriggered(self.held)
        if self.waiver is not None and not self.waiver.only_if_unmet:
            return self._waived(self.waiver)
        grade = self._source_missing() or combine(self.assessment, self.opinion)
        if self.waiver is not None and grade.verdict in {Verdict.VIOLATED, Verdict.PARTIALLY_SATISFIED}:
            return self._waived(self.waiver)
        if self.too_short and grade.cause is Cause.NEEDS_JUDGE:
            grade = grade.model_copy(update={"cause": Cause.UNMEASURABLE, "reason": _TOO_SHORT})
        if self.cause and grade.verdict is Verdict.VIOLATED:
            grade = grade.model_copy(update={"evidence": f"{grade.evidence}; {self.cause}"})
        return grade if self.held is None else grade.model_copy(update={"triggered": True})

    def _untriggered(self, held: Held) -> ClauseGrade:
        """An untested path, or a conditional of which nobody knows whether it was due."""
        if held.held is False:
            return ClauseGrade(clause=self.clause, verdict=None, evidence=held.why, confidence=None, triggered=False)
        condition = self.clause.condition if isinstance(self.clause, ConditionalClause) else self.clause.body
        reason = f"whether “{condition}” held is unknown"
        if held.opinion is None:
            return self._not_evaluable(Cause.NEEDS_JUDGE, f"{reason} (needs a model judge)")
        cause = Cause.INCOMPLETE if held.opinion.failure else Cause.UNPROVEN
        return self._not_evaluable(cause, f"{reason}: {held.why}")

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
