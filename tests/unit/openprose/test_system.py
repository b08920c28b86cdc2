"""What the system's returns point at."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from grader.model import Binding, ExpectedOutput
from grader.openprose.manifest import Return
from grader.openprose.names import fold
from grader.openprose.system import Producer, Returns, system_outputs


def producer(name: str, *paths: str, expected: Sequence[ExpectedOutput] = ()) -> Producer:
    """A contract that published these files in its folder."""
    bindings = [
        Binding(contract=name, name=path.partition(".")[0], path=f"bindings/{name}/{path}", size=1) for path in paths
    ]
    return Producer(name, expected, bindings)


def output(name: str, path: str | None = None, conditional: str | None = None) -> ExpectedOutput:
    """An expected output."""
    return ExpectedOutput(name=name, path=path, conditional=conditional)


A = producer("a", "one.md", "two.md", expected=[output("one", "bindings/a/one.md"), output("three", None, "when x")])
B = producer("b", "only.json")
C = producer("c", "out.md", "other.md", expected=[output("final", "bindings/c/out.md")])
ROOT = producer("root")
RETURNS = Returns({fold(each.name): each for each in (ROOT, A, B, C)}, [ROOT, A, B, C], lambda path: path.strip("/"))


@pytest.mark.parametrize(
    ("stated", "paths"),
    [
        (Return("one", "a"), ["bindings/a/one.md"]),
        (Return("ONE", "A"), ["bindings/a/one.md"]),
        (Return("two", "a"), ["bindings/a/two.md"]),
        (Return("final", "c"), ["bindings/c/out.md"]),
        (Return("report", "b"), ["bindings/b/only.json"]),
        (Return("report", "a"), []),
        (Return("three", "a"), []),
        (Return("report", "c.final"), ["bindings/c/out.md"]),
        (Return("one"), ["bindings/a/one.md"]),
        (Return("unknown"), []),
        (Return("report", "nobody"), []),
        (Return("report", "bindings/b/only.json"), ["bindings/b/only.json"]),
        (Return("report", None, "bindings/c/out.md"), ["bindings/c/out.md"]),
        (Return("report", "caller", "bindings/nobody/x.md"), []),
    ],
)
def test_finds_what_a_return_points_at(stated: Return, paths: list[str]) -> None:
    """By path, by name, or as the only file; a contract, `contract.output` or a path as its source."""
    returned = RETURNS.resolve(stated)
    assert list(returned.paths) == paths
    assert returned.output.name == stated.name


def test_a_return_is_owed_on_the_branch_of_its_output() -> None:
    """A conditional output that is returned is returned conditionally."""
    assert RETURNS.resolve(Return("three", "a")).output == output("three", None, "when x")


def test_of_two_branches_the_one_that_was_made_is_returned() -> None:
    """An output can have a place on each."""
    branches = [output("plan", f"bindings/d/{each}.md", each) for each in ("a", "b", "c")]
    returns = Returns({"d": producer("d", "b.md", "x.md", expected=branches)}, [], lambda path: path)
    returned = returns.resolve(Return("plan", "d"))
    assert (returned.paths, returned.output) == (("bindings/d/b.md",), branches[1])


def test_an_output_of_a_folder_is_all_its_files() -> None:
    """An output may be a folder."""
    folder = Producer(
        "d",
        [],
        [Binding(contract="d", name=f"site/{each}", path=f"bindings/d/site/{each}.html", size=1) for each in "xy"],
    )
    returns = Returns({"d": folder}, [folder], lambda path: path)
    assert returns.resolve(Return("site", "d")).paths == ("bindings/d/site/x.html", "bindings/d/site/y.html")


@pytest.mark.parametrize(
    ("stated", "root", "paths"),
    [
        ([Return("one", "a"), Return("three", "a")], ROOT, ["bindings/a/one.md"]),
        ([Return("report", "a")], ROOT, ["bindings/a/two.md"]),
        ([Return("three", "a")], ROOT, ["bindings/c/out.md", "bindings/c/other.md"]),
        ([Return("three", "a")], producer("root", "x.md"), ["bindings/root/x.md"]),
        ([], producer("root", "x.md"), ["bindings/root/x.md"]),
        ([], ROOT, ["bindings/c/out.md", "bindings/c/other.md"]),
    ],
    ids=["made", "within-a-file", "off-branch", "off-branch-own", "own", "last"],
)
def test_the_systems_output_is_returned_or_its_own_or_the_last(
    stated: list[Return], root: Producer, paths: list[str]
) -> None:
    """In this order; an output that has a file of its own is never taken for another."""
    assert list(system_outputs([RETURNS.resolve(each) for each in stated], root, C)) == paths


def test_a_root_without_anything_has_no_output() -> None:
    """There may be nothing at all."""
    assert system_outputs([], ROOT, None) == ()
