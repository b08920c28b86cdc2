"""Phase 1 on run directories: the contracts, what they published, and the errors in their order."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.errors import MissingManifest, MissingRoot, NoOutputs, RunError, UnreadableRun
from grader.limits import Limits
from grader.model import Media, Origin, Progress, Role, Section
from grader.openprose.encoding import HEAD
from grader.phases.extract import as_json, extract
from tests.run_on_disk import LOG, ROOT, WRITER, manifest, node, small_run, write


def codes(folder: Path) -> list[str]:
    """The codes of a run's warnings."""
    return [warning.code for warning in extract(folder).warnings]


def test_reads_a_whole_run(tmp_path: Path) -> None:
    """Contracts, outputs, inputs, log and hashes of an ordinary run, without a warning."""
    run = extract(small_run(tmp_path / "20260601-101500-abcdef"))
    assert (run.run_id, run.system, run.root, run.generation) == ("20260601-101500-abcdef", "brief", "brief", "G2")
    assert [(each.name, each.role, each.source) for each in run.contracts] == [
        ("brief", Role.ROOT, "root.prose.md"),
        ("writer", Role.NODE, "sources/writer.prose.md"),
    ]
    writer = run.contracts[1]
    assert [clause.name for clause in writer.clauses] == ["brief", "sources"]
    assert [(each.name, each.path) for each in writer.bindings] == [
        ("brief", "bindings/writer/brief.md"),
        ("sources", "bindings/writer/sources.md"),
    ]
    assert (writer.had_error, writer.progress) == (False, Progress.FINISHED)
    assert [(each.name, run.documents[each.path].text) for each in run.inputs] == [("topic", "Heat pumps\n")]
    assert run.documents["bindings/caller/topic.md"].origin is Origin.INPUT
    assert run.system_outputs == ("bindings/writer/brief.md",)
    assert run.log_path == "vm.log.md"
    assert set(run.hashes) == {
        "root.prose.md",
        "sources/writer.prose.md",
        "forme.manifest.json",
        "bindings/writer/brief.md",
        "bindings/writer/sources.md",
    }
    assert run.warnings == ()


# --- errors, in their order ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "error", "place"),
    [
        ({"root.prose.md": None, "forme.manifest.json": None}, MissingRoot, "root.prose.md"),
        ({"root.prose.md": None, "forme.manifest.json": "{"}, MissingRoot, "root.prose.md"),
        ({"root.prose.md": b"\x89PNG\0", "forme.manifest.json": None}, UnreadableRun, "root.prose.md"),
        ({"forme.manifest.json": None}, MissingManifest, "forme.manifest.json"),
        ({"forme.manifest.json": "{\n  oops"}, UnreadableRun, "forme.manifest.json:2"),
        ({"forme.manifest.json": "[]"}, UnreadableRun, "forme.manifest.json"),
        ({"forme.manifest.json": b"\0\1"}, UnreadableRun, "forme.manifest.json"),
        ({"forme.manifest.json": "[" * 100_000}, UnreadableRun, "forme.manifest.json"),
        ({"forme.manifest.json": '{"n": ' + "9" * 5000 + "}"}, UnreadableRun, "forme.manifest.json"),
        ({"bindings/writer/brief.md": None, "bindings/writer/sources.md": None}, NoOutputs, "bindings/"),
    ],
)
def test_each_error_has_its_place_in_the_order(
    tmp_path: Path, changes: Mapping[str, str | bytes | None], error: type[RunError], place: str
) -> None:
    """The first error that applies is raised, with a place and a hint."""
    with pytest.raises(error) as raised:
        extract(small_run(tmp_path, changes))
    assert type(raised.value) is error
    assert raised.value.place == place
    assert raised.value.hint


def test_a_path_that_is_no_directory_is_unreadable(tmp_path: Path) -> None:
    """A file, nothing at all, and a path that no system has."""
    write(tmp_path, {"file": ""})
    for path in (tmp_path / "file", tmp_path / "none", Path("a\0b")):
        with pytest.raises(UnreadableRun):
            extract(path)


