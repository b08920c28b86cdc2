"""Where runs are found: in folders, and around changed files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.openprose.discovery import ChangedRuns, find_runs, is_run, runs_of_changed_files
from tests.run_on_disk import write


@pytest.mark.parametrize(
    "path",
    [
        "x/root.prose.md",
        "x/forme.manifest.json",
        "x/compiled-intent.json",
        "x/vm.log.md",
        "x/program.md",
        "x/root.md",
    ],
)
def test_one_mark_makes_a_run(tmp_path: Path, path: str) -> None:
    """However much of it is missing."""
    assert is_run(write(tmp_path, {path: ""}) / "x")


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["sources/a.prose.md", "bindings/a/x.md"], True),
        (["sources/a.prose.md", "world-model/a/x.md"], True),
        (["sources/a.prose.md"], False),
        (["bindings/a/x.md"], False),
        (["README.md", "root.prose.txt"], False),
    ],
)
def test_sources_beside_outputs_make_a_run(tmp_path: Path, files: list[str], *, expected: bool) -> None:
    """Either alone is an ordinary folder."""
    assert is_run(write(tmp_path, dict.fromkeys(files, ""))) is expected


def test_a_child_of_runs_or_imports_is_a_run_even_if_empty(tmp_path: Path) -> None:
    """What lost everything is an error and doesn't disappear."""
    write(tmp_path, {"runs/a/": "", "imports/b/": "", "runs/file.md": ""})
    assert is_run(tmp_path / "runs/a")
    assert is_run(tmp_path / "imports/b")
    assert not is_run(tmp_path / "runs")
    assert not is_run(tmp_path / "runs/file.md")
    assert not is_run(tmp_path / "none")


def found(folder: Path) -> list[str]:
    """The runs found in a folder, by path from there."""
    return [path.relative_to(folder).as_posix() for path in find_runs(folder)]


def test_finds_runs_in_every_home_and_nested_ones_in_order(tmp_path: Path) -> None:
    """Those at the root, of agents, of the oldest generation, and runs within runs."""
    files = [
        "runs/b/root.prose.md",
        "runs/a/root.prose.md",
        "runs/a/imports/x--y/root.prose.md",
        "runs/a/imports/x--y/imports/z/vm.log.md",
        "runs/empty/",
        ".agents/prose/runs/c/root.prose.md",
        ".prose/runs/d/program.md",
        "elsewhere/deep/forme.manifest.json",
    ]
    assert found(write(tmp_path, dict.fromkeys(files, ""))) == [
        ".agents/prose/runs/c",
        ".prose/runs/d",
        "elsewhere/deep",
        "runs/a",
        "runs/a/imports/x--y",
        "runs/a/imports/x--y/imports/z",
        "runs/b",
        "runs/empty",
    ]


def test_a_folder_that_is_a_run_is_the_first_found(tmp_path: Path) -> None:
    """With the runs inside it."""
    write(tmp_path, {"root.prose.md": "", "imports/a/x": ""})
    assert found(tmp_path) == [".", "imports/a"]


def test_a_home_itself_can_be_searched(tmp_path: Path) -> None:
    """Its children are runs by its name, however it is reached."""
    write(tmp_path, {"runs/a/x": "", "runs/b/x": ""})
    assert found(tmp_path / "runs") == ["a", "b"]


def test_does_not_look_where_no_run_lies(tmp_path: Path) -> None:
    """Hidden and vendored folders, and what a run keeps for itself."""
    files = [
        ".git/runs/a/root.prose.md",
        "node_modules/x/runs/a/root.prose.md",
        "venv/runs/a/root.prose.md",
        "runs/r/root.prose.md",
        "runs/r/bindings/runs/x/out.md",
        "runs/r/workspace/w/root.prose.md",
        "runs/.hidden/root.prose.md",
    ]
    assert found(write(tmp_path, dict.fromkeys(files, ""))) == ["runs/r"]


def test_common_names_alone_are_no_run_in_a_search(tmp_path: Path) -> None:
    """A `manifest.md` or `root.md` among documents proves nothing; with its like it does."""
    files = [
        "docs/manifest.md",
        "notes/root.md",
        "old/program.md",
        "old/state.md",
        "old2/program.md",
        "old2/bindings/x",
    ]
    assert found(write(tmp_path, dict.fromkeys(files, ""))) == ["old", "old2"]


