"""What can go wrong with a call, and what follows: another attempt, no answer to this clause, or no more calls."""

from __future__ import annotations

import json

import anthropic

_STATUS_AGAIN = frozenset({408, 409, 429})
_SERVER_ERROR = 500
_STATUS_STOP = {
    401: "the service rejected the key",
    402: "the service wants to be paid first",
    403: "the service forbids the call",
    404: "the service doesn't know the model or the address",
}
_MESSAGE = 200  # characters of the service's own words


class Trouble(Exception):
    """A call that brought no answer.

    `again`: another attempt may help, after at least `wait` seconds if the service named a time. `stop`: no further
    call can help either.
    """

    def __init__(self, cause: str, *, again: bool = False, wait: float | None = None, stop: bool = False) -> None:
        super().__init__(cause)
        self.cause = cause
        self.again = again
        self.wait = wait
        self.stop = stop


def trouble_of(error: Exception) -> Trouble:
    """What an error of the SDK, of its HTTP client or of a JSON parser means. Several come raw, as others' types."""
    if isinstance(error, anthropic.APIStatusError):
        return _of_status(error)
    if isinstance(error, anthropic.APITimeoutError):
        return Trouble("the service didn't answer in time", again=True)
    if isinstance(error, anthropic.APIConnectionError) or _is_of_the_transport(error):
        return Trouble(f"the connection failed ({_reason(error)})", again=True)
    if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | anthropic.APIResponseValidationError):
        return Trouble("the service's answer was malformed", again=True)
    return Trouble(f"the call failed ({_reason(error)})")


def _of_status(error: anthropic.APIStatusError) -> Trouble:
    status = error.status_code
    said = " ".join((error.api_message or "").split())[:_MESSAGE]
    detail = f"{status}, {said}" if said else f"{status}"
    if status in _STATUS_STOP:
        return Trouble(f"{_STATUS_STOP[status]} ({detail})", stop=True)
    hint = error.response.headers.get("x-should-retry")
    again = hint != "false" and (hint == "true" or status in _STATUS_AGAIN or status >= _SERVER_ERROR)
    cause = "the service is overloaded" if status in {429, 529} else "the service failed" if again else "refused call"
    return Trouble(f"{cause} ({detail})", again=again, wait=_retry_after(error) if again else None)


def _retry_after(error: anthropic.APIStatusError) -> float | None:
    """The seconds that the service asks to wait. A date, or anything that is no sensible number, isn't waited for."""
    headers = error.response.headers
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    return None


def _is_of_the_transport(error: Exception) -> bool:
    """Whether it comes from the HTTP client below the SDK, which is the SDK's to choose and not ours to import."""
    return any(kind.__module__.startswith("http") for kind in type(error).__mro__)


def _reason(error: BaseException) -> str:
    cause = error.__cause__ or error
    return " ".join(f"{type(cause).__name__}: {cause}".split())[:_MESSAGE]