@pytest.mark.parametrize("path", ["root.prose.md", "forme.manifest.json"])
def test_what_is_no_text_at_its_end_is_unreadable(tmp_path: Path, path: str) -> None:
    """Root and manifest are looked at as a whole, not only at their beginning."""
    whole = (small_run(tmp_path / "run") / path).read_bytes() + b" \n" * HEAD
    with pytest.raises(UnreadableRun, match="isn't text"):
        extract(small_run(tmp_path / "run", {path: whole + b"\0"}))


@pytest.mark.parametrize("kind", ["link", "folder", "pipe"])
def test_a_root_that_is_no_regular_file_is_unreadable(tmp_path: Path, kind: str) -> None:
    """Something stands in the root's place, but nothing that may be read."""
    folder = small_run(tmp_path / "run", {"root.prose.md": None})
    place = folder / "root.prose.md"
    write(tmp_path, {"other.md": ROOT})
    if kind == "link":
        place.symlink_to("../other.md")
    elif kind == "folder":
        place.mkdir()
    else:
        os.mkfifo(place)
    with pytest.raises(UnreadableRun, match=kind):
        extract(folder)


def test_caller_inputs_and_dot_files_are_no_outputs(tmp_path: Path) -> None:
    """A run whose errors are all that is left lists each error file with its name."""
    changes = {
        "bindings/writer/brief.md": None,
        "bindings/writer/sources.md": None,
        "bindings/writer/.gitkeep": "",
        "workspace/writer/__error.md": "# Error: no-sources\n",
    }
    with pytest.raises(NoOutputs, match=r"workspace/writer/__error\.md \(no-sources\)"):
        extract(small_run(tmp_path, changes))


@pytest.mark.parametrize("limits", [Limits(run_files=3), Limits(run_bytes=100), Limits(depth=1)])
def test_a_limit_of_the_whole_run_makes_it_unreadable(tmp_path: Path, limits: Limits) -> None:
    """Files, bytes and depth are limits of the run; the message says which was broken."""
    with pytest.raises(UnreadableRun, match="A limit was broken"):
        extract(small_run(tmp_path), limits=limits)


def test_a_missing_root_is_said_before_a_broken_limit(tmp_path: Path) -> None:
    """The limits come after the root and the manifest."""
    with pytest.raises(MissingRoot):
        extract(small_run(tmp_path, {"root.prose.md": None}), limits=Limits(run_files=1))


def test_a_binding_over_a_limit_does_not_end_the_run(tmp_path: Path) -> None:
    """Only its own clauses can't be evaluated: it is there, unreadable, and says why."""
    folder = small_run(tmp_path, {"bindings/writer/brief.md": "x" * 5000})
    run = extract(folder, limits=Limits(file_bytes=4000))
    brief = run.contracts[1].bindings[0]
    assert brief.media is Media.UNREADABLE
    assert brief.problem is not None
    assert "4,000" in brief.problem
    assert brief.path not in run.documents
    assert as_json(run)["contracts"][1]["actual_output"][brief.path].startswith("[not read: ")


def test_a_root_over_the_limit_is_unreadable(tmp_path: Path) -> None:
    """The root and the manifest are what a run can't do without."""
    with pytest.raises(UnreadableRun, match="root"):
        extract(small_run(tmp_path), limits=Limits(file_bytes=10))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=ascii)
def test_every_line_end_counts_alike(tmp_path: Path, end: str) -> None:
    """Sources, manifest, log, inputs and outputs are read by one rule of where a line ends."""
    small_run(tmp_path, {"vm.log.md": LOG.replace("writer ✓", "writer ✗ no-sources")})
    for path in (path for path in tmp_path.rglob("*") if path.is_file()):
        path.write_bytes(path.read_bytes().replace(b"\n", end.encode()))
    run = extract(tmp_path)
    assert [clause.place.lines for clause in run.contracts[1].clauses] == [(8, 8), (9, 9)]
    assert [event.line for event in run.log] == [6, 7, 8]
    assert [(each.code, each.place) for each in run.warnings] == [("no-error-file", "vm.log.md:7")]
    assert run.documents["bindings/writer/sources.md"].line_of(8) == 2
    assert run.documents["bindings/caller/topic.md"].first_line == 7
    assert run.documents["bindings/caller/topic.md"].text.strip() == "Heat pumps"
    owed = extract(write(tmp_path, {"sources/writer.prose.md": "\0"})).contracts[1].clauses
    manifest_lines = manifest(node("writer", "brief", "sources")).split("\n")
    assert [manifest_lines[clause.place.lines[0] - 1].split('"')[3] for clause in owed] == ["brief", "sources"]


