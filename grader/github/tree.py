"""A commit's files, read through the API: for jobs whose checkout isn't the commit that is graded.

`CommitTree` lists a whole commit with one request (more where GitHub cuts the list) and reads a file's bytes when they
are asked for. `FolderOfCommit` shows one folder of it to the grader as the place where a run lies.
"""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import BinaryIO

from grader.github.client import Client, Json
from grader.github.errors import GitHubError
from grader.openprose.tree import Entry

_LINK, _SUBMODULE = "120000", "160000"
_KINDS = {_LINK: "it is a symbolic link", _SUBMODULE: "it is a submodule"}


@dataclass(frozen=True, slots=True)
class Blob:
    """One file of a commit: git's mode, the hash of its content, its size in bytes."""

    mode: str
    sha: str
    size: int

    @property
    def problem(self) -> str | None:
        """Why it can't be read as a file, if so."""
        return _KINDS.get(self.mode)


class CommitTree:
    """All files of one commit. Every method raises GitHubError where GitHub doesn't answer."""

    def __init__(self, client: Client, sha: str) -> None:
        self._client = client
        self.sha = sha

    @cached_property
    def blobs(self) -> Mapping[str, Blob]:
        """Every file by its path in the repository."""
        found: dict[str, Blob] = {}
        self._list(self.sha, "", found)
        return found

    def read(self, blob: Blob) -> bytes:
        """A file's bytes. Raises OSError where GitHub doesn't give them."""
        try:
            answer = self._client.get(f"{self._client.repository}/git/blobs/{blob.sha}")
            return base64.b64decode(answer["content"])
        except (GitHubError, KeyError, binascii.Error) as error:
            raise OSError(f"GitHub doesn't give it: {error}") from error

    def folder(self, path: str) -> FolderOfCommit:
        """One folder as the place where a run lies; an empty path is the whole commit."""
        return FolderOfCommit(self, path)

    def changed_since(self, base: CommitTree) -> frozenset[str]:
        """The paths that differ between two commits: exact, however many they are."""
        ours, theirs = self.blobs, base.blobs
        return frozenset(path for path in ours.keys() | theirs.keys() if ours.get(path) != theirs.get(path))

    def _list(self, sha: str, prefix: str, found: dict[str, Blob]) -> None:
        """Add what lies below a tree, whole if GitHub lists it whole, else one level at a time."""
        path = f"{self._client.repository}/git/trees/{sha}"
        answer: Json = self._client.get(path, {"recursive": "1"})
        whole = not answer.get("truncated")
        if not whole:
            answer = self._client.get(path)
        for entry in answer.get("tree") or ():
            name = prefix + entry["path"]
            if entry["type"] != "tree":
                found[name] = Blob(entry["mode"], entry.get("sha") or "", entry.get("size") or 0)
            elif not whole:
                self._list(entry["sha"], f"{name}/", found)


class FolderOfCommit:
    """One folder of a commit: a `grader.openprose.tree.RunTree`."""

    def __init__(self, commit: CommitTree, path: str) -> None:
        self._commit = commit
        self._prefix = f"{path}/" if path else ""
        self._folders: dict[str, tuple[list[Entry], set[str]]] = {"": ([], set())}
        for name, blob in commit.blobs.items():
            if name.startswith(self._prefix):
                self._place(name.removeprefix(self._prefix), blob)

    @property
    def name(self) -> str:
        """The folder's own name; empty for the whole commit."""
        return self._prefix.rstrip("/").rpartition("/")[2]

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
        return None if blob is None else Entry(path, blob.size, blob.problem)

    def open(self, path: str) -> BinaryIO:
        """See `RunTree.open`."""
        blob = self._commit.blobs.get(self._prefix + path)
        if blob is None:
            raise FileNotFoundError(f"no file {path}")
        if blob.problem is not None:
            raise OSError(blob.problem)
        return io.BytesIO(self._commit.read(blob))

    def _place(self, path: str, blob: Blob) -> None:
        """Put a file into its folder, and each folder on the way into the one above it."""
        above = path.rpartition("/")[0]
        files, _ = self._folders.setdefault(above, ([], set()))
        files.append(Entry(path, blob.size, blob.problem))
        while above:
            parent = above.rpartition("/")[0]
            folders = self._folders.setdefault(parent, ([], set()))[1]
            if above in folders:
                break
            folders.add(above)
            above = parent
