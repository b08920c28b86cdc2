"""Votes, each with the answer it rests on, and the opinion that they add up to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grader.judges.base import Ask, OpenQuestion, Opinion
from grader.judges.claude.examine import LEAST_CONFIDENCE, Examined
from grader.judges.claude.options import JudgeOptions
from grader.judges.claude.votes import decide
from grader.judges.verdict import derive
from grader.model import Outcome, Usage, Verdict, Vote

_DOUBTED = LEAST_CONFIDENCE - 1  # the most confidence that an unproven opinion may have


@dataclass(frozen=True, slots=True)
class Ballot:
    """One vote: an examined answer with the verdict that follows from it."""

    examined: Examined
    verdict: Verdict
    unproven: str | None = None


@dataclass(frozen=True, slots=True)
class Spoilt:
    """A vote that gave no usable answer, and why."""

    cause: str
    verdict: None = None


def ballot_of(examined: Examined, question: OpenQuestion) -> Ballot:
    """The vote that an answer amounts to, together with what was measured."""
    unproven = examined.objections[0].reason if examined.objections else None
    if unproven is None and examined.vague is None and examined.confidence < LEAST_CONFIDENCE:
        unproven = f"the judge's confidence is {examined.confidence}, under {LEAST_CONFIDENCE}"
    if unproven or examined.vague:
        return Ballot(examined, Verdict.NOT_EVALUABLE, unproven)
    measured = () if question.ask is Ask.CONDITION else question.measured
    return Ballot(examined, derive([*measured, *examined.results]))


def opinion_of(ballots: Sequence[Ballot | Spoilt], options: JudgeOptions, usage: Usage, *, confirm: bool) -> Opinion:
    """What the votes add up to, once no further one is wanted."""
    decision = decide([it.verdict for it in ballots], wanted=options.votes, confirm=confirm)
    votes = tuple(_vote(it) for it in ballots)
    proper = [it for it in ballots if isinstance(it, Ballot)]
    if decision.missing:
        spoilt = next(it for it in ballots if isinstance(it, Spoilt))
        confirming = " (when the violation was to be confirmed)" if len(ballots) > options.votes else ""
        return Opinion(failure=f"{spoilt.cause}{confirming}", votes=votes, usage=usage)
    agreeing = [it for it in proper if it.verdict is decision.verdict]
    confidence = min(it.examined.confidence for it in agreeing or proper)
    speaker = (agreeing or proper)[0]
    unproven = decision.disagreement or speaker.unproven
    vague = None if unproven else speaker.examined.vague
    results = speaker.examined.results
    if unproven or vague:
        results = tuple(it.model_copy(update={"outcome": Outcome.UNKNOWN}) for it in results)
        confidence = min(confidence, _DOUBTED)
    return Opinion(
        results=results,
        confidence=confidence,
        unproven=unproven,
        vague=vague,
        suggestion=speaker.examined.suggestion if vague else None,
        votes=votes,
        usage=usage,
    )


def _vote(ballot: Ballot | Spoilt) -> Vote:
    if isinstance(ballot, Spoilt):
        return Vote(verdict=Verdict.NOT_EVALUABLE, confidence=0, note=f"no usable answer: {ballot.cause}")
    note = ballot.unproven or ("vague" if ballot.examined.vague else "")
    return Vote(verdict=ballot.verdict, confidence=ballot.examined.confidence, note=note)
