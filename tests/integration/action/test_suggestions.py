"""Rewrites as suggestions on the repository's own source, and never elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.integration.action.job import Job
from tests.integration.action.repository import Repository
from tests.integration.action.runs import run
from tests.integration.action.standins import Proxy

VAGUE = "- `summary`: a good summary"
SOURCE = f"---\nname: reporter\n---\n\n### Returns\n\n- `report`: a report of at least 3 words\n{VAGUE}\n"
SHIFTED = SOURCE.replace("---\n\n", "---\n\r") + "- `report`: at least 1 word\n"
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


def test_a_clause_on_several_lines_is_replaced_as_a_whole(job: Job, repository: Repository, proxy: Proxy) -> None:
    """The suggestion begins on the clause's first line and ends on its last."""
    wrapped = VAGUE.replace("good ", "good\n  ")
    files = run(clauses=wrapped, outputs={"bindings/reporter/summary.md": "It went well enough.\n"})
    repository.commit("topic", {**files, "src/reporter.prose.md": SOURCE.replace(VAGUE, wrapped)}, onto="main")
    done = job.on_pull(repository.open_pull("topic"), suggestions="true")

    [review] = [seen.body for seen in proxy.requests if seen.method == "POST" and seen.path.endswith("/reviews")]
    [comment] = review["comments"]
    assert (comment["path"], comment["start_line"], comment["line"]) == ("src/reporter.prose.md", 8, 9), done.log


def test_a_review_whose_answer_is_lost_is_not_posted_twice(job: Job, repository: Repository, proxy: Proxy) -> None:
    """The connection breaks after GitHub did its work: the suggestion is found there, and that is enough."""
    repository.commit("topic", {**RUN, "src/reporter.prose.md": SOURCE}, onto="main")
    number = repository.open_pull("topic")
    proxy.fail("POST", r"/pulls/\d+/reviews$", None, after=True)
    done = job.on_pull(number, suggestions="true")

    assert len(suggestions(repository, number)) == 1, done.log
    assert proxy.count("POST", "/reviews$") == 1
    assert "1 suggestions written" in done.log


def test_without_a_rewrite_the_diff_isnt_asked_for(job: Job, repository: Repository, proxy: Proxy) -> None:
    """Promises that are all measured cost no call."""
    repository.commit("topic", {**run(), "src/reporter.prose.md": SOURCE}, onto="main")
    done = job.on_pull(repository.open_pull("topic"), suggestions="true", runs="*")

    assert done.code == 0, done.log
    assert proxy.count("GET", r"/pulls/\d+/(files|comments)") == 0


def test_a_source_that_was_deleted_gets_no_rewrite(job: Job, repository: Repository, proxy: Proxy) -> None:
    """Its patch shows the clause, but at the head there is no line to replace."""
    repository.commit("main", {"src/reporter.prose.md": SOURCE})
    repository.git("checkout", "--quiet", "-B", "topic", "main")
    repository.remove("src/reporter.prose.md")
    repository.commit("topic", RUN)
    number = repository.open_pull("topic")
    patch = "@@ -1,8 +0,0 @@\n" + "".join(f"-{line}\n" for line in SOURCE.splitlines())
    gone = {"filename": "src/reporter.prose.md", "status": "removed", "patch": patch}
    files = [gone, *({"filename": path, "status": "added"} for path in RUN)]
    proxy.answer(r"/pulls/\d+/files$", lambda path: [] if "page=2" in path else files)
    done = job.on_pull(number, suggestions="true")

    assert suggestions(repository, number) == []
    assert "0 suggestions written" in done.log


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({}, id="only the snapshot"),
        pytest.param({"src/reporter.prose.md": SOURCE.replace("a good summary", "a nice summary")}, id="other words"),
        pytest.param({"src/other.prose.md": SOURCE}, id="another name"),
        pytest.param({"src/reporter.prose.md": SOURCE + VAGUE + "\n"}, id="not the only place"),
        pytest.param(
            dict.fromkeys(("src/reporter.prose.md", "runs/20260601-120000-aaaaaa/root.prose.md"), SHIFTED),
            id="lines that GitHub counts otherwise",
        ),
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
