"""What can't be mended costs as little as it can, and says what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.integration.action.job import Job
from tests.integration.action.repository import Repository
from tests.integration.action.runs import BAD, GOOD, run
from tests.integration.action.standins import Proxy
from tests.integration.action.test_events import workflow_run

COMMENTS = r"/issues/\d+/comments$"
NEVER = {"Retry-After": "9999"}


@pytest.fixture
def number(repository: Repository) -> int:
    """A pull request with a violated run."""
    repository.commit("topic", BAD, onto="main")
    return repository.open_pull("topic")


def test_a_head_that_cant_be_read_fails_the_job(job: Job, repository: Repository, proxy: Proxy, number: int) -> None:
    """Another commit is checked out and the API refuses: nothing is graded in its place."""
    repository.git("checkout", "--quiet", "main")
    proxy.fail("GET", "/git/trees/", 403, message="Resource not accessible by integration", times=9)
    done = job.on_pull(number)

    assert done.code == 1
    assert any("::error::GitHub doesn't give what is to be graded" in line for line in done.annotations)
    assert repository.comments(number) == []


def test_a_workspace_without_git_is_graded_as_it_is(job: Job, proxy: Proxy, tmp_path: Path) -> None:
    """What a workflow made and never committed can be graded by hand."""
    job.workspace = tmp_path / "made"
    for name, content in GOOD.items():
        (job.workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (job.workspace / name).write_text(content)
    proxy.fail("GET", "/git/trees/", 404, message="Not Found", times=9)
    done = job.start("workflow_dispatch", {}, sha="f" * 40, status="off")

    assert done.code == 0, done.log
    assert done.outputs["overall-verdict"] == "satisfied"
    assert "no git checkout" in done.summary


def test_a_limit_that_outlasts_the_job_costs_one_reader(
    job: Job, repository: Repository, proxy: Proxy, number: int
) -> None:
    """The comment is given up at once with a warning; the status and the exit code hold."""
    proxy.fail("GET", COMMENTS, 429, headers=NEVER)
    done = job.on_pull(number)

    assert done.code == 1
    assert any(line.startswith("::warning::Could not write the comment") for line in done.annotations)
    assert repository.statuses(repository.pull(number)["head"]["sha"])[0]["state"] == "failure"


def test_a_comment_that_github_never_takes_is_a_warning(job: Job, proxy: Proxy, number: int) -> None:
    """After the shortest version there is nothing left to try."""
    proxy.fail("POST", COMMENTS, 422, message="Body is too long", times=99)
    done = job.on_pull(number)

    assert done.code == 1
    assert any("GitHub takes no version of it" in line for line in done.annotations)
    assert proxy.count("POST", COMMENTS) > 3


def test_another_refusal_of_the_body_is_no_reason_to_shorten_it(job: Job, proxy: Proxy, number: int) -> None:
    """A conflict isn't a length."""
    proxy.fail("POST", COMMENTS, 409, message="Conflict")
    done = job.on_pull(number)

    assert proxy.count("POST", COMMENTS) == 1
    assert any("409" in line for line in done.annotations)


def test_a_second_workflow_without_permission_says_which(
    job: Job, repository: Repository, proxy: Proxy, number: int
) -> None:
    """Looking for the pull request takes a permission too."""
    proxy.fail("GET", "/pulls$", 403, message="Resource not accessible by integration")
    done = job.start("workflow_run", workflow_run(repository, repository.pull(number)["head"]["sha"]))

    assert done.code == 0
    assert any("`pull-requests: read`" in line for line in done.annotations)


def test_a_base_that_cant_be_read_is_no_baseline(job: Job, repository: Repository, proxy: Proxy, number: int) -> None:
    """The run is graded all the same."""
    base = repository.git("rev-parse", "main").strip()
    proxy.fail("GET", f"/git/trees/{base}", 404, message="Not Found")
    done = job.on_pull(number, baseline="true")

    assert done.outputs["overall-verdict"] == "violated"
    assert "no baseline" in done.summary
    assert any("base commit can't be read" in line for line in done.annotations)


def test_no_base_is_no_baseline(job: Job, repository: Repository) -> None:
    """A run by hand is compared with nothing."""
    head = repository.commit("main", GOOD)
    done = job.start("workflow_dispatch", {}, sha=head, baseline="true")
    assert "no baseline" in done.summary