# --- contracts of a run ----------------------------------------------------------------------------------------------


def test_without_a_manifest_every_source_is_expected_if_allowed(tmp_path: Path) -> None:
    """`--allow-missing-manifest` grades a run from its sources, with a warning."""
    run = extract(small_run(tmp_path, {"forme.manifest.json": None}), allow_missing_manifest=True)
    assert [(each.name, each.role) for each in run.contracts] == [("brief", Role.ROOT), ("writer", Role.NODE)]
    assert "no-manifest" in {warning.code for warning in run.warnings}


def test_a_lone_function_is_graded_without_a_manifest_if_allowed(tmp_path: Path) -> None:
    """A function that ran alone publishes in a folder of its own name."""
    files = {"root.prose.md": ROOT, "bindings/brief/brief.md": "Short.\n"}
    with pytest.raises(MissingManifest, match="does not contain"):
        extract(write(tmp_path, files))
    run = extract(tmp_path, allow_missing_manifest=True)
    assert [each.path for each in run.contracts[0].bindings] == ["bindings/brief/brief.md"]
    assert run.system_outputs == ("bindings/brief/brief.md",)
    assert "unknown-output" not in {each.code for each in run.warnings}


def test_a_manifest_without_nodes_grades_the_root_alone(tmp_path: Path) -> None:
    """The root owns everything that was published, and the manifest's silence is a warning."""
    run = extract(small_run(tmp_path, {"forme.manifest.json": "{}"}))
    assert [each.name for each in run.contracts] == ["brief"]
    assert [each.path for each in run.contracts[0].bindings] == [
        "bindings/writer/brief.md",
        "bindings/writer/sources.md",
    ]
    assert {"no-nodes", "unused-source"} <= {warning.code for warning in run.warnings}
    assert [(each.place, each.message) for each in run.warnings if each.code == "unknown-output"] == [
        (path, f"{path} belongs to no known contract; it is taken for an output of brief")
        for path in ("bindings/writer/brief.md", "bindings/writer/sources.md")
    ]


def test_a_node_is_the_root_if_its_path_is_the_root_file(tmp_path: Path) -> None:
    """They are one contract, named by the node's id, read from the root source."""
    one = manifest(node("summary", "brief", sourcePath="root.prose.md"), node("writer", "brief", "sources"))
    run = extract(small_run(tmp_path, {"forme.manifest.json": one, "bindings/summary/brief.md": "Short.\n"}))
    root = run.contracts[0]
    assert [each.name for each in run.contracts] == ["summary", "writer"]
    assert (root.role, root.source, run.root) == (Role.ROOT, "root.prose.md", "summary")
    assert [clause.contract for clause in root.clauses] == ["summary"]
    assert [each.path for each in root.bindings] == ["bindings/summary/brief.md"]


def test_a_node_is_the_root_if_they_share_the_frontmatter_name(tmp_path: Path) -> None:
    """The snapshot in `sources/` is the same contract; the root file counts."""
    one = manifest(node("brief", "brief"), node("writer", "brief", "sources"))
    snapshot = "---\nname: brief\n---\n\n### Returns\n\n- another promise\n"
    run = extract(small_run(tmp_path, {"forme.manifest.json": one, "sources/brief.prose.md": snapshot}))
    assert [(each.name, each.source) for each in run.contracts] == [
        ("brief", "root.prose.md"),
        ("writer", "sources/writer.prose.md"),
    ]
    assert [clause.name for clause in run.contracts[0].clauses] == ["brief"]


def test_an_inline_contract_of_the_nodes_name_counts(tmp_path: Path) -> None:
    """A root file can hold the sources of its nodes."""
    inline = ROOT + "\n## writer\n\n### Returns\n\n- `memo`: one line\n"
    one = manifest(node("writer", "memo", sourcePath="root.prose.md"))
    run = extract(small_run(tmp_path, {"root.prose.md": inline, "forme.manifest.json": one}))
    assert [(each.name, each.source) for each in run.contracts] == [
        ("brief", "root.prose.md"),
        ("writer", "root.prose.md"),
    ]
    assert [clause.name for clause in run.contracts[1].clauses] == ["memo"]


