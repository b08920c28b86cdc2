"""Whether a failed request is tried again, and when: arithmetic only, so that every case is a line in a test.

PyGithub's own policy is switched off (see `client`): it repeats a POST after a 502, which makes a second comment, it
doesn't know 429, and it sleeps until a rate limit resets, however long that is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

ATTEMPTS = 5
LONGEST_WAIT = 120.0  # seconds for one request, all waits together: a job's minutes are paid for
SECONDARY_WAIT = 60.0  # GitHub's advice where it names no time ("Rate limits for the REST API")
_GATEWAY = frozenset({0, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Failure:
    """An answer that isn't one. `status` 0: the connection broke or timed out. Header names are in lower case."""

    status: int
    message: str = ""
    headers: Mapping[str, str] | None = None

    @property
    def may_have_worked(self) -> bool:
        """Whether the request may have been carried out although the answer says nothing of it."""
        return self.status in _GATEWAY

    @property
    def limited(self) -> bool:
        """Whether a rate limit, not a permission, is the cause."""
        if self.status == HTTPStatus.TOO_MANY_REQUESTS:
            return True
        if self.status != HTTPStatus.FORBIDDEN:
            return False
        headers = self.headers or {}
        exhausted = headers.get("x-ratelimit-remaining") == "0"
        return exhausted or "retry-after" in headers or "rate limit" in self.message.lower()


def pause(failure: Failure, attempt: int, *, waited: float, now: float) -> float | None:
    """Seconds to wait before the next try, or None to give up.

    `attempt` counts the tries made, from 1; `waited` are the seconds spent waiting for this request so far; `now` is
    the time since the epoch, which rate limits are reset by.
    """
    if attempt >= ATTEMPTS:
        return None
    seconds: float
    if failure.limited:
        seconds = _until_allowed(failure.headers or {}, now)
    elif failure.may_have_worked:
        seconds = 2.0 ** (attempt - 1)
    else:
        return None
    return seconds if waited + seconds <= LONGEST_WAIT else None


def _until_allowed(headers: Mapping[str, str], now: float) -> float:
    after = _seconds(headers.get("retry-after"))
    if after is not None:
        return after
    reset = _seconds(headers.get("x-ratelimit-reset"))
    if headers.get("x-ratelimit-remaining") == "0" and reset is not None:
        return max(reset - now, 0.0) + 1.0  # nobody says when in that second
    return SECONDARY_WAIT


def _seconds(value: str | None) -> float | None:
    return float(value) if value is not None and value.isascii() and value.isdigit() else None
