"""The house keeps its own rules: sizes, reasons, locks."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from tokenize import COMMENT, tokenize
from typing import Any
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

from grader import __version__
from tests.tables import read_table

HOUSE = Path(__file__).parents[1]
PYPROJECT: dict[str, Any] = tomllib.loads((HOUSE / "pyproject.toml").read_text())
LOCK: dict[str, Any] = tomllib.loads((HOUSE / "uv.lock").read_text())
MODULES = sorted((HOUSE / "grader").rglob("*.py"))
SOURCES = [*MODULES, *sorted((HOUSE / "tests").rglob("*.py")), *sorted((HOUSE / "benchmarks").rglob("*.py"))]

LONGEST_MODULE = 400  # lines
LONGEST_FUNCTION = 50  # lines without the docstring

# The interpreters that the package promises to work on, and the processors that the image is built for.
PYTHONS = [(3, 11), (3, 12), (3, 13), (3, 14)]
PROCESSORS = ["x86_64", "aarch64"]

_SUPPRESSION = re.compile(r"noqa(:\s*[A-Z]+\d+(,\s*[A-Z]+\d+)*)?|type:\s*ignore(\[[^]]*\])?|pragma: no (cover|branch)")


def _named(path: Path) -> str:
    return path.relative_to(HOUSE).as_posix()


def test_no_module_is_too_long() -> None:
    """A module holds one subject: none has more than 400 lines."""
    sizes = {_named(path): len(path.read_text().splitlines()) for path in MODULES}

    assert {name: size for name, size in sizes.items() if size > LONGEST_MODULE} == {}


def _functions(path: Path) -> Iterator[tuple[str, int]]:
    """Each function with its number of lines, the docstring left out."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno:
            first = node.body[0]
            docstring = first.end_lineno if ast.get_docstring(node) else None
            yield node.name, node.end_lineno - (docstring or node.lineno - 1)


def test_no_function_is_too_long() -> None:
    """A function fits on a screen: none has more than 50 lines beside its docstring."""
    sizes = {f"{_named(path)}: {name}": size for path in MODULES for name, size in _functions(path)}

    assert {name: size for name, size in sizes.items() if size > LONGEST_FUNCTION} == {}


def test_every_ignored_rule_has_its_reason() -> None:
    """Beside each ruff rule that is ignored stands why."""
    text = (HOUSE / "pyproject.toml").read_text()
    ignores = text[text.index("\nignore = [") : text.index("[tool.ruff.lint.flake8-tidy-imports]")]
    rules = [line for line in ignores.splitlines() if re.match(r'\s*"[A-Z]+\d+",|"\S+" = \["', line)]

    assert rules
    assert [line for line in rules if not re.search(r"#\s*\w+", line)] == []


def _comments(path: Path) -> Iterator[tuple[int, str]]:
    with path.open("rb") as file:
        yield from ((token.start[0], token.string) for token in tokenize(file.readline) if token.type == COMMENT)


def test_every_suppression_has_its_reason() -> None:
    """Beside each `noqa`, `type: ignore`, `no cover` and `no branch` stands why."""
    bare = [
        f"{_named(path)}:{line}"
        for path in SOURCES
        for line, comment in _comments(path)
        if _SUPPRESSION.search(comment) and not re.search(r"\w{3}", _SUPPRESSION.sub("", comment))
    ]

    assert bare == []


