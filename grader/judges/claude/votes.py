"""When another vote is needed, and what the votes add up to (grading-rules, "Votes"). Pure, and blind to any wire.

A vote is the verdict that an accepted answer led to; None stands for one that gave no usable answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from grader.model import Verdict

DISAGREEMENT = "the judge disagrees with itself"


@dataclass(frozen=True, slots=True)
class Decision:
    """What the votes add up to: a verdict, or why there is none."""

    verdict: Verdict | None = None
    disagreement: str | None = None
    missing: bool = False  # undecided only because a vote gave no usable answer


def wants_another(votes: Sequence[Verdict | None], *, wanted: int, confirm: bool) -> bool:
    """Whether one more vote must be asked for: none has a majority and one still can, or a violation stands alone."""
    if len(votes) < wanted:
        most = max(Counter(it for it in votes if it is not None).values(), default=0)
        open_votes = wanted - len(votes)
        return 2 * most <= wanted < 2 * (most + open_votes)
    return len(votes) == wanted and confirm and _stands_alone(votes)


def decide(votes: Sequence[Verdict | None], *, wanted: int, confirm: bool) -> Decision:
    """The decision once no further vote is wanted."""
    main = votes[:wanted]
    counts = Counter(it for it in main if it is not None)
    verdict, most = counts.most_common(1)[0] if counts else (None, 0)
    if verdict is None or 2 * most <= wanted:
        missing = 2 * (most + main.count(None)) > wanted
        return Decision(missing=True) if missing else Decision(disagreement=DISAGREEMENT)
    if not (confirm and _stands_alone(main)):
        return Decision(verdict)
    confirmation = votes[wanted] if len(votes) > wanted else None
    if confirmation is None:
        return Decision(missing=True)
    if confirmation in {Verdict.VIOLATED, Verdict.PARTIALLY_SATISFIED}:
        return Decision(confirmation)
    return Decision(disagreement=DISAGREEMENT)


def _stands_alone(votes: Sequence[Verdict | None]) -> bool:
    """Whether a single vote makes the clause violated; a majority of several has confirmed itself."""
    return list(votes) == [Verdict.VIOLATED]
