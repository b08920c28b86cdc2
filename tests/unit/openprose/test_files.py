"""A run's files: the listing, its limits, and reading within them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from grader.model import Media, Origin
from grader.openprose.files import Unreadable
from tests.run_on_disk import files_of, write


def test_lists_all_files_sorted_by_path(tmp_path: Path) -> None:
    """The order is the same on every machine."""
    write(tmp_path, {"b/z.md": "", "a.md": "", "b/a.md": "", "B.md": ""})
    assert list(files_of(tmp_path).entries) == ["B.md", "a.md", "b/a.md", "b/z.md"]


def test_leaves_out_nested_runs_and_what_is_hidden(tmp_path: Path) -> None:
    """Files of `imports/` belong to runs of their own; a name that begins with a dot is never an output."""
    write(
        tmp_path,
        {"imports/x/root.prose.md": "", ".git/config": "", "bindings/a/.gitkeep": "", "bindings/imports/b": ""},
    )
    assert list(files_of(tmp_path).entries) == ["bindings/imports/b"]


def test_finds_what_lies_below_a_folder(tmp_path: Path) -> None:
    """A folder of a similar name isn't taken for it."""
    write(tmp_path, {"a/1": "", "a/b/2": "", "a-b/3": "", "a.md": "", "a0": "", "ab/4": ""})
    files = files_of(tmp_path)
    assert files.under("a") == ["a/1", "a/b/2"]
    assert files.under("none") == []


def test_a_linked_folder_stands_for_itself(tmp_path: Path) -> None:
    """What is below a link isn't known; the link is."""
    write(tmp_path, {"a/1": ""})
    (tmp_path / "a" / "linked").symlink_to(tmp_path)
    (tmp_path / "b").symlink_to(tmp_path)
    files = files_of(tmp_path)
    assert files.under("a") == ["a/1", "a/linked"]
    assert files.under("b") == ["b"]
    assert files.media("b") == (Media.UNREADABLE, "it is a symbolic link")


def test_a_file_over_the_limit_has_a_problem_and_its_bytes_do_not_count(tmp_path: Path) -> None:
    """One huge file doesn't break the limit of the run; it just isn't read."""
    write(tmp_path, {"big": "x" * 200, "small": "x" * 50})
    files = files_of(tmp_path, file_bytes=100, run_bytes=100)
    assert files.breach is None
    media, problem = files.media("big")
    assert media is Media.UNREADABLE
    assert problem == "it has 200 bytes, more than the limit of 100 for a file"
    assert files.sha256("big") is None
    with pytest.raises(Unreadable, match="200 bytes"):
        files.text("big")


@pytest.mark.parametrize(
    ("limits", "breach"),
    [
        ({"run_files": 3}, "more than 3 files"),
        ({"run_bytes": 3}, "more than 3 bytes"),
        ({"depth": 1}, "nested deeper than 1: a/b"),
    ],
    ids=["files", "bytes", "depth"],
)
def test_a_limit_of_the_run_is_reported_and_not_raised(tmp_path: Path, limits: dict[str, int], breach: str) -> None:
    """The walk stops at a limit and says which; the caller decides when to refuse."""
    write(tmp_path, {"a/b/1": "1234", "a/2": ""})
    found = files_of(tmp_path, **limits).breach
    assert found is not None
    assert breach in found


def test_limits_are_inclusive(tmp_path: Path) -> None:
    """A run of exactly the limits is within them."""
    write(tmp_path, {"a/1": "12"})
    assert files_of(tmp_path, run_files=2, run_bytes=2, file_bytes=2, depth=1).breach is None


def test_text_is_held_only_up_to_the_limit_for_parsed_files(tmp_path: Path) -> None:
    """A file that is parsed whole has a smaller limit than an output."""
    write(tmp_path, {"a.md": "x" * 20})
    assert files_of(tmp_path, parsed_bytes=20).text("a.md") == "x" * 20
    with pytest.raises(Unreadable, match="larger than 19 bytes"):
        files_of(tmp_path, parsed_bytes=19).text("a.md")


def test_text_says_why_it_cannot_be_had(tmp_path: Path) -> None:
    """Missing, binary and linked files are told apart."""
    write(tmp_path, {"a.png": b"\x89PNG\0", "d/": ""})
    (tmp_path / "link").symlink_to("a.png")
    files = files_of(tmp_path)
    for path, why in [("none", "doesn't exist"), ("a.png", "isn't text"), ("link", "symbolic link"), ("d", "a folder")]:
        with pytest.raises(Unreadable, match=why):
            files.text(path)


def test_documents_are_read_when_asked_and_in_utf8(tmp_path: Path) -> None:
    """A document of another encoding gives its text, with lines counted as in the file."""
    write(tmp_path, {"a.md": "one\nzwö\n".encode("utf-16"), "b.md": "zwö".encode("latin-1")})
    files = files_of(tmp_path)
    document = files.document("a.md", Origin.INPUT, skip_lines=1)
    assert (document.text, document.first_line, document.origin) == ("zwö\n", 2, Origin.INPUT)
    assert files.document("b.md").text == "zwö"


def test_a_document_is_not_opened_once_it_became_a_link(tmp_path: Path) -> None:
    """The opener checks anew each time."""
    write(tmp_path, {"run/a.md": "a", "secret": "s"})
    document = files_of(tmp_path / "run").document("a.md")
    (tmp_path / "run" / "a.md").unlink()
    (tmp_path / "run" / "a.md").symlink_to("../secret")
    with pytest.raises(OSError, match=r".*"):
        document.open()


def test_hashes_the_file_as_it_is(tmp_path: Path) -> None:
    """The hash is of the bytes, whatever the encoding."""
    data = "zwö".encode("utf-16")
    write(tmp_path, {"a.md": data})
    assert files_of(tmp_path).sha256("a.md") == hashlib.sha256(data).hexdigest()
