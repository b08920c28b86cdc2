"""One comment on a pull request, updated in place.

Found by marker and author through all pages, never written by a run that is older than the pull request's head, never
doubled by a retry; where two runs at once made two, the older comment stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus

from grader.github.client import Client, Json
from grader.github.errors import Refused, Rejected
from grader.github.marker import State, begin, is_marked, state_of
from grader.github.pulls import head_of
from grader.github.size import Size

JOB_AUTHOR = "github-actions[bot]"  # who comments with a job's own token, which may not ask who it is
LIMIT = Size(characters=65_536, bytes=262_144)


class Written(StrEnum):
    """What became of a comment."""

    CREATED = "created"
    UPDATED = "updated"
    KEPT = "kept: it says the same already"
    NONE = "not written: there is nothing to say and no comment to say it in"
    MOVED = "not written: the pull request's head has moved on"
    OVERTAKEN = "not written: a later run has written it"
    TOO_LONG = "not written: GitHub takes no version of it, however short"


@dataclass(frozen=True, slots=True)
class Result:
    """What became of the comment, and its address if there is one."""

    written: Written
    url: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a comment is to say.

    `bodies` are versions of the text, each shorter than the one before, without the lines that mark it; GitHub gets
    the first that it takes. `fresh`: whether a comment is made if there is none. `only_on_change`: whether one that
    has the same fingerprint is left as it is.
    """

    name: str
    state: State
    bodies: Iterator[str]
    fresh: bool = True
    only_on_change: bool = False


class Comments:
    """The comments of one pull request."""

    def __init__(self, client: Client, number: int) -> None:
        self._client = client
        self._number = number
        self._author: str | None = None

    def write(self, draft: Draft) -> Result:
        """Make or update the comment. Raises GitHubError."""
        mine = self._mine(draft.name)
        if not mine and not draft.fresh:
            return Result(Written.NONE)
        if mine:
            self._remove(mine[1:])
            known = state_of(mine[0]["body"])
            if known and known.head == draft.state.head and known.order > draft.state.order:
                return Result(Written.OVERTAKEN, _url(mine[0]))
            if known and draft.only_on_change and known.fingerprint == draft.state.fingerprint:
                return Result(Written.KEPT, _url(mine[0]))
        if self._head() != draft.state.head:
            return Result(Written.MOVED, _url(mine[0]) if mine else "")
        return self._put(draft, mine[0] if mine else None)

    def _put(self, draft: Draft, known: Json | None) -> Result:
        for text in draft.bodies:
            body = begin(draft.name, draft.state) + text
            try:
                if known is None:
                    return self._create(draft, body)
                return Result(Written.UPDATED, _url(self._update(known, body)))
            except Rejected as error:
                if error.status != HTTPStatus.UNPROCESSABLE_ENTITY:
                    raise
        return Result(Written.TOO_LONG)

    def _create(self, draft: Draft, body: str) -> Result:
        made = self._client.create(self._list_path, {"body": body}, find=lambda: self._landed(body))
        self._author = (made.get("user") or {}).get("login") or self._author  # an app learns its name by writing
        mine = self._mine(draft.name)
        if len(mine) < 2:
            return Result(Written.CREATED, _url(made))
        latest = max(mine, key=_order)
        kept = self._update(mine[0], latest["body"])
        self._remove(mine[1:])
        return Result(Written.UPDATED, _url(kept))

    def _landed(self, body: str) -> Json | None:
        """The comment that a POST without a good answer made all the same."""
        return next(
            (
                comment
                for comment in self._client.pages(self._list_path)
                if comment.get("body") == body
                and (_login(comment) == self._author or (comment.get("user") or {}).get("type") == "Bot")
            ),
            None,
        )

    def _update(self, comment: Json, body: str) -> Json:
        return self._client.update(f"{self._client.repository}/issues/comments/{comment['id']}", {"body": body})

    def _remove(self, comments: list[Json]) -> None:
        for comment in comments:
            self._client.delete(f"{self._client.repository}/issues/comments/{comment['id']}")

    def _mine(self, name: str) -> list[Json]:
        """The instance's own comments, the oldest first."""
        if self._author is None:
            self._author = self._who_am_i()
        found = [
            comment
            for comment in self._client.pages(self._list_path)
            if is_marked(comment.get("body") or "", name) and _login(comment) == self._author
        ]
        return sorted(found, key=lambda comment: int(comment["id"]))

    def _who_am_i(self) -> str:
        try:
            return str(self._client.get("/user").get("login") or JOB_AUTHOR)
        except Refused:
            return JOB_AUTHOR

    def _head(self) -> str:
        return head_of(self._client.get(f"{self._client.repository}/pulls/{self._number}"))

    @property
    def _list_path(self) -> str:
        return f"{self._client.repository}/issues/{self._number}/comments"


def _url(comment: Json) -> str:
    return str(comment.get("html_url") or "")


def _login(comment: Json) -> str:
    return str((comment.get("user") or {}).get("login") or "")


def _order(comment: Json) -> tuple[int, int]:
    state = state_of(comment["body"])
    return state.order if state else (0, 0)