def test_a_baseline_that_cant_be_graded_is_passed_over(job: Job, repository: Repository) -> None:
    """A broken run at the base is no baseline; the system's other run is."""
    one, two = "runs/20260601-120000-aaaaaa", "runs/20260602-120000-bbbbbb"
    broken = {**run(two), f"{two}/forme.manifest.json": "{"}
    repository.commit("main", {**GOOD, **broken})
    repository.commit("topic", run(two), onto="main")
    done = job.on_pull(repository.open_pull("topic"), baseline="true")

    assert f"- `{two}`: 100.0 → 100.0, against `{one}`" in done.summary


def test_a_candidate_that_github_doesnt_give_is_passed_over(job: Job, repository: Repository, proxy: Proxy) -> None:
    """Nobody knows of which system such a run is; an older one of the same system is the baseline."""
    one, two, new = (f"runs/2026060{day}-120000-aaaaaa" for day in (1, 2, 3))
    repository.commit("main", {**run(one), **run(two, words=4)})
    blob = repository.git("rev-parse", f"main:{two}/root.prose.md").strip()
    repository.commit("topic", run(new), onto="main")
    proxy.fail("GET", f"/git/blobs/{blob}", 404, message="Not Found", times=9)
    done = job.on_pull(repository.open_pull("topic"), baseline="true")

    assert f"- `{new}`: 100.0 → 100.0, against `{one}`" in done.summary, done.log


def test_without_the_runners_files_the_outcome_is_the_exit_code(job: Job, number: int) -> None:
    """Runners that offer neither a step summary nor outputs get the grade, the comment and the status all the same."""
    job.environ = {"GITHUB_STEP_SUMMARY": "", "GITHUB_OUTPUT": ""}
    done = job.on_pull(number)
    planned = job.on_pull(number, mode="plan")

    assert (done.code, done.summary, done.outputs) == (1, "", {}), done.log
    assert len(job.repository.comments(number)) == 1
    assert (planned.code, planned.outputs) == (0, {})
    assert "1 runs to grade" in planned.log


def test_a_defect_of_ours_fails_the_job_and_is_shown(job: Job, number: int) -> None:
    """A traceback is in the log for us, and a word before it for the user; no line of it is a command."""
    job.environ = {"GITHUB_STEP_SUMMARY": str(job.folder)}
    done = job.on_pull(number)

    assert done.code == 1
    assert done.annotations == ["::error::This is a defect of the grader; please report it with the lines below."]
    assert "Traceback" in done.log


def test_a_model_judge_without_a_key_is_a_wrong_call(job: Job, number: int) -> None:
    """`judge: claude` insists on a model."""
    done = job.on_pull(number, judge="claude")
    assert done.code == 1
    assert any("key" in line for line in done.annotations)


def test_a_model_that_cant_be_reached_is_an_error_not_a_pass(job: Job, repository: Repository, number: int) -> None:
    """With a key, what waits for the model is incomplete: the job fails, and the status says error."""
    repository.commit(
        "topic",
        run(
            clauses="- `tone`: friendly towards beginners",
            outputs={"bindings/reporter/tone.md": "Welcome! Take your time, and ask whatever you like.\\n"},
        ),
    )
    job.environ = {"ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}
    done = job.on_pull(number, anthropic_api_key="test", max_calls="1")

    assert done.code == 1, done.log
    [only] = json.loads(done.outputs["runs"])
    assert only["status"] == "incomplete"
    assert done.outputs["overall-verdict"] == "error"
    assert repository.statuses(repository.pull(number)["head"]["sha"])[0]["state"] == "error"


def test_a_proxy_for_nobody_is_no_traceback(job: Job, number: int) -> None:
    """A host that can't be reached leaves the checkout to be graded."""
    payload = job.pull_payload(number)
    job.api = "http://127.0.0.1:9"
    job.environ = {"GITHUB_RUN_ID": "1"}
    done = job.start("pull_request", payload, runs="*", comment="off", status="off")

    assert done.code == 1
    assert done.outputs["overall-verdict"] == "violated"
    assert "Traceback" not in done.log
