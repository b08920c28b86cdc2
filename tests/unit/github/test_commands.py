"""What the runner reads must say what we mean, whatever the text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.github.commands import command, plain, write_outputs


def test_a_command_escapes_its_message_and_properties() -> None:
    """Percent signs, line ends, colons and commas are escaped as the runner unescapes them."""
    assert command("warning", "50%\nmore", title="a:b,c") == "::warning title=a%3Ab%2Cc::50%25%0Amore"


def test_an_empty_property_is_left_out() -> None:
    """A command without properties has none."""
    assert command("notice", "text", title="") == "::notice::text"


@given(st.text() | st.sampled_from(["::error::x", "  ::set-output name=a::b", "##[error]x", ":::", "a\r::error::b"]))
def test_plain_text_is_no_command(text: str) -> None:
    """No text that is printed starts a command, in neither syntax."""
    shown = plain(text)
    assert not re.search(r"::|##\[", shown)
    assert "\r" not in shown
    assert "\x1b" not in shown


def test_outputs_are_blocks_with_their_own_delimiters(tmp_path: Path) -> None:
    """A value of several lines is written whole."""
    file = tmp_path / "output"
    marks = iter(["one", "two"])
    write_outputs(file, {"runs": "[\n]", "cost-usd": ""}, delimiter=lambda: next(marks))
    assert file.read_text() == "runs<<one\n[\n]\none\ncost-usd<<two\n\ntwo\n"


def test_a_value_that_holds_its_delimiter_is_refused(tmp_path: Path) -> None:
    """Nothing is written then, not even the values before it."""
    file = tmp_path / "output"
    with pytest.raises(ValueError, match="its own delimiter"):
        write_outputs(file, {"a": "fine", "b": "x\nend\nc<<y"}, delimiter=lambda: "end")
    assert not file.exists()


def test_delimiters_differ(tmp_path: Path) -> None:
    """Each value gets its own random delimiter."""
    file = tmp_path / "output"
    write_outputs(file, {"a": "1", "b": "2"})
    marks = re.findall(r"<<(ghadelimiter_\w{32})$", file.read_text(), re.MULTILINE)
    assert len(set(marks)) == 2
