"""Holds an answer against what was asked and shown: what of it is proven, and what is wrong with it.

Nothing in an answer is taken on trust (grading-rules, "Requirements and verdicts"). A quote counts only where it is
found, absence only where the whole output was shown, and the verdict is derived from the outcomes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.judges.base import Ask, OpenQuestion, Remainder
from grader.judges.claude.answer import Answer, ClauseAnswer, ConditionAnswer, JudgedRequirement, Wording
from grader.judges.claude.untrusted import reveal, show_line
from grader.judges.quotes import QuoteFinder
from grader.judges.verdict import derive
from grader.model import Decider, Outcome, Quote, RequirementResult, Verdict

LEAST_CONFIDENCE = 50  # below it a clause is not evaluable
_SUBJECTIVE = 79  # the most that a subjective judgement may claim
_FINDING = 600  # characters of a finding

NOT_FOUND = "evidence not found in the output"
CONTRADICTION = "the judge's verdict contradicts its own requirement results"
HELD_BACK = "the judge was shown only parts of the output, and what it didn't see proves nothing"
ABSENCE_PROVES_NOTHING = "the judge quoted nothing, and the absence that it names can't show this"
UNDECIDED = "the judge did not decide every requirement"


@dataclass(frozen=True, slots=True)
class Objection:
    """What is wrong with an answer: how the model is told, and what the report says if it doesn't mend it."""

    told: str
    reason: str


@dataclass(frozen=True, slots=True)
class Examined:
    """An answer as far as it is proven. With objections left, the clause isn't."""

    results: tuple[RequirementResult, ...]
    confidence: int
    objections: tuple[Objection, ...] = ()
    vague: str | None = None
    suggestion: str | None = None


def examine(answer: Answer, question: OpenQuestion, finder: QuoteFinder, *, whole: bool) -> Examined:
    """The answer's results, quotes looked up and absences weighed, with everything that is wrong with it.

    `whole` says whether the whole output was shown. A result that isn't proven is unknown.
    """
    if isinstance(answer, ConditionAnswer):
        return _condition(answer, question, finder, whole=whole)
    return _clause(answer, question, finder, whole=whole)


def _condition(answer: ConditionAnswer, question: OpenQuestion, finder: QuoteFinder, *, whole: bool) -> Examined:
    remainder = question.remainder[0] if question.remainder else Remainder(text=question.clause.text)
    judged = JudgedRequirement(
        part=1,
        requirement=remainder.text,
        quotes=answer.quotes,
        absence=answer.absence,
        reason=answer.reason,
        outcome=answer.outcome,
    )
    result, objections = _weigh(judged, remainder, finder, question, whole=whole)
    return Examined((result,), answer.confidence, objections)


def _clause(answer: ClauseAnswer, question: OpenQuestion, finder: QuoteFinder, *, whole: bool) -> Examined:
    objections: list[Objection] = []
    by_part: dict[int, list[RequirementResult]] = {number: [] for number in range(1, len(question.remainder) + 1)}
    for judged in answer.requirements:
        part = 1 if len(question.remainder) == 1 else judged.part
        if part not in by_part:
            told = f"There is no open part {judged.part}; they are numbered from 1 to {len(question.remainder)}."
            objections.append(Objection(told, UNDECIDED))
            continue
        result, wrong = _weigh(judged, question.remainder[part - 1], finder, question, whole=whole)
        by_part[part].append(result)
        objections += wrong
    if answer.wording is not Wording.VAGUE:
        objections += [
            Objection(f"Open part {number} has no requirement. Decide every open part.", UNDECIDED)
            for number, decided in by_part.items()
            if not decided
        ]
    objections += _contradiction(answer, question)
    results = tuple(
        result
        for number, decided in by_part.items()
        for result in decided or [_undecided(question.remainder[number - 1])]
    )
    confidence = min(answer.confidence, _SUBJECTIVE) if answer.wording is Wording.SUBJECTIVE else answer.confidence
    if answer.wording is not Wording.VAGUE:
        return Examined(results, confidence, tuple(objections))
    return Examined(
        results,
        min(confidence, LEAST_CONFIDENCE - 1),
        tuple(objections),
        vague=_line(answer.vague_because) or "the promise is too vague to decide",
        suggestion=_line(answer.rewrite) or None,
    )


