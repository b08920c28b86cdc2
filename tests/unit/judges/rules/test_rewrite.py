"""Rewrites of vague clauses: built from the output's own structure, and measurable."""

from __future__ import annotations

import pytest

from grader.document import Document
from grader.judges.combine import combine
from grader.judges.rules.compile import compile_clause
from grader.judges.rules.judge import measure_clause
from grader.judges.rules.measure import Facts
from grader.judges.rules.subject import Subject
from grader.judges.rules.views import View
from grader.model import Cause, Clause, Contract, Origin, Place, Role, Section
from grader.openprose.source import parse_source

PLACE = Place(file="sources/worker.prose.md", lines=(9, 9))
WORKER = Contract(name="worker", role=Role.NODE)
REPORT = "# Report\n\n## Summary\n\nAll calm, see https://example.org/a.\n\n## Findings\n\n- one\n- two\n"


def suggestion(output: str, name: str = "report", file: str = "report.md", **inputs: str) -> str:
    """What is suggested for `a good NAME` over that output."""
    vague = Clause(
        contract="worker", text="a good one", body=f"a good {name}", name=name, place=PLACE, section=Section.RETURNS
    )
    document = Document.of_text(f"bindings/worker/{file}", output)
    given = {
        key: Document.of_text(f"bindings/caller/{key}.md", text, origin=Origin.INPUT) for key, text in inputs.items()
    }
    facts = Facts(contract=WORKER, own=(document,), inputs=given)
    graded = combine(measure_clause(vague, Subject((View(document),)), facts), None)
    assert graded.cause is Cause.VAGUE
    assert graded.suggestion is not None
    return graded.suggestion


@pytest.mark.parametrize(
    ("output", "file", "expected"),
    [
        (
            REPORT,
            "report.md",
            '`report`: a report with the sections "Report", "Summary" and "Findings", and at least 1 links',
        ),
        (
            '[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]',
            "report.json",
            "`report`: a JSON array of at least 2 items, each with: `id`, `name`",
        ),
        ('{"title": "t", "score": 3}', "report.json", "`report`: a JSON object with the fields `title` and `score`"),
        ("- one\n- two\n- three\n", "report.md", "`report`: a report with at least 3 bullets"),
        ("word " * 120, "report.md", "`report`: a report of 100-150 words"),
    ],
)
def test_a_rewrite_names_what_the_output_really_has(output: str, file: str, expected: str) -> None:
    """Sections, fields, items or a length: never a canned sentence."""
    assert suggestion(output, file=file) == expected


def test_an_input_that_the_output_repeats_can_be_asked_for() -> None:
    """The contract's inputs are part of a rewrite where the output already keeps to them."""
    assert suggestion("- heat pumps\n- more\n", topic="heat pumps").endswith(
        ", that repeats the caller's `topic` verbatim"
    )


@pytest.mark.parametrize(("length", "asked"), [(80, True), (81, False)])
def test_only_a_short_input_can_be_asked_for(length: int, asked: bool) -> None:
    """A clause that had to repeat a long text would be no shorter than the text."""
    topic = "x" * length
    assert ("verbatim" in suggestion(f"- {topic}\n- more\n", topic=topic)) is asked


@pytest.mark.parametrize(
    ("output", "file"),
    [
        (REPORT, "report.md"),
        ('[{"id": 1}]', "report.json"),
        ('{"a": 1, "b": 2}', "report.json"),
        ("- x\n", "report.md"),
        ("word " * 90, "report.md"),
    ],
)
def test_a_rewrite_can_be_measured(output: str, file: str) -> None:
    """The suggestion, taken as the next contract's bullet, leaves nothing to judgement."""
    source = f"---\nname: worker\n---\n\n### Returns\n\n- {suggestion(output, file=file)}\n"
    (clause,) = parse_source(source, "sources/worker.prose.md").contracts[0].clauses
    compiled = compile_clause(clause)
    assert compiled.requirements
    assert not compiled.remainder
    assert not compiled.vague
