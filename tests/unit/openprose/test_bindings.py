"""Which contract each published file belongs to."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.model import ExpectedOutput, Media
from grader.openprose.bindings import Owner, Published, assign, may_publish, output_paths
from grader.openprose.layout import G2
from tests.run_on_disk import files_of, write


def expected(*outputs: str) -> tuple[ExpectedOutput, ...]:
    """Expected outputs, each `name=path` or a name alone."""
    pairs = (output.partition("=") for output in outputs)
    return tuple(ExpectedOutput(name=name, path=path or None) for name, _, path in pairs)


def published(folder: Path, *owners: Owner, sole: bool = False) -> Published:
    """What these owners published in a folder of bindings."""
    files = files_of(folder)
    return assign(files, G2(), output_paths(files, G2()), owners, sole=sole)


def names(found: Published) -> dict[str, dict[str, str]]:
    """The name of each binding by contract and path."""
    return {contract: {each.path: each.name for each in every} for contract, every in found.by_contract.items()}


def test_a_file_belongs_to_the_contract_of_its_folder(tmp_path: Path) -> None:
    """Its name is the path below the folder without the suffix."""
    write(tmp_path, {"bindings/a/x.md": "", "bindings/a/sub/y.tar.gz": "", "bindings/b/x.json": ""})
    found = published(tmp_path, Owner("a", ("a",)), Owner("b", ("b",)))
    assert names(found) == {
        "a": {"bindings/a/sub/y.tar.gz": "sub/y.tar", "bindings/a/x.md": "x"},
        "b": {"bindings/b/x.json": "x"},
    }
    assert found.orphans == ()


def test_folders_are_compared_exactly_first(tmp_path: Path) -> None:
    """Two contracts that differ in case alone keep their own; else case and hyphens are aside."""
    write(tmp_path, {"bindings/a-b/1": "", "bindings/A_B/2": "", "bindings/c_d/3": ""})
    found = names(published(tmp_path, Owner("A_B", ("A_B",)), Owner("a-b", ("a-b",)), Owner("c-d", ("c-d",))))
    assert {contract: list(each) for contract, each in found.items()} == {
        "A_B": ["bindings/A_B/2"],
        "a-b": ["bindings/a-b/1"],
        "c-d": ["bindings/c_d/3"],
    }


def test_a_contract_whose_name_has_a_slash_has_a_nested_folder(tmp_path: Path) -> None:
    """The longest folder that is a contract's counts."""
    write(tmp_path, {"bindings/team/writer/x.md": "", "bindings/team/y.md": ""})
    found = names(published(tmp_path, Owner("team", ("team",)), Owner("team/writer", ("team/writer",))))
    assert found == {"team": {"bindings/team/y.md": "y"}, "team/writer": {"bindings/team/writer/x.md": "x"}}


def test_the_manifest_may_place_an_output_in_another_folder(tmp_path: Path) -> None:
    """It then belongs to the contract that the manifest names it for, and not to the folder's."""
    write(tmp_path, {"bindings/b/x.md": "", "bindings/b/own.md": "", "elsewhere/y.md": ""})
    a = Owner("a", ("a",), expected("x=bindings/b/x.md", "y=elsewhere/y.md"))
    assert names(published(tmp_path, a, Owner("b", ("b",)))) == {
        "a": {"bindings/b/x.md": "x", "elsewhere/y.md": "y"},
        "b": {"bindings/b/own.md": "own"},
    }


def test_a_file_that_both_contracts_expect_belongs_to_both(tmp_path: Path) -> None:
    """A root that returns a node's output doesn't take it away."""
    write(tmp_path, {"bindings/b/x.md": ""})
    both = names(
        published(
            tmp_path,
            Owner("root", ("root",), expected("x=bindings/b/x.md")),
            Owner("b", ("b",), expected("X=bindings/b/other.md")),
        )
    )
    assert both == {"root": {"bindings/b/x.md": "x"}, "b": {"bindings/b/x.md": "x"}}


