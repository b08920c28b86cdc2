"""Where a job stands: what the runner says of the repository, the workflow run and its folders."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Context:
    """The runner's variables, read once.

    `run_id` and `attempt` order the runs of a workflow: a later run has a greater pair. Hosts come from the runner,
    so that enterprise servers work; nothing else in the action names a host.
    """

    event_name: str
    event_path: Path | None
    repository: str  # OWNER/NAME
    sha: str
    actor: str
    run_id: int
    attempt: int
    api_url: str
    server_url: str
    workspace: Path
    temporary: Path | None  # absent on old runners
    output_file: Path | None
    summary_file: Path | None

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Context:
        """Read the variables that the runner sets; what is missing is empty, None, or the public host."""
        return cls(
            event_name=environ.get("GITHUB_EVENT_NAME", ""),
            event_path=_path(environ, "GITHUB_EVENT_PATH"),
            repository=environ.get("GITHUB_REPOSITORY", ""),
            sha=environ.get("GITHUB_SHA", ""),
            actor=environ.get("GITHUB_ACTOR", ""),
            run_id=_number(environ, "GITHUB_RUN_ID"),
            attempt=_number(environ, "GITHUB_RUN_ATTEMPT"),
            api_url=environ.get("GITHUB_API_URL") or "https://api.github.com",
            server_url=environ.get("GITHUB_SERVER_URL") or "https://github.com",
            workspace=Path(environ.get("GITHUB_WORKSPACE") or "."),
            temporary=_path(environ, "RUNNER_TEMP"),
            output_file=_path(environ, "GITHUB_OUTPUT"),
            summary_file=_path(environ, "GITHUB_STEP_SUMMARY"),
        )

    @property
    def order(self) -> tuple[int, int]:
        """Greater for a later run of the workflow, or a later attempt at the same run."""
        return (self.run_id, self.attempt)

    @property
    def run_url(self) -> str:
        """The page of this workflow run, with its summary and artifacts."""
        return f"{self.server_url}/{self.repository}/actions/runs/{self.run_id}"

    def file_url(self, sha: str, path: str, lines: tuple[int, int] | None = None) -> str:
        """The page that shows a file at a commit; `lines` are marked. `?plain=1` shows Markdown as its lines."""
        url = f"{self.server_url}/{self.repository}/blob/{sha}/{quote(path)}"
        if lines is None:
            return url
        first, last = lines
        return f"{url}?plain=1#L{first}" + (f"-L{last}" if last > first else "")

    def payload(self) -> dict[str, Any]:
        """The event's payload; empty where the runner left none or it isn't an object."""
        if self.event_path is None:
            return {}
        try:
            found = json.loads(self.event_path.read_bytes())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


def _path(environ: Mapping[str, str], name: str) -> Path | None:
    value = environ.get(name)
    return Path(value) if value else None


def _number(environ: Mapping[str, str], name: str) -> int:
    value = environ.get(name, "")
    return int(value) if value.isascii() and value.isdigit() else 0
