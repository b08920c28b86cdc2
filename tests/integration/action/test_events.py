"""Every event of the table: what is graded, read from where, and who is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.github.activity import Grading, Nothing, activity_of
from tests.integration.action.job import Done, Job
from tests.integration.action.repository import Repository
from tests.integration.action.runs import BAD, GOOD, run
from tests.integration.action.standins import MODULES, Proxy, missing

ONE, TWO = "runs/20260601-120000-aaaaaa", "runs/20260602-120000-bbbbbb"
THROUGH_THE_API = "read through the API"


def graded(done: Done) -> dict[str, str]:
    """The verdict of each run that was graded, by path."""
    return {each["path"]: each["verdict"] for each in json.loads(done.outputs["runs"])}


def test_a_merge_commit_is_read_from_the_checkout(job: Job, repository: Repository) -> None:
    """GITHUB_SHA is the merge commit, the status stands on the head."""
    head = repository.commit("topic", GOOD, onto="main")
    number = repository.open_pull("topic")
    repository.commit("other", {"else.md": "x"}, onto="main")
    repository.git("merge", "--quiet", "--no-ff", "--message", "merge", head)
    done = job.on_pull(number)

    assert graded(done) == {ONE: "satisfied"}
    assert THROUGH_THE_API not in done.summary
    assert len(repository.statuses(head)) == 1


def test_pull_request_target_reads_the_head_through_the_api(job: Job, repository: Repository) -> None:
    """The base is checked out, and the head is graded, links and all that they would lead to left out."""
    repository.commit("main", GOOD)
    head = repository.commit("topic", BAD, onto="main")
    number = repository.open_pull("topic")
    repository.git("checkout", "--quiet", "main")
    done = job.start("pull_request_target", job.pull_payload(number, head_repository="fork/repo"))

    assert done.code == 1, done.log
    assert graded(done) == {ONE: "violated"}
    assert THROUGH_THE_API in done.summary
    assert repository.statuses(head)[0]["state"] == "failure"


def test_a_sparse_checkout_is_passed_by(job: Job, repository: Repository) -> None:
    """A checkout that leaves files out would make outputs look missing."""
    repository.commit("topic", {**GOOD, "src/a.txt": "x"}, onto="main")
    number = repository.open_pull("topic")
    repository.git("sparse-checkout", "set", "src")
    done = job.on_pull(number)

    assert graded(done) == {ONE: "satisfied"}
    assert THROUGH_THE_API in done.summary


def test_a_symlink_is_no_way_out_through_the_api_either(job: Job, repository: Repository) -> None:
    """A link that stands for an output is named as one and not followed."""
    repository.write(GOOD)
    report = repository.folder / ONE / "bindings/reporter/report.md"
    report.unlink()
    report.symlink_to("/etc/passwd")
    repository.commit("topic", onto="main")
    number = repository.open_pull("topic")
    done = job.on_pull(number)
    assert graded(done) != {ONE: "satisfied"}

    repository.git("checkout", "--quiet", "main")
    again = job.on_pull(number)
    assert THROUGH_THE_API in again.summary
    assert graded(again) == graded(done)


def test_no_checkout_at_all_is_read_through_the_api(job: Job, repository: Repository, tmp_path: Path) -> None:
    """A workflow without a checkout step works too."""
    repository.commit("topic", GOOD, onto="main")
    number = repository.open_pull("topic")
    job.workspace = tmp_path / "empty"
    job.workspace.mkdir()
    done = job.on_pull(number)

    assert graded(done) == {ONE: "satisfied"}


def test_a_merge_group_reports_on_its_head(job: Job, repository: Repository) -> None:
    """The merge queue gets its check, and no comment."""
    base = repository.git("rev-parse", "HEAD").strip()
    head = repository.commit("queue", BAD, onto="main")
    payload = {"action": "checks_requested", "merge_group": {"head_sha": head, "base_sha": base}}
    done = job.start("merge_group", payload, sha=head)

    assert done.code == 1, done.log
    assert graded(done) == {ONE: "violated"}
    assert repository.statuses(head)[0]["state"] == "failure"
    assert done.outputs["comment-url"] == ""


def push(repository: Repository, before: str, after: str, ref: str = "refs/heads/topic") -> dict[str, Any]:
    """A push's payload."""
    del repository
    return {
        "ref": ref,
        "before": before,
        "after": after,
        "deleted": False,
        "head_commit": {"id": after},
        "repository": {"default_branch": "main"},
    }


def test_a_push_grades_what_it_changed(job: Job, repository: Repository) -> None:
    """Changed files come from the comparison of both commits."""
    before = repository.commit("topic", GOOD, onto="main")
    after = repository.commit("topic", run(TWO))
    done = job.start("push", push(repository, before, after), sha=after)

    assert graded(done) == {TWO: "satisfied"}


