"""The report as JUnit XML, for tools that show test results: a suite per contract, a case per due clause.

A violated clause is a failure, and so is a partly satisfied one; a clause that isn't evaluable is skipped; a run that
could not be graded is an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from grader.model import ClauseGrade, ContractGrade, Grade, UngradedRun, Verdict
from grader.reports import view
from grader.reports.escape import one_line, shortened, visible
from grader.tally import due_clauses

_NAME_LIMIT = 200  # characters of a clause in a case's name


def junit_xml(results: Sequence[Grade | UngradedRun]) -> str:
    """The XML document on some runs."""
    suites = ET.Element("testsuites", name="contract-grader")
    for result in results:
        if isinstance(result, UngradedRun):
            suites.append(_ungraded(result))
        else:
            suites.extend(_suite(result, contract) for contract in result.contracts)
    for count in ("tests", "failures", "errors", "skipped"):
        suites.set(count, str(sum(int(suite.get(count, "0")) for suite in suites)))
    ET.indent(suites)
    return ET.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _ungraded(error: UngradedRun) -> ET.Element:
    name = one_line(error.run)
    suite = ET.Element("testsuite", name=name, tests="1", failures="0", errors="1", skipped="0")
    case = ET.SubElement(suite, "testcase", name="grade", classname=name)
    ET.SubElement(case, "error", type=error.code, message=one_line(error.message)).text = visible(error.hint)
    return suite


def _suite(grade: Grade, contract: ContractGrade) -> ET.Element:
    name = f"{one_line(grade.run_id)}.{one_line(contract.contract.name)}"
    due = due_clauses(contract)
    suite = ET.Element("testsuite", name=name, tests=str(len(due)), errors="0")
    suite.extend(_case(name, clause) for clause in due)
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
    return suite


def _case(suite: str, grade: ClauseGrade) -> ET.Element:
    name = shortened(one_line(view.heading(grade)), _NAME_LIMIT)
    first, _ = grade.clause.place.lines
    case = ET.Element("testcase", name=name, classname=suite, file=one_line(grade.clause.place.file), line=str(first))
    if grade.verdict is Verdict.NOT_EVALUABLE:
        ET.SubElement(case, "skipped", message=one_line(view.reason_words(grade)))
    elif grade.verdict is not Verdict.SATISFIED:
        told = visible("\n".join(_told(grade)))
        verdict = view.VERDICT_WORDS[grade.verdict] if grade.verdict else ""
        ET.SubElement(case, "failure", type=str(grade.verdict), message=verdict).text = told
    return case


def _told(grade: ClauseGrade) -> list[str]:
    lines = []
    for point in view.points(grade):
        lines += [point.text] if point.text else []
        lines += [f"{quote.place}: {quote.text}" for quote in point.quotes]
    return lines
