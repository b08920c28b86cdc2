"""Where results go, and where they never go."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from grader.commands.delivery import folder_names, prepare_folders, to_stdout, write_files
from grader.errors import UsageError


@pytest.mark.parametrize(
    ("runs", "names"),
    [
        (["a/runs/x"], ["x"]),
        (["a/runs/x", "a/runs/y"], ["x", "y"]),
        (["a/runs/x", "b/runs/x"], ["a__runs__x", "b__runs__x"]),
        (["a/runs/x", "b/runs/x", "b/runs/y"], ["a__runs__x", "b__runs__x", "y"]),
        (["x", "a/x"], ["{root}__x", "a__x"]),
        (["a__x", "a/x", "b/x"], ["{root}__a__x", "{root}__a__x-2", "b__x"]),
    ],
)
def test_runs_of_one_id_are_told_apart_by_their_path(tmp_path: Path, runs: list[str], names: list[str]) -> None:
    """The run's id names the folder; where several share it, as much of the path as tells them apart."""
    made = folder_names([tmp_path / run for run in runs])
    assert len(set(made)) == len(runs)
    expected = [name.format(root=tmp_path.name) for name in names]
    assert all(name.endswith(end) for name, end in zip(made, expected, strict=True))


def test_folders_are_made_before_anything_is_graded(tmp_path: Path) -> None:
    """Each run gets a folder under the one that was named, parents included."""
    folders = prepare_folders(tmp_path / "out" / "deep", [tmp_path / "runs/a", tmp_path / "runs/b"])
    assert [folder.name for folder in folders] == ["a", "b"]
    assert all(folder.is_dir() for folder in folders)


@pytest.mark.parametrize("out", ["runs/a", "runs/a/reports", "runs", "link"])
def test_a_run_is_never_written_into(tmp_path: Path, out: str) -> None:
    """A folder that is a run, lies in one, or would become one is refused, also by way of a link."""
    run = tmp_path / "runs/a"
    run.mkdir(parents=True)
    (tmp_path / "link").symlink_to(run)
    with pytest.raises(UsageError, match="a run is never written into"):
        prepare_folders(tmp_path / out, [run])
    assert list(run.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_a_wrong_call(tmp_path: Path) -> None:
    """A file in the way is reported as such."""
    (tmp_path / "out").write_text("in the way")
    with pytest.raises(UsageError, match="can't be made"):
        prepare_folders(tmp_path / "out", [tmp_path / "runs/a"])


def test_an_earlier_report_does_not_survive(tmp_path: Path) -> None:
    """A run that can't be graded any more has an error.json and no grade.json; other files stay."""
    write_files(tmp_path, {"grade.json": "{}", "details.json": "{}", "report.md": "old"})
    (tmp_path / "mine.txt").write_text("mine")
    write_files(tmp_path, {"error.json": "new"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["error.json", "mine.txt"]


def test_a_link_in_place_of_a_report_is_replaced_not_followed(tmp_path: Path) -> None:
    """What a link points at stays untouched."""
    target = tmp_path / "target"
    target.write_text("untouched")
    out = tmp_path / "out"
    out.mkdir()
    (out / "grade.json").symlink_to(target)
    write_files(out, {"grade.json": "{}"})
    assert target.read_text() == "untouched"
    assert (out / "grade.json").read_text() == "{}"


def test_a_reader_that_has_gone_away_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows a closed pipe is dropped, now and at the interpreter's end."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        to_stdout("unread")
        to_stdout("unread as well")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_output_that_nothing_takes_is_a_wrong_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk is told in the system's words."""
    with os.fdopen(os.open("/dev/full", os.O_WRONLY), "w", closefd=True) as full:
        monkeypatch.setattr(sys, "stdout", full)
        with pytest.raises(UsageError, match="standard output can't be written: No space left"):
            to_stdout("undelivered")
        monkeypatch.undo()
        os.dup2(os.open(os.devnull, os.O_WRONLY), full.fileno())  # so that closing it can flush


def test_a_report_that_cannot_be_written_is_a_wrong_call(tmp_path: Path) -> None:
    """A folder where a report should go is reported, not a traceback."""
    (tmp_path / "grade.json").mkdir()
    (tmp_path / "grade.json" / "x").write_text("x")
    with pytest.raises(UsageError, match="can't be written"):
        write_files(tmp_path, {"grade.json": "{}"})
