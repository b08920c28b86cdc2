"""`forme.manifest.json` with everything that models do to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import UnreadableRun
from grader.model import DeclaredError
from grader.openprose.manifest import Manifest, OutputLines, Return, StatedInput, StatedOutput, parse_manifest

FILE = "forme.manifest.json"


def parse(**top: Any) -> Manifest:
    """A manifest of these keys."""
    return parse_manifest(json.dumps(top), FILE)


def codes(manifest: Manifest) -> list[str]:
    """The codes of its warnings."""
    return [warning.code for warning in manifest.warnings]


WHOLE = {
    "id": "deep-research",
    "systemName": "Deep Research",
    "sourcePath": "src/deep-research.prose.md",
    "caller": {
        "requires": [{"name": "question", "description": "what to find out"}],
        "returns": [{"name": "report", "source": "synthesizer"}],
    },
    "graph": [
        {
            "id": "synthesizer",
            "sourcePath": "sources/synthesizer.prose.md",
            "workspacePath": "workspace/synthesizer/",
            "inputs": [
                {
                    "name": "findings",
                    "from": "service",
                    "sourceNodeId": "researcher",
                    "sourceOutput": "findings",
                    "path": "bindings/researcher/findings.md",
                }
            ],
            "outputs": [{"name": "report", "bindingPath": "bindings/synthesizer/report.md", "public": True}],
            "errors": ["no-sources"],
            "delegates": [],
        }
    ],
    "executionOrder": [{"nodeId": "synthesizer", "dependsOn": ["researcher"]}],
    "environment": [],
    "tools": [],
    "warnings": [],
}


def test_reads_a_whole_manifest() -> None:
    """Everything that the format has, without a warning."""
    manifest = parse(**WHOLE)
    assert (manifest.id, manifest.system_name) == ("deep-research", "Deep Research")
    assert manifest.requires == (StatedInput("question", "caller"),)
    assert manifest.returns == (Return("report", "synthesizer"),)
    (node,) = manifest.nodes
    assert (node.id, node.source_path, node.workspace_path) == (
        "synthesizer",
        "sources/synthesizer.prose.md",
        "workspace/synthesizer/",
    )
    assert node.inputs == (
        StatedInput("findings", "service", "researcher", "findings", "bindings/researcher/findings.md"),
    )
    assert node.outputs == (StatedOutput("report", "bindings/synthesizer/report.md"),)
    assert node.errors == (DeclaredError(name="no-sources"),)
    assert manifest.order == ("synthesizer",)
    assert manifest.warnings == ()


@pytest.mark.parametrize(
    "text", ["", "{", "{'a': 1}", "[]", "null", '"text"', "[" * 50_000, '{"a": ' + "1" * 5000 + "}"]
)
def test_refuses_only_what_is_no_json_object(text: str) -> None:
    """The one thing that ends the run."""
    with pytest.raises(UnreadableRun) as raised:
        parse_manifest(text, FILE)
    assert raised.value.place.startswith(FILE)
    assert raised.value.hint


def test_says_on_which_line_the_json_breaks() -> None:
    """A person can go and look."""
    with pytest.raises(UnreadableRun) as raised:
        parse_manifest('{\n  "a": 1,\n}', FILE)
    assert raised.value.place == f"{FILE}:3"


@pytest.mark.parametrize(
    "graph",
    [
        [{"id": "a"}, {"id": "b"}],
        {"a": {}, "b": {}},
        {"a": {"id": "a"}, "b": None},
        {"nodes": [{"id": "a"}, {"id": "b"}]},
        ["a", "b"],
        [{"nodeId": "a"}, {"name": "b"}],
        [{"sourcePath": "sources/a.prose.md"}, {"id": "b"}],
    ],
    ids=["list", "keyed", "keyed-odd", "nodes", "strings", "other-keys", "no-id"],
)
def test_reads_a_graph_in_any_shape(graph: object) -> None:
    """The nodes are those of the list, of the object's keys, or bare names."""
    assert [node.id for node in parse(graph=graph).nodes] == ["a", "b"]


@pytest.mark.parametrize("graph", [None, [], {}, 7])
def test_a_manifest_without_nodes_is_a_warning(graph: object) -> None:
    """There may be nothing to read, but that is said; a number is a node of that name."""
    manifest = parse(graph=graph)
    assert ("no-nodes" in codes(manifest)) is (not manifest.nodes)


def test_a_node_named_twice_is_one_with_a_warning() -> None:
    """Nothing that either states is lost."""
    manifest = parse(graph=[{"id": "a", "outputs": ["x"]}, {"id": "a", "outputs": ["x", "y"], "sourcePath": "s"}])
    assert codes(manifest) == ["node-twice"]
    assert [output.name for output in manifest.nodes[0].outputs] == ["x", "y"]
    assert manifest.nodes[0].source_path == "s"


