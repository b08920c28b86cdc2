"""Run directories that were made to break the reading of them."""

from __future__ import annotations

import json
import os
import resource
import shutil
import tracemalloc
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import RunError, UnreadableRun
from grader.limits import MIB, Limits
from grader.model import Media
from grader.phases.extract import as_json, extract
from grader.run import Run
from tests.run_on_disk import LOG, ROOT, manifest, node, small_run, write

NAMES = ["writer", "Writer", "wri_ter", "brief", "root", "caller", "a b", "x/y", "..", "", "ü", "imports", "out.md"]
PLACES = [
    "bindings/writer/brief.md",
    "bindings",
    "bindings/caller/topic.md",
    "root.prose.md",
    "../x",
    "/etc/passwd",
    ".",
]
KEYS = ["id", "name", "nodes", "outputs", "inputs", "errors", "source", "sourcePath", "bindingPath", "path", "from"]

values = st.recursive(
    st.sampled_from([None, True, 0, 1.5, 10**30, *NAMES, *PLACES]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYS, *NAMES]), inner, max_size=3),
    max_leaves=8,
)
nodes = st.dictionaries(st.sampled_from(["id", "sourcePath", "outputs", "inputs", "errors", "workspacePath"]), values)
manifests = st.fixed_dictionaries(
    {"graph": st.lists(nodes, max_size=3) | values},
    optional={
        "id": values,
        "systemName": values,
        "caller": st.dictionaries(st.sampled_from(["returns", "requires"]), values),
        "executionOrder": values,
        "warnings": values,
    },
)
lines = [
    "---",
    "name: writer",
    "kind: x",
    "### Returns",
    "- `a`: b",
    "- if x: y",
    "## writer",
    "## caller",
    "### Errors",
    "",
]
texts = st.lists(st.sampled_from(lines), max_size=10).map("\n".join)
markers = ["1→ writer ✓", "2-> root ✗ lost", "---resume T", "---end T", "3→ a b ⊘ why", "4→ ∥start a,writer", "prose"]
logs = st.lists(st.sampled_from(markers), max_size=6).map("\n".join)
contents = texts | st.sampled_from([b"\0", "ü".encode("utf-16"), b"\xff", "", "x\n" * 3000])
folders = st.sampled_from(["bindings", "sources", "workspace", "imports", "other"])
leaves = st.sampled_from(["", "/brief.md", "/d/e.json", "/__error.md", ".prose.md", "/.dot"])
paths = st.tuples(folders, st.sampled_from([name for name in NAMES if name not in {"..", ""}]), leaves).map(
    lambda parts: f"{parts[0]}/{parts[1]}{parts[2]}"
)


def check(run: Run) -> None:
    """What holds for every run that was read, whatever it holds."""
    names = [contract.name for contract in run.contracts]
    assert len(set(names)) == len(names)
    assert names[0] == run.root
    bindings = [binding for contract in run.contracts for binding in contract.bindings]
    for contract in run.contracts:
        assert all(clause.contract == contract.name for clause in (*contract.clauses, *contract.conditional_clauses))
        assert all(binding.contract == contract.name for binding in contract.bindings)
    for binding in bindings:
        assert (binding.path in run.documents) is (binding.media is Media.TEXT)
    for path, document in run.documents.items():
        assert document.path == path
        assert isinstance(document.text, str)
    assert set(run.system_outputs) <= {binding.path for binding in bindings}
    assert json.dumps(as_json(run), ensure_ascii=False).encode("utf-8")
    assert all(notice.message.encode("utf-8") for notice in run.warnings)


@given(root=texts, stated=manifests, log=logs, files=st.dictionaries(paths, contents, max_size=6), allow=st.booleans())
def test_any_run_directory_is_a_run_or_one_of_the_errors(
    tmp_path_factory: pytest.TempPathFactory,
    root: str,
    stated: Mapping[str, Any],
    log: str,
    files: Mapping[str, str | bytes],
    allow: bool,
) -> None:
    """Never a traceback; every clause under its contract, every text document readable, everything printable."""
    folder = tmp_path_factory.mktemp("run")
    write(folder, {"root.prose.md": root, "forme.manifest.json": json.dumps(stated), "vm.log.md": log})
    for path, content in files.items():
        with suppress(FileExistsError, IsADirectoryError, NotADirectoryError):  # one of them as a file, one as a folder
            write(folder, {path: content})
    refusal: RunError | None = None
    try:
        check(extract(folder, allow_missing_manifest=allow))
    except RunError as error:
        refusal = error
    shutil.rmtree(folder)
    assert refusal is None or (refusal.hint and refusal.message.encode("utf-8"))


