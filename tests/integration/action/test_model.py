"""The action with a key: the model judge decides what is left, and its cost reaches comment and outputs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.integration.action.job import Job
from tests.integration.action.repository import Repository
from tests.integration.action.runs import run
from tests.integration.model.conftest import QUOTE, Service, judged, message

RUN = run(
    text=f"{QUOTE}.",
    clauses="- `story`: tells the harbour's history",
    outputs={"bindings/reporter/story.md": f"{QUOTE} and closed after the flood.\n"},
)


@pytest.fixture
def service() -> Iterator[Service]:
    """A model's service that finds every promise kept, with a real quote."""
    running = Service()
    running.script = lambda _body, _number: message(judged())
    yield running
    running.stop()


@pytest.fixture
def number(repository: Repository) -> int:
    """A pull request with a clause that can't be measured."""
    repository.commit("topic", RUN, onto="main")
    return repository.open_pull("topic")


def test_a_key_lets_the_model_judge(job: Job, repository: Repository, service: Service, number: int) -> None:
    """The clause is evaluated with its quote, the call is counted, and the key goes to the service alone."""
    job.environ = {"ANTHROPIC_BASE_URL": service.url}
    done = job.on_pull(number, anthropic_api_key="test-key")

    assert done.code == 0, done.log
    assert done.outputs["overall-verdict"] == "satisfied"
    assert float(done.outputs["cost-usd"]) > 0
    assert service.calls == 1
    assert "test-key" in service.headers[0]["authorization"]
    [comment] = repository.comments(number)
    assert QUOTE in comment["body"]
    assert "1 call" in comment["body"]
    assert "test-key" not in done.log + done.summary + comment["body"]


def test_a_cache_is_kept_where_the_input_says(job: Job, service: Service, number: int) -> None:
    """A second job that is given the first one's cache asks nothing."""
    job.environ = {"ANTHROPIC_BASE_URL": service.url}
    cache = str(job.folder / "cache")
    first = job.on_pull(number, anthropic_api_key="test-key", cache_dir=cache)
    again = job.on_pull(number, anthropic_api_key="test-key", cache_dir=cache)

    assert first.outputs["overall-verdict"] == again.outputs["overall-verdict"] == "satisfied"
    assert service.calls == 1


def test_a_budget_ends_the_asking(job: Job, service: Service, number: int) -> None:
    """What wasn't asked for want of calls is incomplete, and never a pass."""
    service.script = lambda _body, _number: message("not JSON")
    job.environ = {"ANTHROPIC_BASE_URL": service.url}
    done = job.on_pull(number, anthropic_api_key="test-key", max_calls="1")

    assert done.code == 1
    assert service.calls == 1
    assert "graded incompletely" in done.summary or "incomplete" in done.summary.lower()


def test_a_fork_without_a_key_waits_for_a_judge(job: Job, service: Service, number: int) -> None:
    """Nobody is asked, and the comment says what waits."""
    job.environ = {"ANTHROPIC_BASE_URL": service.url}
    done = job.on_pull(number, head_repository="fork/repo")

    assert service.calls == 0
    assert "model judge" in done.summary
