"""The check: exit code, commit status, check run, outputs and files."""

from __future__ import annotations

import json

import pytest

from tests.integration.action.job import Job
from tests.integration.action.repository import Repository
from tests.integration.action.runs import BAD, GOOD, run
from tests.integration.action.standins import Proxy

OTHER = "runs/20260602-120000-bbbbbb"


def opened(repository: Repository, files: dict[str, str]) -> tuple[int, str]:
    """A pull request with these files; its number and head."""
    head = repository.commit("topic", files, onto="main")
    return repository.open_pull("topic"), head


PARTIAL = run(words=3, clauses="- `extra`: a table with columns `a` and `b`", outputs={})


@pytest.mark.parametrize(
    ("files", "inputs", "code", "state", "description"),
    [
        pytest.param(GOOD, {}, 0, "success", "100.0 · none of 1 contract fails", id="satisfied"),
        pytest.param(BAD, {}, 1, "failure", "0.0 · 1 of 1 contract fails", id="violated"),
        pytest.param(BAD, {"fail_on": "never"}, 0, "success", "0.0 · 1 of 1 contract fails · neutral", id="excused"),
        pytest.param(
            {"runs/a/root.prose.md": "x"}, {}, 1, "error", "missing-manifest · 1 run could not be graded", id="error"
        ),
        pytest.param(
            {"runs/a/root.prose.md": "x"},
            {"on_error": "neutral"},
            0,
            "success",
            "missing-manifest · 1 run could not be graded · neutral",
            id="excused error",
        ),
        pytest.param({"a.txt": "x"}, {}, 0, "success", "no run to grade", id="no run"),
        pytest.param(
            {**GOOD, **run(OTHER, words=50)},
            {},
            1,
            "failure",
            "lowest score 0.0 · 1 of 2 runs violated",
            id="several runs",
        ),
    ],
)
def test_each_outcome_has_its_exit_code_and_status(
    job: Job,
    repository: Repository,
    files: dict[str, str],
    inputs: dict[str, str],
    code: int,
    state: str,
    description: str,
) -> None:
    """The exit code is the gate; the status says the same in a line, neutral in words for want of a state."""
    number, head = opened(repository, files)
    done = job.on_pull(number, **inputs)

    assert done.code == code, done.log
    [status] = repository.statuses(head)
    assert (status["state"], status["context"]) == (state, "Contract Grader")
    assert status["description"] == description
    assert status["target_url"] in {
        done.outputs["comment-url"],
        f"https://github.example/{repository.name}/actions/runs/100",
    }


def test_a_refused_status_costs_a_notice(job: Job, repository: Repository) -> None:
    """Without the permission there is a notice with the exact line, and the exit code holds."""
    number, head = opened(repository, BAD)
    job.token = "job-no-statuses"
    done = job.on_pull(number)

    assert done.code == 1
    assert repository.statuses(head) == []
    assert [line for line in done.annotations if "`statuses: write`" in line and line.startswith("::notice::")]


def test_a_check_run_shows_neutral_and_annotates_clauses(job: Job, repository: Repository, proxy: Proxy) -> None:
    """The remarks stand on the clause lines, fifty a request, and all of them arrive."""
    clauses = "\n".join(f"- `part_{each}`: a part of at least 90 words" for each in range(119))
    number, head = opened(repository, run(words=50, clauses=clauses))
    done = job.on_pull(number, status="check-run", fail_on="never", comment="off")

    assert done.code == 0, done.log
    [check] = repository.check_runs(head)
    assert (check["conclusion"], check["status"], check["name"]) == ("neutral", "completed", "Contract Grader")
    assert check["output"]["annotations_count"] == 120
    sent = [seen.body["output"]["annotations"] for seen in proxy.requests if "/check-runs" in seen.path and seen.body]
    assert [len(chunk) for chunk in sent] == [50, 50, 20]
    assert sent[0][0]["path"].endswith("root.prose.md")
    assert sent[0][0]["annotation_level"] == "failure"


