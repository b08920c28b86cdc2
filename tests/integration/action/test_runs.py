"""Which runs an event grades: changed, removed, renamed, half deleted, nested, and too many to list."""

from __future__ import annotations

import json

import pytest

from tests.integration.action.job import Done, Job
from tests.integration.action.repository import Repository
from tests.integration.action.runs import BAD, GOOD, run
from tests.integration.action.standins import Proxy

ONE, TWO = "runs/20260601-120000-aaaaaa", "runs/20260602-120000-bbbbbb"


def graded(done: Done) -> dict[str, str]:
    """The verdict of each run that was graded, by path."""
    return {each["path"]: each["verdict"] for each in json.loads(done.outputs["runs"])}


def test_only_changed_runs_are_graded(job: Job, repository: Repository) -> None:
    """A run that the pull request doesn't touch isn't graded."""
    repository.commit("main", BAD)
    repository.commit("topic", run(TWO), onto="main")
    done = job.on_pull(repository.open_pull("topic"))

    assert graded(done) == {TWO: "satisfied"}


def test_the_changes_are_counted_from_the_merge_base(job: Job, repository: Repository) -> None:
    """What was pushed to the base meanwhile is no change of the pull request's."""
    repository.commit("topic", run(TWO), onto="main")
    repository.git("checkout", "--quiet", "main")
    repository.commit("main", BAD)
    repository.git("checkout", "--quiet", "topic")
    done = job.on_pull(repository.open_pull("topic"))

    assert graded(done) == {TWO: "satisfied"}


def test_a_deleted_run_is_removed_not_wrong(job: Job, repository: Repository) -> None:
    """A run of which nothing is left is named as removed and fails nothing."""
    repository.commit("main", BAD)
    repository.git("checkout", "--quiet", "-b", "topic")
    repository.remove("runs")
    repository.commit("topic")
    done = job.on_pull(repository.open_pull("topic"))

    assert done.code == 0, done.log
    assert graded(done) == {}
    assert f"### Removed\n\n- `{ONE}`" in done.summary


@pytest.mark.parametrize(
    ("lost", "code"), [("root.prose.md", "missing-root"), ("forme.manifest.json", "missing-manifest")]
)
def test_a_half_deleted_run_is_an_error(job: Job, repository: Repository, lost: str, code: str) -> None:
    """A run that lost its root or manifest hasn't disappeared."""
    repository.commit("main", GOOD)
    repository.git("checkout", "--quiet", "-b", "topic")
    repository.remove(f"{ONE}/{lost}")
    repository.commit("topic")
    done = job.on_pull(repository.open_pull("topic"))

    assert done.code == 1
    [only] = json.loads(done.outputs["runs"])
    assert (only["path"], only["error"]) == (ONE, code)


def test_a_renamed_run_is_graded_where_it_is(job: Job, repository: Repository) -> None:
    """The old place is gone, the new one is graded."""
    repository.commit("main", GOOD)
    repository.git("checkout", "--quiet", "-b", "topic")
    repository.git("mv", ONE, TWO)
    repository.commit("topic")
    done = job.on_pull(repository.open_pull("topic"))

    assert graded(done) == {TWO: "satisfied"}
    assert f"- `{ONE}`" in done.summary


def test_a_nested_run_and_the_one_around_it_are_graded(job: Job, repository: Repository) -> None:
    """A change below `imports/` is a change of both runs."""
    inner = f"{ONE}/imports/helper--x"
    repository.commit("main", {**GOOD, **run(inner, system="helper")})
    repository.commit("topic", {f"{inner}/bindings/helper/report.md": "Now it has these words.\n"}, onto="main")
    done = job.on_pull(repository.open_pull("topic"))

    assert graded(done).keys() == {ONE, inner}


def test_more_files_than_github_lists(job: Job, repository: Repository, proxy: Proxy) -> None:
    """Past 3,000 files the trees are compared: the run that the list would have lost is found, and that is said."""
    repository.commit("topic", run("z/runs/late"), onto="main")
    page = [{"filename": f"a/{each}.txt", "status": "added"} for each in range(100)]
    proxy.answer("/files$", lambda path: [] if "&page=31" in path or "?page=31" in path else page)
    done = job.on_pull(repository.open_pull("topic"))

    assert graded(done) == {"z/runs/late": "satisfied"}
    assert "more than 3,000 files" in done.summary
    assert proxy.count("GET", "/pulls/1/files") == 31  # the last page is full, so one must look behind it


def test_globs_name_runs_instead_of_changes(job: Job, repository: Repository) -> None:
    """With `runs` the changed files don't matter; a leading `!` takes a run out."""
    repository.commit("main", {**BAD, **run(TWO), **run("old/runs/x")})
    repository.commit("topic", {"a.txt": "x"}, onto="main")
    number = repository.open_pull("topic")

    assert graded(job.on_pull(number, runs="runs/*\n!*-aaaaaa")) == {TWO: "satisfied"}
    assert graded(job.on_pull(number, runs="old")) == {"old/runs/x": "satisfied"}
    nothing = job.on_pull(number, runs="nowhere/*")
    assert nothing.code == 0
    assert "No run matches" in nothing.summary


def test_git_answers_where_the_api_doesnt(job: Job, repository: Repository, proxy: Proxy) -> None:
    """With a checkout that has both commits, a refused list of files costs nothing but a note."""
    repository.commit("main", BAD)
    repository.commit("topic", run(TWO), onto="main")
    number = repository.open_pull("topic")
    for path in ("/files$", "/compare/", "/git/trees/"):
        proxy.fail("GET", path, 403, message="Resource not accessible by integration", times=9)
    done = job.on_pull(number, status="off", comment="off")

    assert graded(done) == {TWO: "satisfied"}
    assert "pull-requests: read" in done.summary


def test_everything_is_graded_where_nobody_knows_the_changes(job: Job, repository: Repository, proxy: Proxy) -> None:
    """Without the API and without the base commit in the checkout, no run is left out."""
    repository.commit("main", GOOD)
    head = repository.commit("topic", run(TWO), onto="main")
    number = repository.open_pull("topic")
    payload = job.pull_payload(number)
    payload["pull_request"]["base"]["sha"] = "f" * 40
    for path in ("/files$", "/compare/", "/git/trees/"):
        proxy.fail("GET", path, 403, message="Resource not accessible by integration", times=9)
    done = job.start("pull_request", payload, sha=head, status="off", comment="off")

    assert graded(done).keys() == {ONE, TWO}
    assert "every run in the tree is graded" in done.summary


def test_a_broken_run_doesnt_stop_the_others(job: Job, repository: Repository) -> None:
    """One run that can't be graded is an error of its own."""
    repository.commit("topic", {**GOOD, "runs/broken/forme.manifest.json": "{"}, onto="main")
    done = job.on_pull(repository.open_pull("topic"))

    assert graded(done) == {ONE: "satisfied", "runs/broken": "error"}