def test_every_dependency_is_declared_and_used() -> None:
    """Nothing is imported that isn't declared, and nothing declared that isn't imported."""
    done = subprocess.run(
        [sys.executable, "-m", "deptry", ".", "--no-ansi"], cwd=HOUSE, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr


def _asked(requirements: list[Any]) -> set[tuple[str, str]]:
    """Name and version range of each requirement that is written out."""
    parsed = [Requirement(text) for text in requirements if isinstance(text, str)]
    return {(canonicalize_name(requirement.name), str(requirement.specifier)) for requirement in parsed}


def _locked(requirements: list[dict[str, str]]) -> set[tuple[str, str]]:
    parsed = [Requirement(found["name"] + found.get("specifier", "")) for found in requirements]
    return {(found.name, str(found.specifier)) for found in parsed}


def test_the_lock_agrees_with_pyproject() -> None:
    """The lock was made from the dependencies and groups that pyproject.toml declares now."""
    [ours] = [package for package in LOCK["package"] if package["name"] == "grader"]

    assert _locked(ours["metadata"]["requires-dist"]) == _asked(PYPROJECT["project"]["dependencies"])
    for group in ("test", "lint", "programs"):
        assert _locked(ours["metadata"]["requires-dev"][group]) == _asked(PYPROJECT["dependency-groups"][group])


def test_the_images_requirements_agree_with_the_lock() -> None:
    """requirements.txt is what the lock exports, without the tools of development."""
    exporting = "export --locked --offline --quiet --no-dev --no-emit-project --no-header --format requirements-txt"
    done = subprocess.run(
        [Path(sysconfig.get_path("scripts"), "uv"), *exporting.split()],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    written = (HOUSE / "requirements.txt").read_text().splitlines(keepends=True)
    assert done.stdout == "".join(line for line in written if not line.startswith("#"))


def test_locks_name_only_the_public_index() -> None:
    """Whoever installs from the locks fetches from the public index, and requirements.txt names no host at all."""
    hosts = set(re.findall(r"https?://([^/\"\s]+)", (HOUSE / "uv.lock").read_text()))

    assert hosts == {"pypi.org", "files.pythonhosted.org"}
    assert "://" not in (HOUSE / "requirements.txt").read_text()


def _tags(python: tuple[int, int], processor: str) -> set[Tag]:
    """The wheels that glibc 2.28 of that processor takes."""
    platforms = [f"manylinux_2_{minor}_{processor}" for minor in range(28, 16, -1)]
    platforms += [f"manylinux2014_{processor}", f"manylinux2010_{processor}", f"manylinux1_{processor}"]
    return {*cpython_tags(python, platforms=platforms), *compatible_tags(python, platforms=platforms)}


@pytest.mark.parametrize(("python", "processor"), list(product(PYTHONS, PROCESSORS)))
def test_the_image_needs_no_compiler(python: tuple[int, int], processor: str) -> None:
    """Each pinned requirement has a locked wheel for each Python and processor, so nothing is ever built."""
    fits = _tags(python, processor)
    environment = {
        "python_full_version": f"{python[0]}.{python[1]}.0",
        "python_version": f"{python[0]}.{python[1]}",
        "sys_platform": "linux",
        "platform_system": "Linux",
        "platform_machine": processor,
        "platform_python_implementation": "CPython",
    }
    pinned = re.findall(r"^(\S+==[^\\\n]+)", (HOUSE / "requirements.txt").read_text(), re.MULTILINE)
    requirements = [
        requirement
        for requirement in map(Requirement, pinned)
        if not requirement.marker or requirement.marker.evaluate(environment)
    ]
    wheels = {
        (package["name"], package["version"]): [wheel["url"].rpartition("/")[2] for wheel in package.get("wheels", [])]
        for package in LOCK["package"]
        if "version" in package
    }

    assert requirements
    for requirement in requirements:
        names = wheels[canonicalize_name(requirement.name), str(requirement.specifier).removeprefix("==")]
        assert any(parse_wheel_filename(name)[3] & fits for name in names), requirement


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    """Templates, prompts, schemas and data are installed with the code that reads them."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=HOUSE, check=True, timeout=60
    )
    [wheel] = tmp_path.iterdir()

    packed = {name for name in ZipFile(wheel).namelist() if name.startswith("grader/")}
    present = {_named(path) for path in (HOUSE / "grader").rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert packed == present
    assert wheel.name.split("-")[:2] == ["grader", __version__]


def test_every_decision_is_in_the_index() -> None:
    """The index of decisions links each record, and nothing that isn't there."""
    folder = HOUSE / "docs" / "decisions"
    linked = re.findall(r"\]\(([^)]+\.md)\)", (folder / "README.md").read_text())

    assert set(linked) == {path.name for path in folder.glob("*.md")} - {"README.md"}


def test_every_explained_mutant_is_one_of_todays_code() -> None:
    """A survivor's line stands in its module still, and its reason beside it."""
    held = read_table(HOUSE / "tests" / "mutants.yml")
    lines = {path: {line.strip() for line in path.read_text().splitlines()} for path in MODULES}
    stale = [
        each
        for each in held
        if not each["why"].strip()
        or not set(each["before"].split("\n")) <= lines[HOUSE / "grader/judges/rules" / each["module"]]
    ]

    assert held
    assert stale == []
