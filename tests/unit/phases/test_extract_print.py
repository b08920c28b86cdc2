"""What `contract-grader extract` prints of a run: the documented fields, and outputs as far as they can be shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.phases.extract import EXCERPT, as_json, extract
from tests.run_on_disk import WRITER, small_run


def test_prints_exactly_the_documented_fields(tmp_path: Path) -> None:
    """The extract is JSON of the specification's fields; the root is among the contracts."""
    printed = json.loads(json.dumps(as_json(extract(small_run(tmp_path)))))
    assert set(printed) == {"contracts", "system_clauses", "system_output"}
    assert [each["name"] for each in printed["contracts"]] == ["brief", "writer"]
    assert set(printed["contracts"][0]) == {
        "name",
        "clauses",
        "conditional_clauses",
        "actual_output",
        "had_error",
        "error_name",
    }
    assert printed["system_clauses"] == printed["contracts"][0]["clauses"]
    assert (
        printed["system_clauses"][0] | {"text": "`brief`: at most 100 words", "lines": [8, 8]}
        == printed["system_clauses"][0]
    )
    assert printed["system_output"] == {"bindings/writer/brief.md": "Heat pumps move heat.\n"}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("x" * EXCERPT, EXCERPT),
        ("x" * (EXCERPT + 1), EXCERPT),
        ("ü\n" * EXCERPT, EXCERPT),
        ("12345\n" * 1000, 1998),
        ("\U0001f600" * (EXCERPT + 1), EXCERPT),
    ],
    ids=["whole", "one-line", "at-a-line", "before-a-line", "wide-characters"],
)
def test_outputs_are_cut_at_a_line_and_say_so(tmp_path: Path, text: str, kept: int) -> None:
    """At most 2,000 characters, whole lines where there are any; the mark comes on top."""
    printed = as_json(extract(small_run(tmp_path, {"bindings/writer/brief.md": text})))
    shown = printed["system_output"]["bindings/writer/brief.md"]
    assert shown[:kept] == text[:kept]
    assert shown[kept:].startswith("[cut: ") is (len(text) > EXCERPT)
    assert len(text) > EXCERPT or shown == text


def test_outputs_that_are_not_text_are_named_and_not_shown(tmp_path: Path) -> None:
    """A picture has a size."""
    printed = as_json(extract(small_run(tmp_path, {"bindings/writer/brief.md": b"\x89PNG\0"})))
    assert printed["system_output"] == {"bindings/writer/brief.md": "[not text: 5 bytes]"}


def test_what_isnt_shown_is_said_to_be_missing(tmp_path: Path) -> None:
    """An output that isn't text, and one that went away after it was listed."""
    folder = small_run(tmp_path / "run", {"bindings/writer/sources.md": b"\x00\xff\x00"})
    run = extract(folder)
    (folder / "bindings/writer/brief.md").unlink()
    outputs = next(each["actual_output"] for each in as_json(run)["contracts"] if each["name"] == "writer")
    assert outputs == {
        "bindings/writer/brief.md": "[not read: no such file or directory]",
        "bindings/writer/sources.md": "[not text: 3 bytes]",
    }


def test_a_conditional_clause_is_printed_with_its_condition(tmp_path: Path) -> None:
    """Condition and promise apart."""
    writer = WRITER.replace("### Errors", "- if no source is found: `brief` says so\n\n### Errors")
    run = extract(small_run(tmp_path / "run", {"sources/writer.prose.md": writer}))
    contract = next(each for each in as_json(run)["contracts"] if each["name"] == "writer")
    (clause,) = contract["conditional_clauses"]
    assert (clause["condition"], clause["promise"]) == ("no source is found", "`brief` says so")
