"""GitHub's stand-ins once a session, a repository and a job for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.action.job import Job
from tests.integration.action.repository import Repository
from tests.integration.action.standins import GitHub, Proxy, missing, running_github


@pytest.fixture(scope="session")
def github(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GitHub]:
    """The running stand-in. At the end, no request may have been one that GitHub's own description forbids."""
    if lack := missing():
        pytest.skip(lack)
    with running_github(tmp_path_factory.mktemp("github")) as running:
        yield running
        assert running.violations() == []


@pytest.fixture
def proxy(github: GitHub) -> Iterator[Proxy]:
    """The way to GitHub, where trouble can be made; afterwards, the requests of this test must have been sound."""
    before = len(github.violations())
    running = Proxy(github.url)
    yield running
    running.close()
    assert github.violations()[before:] == []


@pytest.fixture
def repository(github: GitHub, tmp_path: Path) -> Repository:
    """A repository with one commit on `main`, checked out."""
    made = Repository(github, tmp_path / "workspace")
    made.commit("main", {"README.md": "A repository.\n"})
    return made


@pytest.fixture
def job(repository: Repository, proxy: Proxy, tmp_path: Path) -> Job:
    """A job of the repository."""
    return Job(repository, tmp_path / "job", proxy.url)