def test_reads_keys_in_another_case_with_a_warning() -> None:
    """Case, hyphens and underscores aside; each spelling is named once."""
    manifest = parse(Graph=[{"ID": "a", "source_path": "s"}, {"ID": "b", "source-path": "t"}])
    assert [(node.id, node.source_path) for node in manifest.nodes] == [("a", "s"), ("b", "t")]
    assert codes(manifest) == ["manifest-key"] * 4


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        (["a"], [("a", "")]),
        ([{"name": "a", "description": "why"}], [("a", "why")]),
        ({"a": "why"}, [("a", "why")]),
        ({"a": {"description": "why"}}, [("a", "why")]),
        ("a", [("a", "")]),
        (None, []),
    ],
)
def test_reads_errors_as_strings_or_objects(errors: object, expected: list[tuple[str, str]]) -> None:
    """Both forms occur."""
    (node,) = parse(graph=[{"id": "n", "errors": errors}]).nodes
    assert [(error.name, error.description) for error in node.errors] == expected


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        (["x"], StatedOutput("x")),
        ({"x": "bindings/n/x.md"}, StatedOutput("x", "bindings/n/x.md")),
        ({"x": {"bindingPath": "p", "conditional": "when y"}}, StatedOutput("x", "p", "when y")),
        ([{"name": "x", "path": "p", "conditional": True}], StatedOutput("x", "p", "on its branch")),
        ([{"name": "x", "conditional": False}], StatedOutput("x")),
        ({"name": "x", "bindingPath": "p"}, StatedOutput("x", "p")),
    ],
)
def test_reads_outputs_in_any_shape(outputs: object, expected: StatedOutput) -> None:
    """Names, paths and the branch that an output is due on."""
    (node,) = parse(graph=[{"id": "n", "outputs": outputs}]).nodes
    assert node.outputs == (expected,)


def test_an_output_without_a_name_is_kept_with_a_warning() -> None:
    """It was promised, whatever it is called."""
    manifest = parse(graph=[{"id": "n", "outputs": [{"bindingPath": "p"}]}])
    assert manifest.nodes[0].outputs == (StatedOutput("unnamed output", "p"),)
    assert codes(manifest) == ["output-name"]


@pytest.mark.parametrize(
    "order",
    [
        ["a", "b", "c"],
        [{"nodeId": "a"}, {"nodeId": "b"}, {"nodeId": "c"}],
        [{"step": 1, "parallel": ["a", "b"], "dependsOn": ["x"]}, {"step": 2, "nodeId": "c", "dependsOn": ["a"]}],
        [["a", "b"], "c"],
        {"1": ["a", "b"], "2": ["c"]},
        [{"parallel": [{"nodeId": "a"}, {"nodeId": "b"}]}, {"NodeID": "c"}],
    ],
    ids=["strings", "objects", "parallel", "lists", "keyed", "nested"],
)
def test_reads_the_execution_order_in_any_shape(order: object) -> None:
    """Steps stand in order, those of one step side by side, dependencies aside."""
    assert parse(executionOrder=order).order == ("a", "b", "c")


def test_reads_returns_in_any_shape() -> None:
    """A name alone, a pair, or an object keyed by name."""
    assert parse(caller={"returns": ["r"]}).returns == (Return("r"),)
    assert parse(caller={"returns": {"name": "r", "source": "a"}}).returns == (Return("r", "a"),)
    assert parse(caller={"returns": {"r": {"source": "a"}}}).returns == (Return("r", "a"),)


def test_passes_the_manifests_own_warnings_on() -> None:
    """Strings, or objects with a node."""
    manifest = parse(graph=["a"], warnings=["odd", {"code": "W", "node": "a", "message": "odder"}, {"x": 1}])
    assert [warning.message for warning in manifest.warnings] == [
        "The manifest warns: odd",
        "The manifest warns: a: odder",
        'The manifest warns: {"x": 1}',
    ]


def test_finds_the_line_that_names_an_output_of_a_node() -> None:
    """Of several lines that hold the name, the one in the node's own object."""
    text = json.dumps(
        {
            "caller": {"returns": [{"name": "x", "source": "b"}]},
            "graph": [{"id": "a", "outputs": ["x"]}, {"id": "b", "outputs": ["x", "ü"]}],
        },
        indent=1,
    )
    lines, found = text.split("\n"), OutputLines(text)
    first, second = (number for number, line in enumerate(lines, 1) if line.strip().startswith('"x"'))
    assert (found.line("a", "x"), found.line("b", "x")) == (first, second)
    assert json.dumps("ü") in lines[found.line("b", "ü") - 1]
    assert '"id": "b"' in lines[found.line("b", "none") - 1]
    assert found.line("none", "none") == 1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("\ud800"),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8) | st.sampled_from(["name", "id"]), inner, max_size=4)
    ),
    max_leaves=12,
)
KEYS = ["id", "systemName", "caller", "graph", "executionOrder", "warnings", "sourcePath", "Graph"]
NODE_KEYS = ["id", "sourcePath", "inputs", "outputs", "errors", "workspacePath", "Outputs"]


@given(
    top=st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), json_values),
    nodes=st.none() | st.lists(st.dictionaries(st.sampled_from(NODE_KEYS), json_values)),
)
def test_any_json_object_is_a_manifest(top: dict[str, Any], nodes: list[Any] | None) -> None:
    """Whatever the values, reading gives a manifest whose node ids are distinct and whose texts can be written."""
    manifest = parse(**(top if nodes is None else {**top, "graph": nodes}))
    ids = [node.id for node in manifest.nodes]
    assert len(set(ids)) == len(ids)
    for node in manifest.nodes:
        assert node.id.encode("utf-8")
        assert all(output.name.encode("utf-8") for output in node.outputs)


@given(text=st.text())
def test_any_text_is_a_manifest_or_an_unreadable_run(text: str) -> None:
    """Nothing else is ever raised."""
    try:
        parse_manifest(text, FILE)
    except UnreadableRun as refusal:
        place = refusal.place
    else:
        place = FILE
    assert place.startswith(FILE)
