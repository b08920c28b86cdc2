"""Knowledge goes one way, and slow libraries stay out until they are used."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]


def _placed() -> set[str]:
    contracts = tomllib.loads((HOUSE / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [layers] = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    return {name.strip(" ()") for layer in layers for name in layer.replace(":", "|").split("|")}


def _modules(folder: Path) -> set[str]:
    """The dotted names of the modules and packages that stand directly in the folder."""
    paths = [*folder.glob("[!_]*.py"), *(init.parent for init in folder.glob("*/__init__.py"))]
    return {".".join(path.relative_to(HOUSE).with_suffix("").parts) for path in paths}


def test_no_module_knows_more_than_it_may() -> None:
    """The import rules of pyproject.toml hold; what breaks them is shown."""
    # A process of its own, for the linter silences the loggers of the one it runs in.
    linter = Path(sysconfig.get_path("scripts"), "lint-imports")
    done = subprocess.run([linter, "--no-cache"], cwd=HOUSE, capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode == 0, done.stdout


def test_every_module_has_its_place_among_the_layers() -> None:
    """No module escapes the one-way rule by being left out of it."""
    modules = _modules(HOUSE / "grader") - {"grader.phases"} | _modules(HOUSE / "grader" / "phases")

    assert modules <= _placed()


@pytest.mark.parametrize("library", ["anthropic", "github"])
def test_help_imports_no_slow_library(library: str) -> None:
    """`contract-grader --help` answers without the libraries that only a call needs."""
    pytest.importorskip("grader.cli")
    program = (
        "import sys\n"
        "from grader.cli import main\n"
        "sys.argv = ['contract-grader', '--help']\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as stop:\n"
        "    assert not stop.code, stop.code\n"
        f"sys.exit('imported' if {library!r} in sys.modules else 0)\n"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode == 0, done.stderr
    assert "Usage" in done.stdout
