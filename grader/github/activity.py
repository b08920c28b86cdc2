"""From an event to what is to be done about it: a pure function over the event's name and payload.

A `Grading` says which commit is graded, what it is compared with, and which pull request hears of it. Whatever calls
for nothing is a `Nothing` with its reason; an event that nobody foresaw is one that warns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Payload = Mapping[str, Any]

NO_COMMIT = "0" * 40  # what git calls the commit before a branch's first, and after its last


@dataclass(frozen=True, slots=True)
class Grading:
    """A commit to grade.

    `base` is the commit that the changed files are counted from: a full SHA, or a branch's name where the event gives
    no SHA; None means that nothing is known to have changed, so every run is meant. `pull` is the pull request to
    comment on. `restricted`: the job has neither secrets nor a token that writes, whatever its `permissions:` say.
    `search`: the pull request isn't named by the event and must be found on the server by its head.
    """

    head: str
    base: str | None = None
    pull: int | None = None
    restricted: bool = False
    search: bool = False
    head_repository: str | None = None


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing to do, and why; `warn` where a person should look at the workflow."""

    reason: str
    warn: bool = False


Activity = Grading | Nothing


def activity_of(name: str, payload: Payload, *, sha: str = "", actor: str = "") -> Activity:
    """What the event `name` asks for. `sha` is GITHUB_SHA, `actor` GITHUB_ACTOR.

    Total: a payload that lacks what its event must have is a `Nothing` that warns.
    """
    handle = _EVENTS.get(name)
    if handle is None:
        return Nothing(f"The event `{name}` names no commit to grade; the README lists those that do.", warn=True)
    try:
        return handle(payload, sha, actor)
    except (KeyError, TypeError, AttributeError, ValueError):
        return Nothing(f"The payload of the event `{name}` lacks what that event must have.", warn=True)


def _pull_request(payload: Payload, _sha: str, actor: str) -> Activity:
    found = _of_pull(payload)
    if isinstance(found, Nothing):
        return found
    pull = payload["pull_request"]
    fork = found.head_repository != _text(pull["base"]["repo"]["full_name"])
    return Grading(
        head=found.head,
        base=found.base,
        pull=found.pull,
        restricted=fork or actor == "dependabot[bot]",
        head_repository=found.head_repository,
    )


def _pull_request_target(payload: Payload, _sha: str, _actor: str) -> Activity:
    return _of_pull(payload)


def _of_pull(payload: Payload) -> Activity:
    if payload["action"] == "closed":
        return Nothing("The pull request is closed.")
    pull = payload["pull_request"]
    head_repository = pull["head"].get("repo")  # null once a fork is deleted
    return Grading(
        head=_text(pull["head"]["sha"]),
        base=_text(pull["base"]["sha"]),
        pull=int(pull["number"]),
        head_repository=head_repository and _text(head_repository["full_name"]),
    )


def _merge_group(payload: Payload, _sha: str, _actor: str) -> Activity:
    if payload["action"] != "checks_requested":
        return Nothing("The merge group asks for no check.")
    group = payload["merge_group"]
    return Grading(head=_text(group["head_sha"]), base=_text(group["base_sha"]))


def _push(payload: Payload, sha: str, _actor: str) -> Activity:
    if payload.get("deleted"):
        return Nothing("The push deleted a branch or tag.")
    commit = payload.get("head_commit") or {}  # for an annotated tag `after` is the tag's own object
    head = _text(commit.get("id") or sha or payload["after"])
    before = _text(payload["before"])
    if before == NO_COMMIT:
        return Grading(head=head, base=_default_branch(payload))
    return Grading(head=head, base=before)


def _default_branch(payload: Payload) -> str | None:
    """The branch that a new branch grew from; None if the new one is the default branch itself."""
    default = payload["repository"].get("default_branch")
    return None if payload["ref"] == f"refs/heads/{default}" else default


def _by_hand_or_clock(_payload: Payload, sha: str, _actor: str) -> Activity:
    return Grading(head=_text(sha))


def _workflow_run(payload: Payload, _sha: str, _actor: str) -> Activity:
    if payload["action"] != "completed":
        return Nothing("The workflow run hasn't completed.")
    run = payload["workflow_run"]
    if not _text(run["event"]).startswith("pull_request"):
        return Nothing(f"The workflow run was for the event `{run['event']}`, not for a pull request.")
    owner = run.get("head_repository")
    return Grading(head=_text(run["head_sha"]), search=True, head_repository=owner and _text(owner["full_name"]))


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(value)
    return value


_EVENTS: dict[str, Callable[[Payload, str, str], Activity]] = {
    "merge_group": _merge_group,
    "pull_request": _pull_request,
    "pull_request_target": _pull_request_target,
    "push": _push,
    "schedule": _by_hand_or_clock,
    "workflow_dispatch": _by_hand_or_clock,
    "workflow_run": _workflow_run,
}