def test_a_pushed_branch_is_compared_with_the_default_branch(job: Job, repository: Repository) -> None:
    """A new branch has no commit before."""
    repository.commit("main", GOOD)
    after = repository.commit("topic", run(TWO), onto="main")
    done = job.start("push", push(repository, "0" * 40, after), sha=after)

    assert graded(done) == {TWO: "satisfied"}


def test_a_default_branch_may_have_a_slash(job: Job, repository: Repository) -> None:
    """A branch's name reaches the API as one part of the path."""
    repository.commit("trunk/main", GOOD, onto="main")
    after = repository.commit("topic", run(TWO), onto="trunk/main")
    payload = {**push(repository, "0" * 40, after), "repository": {"default_branch": "trunk/main"}}
    done = job.start("push", payload, sha=after)

    assert graded(done) == {TWO: "satisfied"}


def test_a_push_of_many_files_is_compared_by_trees(job: Job, repository: Repository) -> None:
    """A comparison lists 300 files; the run behind them is found all the same."""
    before = repository.git("rev-parse", "HEAD").strip()
    after = repository.commit("topic", {f"a/{each}.txt": "x" for each in range(300)} | run("z/runs/late"), onto="main")
    done = job.start("push", push(repository, before, after), sha=after)

    assert graded(done) == {"z/runs/late": "satisfied"}


@pytest.mark.parametrize("event", ["workflow_dispatch", "schedule"])
def test_by_hand_or_clock_all_runs_or_the_named_ones_are_graded(job: Job, repository: Repository, event: str) -> None:
    """Without a change every run is meant, unless the input names some."""
    head = repository.commit("main", {**GOOD, **run(TWO)})
    assert graded(job.start(event, {}, sha=head)).keys() == {ONE, TWO}
    assert graded(job.start(event, {}, sha=head, runs="*bbbbbb")).keys() == {TWO}


def test_an_unknown_event_warns_and_passes(job: Job) -> None:
    """Nothing is graded, and nothing fails."""
    done = job.start("issue_comment", {"action": "created"})

    assert done.code == 0
    assert [line for line in done.annotations if line.startswith("::warning::")]


def test_a_broken_payload_warns_and_passes(job: Job) -> None:
    """A payload without what its event must have is no traceback."""
    done = job.start("pull_request", {"action": "opened"})

    assert done.code == 0
    assert "Traceback" not in done.log


def test_real_payloads_are_understood() -> None:
    """Every pull request payload that GitHub's own library of examples has says what is to be done about it."""
    if lack := missing():
        pytest.skip(lack)
    events = json.loads((MODULES / "@octokit/webhooks-examples/api.github.com/index.json").read_text())
    [examples] = [each["examples"] for each in events if each["name"] == "pull_request"]
    found = [activity_of("pull_request", example) for example in examples]
    assert len(found) > 20
    for activity, example in zip(found, examples, strict=True):
        expected = Nothing if example["action"] == "closed" else Grading
        assert isinstance(activity, expected), example["action"]


def test_a_fork_without_key_or_write_token_is_graded(job: Job, repository: Repository) -> None:
    """The rules grade, the summary has it all, notices say what a maintainer can do, the exit code is the verdict."""
    repository.commit("topic", BAD, onto="main")
    number = repository.open_pull("topic")
    job.token = "fork"
    done = job.on_pull(number, head_repository="fork/repo")

    assert done.code == 1, done.log
    assert done.summary.startswith("## ❌")
    assert "the rules graded alone" in done.summary
    assert repository.comments(number) == []
    assert any("docs/forks.md" in line for line in done.annotations)
    assert not any("add `" in line for line in done.annotations)


def workflow_run(repository: Repository, head: str, conclusion: str = "failure") -> dict[str, Any]:
    """The payload of a second workflow. Its list of pull requests is empty, as it is for forks."""
    return {
        "action": "completed",
        "workflow_run": {
            "event": "pull_request",
            "head_sha": head,
            "head_repository": {"full_name": repository.name},
            "conclusion": conclusion,
            "pull_requests": [],
        },
    }


def test_a_second_workflow_comments_for_a_fork(job: Job, repository: Repository, tmp_path: Path) -> None:
    """It takes the first one's grade data, finds the pull request itself, comments, and sets no status."""
    head = repository.commit("topic", BAD, onto="main")
    number = repository.open_pull("topic")
    job.token = "fork"
    first = job.on_pull(number, head_repository="fork/repo")
    assert repository.statuses(head) == []
    workspace = tmp_path / "second"
    (workspace / "contract-grades").mkdir(parents=True)
    (first.temporary / "contract-grader/handover.json").rename(workspace / "contract-grades/handover.json")

    job.token, job.workspace, job.run_id = "job", workspace, 101
    done = job.start("workflow_run", workflow_run(repository, head), mode="report")

    assert done.code == 1, done.log
    [comment] = repository.comments(number)
    assert "violated, 0.0 of 100" in comment["body"]
    assert repository.statuses(head) == []


