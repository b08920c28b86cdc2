"""The action's image, built from the real Dockerfile without a container engine, and run as the runner runs it."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
TAG = "localhost/contract-grader:test"
BASE = "docker.io/library/python:3.12-slim"
PROGRAMS = ("buildah", "bwrap", "mmdebstrap")


def python_prefix() -> Path | None:
    """A CPython tree that can be copied as it is: 3.12 if there is one, else the running one unless it is Debian's."""
    known = sorted(Path.home().glob(".pyenv/versions/3.12.*"))
    own = Path(sys.base_prefix)
    candidates = [*reversed(known), *([own] if own not in {Path("/usr"), Path("/usr/local")} else [])]
    return next((prefix for prefix in candidates if (prefix / "bin" / "python3").exists()), None)


def missing() -> str | None:
    """What must be there before an image can be built, or None."""
    for program in PROGRAMS:
        if shutil.which(program) is None:
            return f"{program} isn't installed"
    if os.geteuid() != 0:
        return "building an image takes root"
    if python_prefix() is None:
        return "there is no CPython tree (pyenv's or setup-python's) to imitate python:3.12-slim with"
    return None


class Engine:
    """Buildah over one work folder, which keeps the imitated base from one session to the next."""

    def __init__(self) -> None:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        self.work = cache / "contract-grader-tests" / "image"
        self.work.mkdir(parents=True, exist_ok=True)

    def buildah(self, *arguments: str) -> str:
        """Run buildah; what it prints."""
        store = ("--root", self.work / "store", "--runroot", self.work / "run", "--storage-driver", "overlay")
        done = subprocess.run(["buildah", *store, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def build(self) -> None:
        """Build the image, the base first if it isn't there. Only one process does at a time."""
        with self._lock():
            if not self._has(BASE):
                subprocess.run([HERE / "imitate-python-slim.sh", str(python_prefix()), self.work], check=True)
            subprocess.run([HERE / "build-image.sh", self.work, TAG, ROOT], check=True)

    @contextmanager
    def mounted(self) -> Iterator[Path]:
        """The image's root file system."""
        container = self.buildah("from", "--pull-never", TAG).strip()
        try:
            yield Path(self.buildah("mount", container).strip())
        finally:
            self.buildah("rm", container)

    def inspect(self) -> dict[str, Any]:
        """What the image says of itself."""
        found: dict[str, Any] = json.loads(self.buildah("inspect", "--type", "image", TAG))
        return found

    def size(self) -> int:
        """The image's size in bytes, the base's included."""
        return int(self.inspect()["Docker"].get("size") or 0)

    def _has(self, name: str) -> bool:
        return name in self.buildah("images", "--format", "{{.Name}}:{{.Tag}}").split()

    @contextmanager
    def _lock(self) -> Iterator[None]:
        with (self.work / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
