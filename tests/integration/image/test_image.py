"""The image: built from the real Dockerfile, and run with the runner's mounts on a workspace that means harm."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import __version__
from tests.integration.action.job import Done, read_outputs
from tests.integration.action.runs import BAD
from tests.integration.image.engine import HERE, Engine, missing

RUNNER = 1001  # the user that a hosted runner checks out as
TRAP = "open('/github/workspace/SPRUNG', 'w').close(); raise SystemExit('sprung')\n"


@pytest.fixture(scope="module")
def engine() -> Engine:
    """The engine, with the image built."""
    if lack := missing():
        pytest.skip(lack)
    made = Engine()
    made.build()
    return made


@pytest.fixture(scope="module")
def rootfs(engine: Engine) -> Iterator[Path]:
    """The image's root file system."""
    with engine.mounted() as root:
        yield root


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A checkout with a violated run, owned by the runner's user, with a trap for every name that might be imported."""
    folder = tmp_path / "job" / "workspace"
    traps = ["grader/__init__.py", "pydantic.py", "sitecustomize.py", "usercustomize.py", "github.py", "encodings.py"]
    for name, content in {**BAD, **dict.fromkeys(traps, TRAP)}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    who = ("-c", "user.name=Committer", "-c", "user.email=committer@example.com")
    for arguments in (("init", "--quiet"), ("add", "--all"), (*who, "commit", "--quiet", "--message", "a run")):
        subprocess.run(["git", *arguments], cwd=folder, check=True)
    for path in (folder, *folder.rglob("*")):
        os.chown(path, RUNNER, RUNNER)
    return folder


def run_image(engine: Engine, rootfs: Path, workspace: Path, *variables: str) -> Done:
    """The image's own entry point, started as the runner does, on a run by hand."""
    folder = workspace.parent
    for name in ("workflow", "home", "runner_temp", "file_commands"):
        (folder / name).mkdir(exist_ok=True)
    for name in ("output", "summary"):
        (folder / "file_commands" / name).write_text("")
    (folder / "workflow/event.json").write_text("{}")
    owner = ("-c", f"safe.directory={workspace}")
    sha = subprocess.run(
        ["git", *owner, "rev-parse", "HEAD"], cwd=workspace, capture_output=True, text=True, check=True
    )
    given = (
        "GITHUB_EVENT_NAME=workflow_dispatch",
        f"GITHUB_SHA={sha.stdout.strip()}",
        "GITHUB_REPOSITORY=org/repo",
        "INPUT_STATUS=off",
        *variables,
    )
    entry = engine.inspect()["OCIv1"]["config"]["Entrypoint"]
    done = subprocess.run(
        [HERE / "run-as-runner.sh", rootfs, folder, *given, "--", *entry],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )
    return Done(
        code=done.returncode,
        log=done.stdout,
        outputs=read_outputs(folder / "file_commands/output"),
        summary=(folder / "file_commands/summary").read_text(),
        temporary=folder / "runner_temp",
    )


def test_it_grades_and_nothing_of_the_workspace_runs(engine: Engine, rootfs: Path, workspace: Path) -> None:
    """Planted modules don't run, not even with PYTHONPATH on them, and a checkout of another user is read by git."""
    done = run_image(
        engine, rootfs, workspace, "PYTHONPATH=/github/workspace", "PYTHONSTARTUP=/github/workspace/github.py"
    )

    assert not (workspace / "SPRUNG").exists()
    assert done.code == 1, done.log
    assert done.outputs["overall-verdict"] == "violated"
    assert "read through the API" not in done.log
    assert done.summary.startswith("## ❌")
    [run] = json.loads(done.outputs["runs"])
    assert (done.temporary / run["reports"] / "grade.json").exists()


def test_what_it_writes_into_the_workspace_belongs_to_its_owner(engine: Engine, rootfs: Path, workspace: Path) -> None:
    """The next step, which isn't root, can change and remove the reports."""
    done = run_image(engine, rootfs, workspace, "INPUT_OUT=reports/grades", "INPUT_FAIL-ON=never")

    assert done.code == 0, done.log
    written = [workspace / "reports", *(workspace / "reports").rglob("*")]
    assert workspace / done.outputs["report-path"] in written
    assert {path.stat().st_uid for path in written} == {RUNNER}


def test_it_says_what_it_is(engine: Engine) -> None:
    """Entry point and labels are those that the release workflow and the security of imports rest on."""
    config = engine.inspect()["OCIv1"]["config"]
    assert config["Entrypoint"] == ["python", "-I", "/app/entrypoint.py"]
    labels = {name.removeprefix("org.opencontainers.image."): value for name, value in config["Labels"].items()}
    assert labels["licenses"] == "MIT"
    assert {"title", "description", "source", "version", "revision"} <= labels.keys()


def test_it_holds_what_it_needs_and_no_more(rootfs: Path) -> None:
    """The grader and git, no compiler, no tests, no project files."""
    assert sorted(path.name for path in (rootfs / "app").iterdir()) == ["__pycache__", "entrypoint.py", "grader"]
    assert f'__version__ = "{__version__}"' in (rootfs / "app/grader/__init__.py").read_text()
    assert (rootfs / "usr/bin/git").exists()
    assert not [name for name in ("cc", "gcc", "make", "rustc") if (rootfs / "usr/bin" / name).exists()]
    assert "directory = *" in (rootfs / "etc/gitconfig").read_text()