def test_the_manifest_may_name_a_folder(tmp_path: Path) -> None:
    """All files in it belong to the output."""
    write(tmp_path, {"bindings/b/charts/1.png": b"\0", "bindings/b/charts/2.svg": ""})
    found = published(tmp_path, Owner("a", ("a",), expected("charts=bindings/b/charts")))
    assert list(names(found)["a"]) == ["bindings/b/charts/1.png", "bindings/b/charts/2.svg"]


def test_a_file_beside_the_folders_is_named_for_its_contract_or_output(tmp_path: Path) -> None:
    """What is named for neither is nobody's."""
    write(tmp_path, {"bindings/a.md": "", "bindings/report.md": "", "bindings/stray.md": ""})
    found = published(tmp_path, Owner("a", ("a",)), Owner("b", ("b",), expected("report")))
    assert names(found) == {"a": {"bindings/a.md": "a"}, "b": {"bindings/report.md": "report"}}
    assert found.orphans == ("bindings/stray.md",)


def test_a_sole_contract_owns_what_is_nobodys(tmp_path: Path) -> None:
    """A root that is graded alone is taken to have published everything, and what isn't known to be its is named."""
    write(tmp_path, {"bindings/other/x.md": "", "bindings/stray.md": ""})
    found = published(tmp_path, Owner("root", ("root",)), sole=True)
    assert names(found) == {"root": {"bindings/other/x.md": "x", "bindings/stray.md": "stray"}}
    assert found.orphans == ("bindings/other/x.md", "bindings/stray.md")


def test_says_what_kind_of_thing_each_file_is(tmp_path: Path) -> None:
    """Text, not text, or not readable and why; a linked folder stands for what would be in it."""
    write(tmp_path, {"bindings/a/t.md": "ü", "bindings/a/p.png": b"\x89PNG\0", "bindings/a/e.md": ""})
    (tmp_path / "bindings/a/l.md").symlink_to("t.md")
    (tmp_path / "bindings/b").symlink_to("a")
    found = published(tmp_path, Owner("a", ("a",)), Owner("b", ("b",)))
    kinds = {each.path: (each.media, each.size) for each in found.by_contract["a"]}
    assert kinds == {
        "bindings/a/e.md": (Media.TEXT, 0),
        "bindings/a/l.md": (Media.UNREADABLE, 0),
        "bindings/a/p.png": (Media.BINARY, 5),
        "bindings/a/t.md": (Media.TEXT, 2),
    }
    assert [(each.path, each.problem) for each in found.by_contract["b"]] == [("bindings/b", "it is a symbolic link")]


def test_caller_inputs_are_no_outputs(tmp_path: Path) -> None:
    """Whatever is under the caller's folder was given, not made."""
    write(tmp_path, {"bindings/caller/x.md": "", "bindings/caller/deep/y.md": "", "bindings/callers/z.md": ""})
    assert output_paths(files_of(tmp_path), G2()) == ["bindings/callers/z.md"]


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("bindings/a/x.md", True),
        ("outputs/x.md", True),
        ("bindings/caller/x.md", False),
        ("bindings/caller", False),
        ("root.prose.md", False),
        ("sources/a.prose.md", False),
        ("forme.manifest.json", False),
        ("vm.log.md", False),
    ],
)
def test_a_manifest_may_not_call_its_own_promises_outputs(path: str, *, allowed: bool) -> None:
    """A source that is stated as an output would keep every promise that it makes."""
    assert may_publish(path, G2()) is allowed


def test_a_folder_claimed_by_very_many_contracts_stays_affordable(tmp_path: Path) -> None:
    """The number of claims is bounded, whatever a manifest states."""
    write(tmp_path, {f"bindings/all/{number}": "" for number in range(200)})
    owners = [Owner(f"c{number}", (f"c{number}",), expected("all=bindings/all")) for number in range(1000)]
    assert sum(map(len, published(tmp_path, *owners).by_contract.values())) == 100_000
