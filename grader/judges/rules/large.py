"""Measures a document that is too large to be held: in one pass over its elements or stretches, for all requirements.

The same measures as everywhere else decide, each on a piece; here it is only put together what the pieces say. What
can't be put together so is unknown, never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.document import Document
from grader.judges.rules.finding import Finding, unknown
from grader.judges.rules.html_text import is_html
from grader.judges.rules.large_records import CsvPass, JsonLinesPass, JsonPass
from grader.judges.rules.large_text import TextPass
from grader.judges.rules.measure import Facts
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.stream import kind_of


def check_large(
    requirements: Sequence[Requirement], document: Document, facts: Facts, own: str | None
) -> list[Finding]:
    """One finding per requirement, from a single pass over the document."""
    if is_html(document):
        return [unknown("the page is too large to be read")] * len(requirements)
    findings = _pass(requirements, document, facts, own)
    return [
        finding if requirement.loosely is None else unknown("whether a part is called so can't be told")
        for requirement, finding in zip(requirements, findings, strict=True)
    ]


def _pass(requirements: Sequence[Requirement], document: Document, facts: Facts, own: str | None) -> list[Finding]:
    suffix = document.path.lower().rpartition(".")[2]
    if suffix in {"jsonl", "ndjson"}:
        return JsonLinesPass(requirements, document, facts, own).run()
    if suffix == "csv":
        return CsvPass(requirements, document, facts, own).run()
    if kind_of(document).is_json:
        return JsonPass(requirements, document, facts, own).run()
    return TextPass(requirements, document, facts).run()
