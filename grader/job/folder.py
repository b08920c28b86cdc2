"""One folder of a commit as the place where a run lies."""

from __future__ import annotations

import io
from typing import BinaryIO

from grader.errors import UnreadableRun
from grader.github.commit import Blob, CommitTree
from grader.github.errors import GitHubError
from grader.openprose.tree import Entry


class FolderOfCommit:
    """One folder of a commit: a `grader.openprose.tree.RunTree`. The whole commit has the name that is given."""

    def __init__(self, commit: CommitTree, path: str, name: str = "") -> None:
        self._commit = commit
        self.name = path.rpartition("/")[2] or name
        self._prefix = f"{path}/" if path else ""
        self._folders: dict[str, tuple[list[Entry], set[str]]] = {"": ([], set())}
        for place, blob in commit.blobs.items():
            if place.startswith(self._prefix):
                self._place(place.removeprefix(self._prefix), blob)

    def folder(self, path: str) -> tuple[list[Entry], list[str]]:
        """See `RunTree.folder`."""
        if path not in self._folders:
            raise FileNotFoundError(f"no folder {path}")
        files, folders = self._folders[path]
        return sorted(files, key=lambda entry: entry.path), sorted(folders)

    def entry(self, path: str) -> Entry | None:
        """See `RunTree.entry`."""
        if path in self._folders:
            return Entry(path, 0, "it is a folder")
        blob = self._commit.blobs.get(self._prefix + path)
        return None if blob is None else _entry(path, blob)

    def open(self, path: str) -> BinaryIO:
        """See `RunTree.open`. Raises UnreadableRun where GitHub doesn't give the file: nobody knows what is in it."""
        blob = self._commit.blobs.get(self._prefix + path)
        if blob is None:
            raise FileNotFoundError(f"no file {path}")
        if blob.problem is not None:
            raise OSError(blob.problem)
        try:
            return io.BytesIO(self._commit.read(blob))
        except GitHubError as error:
            hint = "Run the job again once GitHub answers."
            raise UnreadableRun(f"GitHub doesn't give {path}: {error}", place=path, hint=hint) from error

    def _place(self, path: str, blob: Blob) -> None:
        """Put a file into its folder, and each folder on the way into the one above it."""
        above = path.rpartition("/")[0]
        files, _ = self._folders.setdefault(above, ([], set()))
        files.append(_entry(path, blob))
        while above:
            parent = above.rpartition("/")[0]
            folders = self._folders.setdefault(parent, ([], set()))[1]
            if above in folders:
                break
            folders.add(above)
            above = parent


def _entry(path: str, blob: Blob) -> Entry:
    """A link has no content of its own: git counts its target's name, a folder on disk nothing."""
    return Entry(path, 0 if blob.is_link else blob.size, blob.problem)