def test_follows_no_link(tmp_path: Path) -> None:
    """Neither out of the folder nor in a circle."""
    write(tmp_path, {"outside/runs/a/root.prose.md": "", "repo/runs/b/root.prose.md": ""})
    (tmp_path / "repo/runs/c").symlink_to(tmp_path / "outside/runs/a")
    (tmp_path / "repo/circle").symlink_to(tmp_path / "repo")
    assert found(tmp_path / "repo") == ["runs/b"]


# --- changed files ---------------------------------------------------------------------------------------------------


def changed(paths: Iterable[str], head: Iterable[str]) -> ChangedRuns:
    """The runs around changed files where these files stand at the head."""
    files = set(head)

    def exists(path: str) -> bool:
        return path == "." or path in files or any(each.startswith(f"{path}/") for each in files)

    return runs_of_changed_files(paths, exists)


RUN = ["runs/r/root.prose.md", "runs/r/forme.manifest.json", "runs/r/bindings/a/x.md"]


@pytest.mark.parametrize(
    ("paths", "head", "present", "removed"),
    [
        (["runs/r/bindings/a/x.md"], RUN, ["runs/r"], []),
        (["README.md", "src/a.py", "runs/README.md"], [*RUN, "README.md"], [], []),
        (["runs/r/root.prose.md"], ["runs/r/bindings/a/x.md"], ["runs/r"], []),
        (RUN, [], [], ["runs/r"]),
        (["runs/r/imports/i/x.md"], [*RUN, "runs/r/imports/i/x.md"], ["runs/r", "runs/r/imports/i"], []),
        (["runs/r/imports/i/x.md"], RUN, ["runs/r"], ["runs/r/imports/i"]),
        (["runs/old/x.md", "runs/new/x.md"], ["runs/new/x.md"], ["runs/new"], ["runs/old"]),
        ([".agents/prose/runs/r/x"], [".agents/prose/runs/r/x"], [".agents/prose/runs/r"], []),
        (["demo/bindings/a/x.md"], ["demo/bindings/a/x.md", "demo/vm.log.md"], ["demo"], []),
        (["demo/root.prose.md", "demo/vm.log.md"], ["demo/bindings/a/x.md"], ["demo"], []),
        (["demo/bindings/a/x.md"], ["demo/bindings/a/x.md"], [], []),
        (["bindings/a/x.md"], ["bindings/a/x.md", "sources/a.prose.md"], ["."], []),
        (["runs/r/bindings/runs/x/y.md"], [*RUN, "runs/r/bindings/runs/x/y.md"], ["runs/r"], []),
        (["node_modules/a/runs/r/x", ".cache/runs/r/x"], ["node_modules/a/runs/r/x", ".cache/runs/r/x"], [], []),
        (["docs/manifest.md"], ["docs/manifest.md"], [], []),
        ([], RUN, [], []),
    ],
)
def test_leads_from_changed_files_to_their_runs(
    paths: list[str], head: list[str], present: list[str], removed: list[str]
) -> None:
    """Every run that encloses a changed file; removed only if nothing of it is left."""
    assert changed(paths, head) == ChangedRuns(tuple(present), tuple(removed))


names = st.sampled_from(["runs", "imports", "a", "b", "root.prose.md", "bindings", ".git", "sources", "x.md", ""])
paths = st.lists(st.lists(names, min_size=1, max_size=6).map("/".join), max_size=8)


@given(paths=paths, head=paths)
def test_every_run_found_encloses_a_changed_file(paths: list[str], head: list[str]) -> None:
    """For any paths; and no run is both there and removed."""
    runs = changed(paths, head)
    assert not set(runs.present) & set(runs.removed)
    for run in (*runs.present, *runs.removed):
        assert run == "." or any(path.startswith(f"{run}/") for path in paths)


def test_a_folder_that_cant_be_listed_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path may be longer than the system takes."""
    run = write(tmp_path, {"runs/a/vm.log.md": ""}) / "runs/a"
    monkeypatch.chdir(tmp_path)
    for _ in range(20):
        Path("deep" * 60).mkdir()
        os.chdir("deep" * 60)
    assert list(find_runs(tmp_path)) == [run]