def test_a_check_run_isnt_doubled_by_a_retry(job: Job, repository: Repository, proxy: Proxy) -> None:
    """A 502 after the check run was made, and one after annotations were added, repeat neither."""
    clauses = "\n".join(f"- `part_{each}`: a part of at least 90 words" for each in range(59))
    number, head = opened(repository, run(words=50, clauses=clauses))
    proxy.fail("POST", "/check-runs$", 502, after=True)
    proxy.fail("PATCH", r"/check-runs/\d+$", 502, after=True)
    job.on_pull(number, status="check-run", comment="off")

    [check] = repository.check_runs(head)
    assert check["output"]["annotations_count"] == 60


def test_a_refused_check_run_costs_a_notice(job: Job, repository: Repository) -> None:
    """The permission that is missing is named."""
    number, head = opened(repository, BAD)
    job.token = "job-no-checks"
    done = job.on_pull(number, status="check-run")

    assert done.code == 1
    assert repository.check_runs(head) == []
    assert any("`checks: write`" in line for line in done.annotations)


def test_the_status_can_be_off(job: Job, repository: Repository) -> None:
    """With `status: off` only the exit code speaks."""
    number, head = opened(repository, BAD)
    assert job.on_pull(number, status="off").code == 1
    assert repository.statuses(head) == []


def test_outputs_and_files_are_for_the_next_step(job: Job, repository: Repository) -> None:
    """Paths are relative to the runner's temp, and the reports lie there."""
    number, _ = opened(repository, {**BAD, "runs/empty/root.prose.md": "x"})
    done = job.on_pull(number)

    assert done.outputs["overall-verdict"] == "error"
    assert done.outputs["overall-score"] == "0.0"
    assert (done.outputs["contracts-failed"], done.outputs["clauses-violated"]) == ("1", "1")
    good, bad = sorted(json.loads(done.outputs["runs"]), key=lambda each: str(each["path"]))
    assert (good["verdict"], bad["verdict"], bad["error"]) == ("violated", "error", "missing-manifest")
    reports = done.temporary / good["reports"]
    assert json.loads((reports / "grade.json").read_text())["overall_verdict"] == "violated"
    assert (reports / "details.json").exists()
    assert (done.temporary / bad["reports"] / "error.json").exists()
    assert (done.temporary / done.outputs["report-path"]).read_text() == done.summary


def test_out_names_a_folder_of_the_workspace(job: Job, repository: Repository) -> None:
    """With `out` the paths are relative to the workspace."""
    number, _ = opened(repository, GOOD)
    done = job.on_pull(number, out="reports/grades")

    assert done.outputs["grade-path"] == "reports/grades"
    assert (repository.folder / done.outputs["report-path"]).exists()


@pytest.mark.parametrize("out", ["../elsewhere", "/etc", ".", "link", "runs/20260601-120000-aaaaaa/out"])
def test_out_never_leads_astray(job: Job, repository: Repository, out: str) -> None:
    """A folder outside the workspace, behind a link, or in a run is refused before anything is written."""
    (repository.folder / "link").symlink_to(job.folder)
    number, _ = opened(repository, GOOD)
    done = job.on_pull(number, out=out)

    assert done.code == 1
    assert "::error" in done.log
    assert not list(job.folder.rglob("grade.json"))


def test_a_link_inside_of_out_isnt_followed(job: Job, repository: Repository) -> None:
    """A pull request can't make the action write through a link that it commits."""
    victim = job.folder.parent / "victim"
    victim.mkdir()
    (repository.folder / "reports").mkdir()
    (repository.folder / "reports/20260601-120000-aaaaaa").symlink_to(victim)
    number, _ = opened(repository, GOOD)
    done = job.on_pull(number, out="reports")

    assert done.code == 1
    assert not list(victim.iterdir())


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"fail_on": "sometimes"}, "fail-on can't be 'sometimes'"),
        ({"min_evaluated": "120"}, "min-evaluated"),
        ({"mode": "guess"}, "mode can't be 'guess'"),
    ],
)
def test_a_wrong_input_fails_the_job(job: Job, repository: Repository, inputs: dict[str, str], words: str) -> None:
    """The message names the input and what it may be."""
    number, _ = opened(repository, GOOD)
    done = job.on_pull(number, **inputs)

    assert done.code == 1
    assert any(line.startswith("::error::") and words in line for line in done.annotations)