def _contradiction(answer: ClauseAnswer, question: OpenQuestion) -> list[Objection]:
    """The model's own verdict must be what its outcomes add up to, with the measurements or without them."""
    outcomes = [_bare(it.requirement, it.outcome) for it in answer.requirements]
    expected = {derive(outcomes), derive([*question.measured, *outcomes])}
    if answer.wording is Wording.VAGUE:
        expected = {Verdict.NOT_EVALUABLE}
    elif answer.confidence < LEAST_CONFIDENCE:
        expected.add(Verdict.NOT_EVALUABLE)
    if answer.verdict in expected:
        return []
    should = " or ".join(sorted(it.value for it in expected))
    told = f"Your verdict was {answer.verdict.value}, but your requirement outcomes and wording add up to {should}."
    return [Objection(told, CONTRADICTION)]


def _weigh(
    judged: JudgedRequirement, remainder: Remainder, finder: QuoteFinder, question: OpenQuestion, *, whole: bool
) -> tuple[RequirementResult, tuple[Objection, ...]]:
    """One requirement as far as it is proven, and what is wrong with its evidence."""
    quotes: list[Quote] = []
    wrong: list[Objection] = []
    for text in judged.quotes:
        found = finder.find_evidence(reveal(text))
        if found is not None:
            quotes.append(found)
        elif judged.outcome is not Outcome.UNKNOWN:
            wrong.append(
                Objection(f"This passage does not stand in the data as quoted: {show_line(reveal(text))}", NOT_FOUND)
            )
    quoted, absent = bool(quotes), bool(judged.absence.strip())
    if judged.outcome is not Outcome.UNKNOWN and not (quoted or absent or wrong):
        named = show_line(reveal(judged.requirement))
        wrong.append(Objection(f'For "{named}" you gave neither a passage nor an absence that supports it.', NOT_FOUND))
    unfit = "" if wrong else _unfit(judged.outcome, remainder, question.ask, quoted=quoted, absent=absent, whole=whole)
    result = RequirementResult(
        text=_line(judged.requirement) or remainder.text,
        outcome=Outcome.UNKNOWN if wrong or unfit else judged.outcome,
        quotes=tuple(dict.fromkeys(quotes)),
        finding=unfit or _finding(judged, quotes, question),
        decided_by=Decider.MODEL,
        negated=remainder.negated,
    )
    return result, tuple(wrong)


def _unfit(outcome: Outcome, remainder: Remainder, ask: Ask, *, quoted: bool, absent: bool, whole: bool) -> str:
    """Why the evidence can't carry the outcome; empty if it can.

    Absence supports "not met", or "met" where the promise itself is one of absence, and only where the whole output
    was shown. That nothing forbidden occurs is said of the whole output, whatever is quoted for it.
    """
    if outcome is Outcome.UNKNOWN:
        return ""
    if not quoted and (outcome is Outcome.MET) is not remainder.negated:
        return ABSENCE_PROVES_NOTHING
    if outcome is Outcome.MET:
        rests_on_absence = remainder.negated and (ask is Ask.CLAUSE or not quoted)
    else:
        rests_on_absence = absent and not remainder.negated
    return HELD_BACK if rests_on_absence and not whole else ""


def _finding(judged: JudgedRequirement, quotes: Sequence[Quote], question: OpenQuestion) -> str:
    if quotes or not judged.absence.strip():
        return _line(judged.reason)
    places = ", ".join(it.path for it in question.outputs) or "the run"
    return f"{_line(judged.absence)} (looked for in {_line(places)})"


def _undecided(remainder: Remainder) -> RequirementResult:
    return RequirementResult(
        text=remainder.text, outcome=Outcome.UNKNOWN, decided_by=Decider.MODEL, negated=remainder.negated
    )


def _bare(text: str, outcome: Outcome) -> RequirementResult:
    return RequirementResult(text=text, outcome=outcome)


def _line(text: str) -> str:
    """A sentence of the model's for the report: one line, of bounded length."""
    line = " ".join(text.split())
    return line if len(line) <= _FINDING else f"{line[: _FINDING - 1]}…"
