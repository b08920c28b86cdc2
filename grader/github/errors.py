"""What can go wrong between a job and GitHub, drawn as a tree.

GitHubError
├── Unreachable   no answer that counts, after all tries: the network, a gateway, a rate limit that outlasts us
├── Refused       401 or 403: the token may not do this
├── NotFound      404: it isn't there, or the token may not see it
└── Rejected      422 and every other answer that says the request itself is wrong

The message names the request and what the server said; `grader.github.permissions` turns a refusal into advice.
"""

from __future__ import annotations


class GitHubError(Exception):
    """The root of the tree. `status` is the last HTTP status, 0 where there was no answer."""

    def __init__(self, message: str, *, status: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class Unreachable(GitHubError):
    """GitHub gave no answer that counts."""


class Refused(GitHubError):
    """The token lacks a permission."""


class NotFound(GitHubError):
    """Nothing is there, or nothing that the token may see."""


class Rejected(GitHubError):
    """The request is wrong: too long, ill-formed, in conflict."""
