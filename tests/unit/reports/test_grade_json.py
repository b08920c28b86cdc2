"""grade.json and details.json: the right fields, valid, deterministic, and no clause lost or made up."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from grader.model import Cause, Grade, UngradedRun, Verdict
from grader.reports.details_json import details_json
from grader.reports.error_json import error_json
from grader.reports.explain import explanation_json
from grader.reports.grade_json import grade_json
from grader.reports.schema import Schema, json_schema
from grader.tally import every_clause
from tests.drawn import grades, ungraded
from tests.making import N, P, S, V, grade_of, graded_contract

VALIDATORS = {which: jsonschema.Draft202012Validator(json_schema(which)) for which in Schema}


def _valid(which: Schema, text: str) -> Any:
    report = json.loads(text)
    VALIDATORS[which].validate(report)
    return report


def test_the_fields_are_exactly_the_specification_s() -> None:
    """No field is missing and none is added, at any level."""
    grade = grade_of(graded_contract("a", [S, N], [(True, P), (False, None), (None, N)]))
    report = _valid(Schema.GRADE, grade_json(grade))
    assert list(report) == [
        "run_id",
        "system",
        "overall_score",
        "overall_verdict",
        "contracts",
        "conditional_clauses",
        "unevaluable_clauses",
        "recommendations",
    ]
    assert list(report["contracts"][0]) == ["name", "clauses", "contract_score"]
    assert list(report["contracts"][0]["clauses"][0]) == ["text", "verdict", "evidence", "confidence"]
    assert list(report["conditional_clauses"][0]) == [
        "contract",
        "text",
        "condition",
        "triggered",
        "degraded_output_provided",
        "verdict",
        "evidence",
        "confidence",
    ]
    assert list(report["unevaluable_clauses"][0]) == ["contract", "text", "reason"]
    assert list(report["recommendations"][0]) == ["contract", "clause", "suggestion"]


def test_the_worked_example_is_printed_as_the_rules_print_it() -> None:
    """83.3, 50 and 0 make 61.9, and the run is violated."""
    grade = grade_of(
        graded_contract("researcher", [S, S, P, N]), graded_contract("critic", [S, V]), graded_contract("system", [V])
    )
    report = json.loads(grade_json(grade))
    assert [contract["contract_score"] for contract in report["contracts"]] == [83.3, 50.0, 0.0]
    assert (report["overall_score"], report["overall_verdict"]) == (61.9, "violated")


@pytest.mark.parametrize(
    ("triggered", "verdict", "provided"),
    [
        (True, S, True),
        (True, P, True),
        (True, V, False),
        (True, N, None),
        (False, None, None),
        (None, N, None),
    ],
)
def test_whether_the_degraded_output_was_provided(
    *, triggered: bool | None, verdict: Verdict | None, provided: bool | None
) -> None:
    """True where it was at least partly satisfied, false where violated, else null."""
    report = json.loads(grade_json(grade_of(graded_contract("a", [], [(triggered, verdict)]))))
    [conditional] = report["conditional_clauses"]
    assert conditional["degraded_output_provided"] is provided
    assert (conditional["triggered"], conditional["verdict"]) == (triggered, verdict)
    assert (conditional["confidence"] is None) == (triggered is False)


def test_only_wording_earns_a_recommendation() -> None:
    """A clause that only lacks a judge, a budget or its branch is not to be rewritten."""
    report = json.loads(grade_json(grade_of(graded_contract("a", list(Cause)))))
    assert len(report["unevaluable_clauses"]) == len(Cause)
    assert len(report["recommendations"]) == 1


@given(grades())
def test_no_clause_is_lost_and_none_is_made_up(grade: Grade) -> None:
    """Each clause and conditional stands once where it belongs, and each not_evaluable one once more."""
    report = _valid(Schema.GRADE, grade_json(grade))
    declared = Counter((c.contract.name, it.clause.text) for c in grade.contracts for it in c.clauses)
    assert declared == Counter((c["name"], it["text"]) for c in report["contracts"] for it in c["clauses"])
    conditional = Counter((c.contract.name, it.clause.text) for c in grade.contracts for it in c.conditional_clauses)
    assert conditional == Counter((it["contract"], it["text"]) for it in report["conditional_clauses"])
    unevaluable = Counter(
        (c.contract.name, it.clause.text)
        for c in grade.contracts
        for it in every_clause(c)
        if it.verdict is Verdict.NOT_EVALUABLE
    )
    assert unevaluable == Counter((it["contract"], it["text"]) for it in report["unevaluable_clauses"])
    assert all(it["reason"] for it in report["unevaluable_clauses"])


@given(grades())
def test_details_hold_everything_and_validate(grade: Grade) -> None:
    """details.json fits its published schema and has each clause with its place."""
    report = _valid(Schema.DETAILS, details_json(grade))
    places = [
        (it["file"], it["lines"])
        for contract in report["contracts"]
        for it in contract["clauses"] + contract["conditional_clauses"]
    ]
    expected = [(it.clause.place.file, list(it.clause.place.lines)) for c in grade.contracts for it in every_clause(c)]
    assert places == expected
    assert report["schema_version"] == 1
    assert len(report["untested_paths"]) == sum(
        it.triggered is False for c in grade.contracts for it in c.conditional_clauses
    )


@given(grades())
def test_an_explanation_has_each_clause_once(grade: Grade) -> None:
    """Every clause is explained, its measured requirements and the remainder kept apart."""
    report = json.loads(explanation_json(grade))
    declared = [it for c in grade.contracts for it in every_clause(c)]
    assert [it["text"] for it in report["clauses"]] == [it.clause.text for it in declared]
    assert [len(it["measured"]) + len(it["left_to_judgement"]) for it in report["clauses"]] == [
        len(it.requirements) for it in declared
    ]


@given(ungraded)
def test_an_error_validates(error: UngradedRun) -> None:
    """error.json fits its published schema."""
    assert _valid(Schema.ERROR, error_json(error))["error"]["code"] == "missing-root"


def test_timings_are_in_the_details_alone() -> None:
    """grade.json is the same however long the grading took; nothing else in the details differs."""
    grade = grade_of(graded_contract("a", [S]))
    slow = grade.model_copy(update={"timings": {"extract": 9.5}})
    assert grade_json(slow) == grade_json(grade)
    fast, slower = json.loads(details_json(grade)), json.loads(details_json(slow))
    assert fast.pop("timings") != slower.pop("timings")
    assert fast == slower


@pytest.mark.parametrize("which", list(Schema))
def test_the_schemas_are_valid_and_closed(which: Schema) -> None:
    """Each is a JSON Schema of draft 2020-12 that refuses unknown fields and misses none."""
    schema = json_schema(which)
    jsonschema.Draft202012Validator.check_schema(schema)
    for part in [schema, *schema["$defs"].values()]:
        if part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert sorted(part["required"]) == sorted(part["properties"])
