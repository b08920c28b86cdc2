"""A job as the runner starts it: folders, variables, inputs, an event's payload, and the action as a process."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.integration.action.repository import Repository
from tests.integration.action.starter import STARTER


@dataclass(frozen=True)
class Done:
    """What a job left: its exit code, its log, its outputs, its step summary, and the folder of its runner's temp."""

    code: int
    log: str
    outputs: Mapping[str, str]
    summary: str
    temporary: Path

    @property
    def annotations(self) -> list[str]:
        """The workflow commands in the log."""
        return [line for line in self.log.splitlines() if line.startswith("::")]


@dataclass
class Job:
    """One job of a repository. `api` is where GitHub is for it."""

    repository: Repository
    folder: Path
    api: str
    token: str = "job"
    run_id: int = 100
    attempt: int = 1
    environ: dict[str, str] = field(default_factory=dict)
    workspace: Path | None = None

    def start(self, event: str, payload: Mapping[str, Any], *, sha: str = "", **inputs: str) -> Done:
        """Run the action on an event; `fail_on="partial"` is the input `fail-on`."""
        for name in ("workflow", "home", "runner_temp", "file_commands"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        commands = self.folder / "file_commands"
        for name in ("output", "summary"):
            (commands / name).write_text("")
        event_file = self.folder / "workflow" / "event.json"
        event_file.write_text(json.dumps(payload))
        workspace = self.workspace or self.repository.folder
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder / "home"),
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTOR": "someone",
            "GITHUB_API_URL": self.api,
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(event_file),
            "GITHUB_OUTPUT": str(commands / "output"),
            "GITHUB_REPOSITORY": self.repository.name,
            "GITHUB_RUN_ATTEMPT": str(self.attempt),
            "GITHUB_RUN_ID": str(self.run_id),
            "GITHUB_SERVER_URL": "https://github.example",
            "GITHUB_SHA": sha,
            "GITHUB_STEP_SUMMARY": str(commands / "summary"),
            "GITHUB_WORKSPACE": str(workspace),
            "RUNNER_TEMP": str(self.folder / "runner_temp"),
            "INPUT_GITHUB-TOKEN": self.token,
            **{f"INPUT_{name.replace('_', '-').upper()}": value for name, value in inputs.items()},
            **self.environ,
        }
        log = self.folder / "log"
        code = STARTER.run(workspace, environ, log)
        return Done(
            code=code,
            log=log.read_text(),
            outputs=read_outputs(commands / "output"),
            summary=(commands / "summary").read_text(),
            temporary=self.folder / "runner_temp",
        )

    def on_pull(self, number: int, *, action: str = "synchronize", head_repository: str = "", **inputs: str) -> Done:
        """Run the action on a pull request's event."""
        return self.start("pull_request", self.pull_payload(number, action, head_repository), **inputs)

    def pull_payload(self, number: int, action: str = "synchronize", head_repository: str = "") -> dict[str, Any]:
        """A pull request's payload as the stand-in describes it now."""
        pull = self.repository.pull(number)
        if head_repository:
            pull["head"]["repo"] = {"full_name": head_repository}
        return {"action": action, "number": number, "pull_request": pull, "repository": {"default_branch": "main"}}


def read_outputs(file: Path) -> dict[str, str]:
    """The outputs as the runner reads them."""
    blocks = re.findall(r"(\S+)<<(\S+)\n(.*?)\n?\2\n", file.read_text(), re.DOTALL)
    return {name: value for name, _, value in blocks}
