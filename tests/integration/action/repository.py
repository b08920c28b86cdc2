"""A real git repository whose commits also stand on the stand-in, under the same names."""

from __future__ import annotations

import base64
import json
import subprocess
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.integration.action.standins import GitHub

_IDENTITY = {"name": "Committer", "email": "committer@example.com"}
_FIRST_SECOND = 1_780_000_000


class Repository:
    """A repository on the stand-in and its checkout; every commit and branch is on both."""

    def __init__(self, github: GitHub, folder: Path) -> None:
        self.github = github
        self.folder = folder
        self.name = f"octocat/r{uuid.uuid4().hex[:12]}"
        self.path = f"/repos/{self.name}"
        self._commits = 0
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")
        github.ask("POST", "/user/repos", {"name": self.name.partition("/")[2], "auto_init": True})

    def git(self, *arguments: str) -> str:
        """Run git in the checkout."""
        second = _FIRST_SECOND + self._commits
        environ = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.folder.parent),
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"GIT_{who}_{what.upper()}": _IDENTITY[what] for who in ("AUTHOR", "COMMITTER") for what in _IDENTITY},
            "GIT_AUTHOR_DATE": f"{second} +0000",
            "GIT_COMMITTER_DATE": f"{second} +0000",
        }
        done = subprocess.run(["git", *arguments], cwd=self.folder, env=environ, capture_output=True, check=True)
        return done.stdout.decode()

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files into the checkout."""
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def remove(self, *names: str) -> None:
        """Take files or folders out of the checkout."""
        self.git("rm", "-r", "--quiet", "--", *names)

    def commit(self, branch: str, files: Mapping[str, str | bytes] | None = None, *, onto: str | None = None) -> str:
        """Commit what stands in the checkout to a branch, here and on the stand-in; the commit's SHA.

        `onto` names the branch or commit that a new branch grows from.
        """
        self._commits += 1
        if onto is not None:
            self.git("checkout", "--quiet", "-B", branch, onto)
        self.write(files or {})
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--message", f"commit {self._commits}")
        sha = self.git("rev-parse", "HEAD").strip()
        self._publish(sha)
        self.point(branch, sha)
        return sha

    def point(self, branch: str, sha: str) -> None:
        """Let a branch on the stand-in point at a commit that is there."""
        known = {each["ref"] for each in self.github.ask("GET", f"{self.path}/git/matching-refs/heads/{branch}")}
        if f"refs/heads/{branch}" in known:
            self.github.ask("PATCH", f"{self.path}/git/refs/heads/{branch}", {"sha": sha, "force": True})
        else:
            self.github.ask("POST", f"{self.path}/git/refs", {"ref": f"refs/heads/{branch}", "sha": sha})

    def open_pull(self, head: str, base: str = "main") -> int:
        """Open a pull request; its number."""
        pull = self.github.ask("POST", f"{self.path}/pulls", {"title": "A change", "head": head, "base": base})
        return int(pull["number"])

    def pull(self, number: int) -> dict[str, Any]:
        """A pull request as the stand-in describes it."""
        found: dict[str, Any] = self.github.ask("GET", f"{self.path}/pulls/{number}")
        return found

    def comment(self, number: int, body: str, *, who: str = "person") -> int:
        """Write a comment; its id."""
        path = f"{self.path}/issues/{number}/comments"
        return int(self.github.ask("POST", path, {"body": body}, who=who)["id"])

    def comments(self, number: int) -> list[dict[str, Any]]:
        """All comments of a pull request, the oldest first."""
        found: list[dict[str, Any]] = []
        page = 1
        while True:
            path = f"{self.path}/issues/{number}/comments?per_page=100&page={page}"
            items = self.github.ask("GET", path)
            found += items
            if len(items) < 100:
                return found
            page += 1

    def statuses(self, sha: str) -> list[dict[str, Any]]:
        """The statuses of a commit, the latest first."""
        found: list[dict[str, Any]] = self.github.ask("GET", f"{self.path}/commits/{sha}/status")["statuses"]
        return found

    def check_runs(self, sha: str) -> list[dict[str, Any]]:
        """The check runs of a commit."""
        found: list[dict[str, Any]] = self.github.ask("GET", f"{self.path}/commits/{sha}/check-runs")["check_runs"]
        return found

    def _publish(self, sha: str) -> None:
        """Put a commit and all its files on the stand-in, where they must get the same SHA."""
        entries = []
        listed = self.git("ls-tree", "-r", "-z", "--full-tree", sha)
        for line in filter(None, listed.split("\0")):
            facts, path = line.split("\t", 1)
            mode, kind, blob = facts.split()
            entries.append({"path": path, "mode": mode, "type": kind, **self._content(kind, blob)})
        tree = self.github.ask("POST", f"{self.path}/git/trees", {"tree": entries})
        header, message = self.git("cat-file", "commit", sha).split("\n\n", 1)
        parents = [line.split()[1] for line in header.splitlines() if line.startswith("parent ")]
        date = datetime.fromtimestamp(_FIRST_SECOND + self._commits, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        made = self.github.ask(
            "POST",
            f"{self.path}/git/commits",
            {
                "message": message,
                "tree": tree["sha"],
                "parents": parents,
                "author": {**_IDENTITY, "date": date},
                "committer": {**_IDENTITY, "date": date},
            },
        )
        assert made["sha"] == sha, json.dumps(made)

    def _content(self, kind: str, blob: str) -> dict[str, str]:
        if kind != "blob":
            return {"sha": blob}
        done = subprocess.run(["git", "cat-file", "blob", blob], cwd=self.folder, capture_output=True, check=True)
        try:
            return {"content": done.stdout.decode()}
        except UnicodeDecodeError:
            body = {"content": base64.b64encode(done.stdout).decode(), "encoding": "base64"}
            return {"sha": self.github.ask("POST", f"{self.path}/git/blobs", body)["sha"]}