def test_a_source_path_outside_the_run_is_never_followed(tmp_path: Path) -> None:
    """The snapshot of the node's name counts instead."""
    write(tmp_path, {"src/writer.prose.md": "---\nname: writer\n---\n\n### Returns\n\n- a secret\n"})
    for stated in ("../src/writer.prose.md", str(tmp_path / "src/writer.prose.md"), "src/writer.prose.md"):
        one = manifest(node("writer", "brief", "sources", sourcePath=stated))
        run = extract(small_run(tmp_path / "run", {"forme.manifest.json": one}))
        assert run.contracts[1].source == "sources/writer.prose.md"


def test_a_path_from_another_machine_is_read_by_its_part_in_the_run(tmp_path: Path) -> None:
    """Absolute paths, and paths from the repository's root, mean the files of this run."""
    for stated in (
        "/home/x/repo/runs/r1/sources/pen.prose.md",
        "runs/r1/sources/pen.prose.md",
        "C:\\runs\\r1\\sources\\pen.prose.md",
    ):
        one = manifest(node("writer", "brief", "sources", sourcePath=stated))
        changes = {"forme.manifest.json": one, "sources/writer.prose.md": None, "sources/pen.prose.md": WRITER}
        assert extract(small_run(tmp_path / "r1", changes)).contracts[1].source == "sources/pen.prose.md"


def test_a_node_without_any_source_owes_the_manifests_outputs(tmp_path: Path) -> None:
    """Each output's name is a clause, at the line of the manifest that names it."""
    run = extract(small_run(tmp_path, {"sources/writer.prose.md": None}))
    writer = run.contracts[1]
    lines = (tmp_path / "forme.manifest.json").read_text().splitlines()
    assert writer.source is None
    assert [(each.text, each.section) for each in writer.clauses] == [
        ("brief", Section.MANIFEST),
        ("sources", Section.MANIFEST),
    ]
    for clause in writer.clauses:
        assert f'"name": "{clause.text}"' in lines[clause.place.lines[0] - 1]
    assert "no-source" in {warning.code for warning in run.warnings}


def test_a_source_that_cannot_be_read_counts_as_missing(tmp_path: Path) -> None:
    """A binary or linked source is named under warnings."""
    run = extract(small_run(tmp_path, {"sources/writer.prose.md": b"\0\0"}))
    assert run.contracts[1].source is None
    assert {"unreadable-source", "no-source"} <= {warning.code for warning in run.warnings}


def test_a_source_outside_the_graph_is_graded_only_with_outputs(tmp_path: Path) -> None:
    """With outputs it is graded beside the nodes; without, it is named under warnings and as absent."""
    extra = WRITER.replace("writer", "editor")
    changes = {"sources/editor.prose.md": extra, "sources/critic.prose.md": WRITER.replace("writer", "critic")}
    run = extract(small_run(tmp_path, {**changes, "bindings/editor/brief.md": "Short.\n"}))
    assert [(each.name, each.role) for each in run.contracts] == [
        ("brief", Role.ROOT),
        ("writer", Role.NODE),
        ("editor", Role.EXTRA),
    ]
    assert [(each.code, each.place) for each in run.warnings] == [("unused-source", "sources/critic.prose.md")]
    assert run.absent_contracts == ("critic",)


def test_outputs_of_no_known_contract_are_named(tmp_path: Path) -> None:
    """They are nobody's, and still hashed."""
    run = extract(small_run(tmp_path, {"bindings/stranger/x.md": "?"}))
    assert [(each.code, each.place) for each in run.warnings] == [("unknown-output", "bindings/stranger/x.md")]
    assert "bindings/stranger/x.md" in run.hashes


def test_a_contract_without_clauses_is_listed_with_a_warning(tmp_path: Path) -> None:
    """It is graded all the same: with nothing."""
    assert codes(small_run(tmp_path, {"sources/writer.prose.md": "---\nname: writer\n---\n"})) == ["no-clauses"]


