"""What an error on the way to the service means: whether to try again, and whether to go on at all."""

from __future__ import annotations

import json
from http.client import HTTPException
from typing import Any

import anthropic
import pytest

from grader.judges.claude.trouble import trouble_of

REQUEST: Any = None  # an error's request is of no account here, and its type is the SDK's own


@pytest.mark.parametrize(
    ("error", "said", "again"),
    [
        (anthropic.APITimeoutError(request=REQUEST), "the service didn't answer in time", True),
        (anthropic.APIConnectionError(request=REQUEST), "the connection failed", True),
        (HTTPException("cut off"), "the connection failed (HTTPException: cut off)", True),
        (json.JSONDecodeError("no value", "x", 0), "the service's answer was malformed", True),
        (RuntimeError("a defect"), "the call failed (RuntimeError: a defect)", False),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_an_error_without_a_status(error: Exception, said: str, again: bool) -> None:
    """A connection may work the next time; a defect of ours won't."""
    trouble = trouble_of(error)

    assert trouble.cause.startswith(said)
    assert (trouble.again, trouble.stop) == (again, False)
