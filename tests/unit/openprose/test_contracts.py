"""A contract's declarations, from its source and the manifest."""

from __future__ import annotations

from grader.model import Clause, DeclaredError, ExpectedInput, ExpectedOutput, Place, Section
from grader.openprose.contracts import errors_of, expected_inputs, expected_outputs, manifest_clauses, renamed
from grader.openprose.manifest import Node, OutputLines, StatedInput, StatedOutput
from grader.openprose.notices import Notices
from grader.openprose.snapshots import Snapshot
from grader.openprose.source import SourceContract

MANIFEST = "forme.manifest.json"


def test_clauses_carry_the_contracts_name_in_the_run() -> None:
    """The node's id, which isn't always the source's name; nothing else changes."""
    place = Place(file="sources/a.prose.md", lines=(3, 4))
    clause = Clause(contract="a", text="x", place=place, section=Section.RETURNS, body="x")
    (same,), (other,) = renamed([clause], "a"), renamed([clause], "b")
    assert same is clause
    assert (other.contract, other.model_copy(update={"contract": "a"})) == ("b", clause)


def test_the_manifests_outputs_are_clauses_once_each() -> None:
    """At the lines that name them."""
    node = Node("a", outputs=(StatedOutput("x"), StatedOutput("y"), StatedOutput("x", "elsewhere")))
    clauses = manifest_clauses(node, OutputLines('{"id": "a",\n"outputs": ["x",\n"y", "x"]}'), MANIFEST)
    assert [(each.text, str(each.place), each.section) for each in clauses] == [
        ("x", f"{MANIFEST}:2", Section.MANIFEST),
        ("y", f"{MANIFEST}:3", Section.MANIFEST),
    ]


def test_errors_of_source_and_manifest_are_one_list() -> None:
    """The source's word counts where both speak."""
    declared = SourceContract(name="a", errors=(DeclaredError(name="no-results", description="by the source"),))
    node = Node("a", errors=(DeclaredError(name="No_Results"), DeclaredError(name="late")))
    found = errors_of(Snapshot("sources/a.prose.md", declared), node)
    assert [(each.name, each.description) for each in found] == [("no-results", "by the source"), ("late", "")]
    assert errors_of(None, None) == ()


def test_a_path_that_is_no_place_for_an_output_is_dropped_with_a_notice() -> None:
    """The output is still expected."""
    node = Node("a", outputs=(StatedOutput("x", "good"), StatedOutput("y", "bad"), StatedOutput("z", "out", "when w")))
    notices = Notices()
    found = expected_outputs(node, {"good": "good", "bad": "bad"}.get, lambda path: path != "bad", MANIFEST, notices)
    assert found == (
        ExpectedOutput(name="x", path="good"),
        ExpectedOutput(name="y"),
        ExpectedOutput(name="z", conditional="when w"),
    )
    assert [each.code for each in notices] == ["output-path"] * 2


def test_an_inputs_fragment_stands_apart_from_its_path() -> None:
    """`queues.json#gaps` is a file and a key in it."""
    stated = [StatedInput("gaps", "service", "b", "queues.gaps", "bindings/b/queues.json#gaps"), StatedInput("day")]
    assert expected_inputs(stated, lambda path: path, lambda _: None) == (
        ExpectedInput(
            name="gaps",
            origin="service",
            node="b",
            output="queues.gaps",
            path="bindings/b/queues.json",
            fragment="gaps",
        ),
        ExpectedInput(name="day"),
    )


def test_an_inputs_producer_has_its_name_in_the_run() -> None:
    """Whether the manifest spells it otherwise, or names it where the kind of source belongs."""
    stated = [
        StatedInput("x", "service", "Fact_Checker"),
        StatedInput("y", "critic"),
        StatedInput("z", "service", "gone"),
    ]
    known = {"Fact_Checker": "fact-checker", "critic": "critic"}
    found = expected_inputs(stated, lambda path: path, known.get)
    assert [each.node for each in found] == ["fact-checker", "critic", "gone"]
