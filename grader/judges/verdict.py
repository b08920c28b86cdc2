"""From requirement results to a verdict: pure code, so that no judge's own verdict ever counts."""

from __future__ import annotations

from collections.abc import Iterable

from grader.model import Outcome, RequirementResult, Verdict


def derive(results: Iterable[RequirementResult]) -> Verdict:
    """The verdict that the outcomes add up to (grading-rules, "Requirements and verdicts").

    All met: satisfied. Something met and something not: partially satisfied. None met and at least one not: violated.
    Otherwise (unknowns without a failure, or nothing at all): not evaluable.
    """
    outcomes = {result.outcome for result in results}
    if outcomes == {Outcome.MET}:
        return Verdict.SATISFIED
    if Outcome.NOT_MET in outcomes:
        return Verdict.PARTIALLY_SATISFIED if Outcome.MET in outcomes else Verdict.VIOLATED
    return Verdict.NOT_EVALUABLE
