"""Which contract of which source a node means."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import UnreadableRun
from grader.openprose.layout import G2
from grader.openprose.snapshots import Snapshots
from tests.run_on_disk import files_of, write


def source(name: str | None, promise: str = "x", *inline: str) -> str:
    """A source with a frontmatter name, one promise, and inline contracts of these names."""
    head = f"---\nname: {name}\n---\n\n" if name else ""
    return f"{head}### Returns\n\n- {promise}\n" + "".join(
        f"\n## {each}\n\n### Returns\n\n- inline {each}\n" for each in inline
    )


def snapshots(folder: Path, files: dict[str, str | bytes], **limits: int) -> Snapshots:
    """The snapshots of a run with these files."""
    return Snapshots(
        files_of(write(folder, {"root.prose.md": source("main"), **files}), **limits), G2(), "root.prose.md"
    )


@pytest.mark.parametrize(
    ("stated", "files", "found"),
    [
        (
            "sources/x.prose.md",
            {"sources/x.prose.md": source("x"), "sources/a.prose.md": source("a")},
            "sources/x.prose.md",
        ),
        ("sources/x.md", {"sources/x.md": source("x"), "sources/a.prose.md": source("a")}, "sources/x.md"),
        ("other/x.prose.md", {"other/x.prose.md": source("x")}, "other/x.prose.md"),
        ("gone.prose.md", {"sources/a.prose.md": source("z")}, "sources/a.prose.md"),
        ("../a.prose.md", {"sources/a.prose.md": source("z")}, "sources/a.prose.md"),
        (None, {"sources/a.prose.md": source("z"), "sources/b.prose.md": source("a")}, "sources/a.prose.md"),
        (None, {"sources/a.md": source(None)}, "sources/a.md"),
        (None, {"sources/b.prose.md": source("a")}, "sources/b.prose.md"),
        (None, {"sources/deep/b.prose.md": source("A")}, "sources/deep/b.prose.md"),
        (None, {"sources/b.prose.md": source("b", "x", "a")}, "sources/b.prose.md"),
        (None, {"sources/b.prose.md": source("b")}, None),
        ("root.prose.md", {"sources/a.prose.md": source("a")}, "root.prose.md"),
    ],
)
def test_looks_for_a_nodes_source_in_the_documented_order(
    tmp_path: Path, stated: str | None, files: dict[str, str | bytes], found: str | None
) -> None:
    """Its path if that lies in the run, the file of its id, then whatever source has its name."""
    first = next(snapshots(tmp_path, files).of_node("a", stated), None)
    assert (first.path if first else None) == found


@pytest.mark.parametrize("heading", ["a", "A", "`a`"])
def test_an_inline_contract_of_the_nodes_name_counts_before_the_files_own(tmp_path: Path, heading: str) -> None:
    """Wherever the file is found."""
    found = next(snapshots(tmp_path, {"sources/a.prose.md": source("a", "x", "b", heading)}).of_node("a", None))
    assert found.contract.inline
    assert [clause.text for clause in found.contract.clauses] == [f"inline {heading}"]


def test_knows_the_root_by_its_file_or_frontmatter_name(tmp_path: Path) -> None:
    """A copy of the root under `sources/` is the root; a file that only is named like it isn't."""
    every = snapshots(tmp_path, {"sources/copy.prose.md": source("Main"), "sources/main.prose.md": source(None)})
    assert {each.path for each in every.all() if every.is_root(each)} == {"root.prose.md", "sources/copy.prose.md"}


def test_a_source_that_cannot_be_read_is_noted_and_missing(tmp_path: Path) -> None:
    """Whether it is no text, a link, or more than may be parsed."""
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources/l.prose.md").symlink_to("../root.prose.md")
    every = snapshots(
        tmp_path, {"sources/b.prose.md": b"\0", "sources/c.prose.md": source("c") + "x" * 500}, parsed_bytes=500
    )
    assert every.paths == ("root.prose.md",)
    assert [each.place for each in every.notices] == [f"sources/{name}.prose.md" for name in "bcl"]


def test_all_sources_together_are_bounded(tmp_path: Path) -> None:
    """Very many large sources aren't all parsed."""
    files: dict[str, str | bytes] = {f"sources/{number}.prose.md": source(None) + "x" * 400 for number in range(20)}
    every = snapshots(tmp_path, files, parsed_bytes=500)
    assert len(every.paths) < 12
    assert "too large together" in next(iter(every.notices)).message


def test_reads_sources_of_other_encodings(tmp_path: Path) -> None:
    """UTF-16 with a mark, a byte order mark, windows-1252, and line ends of other systems."""
    text = source("a", "Größe")
    for encoding in ("utf-16", "utf-8-sig", "windows-1252"):
        data = text.replace("\n", "\r\n").encode(encoding)
        found = next(snapshots(tmp_path, {"sources/a.prose.md": data}).of_node("a", None))
        assert [clause.text for clause in found.contract.clauses] == ["Größe"]


def test_a_root_that_cannot_be_read_is_no_run(tmp_path: Path) -> None:
    """Everything else can be missing, the root can't."""
    with pytest.raises(UnreadableRun, match="isn't text"):
        snapshots(tmp_path, {"root.prose.md": b"\0"})