@pytest.mark.parametrize("target", ["../outside.md", "/etc/hostname", "brief.md", "../../bindings"])
def test_no_link_leads_out_of_a_run_or_around_in_it(tmp_path: Path, target: str) -> None:
    """Wherever it stands and leads, its target's text is never read."""
    write(tmp_path, {"outside.md": "secret"})
    folder = small_run(tmp_path / "run", {"sources/writer.prose.md": None, "workspace/writer/": ""})
    for place in ("bindings/writer/link.md", "bindings/caller/link.md", "sources/writer.prose.md", "workspace/link"):
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).symlink_to(target)
    run = extract(folder)
    check(run)
    assert run.contracts[1].source is None
    assert {each.path: each.media for each in run.contracts[1].bindings}["bindings/writer/link.md"] is Media.UNREADABLE
    assert not any("link" in path for path in run.documents)
    assert "secret" not in json.dumps(as_json(run))


def test_a_linked_outputs_folder_publishes_nothing(tmp_path: Path) -> None:
    """What lies behind it isn't the run's."""
    write(tmp_path, {"elsewhere/writer/brief.md": "secret"})
    folder = small_run(tmp_path / "run", {"bindings/writer/brief.md": None})
    shutil.rmtree(folder / "bindings")
    (folder / "bindings").symlink_to("../elsewhere")
    with pytest.raises(RunError, match="no bindings"):
        extract(folder)


def test_pipes_in_every_place_are_never_waited_for(tmp_path: Path) -> None:
    """A run full of pipes is read at once."""
    places = ["vm.log.md", "sources/writer.prose.md", "bindings/writer/brief.md", "bindings/caller/topic.md"]
    folder = small_run(tmp_path, dict.fromkeys(places))
    for place in (*places, "workspace/writer/__error.md"):
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(folder / place)
    run = extract(folder)
    check(run)
    assert {"unreadable-log", "unreadable-source", "unreadable-input", "unreadable-error"} <= {
        notice.code for notice in run.warnings
    }


def test_names_from_a_run_cannot_reach_other_files(tmp_path: Path) -> None:
    """A contract called `../..` finds no folder, no error file and no source outside."""
    write(
        tmp_path, {"secret/__error.md": "# Error: secret", "x.prose.md": "---\nname: x\n---\n### Returns\n- secret\n"}
    )
    stated = [
        node("../..", "x"),
        node("../../secret", "x"),
        node("/etc", "x", sourcePath="/etc/hostname"),
        node("../x"),
    ]
    run = extract(small_run(tmp_path / "run", {"forme.manifest.json": manifest(*stated)}))
    check(run)
    for contract in run.contracts[1:5]:
        assert contract.source is None or contract.name == "writer"
        assert not contract.had_error


def test_a_promise_stated_as_an_output_keeps_nothing(tmp_path: Path) -> None:
    """A manifest that calls the sources outputs would make every quote true."""
    outputs = [
        "root.prose.md",
        "sources/writer.prose.md",
        "forme.manifest.json",
        "vm.log.md",
        "bindings/caller/topic.md",
    ]
    stated = {"outputs": [{"name": f"o{at}", "bindingPath": path} for at, path in enumerate(outputs)]}
    run = extract(small_run(tmp_path, {"forme.manifest.json": manifest({"id": "writer", **stated})}))
    assert not {each.path for contract in run.contracts for each in contract.bindings} & set(outputs)
    assert [notice.code for notice in run.warnings] == ["output-path"] * len(outputs)


def graph(*entries: Any, **more: Any) -> dict[str, str]:
    """A manifest with this graph, as a change of a run."""
    return {"forme.manifest.json": json.dumps({"graph": entries, **more})}


