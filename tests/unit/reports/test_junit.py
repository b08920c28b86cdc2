"""The JUnit report: every due clause is one case, and the document is well formed whatever a run holds."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from grader.model import Grade, UngradedRun
from grader.reports.junit import junit_xml
from grader.tally import due_clauses
from tests.drawn import grades, ungraded
from tests.making import N, P, S, V, grade_of, graded_contract


@given(st.lists(grades() | ungraded, max_size=2))
def test_each_due_clause_is_one_case(results: list[Grade | UngradedRun]) -> None:
    """The document parses, and its counts are those of its cases."""
    suites = ET.fromstring(junit_xml(results))  # noqa: S314 - our own document
    due = [
        1 if isinstance(result, UngradedRun) else sum(len(due_clauses(contract)) for contract in result.contracts)
        for result in results
    ]
    assert len(suites.findall("testsuite/testcase")) == int(suites.get("tests", "")) == sum(due)
    for tag, count in (("failure", "failures"), ("skipped", "skipped"), ("error", "errors")):
        assert len(suites.findall(f"testsuite/testcase/{tag}")) == int(suites.get(count, ""))


def test_verdicts_become_what_test_tools_know() -> None:
    """Violated and partly satisfied clauses fail, others pass or are skipped; errors are errors."""
    grade = grade_of(graded_contract("critic", [S, P, V, N], [(True, S), (False, None), (None, N)]))
    error = UngradedRun(run="runs/x", code="missing-root", message="no root", hint="add one")
    suites = ET.fromstring(junit_xml([grade, error]))  # noqa: S314 - our own document
    counts = {name: suites.get(name) for name in ("tests", "failures", "skipped", "errors")}
    assert counts == {"tests": "6", "failures": "2", "skipped": "1", "errors": "1"}
    [failure] = suites.findall("testsuite/testcase/failure[@type='violated']")
    assert failure.text == "as it was found"
    case = suites.find("testsuite/testcase")
    assert case is not None
    assert (case.get("file"), case.get("line")) == ("sources/critic.prose.md", "9")
