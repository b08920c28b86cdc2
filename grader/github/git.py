"""What git knows of the checkout: which commit it is, whether it is whole, and what differs from another commit.

The checkout is only asked. Hooks, monitors, external diffs and text conversions that its configuration may name are
switched off, for steps that ran before may have written it.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

_SAFE = (
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.fsmonitor=false",
    "-c", "core.quotePath=false",
    "-c", "protocol.ext.allow=never",
    "-c", "submodule.recurse=false",
)  # fmt: skip
_SECONDS = 120
_SHA = re.compile("[0-9a-f]{40}|[0-9a-f]{64}")
_SECRET = ("INPUT_", "ANTHROPIC_", "ACTIONS_")  # nothing that a checkout's configuration might start gets to see these


class GitFailed(Exception):
    """Git isn't there, the folder is no checkout, or the command failed; the message is git's own."""


class Checkout:
    """A folder that may be a git checkout. Git gets `environ` without its secrets."""

    def __init__(self, folder: Path, environ: Mapping[str, str]) -> None:
        self._folder = folder
        shown = {name: value for name, value in environ.items() if not name.startswith(_SECRET)}
        self._environ = {**shown, "GIT_TERMINAL_PROMPT": "0"}

    def commits(self) -> tuple[str, ...]:
        """The commit that is checked out and its parents, in that order; nothing if the folder is no checkout.

        Parents are read from the commit itself, for a shallow clone doesn't have them.
        """
        try:
            head = self._run("rev-parse", "--verify", "HEAD^{commit}").strip()
            header = self._run("cat-file", "commit", head).partition("\n\n")[0]
        except GitFailed:
            return ()
        parents = [line.removeprefix("parent ") for line in header.split("\n") if line.startswith("parent ")]
        return (head, *parents)

    def is_whole(self) -> bool:
        """Whether every file of the commit is in the folder: a sparse checkout leaves some out."""
        try:
            return self._run("config", "--type=bool", "--default=false", "core.sparseCheckout").strip() == "false"
        except GitFailed:
            return False

    def holds(self, head: str) -> bool:
        """Whether the folder has the content of `head`: it, or a merge of it, is checked out whole."""
        return head in self.commits() and self.is_whole()

    def changed(self, base: str, head: str) -> frozenset[str]:
        """The paths that differ between two commits, fetched alone where they are missing. Raises GitFailed."""
        for commit in (base, head):
            if not _SHA.fullmatch(commit):
                raise GitFailed(f"{commit!r} is no full name of a commit")
            if not self._has(commit):
                self._run("fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--depth=1", "origin", commit)
        output = self._run("diff", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", "-z", base, head)
        return frozenset(filter(None, output.split("\0")))

    def _has(self, commit: str) -> bool:
        try:
            self._run("cat-file", "-e", f"{commit}^{{commit}}")
        except GitFailed:
            return False
        return True

    def _run(self, *arguments: str) -> str:
        try:
            done = subprocess.run(  # noqa: S603 (git and our own arguments)
                ["git", *_SAFE, *arguments],  # noqa: S607 (the image's git)
                cwd=self._folder,
                env=self._environ,
                capture_output=True,
                check=False,
                timeout=_SECONDS,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise GitFailed(str(error)) from error
        if done.returncode:
            raise GitFailed(done.stderr.decode("utf-8", "replace").strip())
        return done.stdout.decode("utf-8", "surrogateescape")
