"""What a repository or a server may do that nobody expects: no traceback, no wrong pass, no way out."""

from __future__ import annotations

import json
import os

import pytest

from tests.integration.action.job import Done, Job
from tests.integration.action.repository import Repository
from tests.integration.action.runs import GOOD, run
from tests.integration.action.standins import Proxy

ONE, TWO = "runs/20260601-120000-aaaaaa", "runs/20260602-120000-bbbbbb"


def errors(done: Done) -> dict[str, str]:
    """The error of each run that has one, by path."""
    return {each["path"]: each.get("error", "") for each in json.loads(done.outputs["runs"])}


@pytest.mark.parametrize("kind", ["file", "link"])
def test_what_stands_in_a_runs_place_is_no_run(job: Job, repository: Repository, kind: str) -> None:
    """A file or a link where a run was is an error, the same from the checkout and through the API."""
    repository.commit("main", {**GOOD, **run("other/runs/a")})
    repository.git("checkout", "--quiet", "-b", "topic")
    repository.remove(ONE)
    place = repository.folder / ONE
    place.parent.mkdir(exist_ok=True)
    if kind == "file":
        place.write_text("I was a run\n")
    else:
        place.symlink_to("../other/runs/a")
    repository.commit("topic")
    number = repository.open_pull("topic")
    here = job.on_pull(number)
    repository.git("checkout", "--quiet", "main")
    there = job.on_pull(number)

    assert here.code == there.code == 1
    assert errors(here) == errors(there) == {ONE: "unreadable-run"}
    assert ("it is a file" if kind == "file" else "it is a symbolic link") in here.summary
    assert str(repository.folder) not in here.summary + here.log


@pytest.mark.parametrize("status", [403, 404, 429])
def test_a_file_that_github_doesnt_give_is_never_a_pass(
    job: Job, repository: Repository, proxy: Proxy, status: int
) -> None:
    """Nobody knows what is in it: the run can't be graded, and `fail-on` excuses nothing."""
    repository.commit("topic", GOOD, onto="main")
    blob = repository.git("rev-parse", f"HEAD:{ONE}/bindings/reporter/report.md").strip()
    number = repository.open_pull("topic")
    repository.git("checkout", "--quiet", "main")
    proxy.fail("GET", f"/git/blobs/{blob}", status, headers={"Retry-After": "9999"}, times=9)
    done = job.on_pull(number, fail_on="never")

    assert done.code == 1
    assert errors(done) == {ONE: "unreadable-run"}
    assert "GitHub doesn't give bindings/reporter/report.md" in done.log


def test_each_file_is_asked_for_once(job: Job, repository: Repository, proxy: Proxy) -> None:
    """A run that is read through the API costs a request a file, not one a reading."""
    repository.commit("topic", GOOD, onto="main")
    number = repository.open_pull("topic")
    repository.git("checkout", "--quiet", "main")
    done = job.on_pull(number)

    assert done.outputs["overall-verdict"] == "satisfied"
    asked = [seen.path for seen in proxy.requests if "/git/blobs/" in seen.path]
    assert len(asked) == len(set(asked)) > 0


@pytest.mark.parametrize("path", ["/files$", "/user$", "/compare/", "/issues/1/comments$", "/pulls/1$"])
@pytest.mark.parametrize("message", ["a portal", ""])
def test_an_answer_that_isnt_githubs_is_no_traceback(
    job: Job, repository: Repository, proxy: Proxy, path: str, message: str
) -> None:
    """A gateway on the way may answer with a good status and something else: an object, or a list where none is due."""
    repository.commit("topic", GOOD, onto="main")
    number = repository.open_pull("topic")
    payload = job.pull_payload(number)
    if message:
        proxy.fail("GET", path, 200, message=message, times=9)
    else:
        proxy.answer(path, lambda _: ["a portal"])
    done = job.start("pull_request", payload)

    assert "Traceback" not in done.log
    assert done.code == 0
    assert done.outputs["overall-verdict"] == "satisfied"


def test_a_name_that_is_no_unicode_is_shown_and_graded(job: Job, repository: Repository) -> None:
    """Bytes that aren't UTF-8, in the name of a run and of an output, reach every report as text."""
    repository.write(GOOD)
    named = repository.folder / os.fsdecode(b"runs/caf\xe9")
    (repository.folder / ONE).rename(named)
    (named / os.fsdecode(b"bindings/reporter/\xff.md")).write_text("x\n")
    repository.git("add", "--all")
    repository.git("commit", "--quiet", "--message", "a name")
    done = job.start("workflow_dispatch", {}, sha=repository.git("rev-parse", "HEAD").strip(), status="off")

    assert done.code == 0, done.log
    [only] = json.loads(done.outputs["runs"])
    assert (only["path"], only["verdict"]) == ("runs/caf\\udce9", "satisfied")
    assert (done.temporary / only["reports"] / "grade.json").exists()


def test_two_instances_of_a_job_keep_their_reports_apart(job: Job, repository: Repository) -> None:
    """The second step doesn't write over what the first one's outputs name."""
    repository.commit("topic", {**GOOD, **run(TWO, words=50)}, onto="main")
    number = repository.open_pull("topic")
    first = job.on_pull(number, runs=ONE, name="one")
    second = job.on_pull(number, runs=TWO, name="two")

    assert (first.outputs["grade-path"], second.outputs["grade-path"]) == ("contract-grader", "contract-grader-2")
    assert (first.temporary / first.outputs["report-path"]).read_text() == first.summary
    assert (second.temporary / second.outputs["report-path"]).read_text() == second.summary


def test_any_name_of_a_run_has_a_folder_of_its_own(job: Job, repository: Repository) -> None:
    """Names that the reports use themselves, that an artifact refuses, or that two runs share."""
    runs = ["my runs/runs/lauf ä €", "runs/a:b|c*?", "runs/report.md", "runs/handover.json", "x/runs/q", "y/runs/Q"]
    repository.commit("topic", {name: text for each in runs for name, text in run(each).items()}, onto="main")
    done = job.on_pull(repository.open_pull("topic"))

    assert done.code == 0, done.log
    found = json.loads(done.outputs["runs"])
    assert sorted(each["path"] for each in found) == sorted(runs)
    folders = {each["reports"].casefold() for each in found}
    assert len(folders) == len(runs)
    assert all((done.temporary / each["reports"] / "grade.json").exists() for each in found)
    assert not any(mark in folder for folder in folders for mark in '":<>|*?')


def test_an_empty_list_of_runs_means_none(job: Job, repository: Repository) -> None:
    """A plan without runs isn't taken for no input at all."""
    repository.commit("topic", GOOD, onto="main")
    done = job.on_pull(repository.open_pull("topic"), runs="[]")

    assert done.outputs["runs"] == "[]"
    assert "names no run" in done.summary
