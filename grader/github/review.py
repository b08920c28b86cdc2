"""Suggestions in review comments: a rewrite of some lines that a person takes over with one click.

They stand on lines of the diff only, and each is made once: a hidden mark in its text tells it from others.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from grader.github.client import Client, Json

_TICKS = re.compile(r"`+")
_BODY = "Wordings that could be checked, for promises that can't be checked as they stand."
_MOST = 30  # suggestions a review: more would be noise


@dataclass(frozen=True, slots=True)
class Suggestion:
    """New text for some lines (first and last, from 1) of a file at the head, and why, in Markdown."""

    path: str
    lines: tuple[int, int]
    text: str
    why: str

    @property
    def mark(self) -> str:
        """The hidden line by which it is known again: the same for the same rewrite of the same file."""
        digest = hashlib.sha256(f"{self.path}\0{self.text}".encode()).hexdigest()[:16]
        return f"<!-- contract-grader-suggestion: {digest} -->"

    def body(self) -> str:
        """The comment's text; its fence is longer than any in the rewrite."""
        fence = "`" * max(3, 1 + max((len(run[0]) for run in _TICKS.finditer(self.text)), default=0))
        return f"{self.mark}\n{self.why}\n\n{fence}suggestion\n{self.text}\n{fence}\n"


def post_suggestions(client: Client, number: int, head: str, suggestions: Sequence[Suggestion]) -> int:
    """Post those that aren't there yet, as one review; how many that were. Raises GitHubError."""
    known = "\n".join(
        str(comment.get("body") or "") for comment in client.pages(f"{client.repository}/pulls/{number}/comments")
    )
    fresh = [each for each in suggestions if each.mark not in known][:_MOST]
    if not fresh:
        return 0
    path = f"{client.repository}/pulls/{number}/reviews"

    def find() -> Json | None:
        listed = client.pages(f"{client.repository}/pulls/{number}/comments")
        return next((comment for comment in listed if fresh[0].mark in str(comment.get("body") or "")), None)

    comments = [_comment(each) for each in fresh]
    body = {"commit_id": head, "event": "COMMENT", "body": _BODY, "comments": comments}
    client.create(path, body, find=find)
    return len(fresh)


def _comment(suggestion: Suggestion) -> Json:
    first, last = suggestion.lines
    comment: Json = {"path": suggestion.path, "body": suggestion.body(), "side": "RIGHT", "line": last}
    if first != last:
        comment |= {"start_line": first, "start_side": "RIGHT"}
    return comment
