"""When a failed request is tried again."""

from __future__ import annotations

import pytest

from grader.github.retry import ATTEMPTS, LONGEST_WAIT, SECONDARY_WAIT, Failure, pause

NOW = 1_700_000_000.0


@pytest.mark.parametrize(
    ("failure", "attempt", "expected"),
    [
        pytest.param(Failure(502), 1, 1.0, id="a gateway's failure is tried again soon"),
        pytest.param(Failure(503), 3, 4.0, id="and later each time"),
        pytest.param(Failure(0), 1, 1.0, id="so is a broken connection"),
        pytest.param(Failure(429, headers={"retry-after": "7"}), 1, 7.0, id="429 says when"),
        pytest.param(Failure(429), 1, SECONDARY_WAIT, id="429 without a word"),
        pytest.param(Failure(403, headers={"retry-after": "3"}), 1, 3.0, id="a secondary limit that says when"),
        pytest.param(
            Failure(403, "You have exceeded a secondary rate limit"), 1, SECONDARY_WAIT, id="a secondary limit"
        ),
        pytest.param(
            Failure(403, headers={"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(NOW) + 9)}),
            1,
            10.0,
            id="the limit resets soon",
        ),
        pytest.param(
            Failure(403, headers={"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(NOW) + 1800)}),
            1,
            None,
            id="the limit resets too late",
        ),
        pytest.param(
            Failure(403, headers={"x-ratelimit-remaining": "0", "x-ratelimit-reset": str(int(NOW) - 9)}),
            1,
            1.0,
            id="the limit has reset already",
        ),
        pytest.param(Failure(429, headers={"retry-after": "-1"}), 1, SECONDARY_WAIT, id="nonsense for a time"),
        pytest.param(Failure(403, "Resource not accessible by integration"), 1, None, id="a refusal stays one"),
        pytest.param(Failure(404), 1, None, id="what isn't there doesn't appear"),
        pytest.param(Failure(422), 1, None, id="what is wrong stays wrong"),
        pytest.param(Failure(502), ATTEMPTS, None, id="patience ends"),
    ],
)
def test_a_failure_has_its_pause(failure: Failure, attempt: int, expected: float | None) -> None:
    """Each failure waits as long as GitHub asks for, or is final."""
    assert pause(failure, attempt, waited=0, now=NOW) == expected


def test_waits_add_up_to_a_limit() -> None:
    """A wait that fits alone doesn't fit on top of others."""
    failure = Failure(429, headers={"retry-after": "60"})
    assert pause(failure, 2, waited=LONGEST_WAIT - 60, now=NOW) == 60
    assert pause(failure, 2, waited=LONGEST_WAIT - 59, now=NOW) is None


@pytest.mark.parametrize(("status", "expected"), [(0, True), (502, True), (403, False), (422, False), (429, False)])
def test_some_failures_hide_a_success(status: int, expected: bool) -> None:
    """Only an answer that says nothing of the request leaves open whether it was carried out."""
    assert Failure(status).may_have_worked is expected
