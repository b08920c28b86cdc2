"""Each run beside what it was at the base commit."""

from __future__ import annotations

from tests.integration.action.job import Job
from tests.integration.action.repository import Repository
from tests.integration.action.runs import run

ONE, TWO, OLD = "runs/20260601-120000-aaaaaa", "runs/20260602-120000-bbbbbb", "runs/20260501-120000-cccccc"


def section(text: str) -> str:
    """The part of a report that compares."""
    assert "### Compared with the base commit" in text, text
    return text.partition("### Compared with the base commit\n")[2].partition("<sub>")[0].strip()


def test_the_same_path_is_the_baseline(job: Job, repository: Repository) -> None:
    """A clause that got worse is named with both verdicts, and so are new ones and gone ones."""
    repository.commit("main", run(clauses="- `old`: a title"))
    repository.commit("topic", run(text="One.", clauses="- `new`: a title"), onto="main")
    done = job.on_pull(repository.open_pull("topic"), baseline="true")

    text = section(done.summary)
    assert f"- `{ONE}`: 50.0 → 0.0, **a regression**; 1 worse; 1 new; 1 gone" in text
    assert "worse: `reporter`, `report`: a report of at least 3 words (satisfied → violated)" in text
    assert done.code == 1


def test_another_run_of_the_system_is_the_baseline_of_a_new_one(job: Job, repository: Repository) -> None:
    """The newest run of the same system, not of another one and not an older one."""
    other = run("runs/20260609-120000-dddddd", system="other")
    repository.commit("main", {**run(OLD, words=50), **run(ONE), **other})
    repository.commit("topic", run(TWO), onto="main")
    done = job.on_pull(repository.open_pull("topic"), baseline="true")

    assert f"- `{TWO}`: 100.0 → 100.0, against `{ONE}`" in section(done.summary)


def test_without_one_it_says_so(job: Job, repository: Repository) -> None:
    """A system's first run has no baseline, and no regression."""
    repository.commit("topic", run(words=50), onto="main")
    done = job.on_pull(repository.open_pull("topic"), baseline="true", fail_on="regression")

    assert section(done.summary) == f"- `{ONE}`: no baseline"
    assert done.code == 1  # by the violated run


def test_a_regression_fails_where_it_is_asked_to(job: Job, repository: Repository) -> None:
    """A drop of more than 10 points fails a run that isn't violated."""
    repository.commit("main", run(helper=2))
    repository.commit("topic", run(helper=9), onto="main")
    number = repository.open_pull("topic")

    tolerant = job.on_pull(number, baseline="true")
    assert tolerant.outputs["overall-verdict"] == "partial", tolerant.summary
    assert tolerant.code == 0
    strict = job.on_pull(number, fail_on="regression")
    assert strict.code == 1
    assert repository.statuses(repository.pull(number)["head"]["sha"])[0]["state"] == "failure"
