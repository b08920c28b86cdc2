"""Which commit each event grades, against what, and for whom."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.github.activity import NO_COMMIT, Activity, Grading, Nothing, activity_of

HEAD, BASE, SHA = "a" * 40, "b" * 40, "c" * 40
EVENTS = ("pull_request", "pull_request_target", "merge_group", "push", "workflow_dispatch", "schedule", "workflow_run")


def pull_payload(*, action: str = "synchronize", head_repository: str | None = "org/repo") -> dict[str, Any]:
    """A pull request's payload; without a head repository, its fork was deleted."""
    return {
        "action": action,
        "pull_request": {
            "number": 7,
            "head": {"sha": HEAD, "repo": head_repository and {"full_name": head_repository}},
            "base": {"sha": BASE, "repo": {"full_name": "org/repo"}},
        },
    }


def push_payload(**changes: object) -> dict[str, Any]:
    """A push to a branch."""
    return {
        "ref": "refs/heads/topic",
        "before": BASE,
        "after": HEAD,
        "deleted": False,
        "head_commit": {"id": HEAD},
        "repository": {"default_branch": "main"},
        **changes,
    }


def run_payload(**changes: object) -> dict[str, Any]:
    """A finished workflow run of a pull request."""
    run = {"event": "pull_request", "head_sha": HEAD, "head_repository": {"full_name": "fork/repo"}, **changes}
    return {"action": "completed", "workflow_run": run}


TABLE: dict[str, tuple[str, dict[str, Any], str, Activity]] = {
    "a pull request": (
        "pull_request",
        pull_payload(),
        "someone",
        Grading(head=HEAD, base=BASE, pull=7, head_repository="org/repo"),
    ),
    "a fork's pull request": (
        "pull_request",
        pull_payload(head_repository="fork/repo"),
        "someone",
        Grading(head=HEAD, base=BASE, pull=7, restricted=True, head_repository="fork/repo"),
    ),
    "a deleted fork's pull request": (
        "pull_request",
        pull_payload(head_repository=None),
        "someone",
        Grading(head=HEAD, base=BASE, pull=7, restricted=True),
    ),
    "Dependabot's pull request": (
        "pull_request",
        pull_payload(),
        "dependabot[bot]",
        Grading(head=HEAD, base=BASE, pull=7, restricted=True, head_repository="org/repo"),
    ),
    "a closed pull request": (
        "pull_request",
        pull_payload(action="closed"),
        "someone",
        Nothing("The pull request is closed."),
    ),
    "a fork's pull request with the base's rights": (
        "pull_request_target",
        pull_payload(head_repository="fork/repo"),
        "someone",
        Grading(head=HEAD, base=BASE, pull=7, head_repository="fork/repo"),
    ),
    "a merge group": (
        "merge_group",
        {"action": "checks_requested", "merge_group": {"head_sha": HEAD, "base_sha": BASE}},
        "someone",
        Grading(head=HEAD, base=BASE),
    ),
    "a merge group that is gone": (
        "merge_group",
        {"action": "destroyed", "merge_group": {"head_sha": HEAD, "base_sha": BASE}},
        "someone",
        Nothing("The merge group asks for no check."),
    ),
    "a push": ("push", push_payload(), "someone", Grading(head=HEAD, base=BASE)),
    "a push of an annotated tag": (
        "push",
        push_payload(ref="refs/tags/v1", before=NO_COMMIT, after="d" * 40),
        "someone",
        Grading(head=HEAD, base="main"),
    ),
    "a new branch": ("push", push_payload(before=NO_COMMIT), "someone", Grading(head=HEAD, base="main")),
    "a repository's first push": (
        "push",
        push_payload(before=NO_COMMIT, ref="refs/heads/main"),
        "someone",
        Grading(head=HEAD),
    ),
    "a deleted branch": (
        "push",
        push_payload(deleted=True, after=NO_COMMIT, head_commit=None),
        "someone",
        Nothing("The push deleted a branch or tag."),
    ),
    "a run by hand": ("workflow_dispatch", {"inputs": {}}, "someone", Grading(head=SHA)),
    "a run by the clock": ("schedule", {"schedule": "0 0 * * *"}, "someone", Grading(head=SHA)),
    "another workflow's run": (
        "workflow_run",
        run_payload(),
        "someone",
        Grading(head=HEAD, search=True, head_repository="fork/repo"),
    ),
    "another workflow's run of a push": (
        "workflow_run",
        run_payload(event="push"),
        "someone",
        Nothing("The workflow run was for the event `push`, not for a pull request."),
    ),
    "another workflow's run that has only begun": (
        "workflow_run",
        {**run_payload(), "action": "requested"},
        "someone",
        Nothing("The workflow run hasn't completed."),
    ),
}


@pytest.mark.parametrize("case", TABLE)
def test_an_event_asks_for_one_activity(case: str) -> None:
    """Each event grades the commit that it is about."""
    name, payload, actor, expected = TABLE[case]
    assert activity_of(name, payload, sha=SHA, actor=actor) == expected


@pytest.mark.parametrize("name", ["issue_comment", "check_suite", "release", ""])
def test_an_unknown_event_warns(name: str) -> None:
    """An event that names no commit is a warning, not an error."""
    found = activity_of(name, {}, sha=SHA)
    assert isinstance(found, Nothing)
    assert found.warn


@given(
    st.sampled_from(EVENTS),
    st.dictionaries(
        st.sampled_from(["action", "pull_request", "merge_group", "before", "ref", "workflow_run", "repository"]),
        st.recursive(
            st.none() | st.integers() | st.text(max_size=5),
            lambda inner: st.dictionaries(st.sampled_from(["head", "sha", "repo", "number", "event"]), inner),
            max_leaves=6,
        ),
    ),
)
def test_no_payload_raises(name: str, payload: dict[str, Any]) -> None:
    """A payload that lacks what its event must have is a warning."""
    found = activity_of(name, payload, sha="")
    assert isinstance(found, Grading) or found.reason