BLANKS = " " * 1_000_000
ENDLESS: Mapping[str, Mapping[str, str]] = {
    "one node many times": graph(*[{"id": "w", "outputs": ["x"]}] * 10_000),
    "many outputs": graph(*({"id": "w", "outputs": [str(each)]} for each in range(10_000))),
    "many claims": graph(
        *({"id": f"n{each}", "outputs": [{"name": "x", "path": "bindings"}]} for each in range(2_000))
    ),
    "many returns": graph("writer", caller={"returns": [str(each) for each in range(20_000)]}),
    "deep order": graph("writer", executionOrder=json.loads("[" * 400 + "]" * 400)),
    "deep value": {"forme.manifest.json": '{"graph": ["writer"], "deep": ' + '{"a":' * 400 + "1" + "}" * 401},
    "log of brackets": {"vm.log.md": "1→ " + "(" * 1_000_000 + " ✓"},
    "log of blanks": {"vm.log.md": f"{BLANKS}1→ a ✗ {BLANKS}b"},
    "endless parallel": {"vm.log.md": "1→ ∥start " + "a," * 1_000_000},
    "endless error": {"vm.log.md": f"1→ writer ✗ {BLANKS}(", "workspace/writer/__error.md": f"# Error: a{BLANKS}b"},
    "endless frontmatter": {"workspace/writer/__error.md": "---\n" + "error: \n" * 200_000},
    "endless title": {"bindings/caller/topic.md": "# " + "a" * 2_000_000},
    "endless header": {"bindings/caller/topic.md": "binding: input\n" + "a: " * 1_000_000},
}


@pytest.mark.parametrize("changes", ENDLESS.values(), ids=ENDLESS)
def test_reading_takes_time_in_proportion_to_the_run(tmp_path: Path, changes: Mapping[str, str]) -> None:
    """None of these is quadratic: in processor seconds, so that a busy machine doesn't matter."""
    folder = small_run(tmp_path, changes)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    check(extract(folder))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - before < 20


def test_a_large_binding_is_never_held(tmp_path: Path) -> None:
    """A binding of 200 MB costs its reading and no memory: it is hashed in blocks and shown by its beginning."""
    folder = small_run(tmp_path)
    with (folder / "bindings/writer/brief.md").open("wb") as stream:
        for _ in range(200):
            stream.write(b"one line of text" * (MIB // 16))
    tracemalloc.start()
    try:
        run = extract(folder)
        shown = as_json(run)["system_output"]["bindings/writer/brief.md"]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20 * MIB
    assert shown.startswith("one line of text" * 125 + "[cut: 2,000 characters of 209,715,200 bytes shown]")
    assert len(run.hashes["bindings/writer/brief.md"]) == 64


def test_very_many_files_are_a_limit_and_no_burden(tmp_path: Path) -> None:
    """The walk ends where the limit is."""
    folder = small_run(tmp_path, {f"bindings/writer/{number}.md": "" for number in range(300)})
    with pytest.raises(UnreadableRun, match="more than 200 files"):
        extract(folder, limits=Limits(run_files=200))
    assert len(extract(folder).contracts[1].bindings) == 302


def test_two_hundred_contracts_of_ten_clauses_are_read_quickly(tmp_path: Path) -> None:
    """Every clause is there, in a processor second or two."""
    names = [f"c{number}" for number in range(200)]
    outputs = [f"out{number}" for number in range(10)]
    promises = "".join(f"- `{output}`: a list of at least 3 items, each with: `name`, `url`\n" for output in outputs)
    files = {f"sources/{name}.prose.md": f"---\nname: {name}\n---\n\n### Returns\n\n{promises}" for name in names}
    files |= {f"bindings/{name}/{output}.md": "- a\n- b\n" for name in names for output in outputs}
    stated = manifest(*(node(name, *outputs) for name in names))
    write(tmp_path, {**files, "root.prose.md": ROOT, "forme.manifest.json": stated, "vm.log.md": LOG})
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    run = extract(tmp_path)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - before < 5
    assert sum(len(contract.clauses) for contract in run.contracts) == 2001
    assert run.contracts[-1].clauses[-1].name == "out9"


def test_a_run_in_other_encodings_is_read(tmp_path: Path) -> None:
    """UTF-16 throughout, with line ends of another system."""
    folder = small_run(tmp_path)
    for path in [each for each in folder.rglob("*") if each.is_file()]:
        path.write_bytes(path.read_text("utf-8").replace("\n", "\r\n").encode("utf-16"))
    run = extract(folder)
    check(run)
    assert [clause.text for clause in run.contracts[1].clauses] == [
        "`brief`: at most 100 words",
        "`sources`: at least 2 items",
    ]
    assert run.documents["bindings/caller/topic.md"].text == "Heat pumps\r\n"
    assert run.warnings == ()
