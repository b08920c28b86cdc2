"""Measurements and a judge's opinion, put together into a clause's grade."""

from __future__ import annotations

from collections.abc import Sequence

from grader.judges.base import Opinion, Remainder
from grader.judges.rules.judge import Assessment
from grader.judges.rules.rewrite import suggest
from grader.judges.verdict import derive
from grader.model import Cause, ClauseGrade, Decider, Outcome, Quote, RequirementResult, Verdict

MEASURED = 100
MISSING = 100
_LONGEST_LINE = 300


def combine(assessment: Assessment, opinion: Opinion | None) -> ClauseGrade:
    """The grade of a clause that is due: by its measurements alone, or with a judge's opinion on the remainder.

    `opinion` is None where no model judge was configured, or none was needed.
    """
    subject, compiled = assessment.subject, assessment.compiled
    if subject.missing:
        return _grade(assessment, Verdict.VIOLATED, subject.missing, MISSING)
    if subject.opaque and compiled.only_named:
        return _grade(assessment, Verdict.SATISFIED, subject.opaque, MEASURED)
    if subject.unreadable:
        return _open(assessment, Cause.UNMEASURABLE, subject.unreadable)
    if compiled.only_named:
        quotes = [view.quote() for view in subject.views[:1]]
        return _grade(assessment, Verdict.SATISFIED, evidence_of(quotes) or "the output is there", MEASURED)
    parts = open_parts(assessment)
    judged = opinion.results if opinion is not None else ()
    if len(judged) < len(parts):  # a judge may split a part, but never pass over one
        judged = tuple(
            RequirementResult(text=each.text, outcome=Outcome.UNKNOWN, negated=each.negated) for each in parts
        )
    results = (*measured(assessment), *judged)
    verdict = derive([*results, *(_vague_result(word) for word in compiled.vague)])
    grade = _grade(assessment, verdict, _evidence(results), _confidence(results, opinion), results=results)
    if opinion is not None:
        unanswered = opinion.failure is not None
        grade = grade.model_copy(update={"votes": opinion.votes, "usage": opinion.usage, "unanswered": unanswered})
    if verdict is not Verdict.NOT_EVALUABLE:
        if grade.confidence is not None and grade.confidence < 50:
            return _open(assessment, Cause.UNPROVEN, "the judge's confidence is below 50", grade)
        return grade
    return _reasoned(assessment, opinion, grade)


def measured(assessment: Assessment) -> tuple[RequirementResult, ...]:
    """The requirements that the rules have decided."""
    return tuple(result for result in assessment.results if result.outcome is not Outcome.UNKNOWN)


def open_parts(assessment: Assessment) -> tuple[Remainder, ...]:
    """What the rules leave open: the remainder, and requirements whose measurement couldn't tell."""
    parts = list(assessment.compiled.remainder)
    for result in assessment.results:
        if result.outcome is Outcome.UNKNOWN and not any(result.text in part.text for part in parts):
            parts.append(Remainder(text=result.text, negated=result.negated))
    return tuple(parts)


def open_to_judgement(assessment: Assessment) -> bool:
    """Whether a model judge could change the verdict: not where it is settled, nor where nothing can be judged."""
    subject, compiled = assessment.subject, assessment.compiled
    if subject.missing or subject.unreadable or compiled.only_named or not open_parts(assessment):
        return False
    if compiled.vague and not compiled.remainder:
        return False
    outcomes = {result.outcome for result in measured(assessment)}
    return not {Outcome.MET, Outcome.NOT_MET} <= outcomes and not _no_items(assessment)


def _no_items(assessment: Assessment) -> bool:
    return any(result.finding == "no items to check" for result in assessment.results)


def _vague_result(word: str) -> RequirementResult:
    return RequirementResult(text=word, outcome=Outcome.UNKNOWN)


