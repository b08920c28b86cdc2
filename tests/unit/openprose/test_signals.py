"""How a contract ended, where its error file and the log agree and where they don't."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.model import Progress
from grader.openprose.layout import G2
from grader.openprose.notices import Notices
from grader.openprose.signals import Ending, Signals, error_files, read_log
from tests.run_on_disk import files_of, write

FILE = {"workspace/a/__error.md": "# Error: lost\n"}


def ending(
    folder: Path, log: str | None, files: dict[str, str], *names: str, workspace: str | None = None, root: bool = False
) -> tuple[Ending, list[str]]:
    """The ending of a contract of these names, and the codes of the notices."""
    write(folder, {**files, **({} if log is None else {"vm.log.md": log})})
    found, notices = files_of(folder), Notices()
    read = read_log(found, G2(), notices)
    signals = Signals(found, read, error_files(found, G2()), notices)
    return signals.ending(names or ("a",), workspace=workspace, root=root), [each.code for each in notices]


@pytest.mark.parametrize(
    ("log", "files", "had_error", "name", "progress", "codes"),
    [
        ("1→ a ✓\n", {}, False, None, Progress.FINISHED, []),
        ("1→ a ✗ lost\n", FILE, True, "lost", Progress.FAILED, []),
        ("1→ a ✗ other\n", FILE, True, "lost", Progress.FAILED, []),
        ("1→ a ✗ lost\n", {}, True, "lost", Progress.FAILED, ["no-error-file"]),
        ("1→ a ✗\n", {}, True, None, Progress.FAILED, ["no-error-file"]),
        ("1→ a ✗ lost\n---resume T\n2→ a ✓\n", FILE, False, None, Progress.FINISHED, ["error-overruled"]),
        ("1→ a ✗ lost\n---resume T\n2→ a ✓\n", {}, False, None, Progress.FINISHED, []),
        ("1→ a ✓\n---resume T\n2→ a ✗ lost\n", FILE, True, "lost", Progress.FAILED, []),
        ("1→ a ⊘ deferred\n", FILE, True, "lost", Progress.NOT_RUN, []),
        ("1→ a ⊘ deferred\n", {}, False, None, Progress.NOT_RUN, []),
        ("", FILE, True, "lost", Progress.FAILED, []),
        (None, FILE, True, "lost", Progress.FAILED, ["no-log"]),
        (None, {}, False, None, Progress.UNKNOWN, ["no-log"]),
        ("1→ a ✗ lost\n", {"workspace/a/__error.md": "Sorry.\n"}, True, "lost", Progress.FAILED, ["unnamed-error"]),
        ("1→ a ✗ lost\n", {"workspace/a/__error.md": "\0"}, True, "lost", Progress.FAILED, ["unreadable-error"]),
    ],
)
def test_the_last_event_wins_and_the_file_names_the_error(
    tmp_path: Path,
    log: str | None,
    files: dict[str, str],
    had_error: bool,
    name: str | None,
    progress: Progress,
    codes: list[str],
) -> None:
    """A file or a cross is an error, unless the contract finished later."""
    found, said = ending(tmp_path, log, files)
    assert (found.had_error, found.error_name, found.progress, said) == (had_error, name, progress, codes)
    assert (found.error_file is not None) is bool(files)


def test_the_root_ends_as_the_run_does(tmp_path: Path) -> None:
    """Where the log doesn't name it; that alone is no error of its own."""
    found, _ = ending(tmp_path, "1→ b ✗ lost\n---error T lost\n", {}, "main", root=True)
    assert (found.progress, found.note, found.had_error) == (Progress.FAILED, "T lost", False)


@pytest.mark.parametrize("folder", ["fact-checker", "Fact_Checker", "alias", "stated/deep"])
def test_an_error_file_is_found_by_any_of_the_names(tmp_path: Path, folder: str) -> None:
    """The contract's own, another spelling, another name, or the folder that the manifest states."""
    files = {f"workspace/{folder}/__error.md": "# Error: lost\n"}
    found, _ = ending(tmp_path, None, files, "fact-checker", "alias", workspace="stated/deep")
    assert found.error_file == f"workspace/{folder}/__error.md"


def test_an_unreadable_log_says_nothing(tmp_path: Path) -> None:
    """It is noted, and everything is unknown."""
    write(tmp_path, {"other.md": "1→ a ✓\n"})
    (tmp_path / "vm.log.md").symlink_to("other.md")
    assert ending(tmp_path, None, {}) == (Ending(), ["unreadable-log"])


def test_error_files_that_nobody_asked_for_are_kept_in_mind(tmp_path: Path) -> None:
    """An error of no known contract is worth a warning."""
    write(tmp_path, {**FILE, "workspace/b/__error.md": "", "workspace/__error.md": ""})
    files = files_of(tmp_path)
    notices = Notices()
    signals = Signals(files, read_log(files, G2(), notices), error_files(files, G2()), notices)
    signals.ending(("a",))
    assert list(signals.unheard) == ["workspace/__error.md", "workspace/b/__error.md"]
