"""Find the pull request that a commit is the head of, by asking the server and nobody else."""

from __future__ import annotations

from dataclasses import replace

from grader.github.activity import Grading
from grader.github.client import Client, Json


def head_of(pull: Json) -> str:
    """The commit that a pull request's branch is at; empty if the answer names none."""
    return str((pull.get("head") or {}).get("sha") or "")


def with_pull(client: Client, grading: Grading) -> Grading | None:
    """The activity with the open pull request whose head is its commit; None if there is none. Raises GitHubError.

    A workflow run's own list of pull requests is empty for forks, so all open ones are looked through, the most
    recently updated first.
    """
    parameters: dict[str, str | int] = {"state": "open", "sort": "updated", "direction": "desc"}
    for pull in client.pages(f"{client.repository}/pulls", parameters):
        repository = ((pull.get("head") or {}).get("repo") or {}).get("full_name")
        if head_of(pull) == grading.head and grading.head_repository in {None, repository}:
            return replace(grading, pull=int(pull["number"]), base=str(pull["base"]["sha"]), search=False)
    return None
