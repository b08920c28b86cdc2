"""GitHub's REST API as the action uses it: every page of a list, our own patience, and no request made twice.

PyGithub carries the requests (authentication, proxies, enterprise hosts); its objects would hide the pages and its
retry policy repeats a POST, so only its `Requester` is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import requests
from github import Auth, Github, GithubException

from grader import __version__
from grader.github.clock import Clock
from grader.github.errors import GitHubError, NotFound, Refused, Rejected, Unreachable
from grader.github.retry import Failure, pause

PAGE = 100  # the most that GitHub gives at once
TIMEOUT = 30  # seconds for one answer

Json = dict[str, Any]


class Client:
    """Requests to one GitHub host with one token, about one repository."""

    def __init__(self, *, api_url: str, token: str, repository: str, clock: Clock, timeout: int = TIMEOUT) -> None:
        github = Github(
            auth=Auth.Token(token) if token else None,
            base_url=api_url.rstrip("/"),
            retry=None,
            timeout=timeout,
            per_page=PAGE,
            user_agent=f"contract-grader/{__version__}",
            seconds_between_requests=None,
            seconds_between_writes=None,
        )
        self._requester = github.requester
        self._clock = clock
        self.repository = f"/repos/{quote(repository)}"

    def get(self, path: str, parameters: Mapping[str, str | int] | None = None) -> Json:
        """The JSON object at `path`, which begins with a slash. Raises GitHubError."""
        found = self._patiently("GET", path, parameters=parameters)[1]
        if not isinstance(found, dict):
            raise _foreign(f"GET {path}")
        return found

    def pages(
        self, path: str, parameters: Mapping[str, str | int] | None = None, *, key: str | None = None
    ) -> Iterator[Json]:
        """The items of all pages of a list; `key` names the list where an object wraps it. Raises GitHubError.

        A page is followed by another if the server links one, or, behind proxies that drop links, if it is full.
        """
        number = 1
        while True:
            query = {**(parameters or {}), "per_page": PAGE, "page": number}
            headers, found = self._patiently("GET", path, parameters=query)
            items = found.get(key) if key and isinstance(found, dict) else found
            if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
                raise _foreign(f"GET {path}")
            yield from items
            if 'rel="next"' not in headers.get("link", "") and len(items) < PAGE:
                return
            number += 1

    def create(self, path: str, body: Json, *, find: Callable[[], Json | None] | None = None) -> Json:
        """POST `body` and return what was made. Raises GitHubError.

        After a failure that may hide a success, `find` looks for what was to be made before anything is repeated.
        Without `find`, a repeated request must do no harm.
        """
        return self._object("POST", path, body, find)

    def update(self, path: str, body: Json, *, find: Callable[[], Json | None] | None = None) -> Json:
        """PATCH what is at `path`; `find` as for `create`. Raises GitHubError."""
        return self._object("PATCH", path, body, find)

    def delete(self, path: str) -> None:
        """DELETE what is at `path`; that it is gone already is fine. Raises GitHubError."""
        try:
            self._patiently("DELETE", path)
        except NotFound:
            return

    def _object(self, verb: str, path: str, body: Json, find: Callable[[], Json | None] | None) -> Json:
        found = self._patiently(verb, path, body=body, find=find)[1]
        return found if isinstance(found, dict) else {}

    def _patiently(
        self,
        verb: str,
        path: str,
        *,
        parameters: Mapping[str, str | int] | None = None,
        body: Json | None = None,
        find: Callable[[], Json | None] | None = None,
    ) -> tuple[dict[str, Any], Any]:
        attempt, waited = 0, 0.0
        while True:
            attempt += 1
            try:
                query = dict(parameters) if parameters else None
                return self._requester.requestJsonAndCheck(verb, path, query, input=body)
            except (GithubException, requests.RequestException, ValueError) as error:
                failure = _failure(error)
            seconds = pause(failure, attempt, waited=waited, now=self._clock.now())
            if seconds is None:
                raise _error(failure, f"{verb} {path}")
            self._clock.sleep(seconds)
            waited += seconds
            if failure.may_have_worked and find is not None and (made := find()) is not None:
                return {}, made


def _failure(error: GithubException | requests.RequestException | ValueError) -> Failure:
    """What went wrong; a ValueError is a body that was cut off, or isn't JSON, behind a good status."""
    if not isinstance(error, GithubException):
        return Failure(status=0, message=f"no answer ({type(error).__name__})")
    data = error.data if isinstance(error.data, dict) else {}
    details = [
        str(entry.get("message") or entry.get("code") or "") if isinstance(entry, dict) else str(entry)
        for entry in data.get("errors") or ()
    ]
    message = ": ".join(part for part in (str(data.get("message") or ""), "; ".join(filter(None, details))) if part)
    return Failure(status=error.status, message=message, headers=error.headers)


def _foreign(request: str) -> Unreachable:
    """What a gateway or a portal on the way answers in GitHub's place, with a status as if all were well."""
    return Unreachable(f"{request}: an answer that isn't GitHub's", status=HTTPStatus.OK)


def _error(failure: Failure, request: str) -> GitHubError:
    message = f"{request}: {failure.status or 'no answer'} {failure.message}".rstrip()
    if failure.limited or failure.may_have_worked:
        kind: type[GitHubError] = Unreachable
    elif failure.status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
        kind = Refused
    elif failure.status == HTTPStatus.NOT_FOUND:
        kind = NotFound
    else:
        kind = Rejected
    return kind(message, status=failure.status)
