"""Votes end as soon as they are decided, and add up as grading-rules.md says."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.judges.claude.votes import DISAGREEMENT, Decision, decide, wants_another
from grader.model import Verdict

S, P, V, N = Verdict.SATISFIED, Verdict.PARTIALLY_SATISFIED, Verdict.VIOLATED, Verdict.NOT_EVALUABLE

VOTES = st.lists(st.sampled_from([S, P, V, N, None]), min_size=12, max_size=12)
WANTED = st.integers(1, 9)


def cast(answers: list[Verdict | None], wanted: int, *, confirm: bool) -> list[Verdict | None]:
    """The votes that are asked for when the answers come in this order."""
    votes: list[Verdict | None] = []
    while wants_another(votes, wanted=wanted, confirm=confirm):
        votes.append(answers[len(votes)])
    return votes


@pytest.mark.parametrize(
    ("confirmation", "decision"),
    [
        (V, Decision(V)),
        (P, Decision(P)),
        (S, Decision(disagreement=DISAGREEMENT)),
        (N, Decision(disagreement=DISAGREEMENT)),
        (None, Decision(missing=True)),
    ],
)
def test_a_violation_and_its_confirmation(confirmation: Verdict | None, decision: Decision) -> None:
    """The same verdict stands, one step off is partial, anything else is no verdict."""
    assert decide([V, confirmation], wanted=1, confirm=True) == decision


@given(VOTES, WANTED, st.booleans())
def test_never_more_votes_than_wanted_and_one_confirmation(
    answers: list[Verdict | None],
    wanted: int,
    confirm: bool,
) -> None:
    """At least one is asked for, and a confirmation only after a lone violation."""
    votes = cast(answers, wanted, confirm=confirm)
    confirmed = confirm and wanted == 1 and votes[0] is V
    assert 1 <= len(votes) <= wanted + confirmed
    assert (len(votes) == 2) is confirmed or wanted > 1


@given(VOTES, WANTED)
def test_stopping_early_changes_nothing(answers: list[Verdict | None], wanted: int) -> None:
    """What is decided before all votes are in is what all of them would have decided."""
    votes = cast(answers, wanted, confirm=False)
    early = decide(votes, wanted=wanted, confirm=False)
    counts = Counter(it for it in answers[:wanted] if it is not None)
    majority = [verdict for verdict, count in counts.items() if 2 * count > wanted]
    assert ([] if early.verdict is None else [early.verdict]) == majority


@given(VOTES, WANTED, st.booleans())
def test_there_is_a_verdict_or_one_reason_why_not(
    answers: list[Verdict | None],
    wanted: int,
    confirm: bool,
) -> None:
    """Never both, never neither; a verdict is one that somebody voted for."""
    votes = cast(answers, wanted, confirm=confirm)
    decision = decide(votes, wanted=wanted, confirm=confirm)
    assert [decision.verdict is not None, decision.disagreement is not None, decision.missing].count(True) == 1
    assert decision.verdict is None or decision.verdict in votes


@given(VOTES, WANTED)
def test_a_violation_never_rests_on_one_vote(answers: list[Verdict | None], wanted: int) -> None:
    """With confirmation on, `violated` takes at least two votes for it."""
    votes = cast(answers, wanted, confirm=True)
    if decide(votes, wanted=wanted, confirm=True).verdict is V:
        assert votes.count(V) >= 2


@given(VOTES, WANTED, st.booleans())
def test_the_order_of_two_thirds_does_not_matter(
    answers: list[Verdict | None],
    wanted: int,
    confirm: bool,
) -> None:
    """A vote that gave no answer never turns the decision into another verdict, only into none."""
    full: list[Verdict | None] = [it or S for it in answers]
    with_gaps = cast(answers, wanted, confirm=confirm)
    decided = decide(with_gaps, wanted=wanted, confirm=confirm).verdict
    whole = decide(cast(full, wanted, confirm=confirm), wanted=wanted, confirm=confirm)
    if decided is not None and decided is not S and wanted > 1:
        assert whole.verdict is decided
