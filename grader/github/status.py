"""The commit status: one line beside the head commit, with a link to the whole report."""

from __future__ import annotations

import re
from enum import StrEnum

from grader.github.client import Client

DESCRIPTION = 140  # characters, no 4-byte Unicode ("Create a commit status")

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class StatusState(StrEnum):
    """The states of a finished status; GitHub knows no neutral one."""

    SUCCESS = "success"
    FAILURE = "failure"
    ERROR = "error"


def post_status(
    client: Client, sha: str, *, state: StatusState, context: str, description: str, target_url: str
) -> None:
    """Post a status; the last one of a context counts, so a repeated request does no harm. Raises GitHubError."""
    body = {
        "state": state.value,
        "context": context,
        "description": fit_description(description),
        "target_url": target_url,
    }
    client.create(f"{client.repository}/statuses/{sha}", body)


def fit_description(text: str) -> str:
    """The text as GitHub takes it: one line, without characters of four bytes, cut with an ellipsis."""
    line = " ".join(_ASTRAL.sub("\ufffd", text).split())
    return line if len(line) <= DESCRIPTION else line[: DESCRIPTION - 1].rstrip() + "…"