def test_the_root_comes_first_and_the_rest_in_execution_order(tmp_path: Path) -> None:
    """The manifest's order counts, whatever the graph's; the last one's outputs are the system's if nothing else is."""
    nodes = [node(name, "out") for name in ("c", "a", "b")]
    order = [{"step": 1, "parallel": ["a"]}, {"nodeId": "b", "dependsOn": ["a"]}, {"nodeId": "c"}]
    outputs = {f"bindings/{name}/out.md": name for name in "abc"}
    changes = {
        "forme.manifest.json": manifest(*nodes, executionOrder=order),
        "sources/writer.prose.md": None,
        **outputs,
    }
    run = extract(
        small_run(tmp_path, {**changes, "bindings/writer/brief.md": None, "bindings/writer/sources.md": None})
    )
    assert [each.name for each in run.contracts] == ["brief", "a", "b", "c"]
    assert run.system_outputs == ("bindings/c/out.md",)


def test_a_root_named_like_a_node_that_it_is_not_keeps_apart(tmp_path: Path) -> None:
    """Two contracts never share a name."""
    other = "---\nname: something-else\n---\n\n### Returns\n\n- `out`: a word\n"
    changes = {"forme.manifest.json": manifest(node("brief", "out")), "sources/brief.prose.md": other}
    run = extract(small_run(tmp_path, changes))
    assert [each.name for each in run.contracts] == ["brief (root)", "brief", "writer"]


# --- endings ---------------------------------------------------------------------------------------------------------


def test_an_error_file_is_an_error_and_its_name_is_checked(tmp_path: Path) -> None:
    """An error that the contract doesn't declare is a warning."""
    log = LOG.replace("writer ✓", "writer ✗ too-slow")
    run = extract(
        small_run(tmp_path, {"vm.log.md": log, "workspace/writer/__error.md": "# Error: too-slow\n\nSlow.\n"})
    )
    writer = run.contracts[1]
    assert (writer.had_error, writer.error_name, writer.error_file) == (True, "too-slow", "workspace/writer/__error.md")
    assert run.documents["workspace/writer/__error.md"].origin is Origin.ERROR
    assert [each.code for each in run.warnings] == ["undeclared-error"]


def test_an_error_known_from_the_log_alone_is_an_error_with_a_warning(tmp_path: Path) -> None:
    """The missing file is named; the error's name is the log's."""
    run = extract(small_run(tmp_path, {"vm.log.md": LOG.replace("writer ✓", "writer ✗ no-sources (3 tried)")}))
    writer = run.contracts[1]
    assert (writer.had_error, writer.error_name, writer.error_file) == (True, "no-sources", None)
    assert [(each.code, each.place) for each in run.warnings] == [("no-error-file", "vm.log.md:7")]


def test_a_resumed_run_that_finished_a_contract_overrules_its_error_file(tmp_path: Path) -> None:
    """The last event wins, with a warning."""
    log = LOG.replace("2→ writer ✓", "2→ writer ✗ no-sources\n---error T no sources\n---resume T\n3→ writer ✓")
    run = extract(small_run(tmp_path, {"vm.log.md": log, "workspace/writer/__error.md": "# Error: no-sources\n"}))
    assert (run.contracts[1].had_error, run.contracts[1].progress) == (False, Progress.FINISHED)
    assert [each.code for each in run.warnings] == ["error-overruled"]


def test_a_contract_that_never_ran_says_so(tmp_path: Path) -> None:
    """The log's reason is kept for the evidence."""
    run = extract(small_run(tmp_path, {"vm.log.md": LOG.replace("writer ✓", "writer ⊘ deferred (topic is empty)")}))
    assert (run.contracts[1].progress, run.contracts[1].progress_note) == (
        Progress.NOT_RUN,
        "deferred (topic is empty)",
    )


# --- what `extract` prints -------------------------------------------------------------------------------------------


def test_an_error_of_nobody_is_told(tmp_path: Path) -> None:
    """Its folder is called like no contract."""
    files = {"workspace/ghost/__error.md": "# Error: lost\n"}
    assert "unknown-error-file" in codes(small_run(tmp_path / "run", files))
