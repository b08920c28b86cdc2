"""Structured data out of text, however long the text is."""

from __future__ import annotations

import gc
import json

import pytest

from grader.judges.rules import reading
from grader.judges.rules.reading import MISSING, json_trouble, read_json, read_json_lines, read_yaml, undisturbed


@pytest.mark.parametrize(
    "text",
    ['{"a": [1, 2.5, "x", null]}', '["\\ud800 alone"]', "[1e400, 2]", '{"a": 1, "a": 2}', "[" * 300 + "]" * 300],
)
def test_long_json_is_read_as_short_json_is(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a character, a number beyond a float and deep nesting are read by either parser."""
    short = repr(read_json(text))
    monkeypatch.setattr(reading, "_LARGE", 8)
    assert repr(read_json(text)) == short


@pytest.mark.parametrize("text", ['{"a": NaN}', "[1, 2", "[Infinity]", '{"a": 1} x'])
def test_what_is_no_json_is_missing_however_long(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """NaN and Infinity are no JSON, for either parser."""
    assert read_json(text) is MISSING
    monkeypatch.setattr(reading, "_LARGE", 4)
    assert read_json(text) is MISSING


def test_the_collector_rests_while_a_long_text_is_read() -> None:
    """It is on again afterwards, also after an error; a short text leaves it alone."""
    with undisturbed(1):
        assert gc.isenabled()
    with undisturbed(1 << 30):
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(json.JSONDecodeError), undisturbed(1 << 30):
        json.loads("[")
    assert gc.isenabled()


def test_a_broken_line_is_no_json_lines() -> None:
    """All of the text is missing, rather than a part of it."""
    assert read_json_lines('{"a": 1}\n{broken\n') is MISSING


def test_yaml_with_hundreds_of_anchors_is_left_alone() -> None:
    """Aliases can stand for more values than anything holds."""
    assert read_yaml("- &a 1\n" * 300) is MISSING
    assert read_yaml("- &a 1\n- 2\n") == [1, 2]


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("[1, 2]", None),
        ("[1, 2", None),
        ("[NaN]", None),
        ("[" + "1" * 5000 + "]", "a number in it has too many digits to be read"),
        ("[" * 100_000 + "]" * 100_000, "it is nested too deeply to be read"),
    ],
)
def test_why_json_cant_be_read(text: str, trouble: str | None) -> None:
    """Only what may be JSON has a reason; what is none has no trouble."""
    assert json_trouble(text) == trouble