def test_a_second_workflow_can_grade_the_head_again(job: Job, repository: Repository) -> None:
    """In mode grade it reads the fork's files through the API, as data."""
    head = repository.commit("topic", BAD, onto="main")
    number = repository.open_pull("topic")
    repository.git("checkout", "--quiet", "main")
    done = job.start("workflow_run", workflow_run(repository, head))

    assert graded(done) == {ONE: "violated"}
    assert len(repository.comments(number)) == 1
    assert repository.statuses(head)[0]["state"] == "failure"


def test_a_second_workflow_for_a_moved_head_says_nothing(job: Job, repository: Repository) -> None:
    """A head that no open pull request has any more gets no comment."""
    head = repository.commit("topic", BAD, onto="main")
    number = repository.open_pull("topic")
    repository.commit("topic", {"later.md": "x"})
    done = job.start("workflow_run", workflow_run(repository, head))

    assert done.code == 0
    assert repository.comments(number) == []


def forged(text: str, folder: Path) -> None:
    """Put grade data where a second workflow looks for it."""
    (folder / "contract-grades").mkdir(parents=True, exist_ok=True)
    (folder / "contract-grades/handover.json").write_text(text)


@pytest.mark.parametrize("forgery", ["not json", "{}", "unknown field", "better score", "other head", "link"])
def test_grade_data_that_isnt_sound_is_refused(job: Job, repository: Repository, tmp_path: Path, forgery: str) -> None:
    """Only data of the exact form, whose scores are what its clauses add up to, on this very head, is shown."""
    head = repository.commit("topic", BAD, onto="main")
    number = repository.open_pull("topic")
    first = job.on_pull(number, comment="off", status="off")
    true = (first.temporary / "contract-grader/handover.json").read_text()
    workspace = tmp_path / "second"
    forgeries = {
        "not json": "<html>",
        "{}": "{}",
        "unknown field": true.replace('"version":1', '"version":1,"body":"@everyone"'),
        "better score": true.replace('"overall_score":"0"', '"overall_score":"100"'),
        "other head": true.replace(head, "e" * 40),
        "link": true,
    }
    assert forgery == "link" or forgeries[forgery] != true
    forged(forgeries[forgery], workspace)
    if forgery == "link":
        (workspace / "contract-grades/handover.json").rename(workspace / "elsewhere.json")
        (workspace / "contract-grades/handover.json").symlink_to(workspace / "elsewhere.json")
    job.workspace = workspace
    done = job.start("workflow_run", workflow_run(repository, head), mode="report")

    assert done.code == 1
    assert any(line.startswith("::error::") for line in done.annotations), done.log
    assert repository.comments(number) == []


def test_an_enterprise_host_is_spoken_to(job: Job, repository: Repository, proxy: Proxy) -> None:
    """The API's address comes from the runner, path and all; links name the enterprise server."""
    repository.commit("topic", BAD, onto="main")
    number = repository.open_pull("topic")
    job.api = f"{proxy.url}/api/v3"
    done = job.on_pull(number)

    assert done.outputs["comment-url"]
    assert all(seen.path.startswith("/api/v3/") for seen in proxy.requests)
    assert f"https://github.example/{repository.name}/blob/" in repository.comments(number)[0]["body"]


def test_a_proxy_is_used(job: Job, repository: Repository, proxy: Proxy) -> None:
    """HTTP_PROXY is honoured: the host that is named can't even be resolved."""
    repository.commit("topic", BAD, onto="main")
    number = repository.open_pull("topic")
    payload = job.pull_payload(number)
    job.api = "http://api.github.invalid"
    job.environ = {"HTTP_PROXY": proxy.url, "http_proxy": proxy.url}
    done = job.start("pull_request", payload)

    assert done.outputs["comment-url"], done.log
    assert len(repository.comments(number)) == 1


def test_a_token_that_github_doesnt_take_says_so(job: Job, repository: Repository) -> None:
    """A wrong token costs the comment, with a word on the input; the exit code is the verdict."""
    repository.commit("topic", BAD, onto="main")
    number = repository.open_pull("topic")
    job.token = "nonsense"
    done = job.on_pull(number)

    assert done.code == 1
    assert done.outputs["overall-verdict"] == "violated"
    assert any("`github-token`" in line for line in done.annotations)