def _reasoned(assessment: Assessment, opinion: Opinion | None, grade: ClauseGrade) -> ClauseGrade:
    """The reason of a clause that nobody decided."""
    compiled = assessment.compiled
    if opinion is not None:
        if opinion.failure:
            return _open(assessment, Cause.INCOMPLETE, opinion.failure, grade)
        if opinion.unproven:
            return _open(assessment, Cause.UNPROVEN, opinion.unproven, grade)
        if opinion.vague:
            return _open(assessment, Cause.VAGUE, opinion.vague, grade, opinion.suggestion or suggest(assessment))
    if compiled.vague and (opinion is not None or not compiled.remainder):
        words = ", ".join(f"“{word}”" for word in dict.fromkeys(compiled.vague))
        return _open(assessment, Cause.VAGUE, f"too vague to check: {words}", grade, suggest(assessment))
    if _no_items(assessment):
        return _open(assessment, Cause.UNMEASURABLE, "no items to check", grade)
    unknown = [result for result in grade.requirements if result.outcome is Outcome.UNKNOWN]
    if opinion is not None:
        said = next((result.finding for result in unknown if result.finding), "the judge could not tell")
        return _open(assessment, Cause.UNPROVEN, said, grade)
    if compiled.remainder:
        return _open(assessment, Cause.NEEDS_JUDGE, f"needs a model judge: {_short(compiled.remainder[0].text)}", grade)
    unmeasured = [result.finding for result in assessment.results if result.outcome is Outcome.UNKNOWN]
    reason = unmeasured[0] if unmeasured else "nothing could be measured"
    return _open(assessment, Cause.NEEDS_JUDGE, f"needs a model judge: {reason}", grade)


def _open(
    assessment: Assessment, cause: Cause, reason: str, grade: ClauseGrade | None = None, suggestion: str | None = None
) -> ClauseGrade:
    base = grade or _grade(assessment, Verdict.NOT_EVALUABLE, reason, 0)
    confidence = min(base.confidence or 0, 49) if cause is Cause.UNPROVEN else 0
    return base.model_copy(
        update={
            "verdict": Verdict.NOT_EVALUABLE,
            "cause": cause,
            "reason": reason,
            "confidence": confidence,
            "suggestion": suggestion,
            "evidence": base.evidence or reason,
        }
    )


def _grade(
    assessment: Assessment,
    verdict: Verdict,
    evidence: str,
    confidence: int,
    *,
    results: Sequence[RequirementResult] = (),
) -> ClauseGrade:
    return ClauseGrade(
        clause=assessment.clause,
        verdict=verdict,
        evidence=evidence,
        confidence=confidence,
        requirements=tuple(results),
        notice=assessment.subject.notice,
    )


def _confidence(results: Sequence[RequirementResult], opinion: Opinion | None) -> int:
    """The judge's, if the verdict rests on its results; what it left open takes nothing from what was measured."""
    decided = [result for result in results if result.outcome is not Outcome.UNKNOWN]
    judged = any(result.decided_by is Decider.MODEL for result in decided or results)
    return opinion.confidence if judged and opinion is not None else MEASURED


def _evidence(results: Sequence[RequirementResult]) -> str:
    """What failed and what was found instead, then quotes; for a pass the quotes alone.

    A judge's reasons are no evidence where it quotes: they stand beside its quotes in details.json.
    """
    failed = [result for result in results if result.outcome is Outcome.NOT_MET]
    spoken = [result for result in failed if result.decided_by is not Decider.MODEL or not result.quotes]
    lines = list(dict.fromkeys(result.finding for result in spoken if result.finding))
    chosen = [result for result in results if result.outcome is not Outcome.UNKNOWN]
    quoted = evidence_of([quote for result in chosen for quote in result.quotes])
    lines.extend(line for line in quoted.split("\n") if line and line not in lines)
    if not lines:
        lines = list(dict.fromkeys(result.finding for result in chosen if result.finding))
    return "\n".join(lines)


def evidence_of(quotes: Sequence[Quote]) -> str:
    """Quotes one a line; one that spans lines is cut to its first, which is an exact prefix."""
    firsts = (quote.text.split("\n", 1)[0].rstrip("\r")[:_LONGEST_LINE] for quote in quotes)
    return "\n".join(dict.fromkeys(first for first in firsts if first.strip()))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 120 else line[:119] + "…"
