"""Where the content of the graded commit is read from: the checkout if it is that commit, else the API.

Both answer the same three questions; which runs there are, whether something stands at a path, and what a run holds.
No path is followed through a link.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Protocol

from grader.github.commit import CommitTree
from grader.job.folder import FolderOfCommit
from grader.openprose.discovery import find_runs, runs_of_changed_files
from grader.openprose.tree import LocalTree, RunTree

LINK, NO_FOLDER, NOTHING = "it is a symbolic link", "it is a file", "there is nothing"  # why there is no run


class Source(Protocol):
    """A commit's content. Paths are relative to the repository, with forward slashes; `.` is the repository itself."""

    def exists(self, path: str) -> bool:
        """Whether a file, or a folder with anything in it, stands there."""
        ...

    def runs(self) -> tuple[str, ...]:
        """Every run in the commit, by path."""
        ...

    def tree(self, run: str) -> RunTree:
        """The folder of one run. Raises OSError if it can't be read."""
        ...


class CheckoutSource:
    """The files in the job's workspace; `name` is the repository's."""

    def __init__(self, workspace: Path, name: str) -> None:
        self._workspace = workspace
        self._name = name

    def exists(self, path: str) -> bool:
        """See `Source.exists`. What is reached through a link doesn't count."""
        place = self._workspace / path
        if any(each.is_symlink() for each in self._way(path)[:-1]):
            return False
        return os.path.lexists(place) and (place.is_symlink() or not place.is_dir() or any(place.iterdir()))

    def runs(self) -> tuple[str, ...]:
        """See `Source.runs`."""
        return tuple(run.relative_to(self._workspace).as_posix() for run in find_runs(self._workspace))

    def tree(self, run: str) -> RunTree:
        """See `Source.tree`."""
        problem = self._problem(run)
        if problem is not None:
            raise OSError(problem)
        return _Renamed(self._workspace, self._name) if run == "." else LocalTree(self._workspace / run)

    def _problem(self, run: str) -> str | None:
        """Why no run can lie there, in the words of a commit's tree, which has nothing behind a link."""
        for place in self._way(run):
            if place.is_symlink():
                return LINK
            if not place.is_dir():
                return NO_FOLDER if place.exists() else NOTHING
        return None

    def _way(self, path: str) -> list[Path]:
        """Every folder on the way, and what stands at the end."""
        parts = Path(path).parts
        return [self._workspace / Path(*parts[:at]) for at in range(1, len(parts) + 1)]


class _Renamed(LocalTree):
    """A repository that is itself a run: its folder's name in a job says nothing, its own does."""

    def __init__(self, root: Path, name: str) -> None:
        super().__init__(root)
        self._own_name = name

    @property
    def name(self) -> str:
        """The repository's name."""
        return self._own_name


class CommitSource:
    """A commit on the server; `name` is the repository's. Raises GitHubError where GitHub doesn't answer."""

    def __init__(self, commit: CommitTree, name: str) -> None:
        self._commit = commit
        self._name = name

    def exists(self, path: str) -> bool:
        """See `Source.exists`."""
        return path in self._places

    def runs(self) -> tuple[str, ...]:
        """See `Source.runs`."""
        return runs_of_changed_files(self._commit.blobs, self.exists).present

    def tree(self, run: str) -> RunTree:
        """See `Source.tree`."""
        blob = self._commit.blobs.get(run)
        if blob is not None:
            raise OSError(LINK if blob.is_link else NO_FOLDER)
        if not self.exists(run):
            raise OSError(NOTHING)
        return FolderOfCommit(self._commit, "" if run == "." else run, self._name)

    @cached_property
    def _places(self) -> frozenset[str]:
        return frozenset(_with_folders(self._commit.blobs))


def _with_folders(paths: Iterable[str]) -> Iterable[str]:
    yield "."
    for path in paths:
        yield path
        parts = path.split("/")
        yield from ("/".join(parts[:at]) for at in range(1, len(parts)))
