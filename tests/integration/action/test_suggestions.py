"""Rewrites as suggestions on the repository's own source, and never elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.integration.action.job import Job
from tests.integration.action.repository import Repository
from tests.integration.action.runs import run

VAGUE = "- `summary`: a good summary"
SOURCE = f"---\nname: reporter\n---\n\n### Returns\n\n- `report`: a report of at least 3 words\n{VAGUE}\n"
RUN = run(clauses=VAGUE, outputs={"bindings/reporter/summary.md": "It went well enough.\n"})


def suggestions(repository: Repository, number: int) -> list[dict[str, Any]]:
    """The review comments of a pull request."""
    found: list[dict[str, Any]] = repository.github.ask("GET", f"{repository.path}/pulls/{number}/comments")
    return found


def test_a_rewrite_is_offered_on_the_source_once(job: Job, repository: Repository) -> None:
    """It stands on the clause's line in the source that the diff has; a second run doesn't repeat it."""
    repository.commit("topic", {**RUN, "src/reporter.prose.md": SOURCE}, onto="main")
    number = repository.open_pull("topic")
    done = job.on_pull(number, suggestions="true")

    [comment] = suggestions(repository, number)
    assert (comment["path"], comment["line"]) == ("src/reporter.prose.md", 8), done.log
    assert "```suggestion\n- `summary`: " in comment["body"]
    job.on_pull(number, suggestions="true")
    assert len(suggestions(repository, number)) == 1


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({}, id="only the snapshot"),
        pytest.param({"src/reporter.prose.md": SOURCE.replace("a good summary", "a nice summary")}, id="other words"),
        pytest.param({"src/other.prose.md": SOURCE}, id="another name"),
        pytest.param({"src/reporter.prose.md": SOURCE + VAGUE + "\n"}, id="not the only place"),
    ],
)
def test_no_rewrite_where_the_source_isnt_certain(job: Job, repository: Repository, files: dict[str, str]) -> None:
    """The snapshot itself is never written on, nor is a file that only looks like the source."""
    repository.commit("topic", {**RUN, **files}, onto="main")
    number = repository.open_pull("topic")
    done = job.on_pull(number, suggestions="true")

    assert suggestions(repository, number) == []
    assert done.code == 0, done.log


def test_they_are_off_by_default(job: Job, repository: Repository) -> None:
    """Nobody gets review comments who didn't ask for them."""
    repository.commit("topic", {**RUN, "src/reporter.prose.md": SOURCE}, onto="main")
    number = repository.open_pull("topic")
    job.on_pull(number)
    assert suggestions(repository, number) == []
