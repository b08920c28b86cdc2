"""How the parts of a run are put together, where no part alone shows it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import pytest

from grader.errors import UnreadableRun
from grader.limits import Limits
from grader.model import ExpectedInput, ExpectedOutput, Media
from grader.openprose.identity import system_of
from grader.openprose.tree import Entry, LocalTree
from grader.phases.extract import extract, extract_tree
from tests.run_on_disk import ROOT, manifest, node, small_run, write


class DeniedTree(LocalTree):
    """A run in which the system refuses some files and folders, as it does to anybody but the superuser."""

    def __init__(self, root: Path, *denied: str) -> None:
        super().__init__(root)
        self._denied = denied

    def folder(self, path: str) -> tuple[list[Entry], list[str]]:
        """The listing, unless it is denied."""
        self._refuse(path)
        return super().folder(path)

    def open(self, path: str) -> BinaryIO:
        """The bytes, unless they are denied."""
        self._refuse(path)
        return super().open(path)

    def _refuse(self, path: str) -> None:
        if path in self._denied:
            raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize("denied", ["", "root.prose.md", "forme.manifest.json"])
def test_a_run_whose_essentials_are_denied_is_unreadable(tmp_path: Path, denied: str) -> None:
    """The directory itself, its root or its manifest."""
    with pytest.raises(UnreadableRun, match="permission denied"):
        extract_tree(DeniedTree(small_run(tmp_path), denied))


@pytest.mark.parametrize(("denied", "system"), [("root.prose.md", "other"), ("", None)])
def test_the_system_is_told_by_what_can_be_read(tmp_path: Path, denied: str, system: str | None) -> None:
    """The manifest where the root is denied, and nothing where all of it is."""
    one = manifest(node("writer", "brief"), systemName="other")
    tree = DeniedTree(small_run(tmp_path, {"forme.manifest.json": one}), denied)
    assert system_of(tree, Limits()) == system


def test_what_else_is_denied_is_missing_or_unreadable(tmp_path: Path) -> None:
    """A source, the log, an output, an input, a whole folder: each says why."""
    denied = [
        "sources/writer.prose.md",
        "vm.log.md",
        "bindings/writer/brief.md",
        "bindings/caller/topic.md",
        "bindings/a",
    ]
    folder = small_run(tmp_path, {"bindings/a/x.md": ""})
    run = extract_tree(DeniedTree(folder, *denied), name="shown/as")
    assert {notice.code: notice.place for notice in run.warnings} == {
        "unreadable-source": "sources/writer.prose.md",
        "unreadable-log": "vm.log.md",
        "unreadable-input": "bindings/caller/topic.md",
        "unknown-output": "bindings/a",
        "no-source": "forme.manifest.json",
    }
    brief = run.contracts[1].bindings[0]
    assert (run.path, brief.media, brief.problem) == ("shown/as", Media.UNREADABLE, "permission denied")
    assert "bindings/writer/brief.md" not in run.hashes


@pytest.mark.parametrize(
    ("root", "stated", "system"),
    [
        (ROOT, {"systemName": "other", "id": "third"}, "brief"),
        ("### Returns\n- x\n", {"systemName": "other", "id": "third"}, "other"),
        ("### Returns\n- x\n", {"systemName": None, "id": "third"}, "third"),
        ("### Returns\n- x\n", {"systemName": None, "id": None}, "root"),
    ],
)
def test_the_system_is_named_by_the_root_or_the_manifest(
    tmp_path: Path, root: str, stated: Mapping[str, str | None], system: str
) -> None:
    """Frontmatter first, then `systemName`, then `id`."""
    one = manifest(node("writer", "brief", "sources"), **stated)
    assert extract(small_run(tmp_path, {"root.prose.md": root, "forme.manifest.json": one})).system == system


def test_an_error_file_in_the_workspace_that_the_manifest_states_counts(tmp_path: Path) -> None:
    """Whatever the folder is called."""
    one = manifest(node("writer", "brief", "sources", workspacePath="runs/x/workspace/pen-1/"))
    changes = {
        "forme.manifest.json": one,
        "workspace/pen-1/__error.md": "# Error: no-sources\n",
        "vm.log.md": "2→ writer ✗ x\n",
    }
    run = extract(small_run(tmp_path, changes))
    assert (run.contracts[1].error_file, run.contracts[1].error_name) == ("workspace/pen-1/__error.md", "no-sources")
    assert run.warnings == ()


def test_inputs_are_named_as_the_manifest_names_them(tmp_path: Path) -> None:
    """By the system's own list, or by a node that takes one from the caller."""
    inputs = [{"name": "limit", "from": "caller", "path": "bindings/caller/deep/l.md"}]
    one = manifest(
        node("writer", "brief", "sources", inputs=inputs),
        caller={"requires": [{"name": "subject", "path": "bindings/caller/topic.md"}]},
    )
    run = extract(small_run(tmp_path, {"forme.manifest.json": one, "bindings/caller/deep/l.md": "3"}))
    assert [(each.name, each.path) for each in run.inputs] == [
        ("limit", "bindings/caller/deep/l.md"),
        ("subject", "bindings/caller/topic.md"),
    ]


