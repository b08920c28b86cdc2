"""How names are compared and how a manifest's paths are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.openprose.names import fold, path_in_run, same, stem_of, without_suffix

FOLDERS = ("bindings", "sources", "workspace")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("fact-checker", "Fact_Checker", True),
        ("fact checker", "factchecker", True),
        ("a", "b", False),
        ("-", "_", False),
        ("straße", "STRASSE", True),
    ],
)
def test_compares_with_case_hyphens_and_underscores_aside(one: str, other: str, *, expected: bool) -> None:
    """A name of nothing but hyphens is still a name."""
    assert same(one, other) is expected


@pytest.mark.parametrize(
    ("path", "bare"),
    [("a/b.md", "a/b"), ("a.tar.gz", "a.tar"), ("a.b/c", "a.b/c"), (".md", ".md"), ("a", "a")],
)
def test_takes_off_the_last_suffix_only(path: str, bare: str) -> None:
    """A folder's dot is no suffix, and a name that is all suffix is kept."""
    assert without_suffix(path) == bare


@pytest.mark.parametrize(
    ("path", "stem"), [("sources/a.prose.md", "a"), ("services/a.md", "a"), ("x/a.b.md", "a.b"), ("root", "root")]
)
def test_names_a_source_by_its_file(path: str, stem: str) -> None:
    """Both suffixes go."""
    assert stem_of(path) == stem


@pytest.mark.parametrize(
    ("stated", "path"),
    [
        ("bindings/a/x.md", "bindings/a/x.md"),
        ("./bindings//a/x.md", "bindings/a/x.md"),
        ("bindings/b/../a/x.md", "bindings/a/x.md"),
        ("bindings\\a\\x.md", "bindings/a/x.md"),
        ("runs/r1/bindings/a/x.md", "bindings/a/x.md"),
        ("/home/somebody/repo/runs/r1/bindings/a/x.md", "bindings/a/x.md"),
        ("/home/somebody/moved/bindings/a/x.md", "bindings/a/x.md"),
        ("C:\\repo\\runs\\r1\\bindings\\a\\x.md", "bindings/a/x.md"),
        ("/bindings/a/x.md", "bindings/a/x.md"),
        ("bindings/a/new.md", "bindings/a/new.md"),
        ("runs/r1/bindings/a/new.md", "bindings/a/new.md"),
        ("/repo/runs/r1/bindings/a/new.md", "bindings/a/new.md"),
        ("bindings/a/", "bindings/a"),
        ("odd\\name.md", "odd\\name.md"),
        ("../src/x.md", None),
        ("a/../../x.md", None),
        ("/etc/passwd", None),
        ("..", None),
        ("", None),
        (".", None),
        ("/", None),
    ],
)
def test_reads_a_stated_path_as_one_inside_the_run(stated: str, path: str | None) -> None:
    """Relative to the run or above it, absolute on another machine; never outside."""
    assert path_in_run(stated, "r1", {"bindings/a/x.md", "odd\\name.md"}.__contains__, FOLDERS) == path


@given(stated=st.text(alphabet="./\\abr1C:#\0 ") | st.text())
def test_no_stated_path_leads_out(stated: str) -> None:
    """The result has no `..`, no empty component and doesn't begin with a slash."""
    path = path_in_run(stated, "r1", {"a/b"}.__contains__, ("a",))
    assert path is None or not {"", ".", ".."} & set(path.split("/"))


@given(name=st.text(min_size=1))
def test_folding_is_total_and_stable(name: str) -> None:
    """A folded name folds to itself and is never empty."""
    assert fold(name)
    assert fold(fold(name)) == fold(name)
