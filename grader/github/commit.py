"""A commit's files, read through the API: for jobs whose checkout isn't the commit that is graded.

A whole commit is listed with one request (more where GitHub cuts the list); a file's bytes are read when they are asked
for.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from grader.github.client import Client, Json
from grader.github.errors import Unreachable

LARGEST = 100 * 1024 * 1024  # bytes of a file ("Get a blob": "supports blobs up to 100 megabytes in size")
_KEPT = 256 * 1024 * 1024  # bytes of files that are kept: each is read more than once, and a request each time is slow
_LINK, _SUBMODULE = "120000", "160000"
_KINDS = {_LINK: "it is a symbolic link", _SUBMODULE: "it is a submodule"}


@dataclass(frozen=True, slots=True)
class Blob:
    """One file of a commit: git's mode, the hash of its content, its size in bytes."""

    mode: str
    sha: str
    size: int

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return self.mode == _LINK

    @property
    def problem(self) -> str | None:
        """Why it can't be read as a file, if so."""
        if self.size > LARGEST:
            return f"it has {self.size:,} bytes, more than the {LARGEST:,} that GitHub gives"
        return _KINDS.get(self.mode)


class CommitTree:
    """All files of one commit, named by its SHA or by a branch. Raises GitHubError where GitHub doesn't answer."""

    def __init__(self, client: Client, sha: str) -> None:
        self._client = client
        self.sha = sha
        self._kept: dict[str, bytes] = {}
        self._left = _KEPT

    @cached_property
    def blobs(self) -> Mapping[str, Blob]:
        """Every file by its path in the repository."""
        found: dict[str, Blob] = {}
        self._list(self.sha, "", found)
        return found

    def read(self, blob: Blob) -> bytes:
        """A file's bytes. Raises GitHubError where GitHub doesn't give them."""
        known = self._kept.get(blob.sha)
        if known is not None:
            return known
        path = f"{self._client.repository}/git/blobs/{blob.sha}"
        answer = self._client.get(path)
        try:
            content = base64.b64decode(answer["content"])
        except (KeyError, TypeError, ValueError) as error:
            raise Unreachable(f"GET {path}: no content in the answer") from error
        if len(content) <= self._left:
            self._left -= len(content)
            self._kept[blob.sha] = content
        return content

    def changed_since(self, base: CommitTree) -> frozenset[str]:
        """The paths that differ between two commits: exact, however many they are."""
        ours, theirs = self.blobs, base.blobs
        return frozenset(path for path in ours.keys() | theirs.keys() if ours.get(path) != theirs.get(path))

    def _list(self, sha: str, prefix: str, found: dict[str, Blob]) -> None:
        """Add what lies below a tree, whole if GitHub lists it whole, else one level at a time."""
        path = f"{self._client.repository}/git/trees/{quote(sha, safe='')}"
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
