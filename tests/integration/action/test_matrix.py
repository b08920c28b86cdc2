"""A job matrix: one job plans, one a run grades, one reports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.integration.action.job import Done, Job
from tests.integration.action.repository import Repository
from tests.integration.action.runs import run

ONE, TWO = "runs/20260601-120000-aaaaaa", "runs/20260602-120000-bbbbbb"


@pytest.fixture
def number(repository: Repository) -> int:
    """A pull request with a satisfied and a violated run."""
    repository.commit("topic", {**run(ONE), **run(TWO, words=50)}, onto="main")
    return repository.open_pull("topic")


def shards(job: Job, number: int, paths: list[str]) -> Path:
    """Grade each run in a job of its own; the folder that their artifacts are downloaded into."""
    grades = job.repository.folder / "contract-grades"
    for index, path in enumerate(paths):
        one = Job(job.repository, job.folder.parent / f"shard-{index}", job.api)
        quiet = {"comment": "off", "status": "off", "fail_on": "never", "on_error": "neutral"}
        done = one.on_pull(number, runs=json.dumps(path), **quiet)
        assert done.code == 0, done.log
        grades.mkdir(exist_ok=True)
        (done.temporary / done.outputs["grade-path"]).rename(grades / f"contract-grades-{index}")
    return grades


def planned(job: Job, number: int) -> list[str]:
    """What the planning job hands to the matrix."""
    done = job.on_pull(number, mode="plan")
    assert done.code == 0, done.log
    found: list[str] = json.loads(done.outputs["runs"])
    return found


def report(job: Job, number: int, paths: list[str]) -> Done:
    """The reporting job."""
    return job.on_pull(number, mode="report", runs=json.dumps(paths))


def test_shards_become_one_comment_and_one_check(job: Job, repository: Repository, number: int) -> None:
    """The merged report says what one job would have said."""
    paths = planned(job, number)
    assert paths == [ONE, TWO]
    assert repository.comments(number) == []
    shards(job, number, paths)
    done = report(job, number, paths)

    assert done.code == 1, done.log
    [comment] = repository.comments(number)
    [status] = repository.statuses(repository.pull(number)["head"]["sha"])
    assert "1 of 2 runs violated" in comment["body"]
    assert (status["state"], status["description"]) == ("failure", "lowest score 0.0 · 1 of 2 runs violated")
    alone = Job(repository, job.folder.parent / "alone", job.api).on_pull(number, comment="off", status="off")
    merged, single = (json.loads(each.outputs["runs"]) for each in (done, alone))
    assert sorted(merged, key=lambda each: str(each["path"])) == sorted(single, key=lambda each: str(each["path"]))


def test_a_run_that_no_job_graded_is_an_error(job: Job, number: int) -> None:
    """A lost artifact never passes."""
    paths = planned(job, number)
    shards(job, number, paths[:1])
    done = report(job, number, paths)

    assert done.code == 1
    errors = [each for each in json.loads(done.outputs["runs"]) if each["verdict"] == "error"]
    assert [(each["path"], each["error"]) for each in errors] == [(TWO, "not-reported")]


def test_no_data_at_all_is_an_error(job: Job, number: int) -> None:
    """Nor do all artifacts lost pass."""
    done = report(job, number, [ONE, TWO])
    assert done.code == 1
    assert "holds no grade data" in done.log


def test_a_plan_says_what_it_leaves_out(job: Job, number: int) -> None:
    """A glob that fits no run is in the log, and nothing is planned for it."""
    done = job.on_pull(number, mode="plan", runs="nowhere")
    assert json.loads(done.outputs["runs"]) == []
    assert "No run matches nowhere." in done.log
    assert "0 runs to grade" in done.log


def test_a_folder_that_no_system_has_is_a_wrong_call(job: Job, number: int) -> None:
    """The message names the input and the system's reason."""
    done = job.on_pull(number, mode="report", grades="x" * 300)
    assert done.code == 1
    assert any("can't be read: File name too long" in line for line in done.annotations), done.log


def test_an_empty_plan_passes(job: Job, repository: Repository) -> None:
    """No runs, no shards, no data: success, and the status says so."""
    head = repository.commit("topic", {"a.txt": "x"}, onto="main")
    number = repository.open_pull("topic")
    assert planned(job, number) == []
    done = report(job, number, [])

    assert done.code == 0, done.log
    assert repository.statuses(head)[0]["description"] == "no run to grade"


def test_data_on_another_commit_is_refused(job: Job, repository: Repository, number: int) -> None:
    """Shards of an earlier head don't speak for this one."""
    paths = planned(job, number)
    shards(job, number, paths)
    repository.write({".gitignore": "contract-grades\n"})
    repository.git("add", ".gitignore")
    repository.commit("topic", {"later.md": "x"})
    assert report(job, number, paths).code == 1
    assert repository.comments(number) == []
