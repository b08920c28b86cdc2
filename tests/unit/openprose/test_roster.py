"""Which contracts are graded, in which order, under which names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from grader.model import Role
from grader.openprose.layout import G2
from grader.openprose.log import parse_log
from grader.openprose.manifest import parse_manifest
from grader.openprose.notices import Notices
from grader.openprose.roster import Roster, roster
from grader.openprose.snapshots import Snapshots
from tests.run_on_disk import files_of, write


def source(name: str, rest: str = "") -> str:
    """A source of one promise, named after its contract."""
    return f"---\nname: {name}\n---\n\n### Returns\n\n- promise of {name}\n{rest}"


def enrol(
    folder: Path, files: Mapping[str, str], *graph: Any, published: str = "", log: str = "", **more: Any
) -> tuple[Roster, list[str]]:
    """The roster of a run with these sources and this graph, and the codes of the notices."""
    write(folder, {"root.prose.md": source("main"), **files})
    manifest = parse_manifest(json.dumps({"graph": graph, **more}), "forme.manifest.json")
    notices = Notices()
    found = roster(
        manifest,
        Snapshots(files_of(folder), G2(), "root.prose.md"),
        published.split(),
        parse_log(log),
        notices,
    )
    return found, [each.code for each in notices]


def sources(*names: str) -> dict[str, str]:
    """A source file each."""
    return {f"sources/{name}.prose.md": source(name) for name in names}


def enrolled(found: Roster) -> list[tuple[str, Role, str | None]]:
    """Name, role and source of each member."""
    return [(each.name, each.role, each.snapshot.path if each.snapshot else None) for each in found.members]


def test_of_several_nodes_that_point_at_the_root_one_is_it(tmp_path: Path) -> None:
    """The one of the root's name; the others are looked for elsewhere."""
    graph = [{"id": name, "sourcePath": "root.prose.md"} for name in ("a", "main", "b")]
    found, _ = enrol(tmp_path, sources("a"), *graph)
    assert enrolled(found) == [
        ("main", Role.ROOT, "root.prose.md"),
        ("a", Role.NODE, "sources/a.prose.md"),
        ("b", Role.NODE, None),
    ]


def test_without_a_name_in_common_it_is_the_node_without_another_source(tmp_path: Path) -> None:
    """A node whose own snapshot exists isn't the root just because its path says so."""
    graph = [{"id": name, "sourcePath": "root.prose.md"} for name in ("a", "b")]
    found, _ = enrol(tmp_path, sources("a"), *graph)
    assert enrolled(found) == [("b", Role.ROOT, "root.prose.md"), ("a", Role.NODE, "sources/a.prose.md")]


def test_two_nodes_may_share_a_source(tmp_path: Path) -> None:
    """Instances of one contract are contracts of their own."""
    graph = [{"id": name, "sourcePath": "sources/a.prose.md"} for name in ("a-1", "a-2")]
    found, codes = enrol(tmp_path, sources("a"), *graph)
    assert [each.name for each in found.members] == ["main", "a-1", "a-2"]
    assert codes == []


@pytest.mark.parametrize(
    ("more", "log", "order"),
    [
        ({"executionOrder": ["c", "a", "b"]}, "", ["c", "a", "b"]),
        ({"executionOrder": ["C", "unknown"]}, "", ["c", "a", "b"]),
        ({}, "1→ b ✓\n2→ a ✓\n", ["b", "a", "c"]),
        ({}, "", ["a", "b", "c"]),
        ({"executionOrder": ["b"]}, "1→ c ✓\n", ["b", "a", "c"]),
    ],
)
def test_members_stand_in_execution_order(tmp_path: Path, more: dict[str, Any], log: str, order: list[str]) -> None:
    """The manifest's, else the log's, else the graph's."""
    found, _ = enrol(tmp_path, sources("a", "b", "c"), "a", "b", "c", log=log, **more)
    assert [each.name for each in found.members] == ["main", *order]


def test_other_contracts_with_outputs_come_last(tmp_path: Path) -> None:
    """Found by the contract's name or its file's; inline ones too."""
    files = {
        "sources/a.prose.md": source("a", "\n## helper\n\n### Returns\n\n- help\n"),
        "sources/file.prose.md": source("Another Name"),
    }
    found, codes = enrol(tmp_path, files, "a", published="helper file a", executionOrder=["helper", "a"])
    assert enrolled(found)[1:] == [
        ("a", Role.NODE, "sources/a.prose.md"),
        ("helper", Role.EXTRA, "sources/a.prose.md"),
        ("Another Name", Role.EXTRA, "sources/file.prose.md"),
    ]
    assert (found.absent, codes) == ((), [])


def test_unused_sources_are_absent_unless_the_log_or_a_delegation_names_them(tmp_path: Path) -> None:
    """What ran without being graded was still part of the run."""
    files = {**sources("a", "b", "c", "d", "e")}
    found, codes = enrol(
        tmp_path, files, {"id": "a", "delegates": ["b"]}, log="1→ c ✓\n2→ a ⇒ d (delegate: d)\n3→ [input] e ✓\n"
    )
    assert found.absent == ("e",)
    assert codes == ["unused-source"] * 4


def test_parts_that_the_root_lists_and_that_never_ran_are_absent(tmp_path: Path) -> None:
    """A root can be the snapshot of a larger system."""
    files = {**sources("a"), "root.prose.md": source("main", "\n### Services\n\n- a\n- `planner`\n")}
    found, _ = enrol(tmp_path, files, "a")
    assert found.absent == ("planner",)


def test_a_chapter_of_text_is_no_contract(tmp_path: Path) -> None:
    """`## Overview` in a source heads words, not promises."""
    found, codes = enrol(tmp_path, {"sources/a.prose.md": source("a", "\n## Overview\n\nWords.\n")}, "a")
    assert ([each.name for each in found.members], found.absent, codes) == (["main", "a"], (), [])


def test_a_file_that_only_holds_inline_contracts_is_none_itself(tmp_path: Path) -> None:
    """It is there for their sake."""
    found, codes = enrol(tmp_path, {"sources/all.prose.md": "# All\n\n## a\n\n### Returns\n\n- x\n"}, "a")
    assert (enrolled(found)[1:], codes) == ([("a", Role.NODE, "sources/all.prose.md")], [])


def test_another_text_of_a_graded_contract_is_noted(tmp_path: Path) -> None:
    """A copy that says the same isn't worth a word."""
    files = {**sources("a"), "sources/old/a.prose.md": source("a", "- more\n"), "sources/same/a.prose.md": source("a")}
    found, codes = enrol(tmp_path, files, "a")
    assert ([each.name for each in found.members], codes) == (["main", "a"], ["second-source"])


def test_a_contract_goes_by_its_other_names_where_nobody_else_does(tmp_path: Path) -> None:
    """Frontmatter and file for a node; the manifest's names for the root; each contract's own name comes first."""
    files = {"sources/pen.prose.md": source("the-writer"), **sources("main-2")}
    found, _ = enrol(
        tmp_path, files, {"id": "writer", "sourcePath": "sources/pen.prose.md"}, "main-2", systemName="big", id="main-2"
    )
    names = {each.name: each.names for each in found.members}
    assert names == {"main": ("main", "big", "root"), "writer": ("writer", "the-writer", "pen"), "main-2": ("main-2",)}
    by_name = found.by_name()
    assert (by_name["The Writer".casefold().replace(" ", "")].name, by_name["main-2"].name) == ("writer", "main-2")
