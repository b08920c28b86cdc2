"""Caller inputs and their headers."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model import Origin
from grader.openprose.caller import Header, read_header, read_inputs
from grader.openprose.notices import Notices
from tests.run_on_disk import files_of, write

VALUE = "one\n\ntwo: 2\n---\nthree\n"


@pytest.mark.parametrize(
    "header",
    [
        "# question\n\nbinding: input\nsource: caller\n\n---\n\n",
        "binding: input\nsource: caller\n---\n",
        "# question\nbinding: input\nsource: caller\ntype: run\n---\n\n\n",
        "kind: input\nsource: caller\n---\n",
        "\n\n# question\n\nkind: input\n\n---\n",
        "---\nbinding: input\nsource: caller\n---\n\n",
        "Binding: Input\r\nSource: Caller\r\n---\r\n",
        "source: caller\n---\n",
    ],
)
def test_strips_the_header_and_keeps_the_value_with_its_lines(tmp_path: Path, header: str) -> None:
    """The value is everything after the rule, even where it looks like a header itself."""
    write(tmp_path, {"bindings/caller/question.md": header + VALUE})
    files = files_of(tmp_path)
    ((bound, document),) = read_inputs(files, ["bindings/caller/question.md"], {}, Notices())
    assert (bound.name, document.text, document.origin) == ("question", VALUE, Origin.INPUT)
    assert document.first_line == header.count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        "just a value\n",
        "# A heading\n\nText.\n\n---\n\nMore.\n",
        "title: x\nauthor: y\n---\nbody\n",
        "---\ntitle: x\n---\nbody\n",
        "---\n\nbody\n",
        "binding: input\nsource: caller\nno rule follows\n",
        "binding: input\nThis is prose\n---\nx\n",
        "",
        "---\n---\n",
        "binding: input\n" + "key: x\n" * 40 + "---\nvalue\n",
    ],
)
def test_a_value_without_a_header_is_kept_whole(text: str) -> None:
    """Frontmatter of another kind, rules and headings belong to the value."""
    assert read_header(text.splitlines()) == Header()


def test_an_empty_value_is_empty(tmp_path: Path) -> None:
    """Nothing after the rule is nothing."""
    write(tmp_path, {"bindings/caller/a.md": "binding: input\n---\n"})
    ((_, document),) = read_inputs(files_of(tmp_path), ["bindings/caller/a.md"], {}, Notices())
    assert document.text == ""


def test_names_come_from_the_manifest_then_the_title_in_a_subfolder_then_the_path(tmp_path: Path) -> None:
    """The manifest's path counts; a title doesn't rename a file that stands where it should."""
    head = "# titled\nbinding: input\n---\nx"
    paths = {"a.md": head, "sub/b.md": head, "sub/c.md": "binding: input\n---\nx", "sub/d.md": head, "e": "x"}
    write(tmp_path / "bindings/caller", paths)
    files = files_of(tmp_path)
    found = read_inputs(files, files.under("bindings/caller"), {"bindings/caller/sub/d.md": "stated"}, Notices())
    assert [bound.name for bound, _ in found] == ["a", "e", "titled", "sub/c", "stated"]


def test_an_input_that_is_no_text_is_noted(tmp_path: Path) -> None:
    """It can't serve as evidence, and that is said."""
    write(tmp_path, {"bindings/caller/a.png": b"\x89PNG\0"})
    (tmp_path / "bindings/caller/b.md").symlink_to("a.png")
    files, notices = files_of(tmp_path), Notices()
    assert read_inputs(files, files.under("bindings/caller"), {}, notices) == []
    assert [each.place for each in notices] == ["bindings/caller/a.png", "bindings/caller/b.md"]


pieces = st.sampled_from(["# a", "binding: input", "source: caller", "---", "", "x: y", "prose", "kind: input"])


@given(lines=st.lists(pieces) | st.lists(st.text()))
def test_a_header_never_swallows_the_value(lines: list[str]) -> None:
    """A header ends with a rule (and blank lines), and says that this is an input."""
    header = read_header(lines)
    head = [line.strip() for line in lines[: header.lines]]
    assert header.lines <= len(lines)
    if head:
        assert "---" in head
        assert any(line.lower().startswith(("binding:", "kind:", "source:")) for line in head)
