"""The folder tree of a run: what is listed and opened, and that nothing leads out of it."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.openprose.tree import FOREIGN_NAME, LocalTree
from tests.run_on_disk import write


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run directory beside a file that is nobody's business."""
    write(tmp_path, {"secret.md": "secret", "elsewhere/secret.md": "secret"})
    return write(tmp_path / "run", {"a.md": "alpha", "folder/b.md": "beta"})


def test_lists_files_with_sizes_and_folders_in_order(run: Path) -> None:
    """A folder's listing is sorted, whatever order the system gives."""
    write(run, {"Z.md": "", "c.md": "abc"})
    files, folders = LocalTree(run).folder("")
    assert [(each.path, each.size) for each in files] == [("Z.md", 0), ("a.md", 5), ("c.md", 3)]
    assert folders == ["folder"]


def test_lists_a_subfolder_by_paths_from_the_run(run: Path) -> None:
    """Paths are relative to the run, not to the folder."""
    assert [each.path for each in LocalTree(run).folder("folder")[0]] == ["folder/b.md"]


def test_opens_a_regular_file(run: Path) -> None:
    """A file's bytes can be had by its path."""
    with LocalTree(run).open("folder/b.md") as stream:
        assert stream.read() == b"beta"


def test_a_run_named_through_a_link_is_read_and_has_its_own_name(run: Path, tmp_path: Path) -> None:
    """The caller may name the run by a link; the run's name is the directory's."""
    (tmp_path / "latest").symlink_to(run)
    tree = LocalTree(tmp_path / "latest")
    assert tree.name == "run"
    assert tree.entry("a.md") is not None


def test_a_file_is_no_run(run: Path) -> None:
    """Only a directory can be a run."""
    with pytest.raises(NotADirectoryError):
        LocalTree(run / "a.md")


def test_links_are_listed_with_a_problem_and_never_opened(run: Path) -> None:
    """Neither a linked file nor a linked folder is followed, wherever it leads."""
    (run / "link.md").symlink_to("../secret.md")
    (run / "inside.md").symlink_to("a.md")
    (run / "out").symlink_to("../elsewhere")
    tree = LocalTree(run)
    files, folders = tree.folder("")
    problems = {each.path: each.problem for each in files}
    assert problems["link.md"] == problems["inside.md"] == problems["out"] == "it is a symbolic link"
    assert folders == ["folder"]
    for path in ("link.md", "inside.md", "out/secret.md", "out"):
        with pytest.raises(OSError, match=r".*"):
            tree.open(path)
    assert tree.entry("out/secret.md") is None


def test_a_folder_that_becomes_a_link_after_the_listing_is_not_followed(run: Path) -> None:
    """What is checked is the file that is opened, not the one that was listed."""
    tree = LocalTree(run)
    assert tree.folder("folder")[0]
    (run / "folder").rename(run / "moved")
    (run / "folder").symlink_to("../elsewhere")
    with pytest.raises(OSError, match=r".*"):
        tree.open("folder/secret.md")


def test_a_run_that_is_replaced_is_not_read(run: Path, tmp_path: Path) -> None:
    """Another directory under the same path isn't the run that was listed."""
    tree = LocalTree(run)
    run.rename(tmp_path / "old")
    write(run, {"a.md": "other"})
    with pytest.raises(OSError, match="replaced"):
        tree.open("a.md")


def test_pipes_and_sockets_are_refused_without_waiting(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What isn't a regular file has a problem, and opening a pipe doesn't wait for a writer."""
    monkeypatch.chdir(run)  # a socket's path is short
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
    tree = LocalTree(run)
    problems = {each.path: each.problem for each in tree.folder("")[0]}
    assert problems["pipe"] == "it is a named pipe"
    assert problems["socket"] == "it is a socket"
    for path in ("pipe", "socket", "folder"):
        with pytest.raises(OSError, match=r".*"):
            tree.open(path)


def test_a_name_that_is_no_unicode_is_listed_readably(run: Path) -> None:
    """A path is always text that can be printed; such a file can't be read by it."""
    os.close(os.open(os.fsencode(run) + b"/bad\xff.md", os.O_CREAT | os.O_WRONLY))
    entry = next(each for each in LocalTree(run).folder("")[0] if each.problem)
    assert entry.problem == FOREIGN_NAME
    assert entry.path.encode("utf-8").startswith(b"bad")


hostile = st.lists(
    st.sampled_from(["..", ".", "", "/", "a.md", "folder", "secret.md", "elsewhere", "out", "\0", "~", "b.md"]),
    max_size=6,
).map("/".join)


@given(path=hostile)
def test_no_path_opens_anything_outside_the_run(path: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever the path, either it is refused or its bytes are those of a file in the run."""
    base = tmp_path_factory.mktemp("hostile")
    write(base, {"secret.md": "secret", "elsewhere/secret.md": "secret"})
    run = write(base / "run", {"a.md": "alpha", "folder/b.md": "beta"})
    (run / "out").symlink_to("../elsewhere")
    tree = LocalTree(run)
    entry = tree.entry(path)
    try:
        with tree.open(path) as stream:
            assert stream.read() in {b"alpha", b"beta"}
    except (OSError, ValueError):
        assert entry is None or entry.problem is not None
