"""The YAML block at the top of a source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.openprose.frontmatter import Frontmatter, read_frontmatter


def read(text: str) -> Frontmatter:
    """The frontmatter of a source."""
    return read_frontmatter(text.split("\n"))


def test_the_block_between_dashes_is_a_mapping() -> None:
    """Every scalar is the text that was written; the lines are counted with both delimiters."""
    found = read("---\nname: worker\nversion: 1.0\nskip: no\ntags: [a, b]\n---\n# Title")
    assert found.values == {"name": "worker", "version": "1.0", "skip": "no", "tags": ["a", "b"]}
    assert (found.lines, found.warning) == (6, None)


@pytest.mark.parametrize("text", ["", "# Title", "\n---\nname: a\n---", "----\nname: a\n----", "---", "---\n\ntext"])
def test_a_source_without_frontmatter_has_none(text: str) -> None:
    """A rule further down, or one that nothing follows, is no frontmatter."""
    assert read(text) == Frontmatter()


@pytest.mark.parametrize("text", ["---\n---\n", "---\n# only a comment\n---\n", "---  \n---\t\n", "---\n...\n"])
def test_an_empty_block_is_an_empty_mapping(text: str) -> None:
    """And no reason to warn."""
    found = read(text)
    assert (found.values, found.warning) == ({}, None)
    assert found.lines >= 2


@pytest.mark.parametrize(
    "block",
    ["name: worker\ndescription: use when: x", "name: worker\n\tkind: x", "name: worker\nnote: [", 'name: "worker"\n%'],
)
def test_what_yaml_refuses_is_read_line_by_line(block: str) -> None:
    """Models write frontmatter that is nearly YAML; its name still counts."""
    found = read(f"---\n{block}\n---\n")
    assert found.text("name") == "worker"
    assert found.lines == block.count("\n") + 3
    assert found.warning is not None
    assert "one by one" in found.warning


@pytest.mark.parametrize("block", ["- a\n- b", "just text", "[a, b]", "@"])
def test_a_block_that_is_no_mapping_is_left_to_the_text(block: str) -> None:
    """It may hold commitments."""
    found = read(f"---\n{block}\n---\n")
    assert (found.values, found.lines) == ({}, 0)
    assert found.warning is not None


def test_frontmatter_that_nothing_ends_is_as_long_as_its_pairs() -> None:
    """The text after them is text."""
    found = read("---\nname: worker\nkind: service\n\n### Returns\n- a: b")
    assert (found.values, found.lines) == ({"name": "worker", "kind": "service"}, 3)
    assert found.warning is not None


@pytest.mark.parametrize(
    ("value", "expected"),
    [("worker", "worker"), ("' a  b '", "a b"), ("12", "12"), ("", None), ("~", None), ("null", None), ("[a]", None)],
)
def test_a_value_is_a_text_or_none(value: str, expected: str | None) -> None:
    """Blank, null and lists are no text."""
    assert read(f"---\nname: {value}\n---").text("name") == expected


@pytest.mark.parametrize(
    "block",
    [
        "[" * 20_000,
        "{a: " * 20_000,
        "a: &a [*a]",
        "\n".join(f"k{n}: &k{n} [{', '.join([f'*k{n - 1}'] * 9) if n else 'x'}]" for n in range(30)),
        "? [a]\n: b",
        "!!python/object:os.system x",
        "a: 2024-99-99",
        "a: " + "9" * 10_000,
        "a: \x00\x07",
        "x" * 100_000,
    ],
)
def test_hostile_yaml_neither_raises_nor_runs(block: str) -> None:
    """Nesting, references, tags, numbers, control characters, size."""
    assert isinstance(read(f"---\n{block}\n---\n"), Frontmatter)


@given(
    st.lists(
        st.sampled_from(["---", "...", "a: b", "- a", "a:", " b: [", "\t", "", "*x", "&x a", "<<: *x", "%A", "? a"])
    )
)
def test_reading_is_total(lines: list[str]) -> None:
    """Any mix of lines gives a frontmatter no longer than the source."""
    assert read_frontmatter(lines).lines <= len(lines)


@given(st.text())
def test_reading_any_block_is_total(block: str) -> None:
    """Any text between the delimiters."""
    assert isinstance(read(f"---\n{block}\n---"), Frontmatter)