def test_paths_may_carry_a_fragment(tmp_path: Path) -> None:
    """It is no part of the file's name, unless there is such a file."""
    outputs = [
        {"name": "brief", "bindingPath": "bindings/writer/brief.md#top"},
        {"name": "c", "bindingPath": "bindings/writer/c#.md"},
    ]
    inputs = [{"name": "x", "from": "service", "sourceNodeId": "Writer", "path": "bindings/writer/brief.md#a.b"}]
    one = manifest({"id": "writer", "outputs": outputs}, {"id": "critic", "inputs": inputs})
    run = extract(small_run(tmp_path, {"forme.manifest.json": one, "bindings/writer/c#.md": "c"}))
    assert [output.path for output in run.contracts[1].expected_outputs] == [
        "bindings/writer/brief.md",
        "bindings/writer/c#.md",
    ]
    assert run.contracts[2].expected_inputs == (
        ExpectedInput(name="x", origin="service", node="writer", path="bindings/writer/brief.md", fragment="a.b"),
    )


def test_the_root_owes_what_the_system_returns(tmp_path: Path) -> None:
    """Where it is made, and on the branch that it is made on; its own outputs come first."""
    outputs = [
        {"name": "brief", "bindingPath": "bindings/writer/brief.md"},
        {"name": "plan", "bindingPath": "bindings/writer/plan.md", "conditional": "when asked"},
    ]
    returns = [
        {"name": "brief", "source": "writer"},
        {"name": "plan", "source": "writer"},
        {"name": "own", "source": "brief"},
    ]
    one = manifest(
        {"id": "writer", "outputs": outputs},
        {
            "id": "brief",
            "sourcePath": "root.prose.md",
            "outputs": [{"name": "own", "bindingPath": "bindings/brief/o.md"}],
        },
        caller={"returns": returns},
    )
    run = extract(small_run(tmp_path, {"forme.manifest.json": one, "bindings/brief/o.md": "own"}))
    assert run.contracts[0].expected_outputs == (
        ExpectedOutput(name="own", path="bindings/brief/o.md"),
        ExpectedOutput(name="brief", path="bindings/writer/brief.md"),
        ExpectedOutput(name="plan", path="bindings/writer/plan.md", conditional="when asked"),
    )
    assert run.system_outputs == ("bindings/writer/brief.md", "bindings/brief/o.md")


def test_files_of_a_nested_run_are_not_the_outer_runs(tmp_path: Path) -> None:
    """Each is a run of its own."""
    small_run(tmp_path / "imports" / "x--y", {"bindings/writer/brief.md": "inner"})
    run = extract(small_run(tmp_path))
    inner = extract(tmp_path / "imports" / "x--y")
    assert not any(path.startswith("imports/") for path in (*run.documents, *run.hashes))
    assert inner.documents["bindings/writer/brief.md"].text == "inner"


def test_two_runs_of_the_same_content_are_read_alike(tmp_path: Path) -> None:
    """Nothing depends on where a run lies or in which order its files were written."""
    first = extract(small_run(tmp_path / "a" / "run"))
    write(tmp_path / "b" / "run", {"vm.log.md": "", "bindings/writer/sources.md": ""})
    second = extract(small_run(tmp_path / "b" / "run"))
    assert (first.contracts, first.hashes, first.inputs) == (second.contracts, second.hashes, second.inputs)
    assert list(first.documents) == list(second.documents)


def test_an_output_that_two_branches_make_is_expected_on_both(tmp_path: Path) -> None:
    """Neither place nor condition is lost."""
    outputs = [
        {"name": "plan", "bindingPath": f"bindings/writer/{each}.md", "conditional": each} for each in ("a", "b")
    ]
    run = extract(small_run(tmp_path, {"forme.manifest.json": manifest({"id": "writer", "outputs": outputs})}))
    assert [output.conditional for output in run.contracts[1].expected_outputs] == ["a", "b"]
