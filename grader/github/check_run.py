"""A check run with annotations on clause lines, for those who want to see neutral.

GitHub takes 50 annotations a request and adds those of an update to those that are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from grader.github.client import Client, Json
from grader.github.clock import Clock

CHUNK = 50  # annotations a request ("Create a check run")
TEXT = 65535  # characters of a check run's summary, and of its text
PAUSE = 1.0  # seconds between writes ("Best practices for using the REST API")
_MESSAGE = 64 * 1024  # bytes of an annotation's message
_TITLE = 255  # characters of an annotation's title


@dataclass(frozen=True, slots=True)
class Annotation:
    """A remark on some lines of a file of the repository, lines from 1."""

    path: str
    lines: tuple[int, int]
    level: str  # "notice", "warning" or "failure"
    title: str
    message: str

    def body(self) -> Json:
        """As GitHub takes it, cut to its limits."""
        first, last = self.lines
        return {
            "path": self.path,
            "start_line": first,
            "end_line": last,
            "annotation_level": self.level,
            "title": self.title[:_TITLE],
            "message": self.message.encode()[:_MESSAGE].decode("utf-8", "ignore"),
        }


@dataclass(frozen=True, slots=True)
class CheckRun:
    """A finished check run. `external_id` is the same for the same attempt of the same job, and only for it."""

    name: str
    head: str
    conclusion: str  # "success", "neutral" or "failure"
    title: str
    summary: str
    details_url: str
    external_id: str
    annotations: tuple[Annotation, ...] = ()


def post_check_run(client: Client, check: CheckRun, clock: Clock) -> str:
    """Make the check run, then add the annotations that the first request couldn't hold. Return its page's address.

    Raises GitHubError.
    """
    path = f"{client.repository}/check-runs"
    first, *rest = _chunks(check.annotations) or [()]
    body = {
        "name": check.name,
        "head_sha": check.head,
        "status": "completed",
        "conclusion": check.conclusion,
        "details_url": check.details_url,
        "external_id": check.external_id,
        "output": _output(check, first),
    }

    def find() -> Json | None:
        runs = client.pages(
            f"{client.repository}/commits/{check.head}/check-runs", {"check_name": check.name}, key="check_runs"
        )
        return next((run for run in runs if run.get("external_id") == check.external_id), None)

    made = client.create(path, body, find=find)
    sent = len(first)
    for chunk in rest:
        clock.sleep(PAUSE)
        sent += len(chunk)
        own = f"{path}/{made['id']}"
        added = partial(_holding, client, own, sent)
        client.update(own, {"output": _output(check, chunk)}, find=added)
    return str(made.get("html_url") or "")


def _holding(client: Client, path: str, count: int) -> Json | None:
    """The check run at `path` if it already has that many annotations."""
    run: Json = client.get(path)
    return run if (run.get("output") or {}).get("annotations_count", 0) >= count else None


def _output(check: CheckRun, annotations: Sequence[Annotation]) -> dict[str, Any]:
    return {
        "title": check.title,
        "summary": check.summary[:TEXT],
        "annotations": [annotation.body() for annotation in annotations],
    }


def _chunks(annotations: Sequence[Annotation]) -> list[Sequence[Annotation]]:
    def cut() -> Iterator[Sequence[Annotation]]:
        for start in range(0, len(annotations), CHUNK):
            yield annotations[start : start + CHUNK]

    return list(cut())
