"""Conditions that speak of errors, by what was declared and what was signalled."""

from __future__ import annotations

import pytest

from grader.judges.error_conditions import read_errors
from grader.model import Contract, DeclaredError, Role


def contract(name: str, *errors: str, signalled: str | None = None) -> Contract:
    """A contract that declares errors and may have signalled one."""
    declared = tuple(DeclaredError(name=error) for error in errors)
    return Contract(name=name, role=Role.NODE, errors=declared, had_error=signalled is not None, error_name=signalled)


def held(condition: str, searcher: str | None = None, writer: str | None = None) -> bool | None:
    """Whether the searcher's condition held, where these errors were signalled."""
    contracts = run(searcher, writer)
    signal = read_errors(condition, contracts[0], contracts)
    assert signal is not None
    return signal.held


def run(searcher: str | None, writer: str | None) -> list[Contract]:
    """The contracts of a run."""
    return [
        contract("searcher", "no-results", "slow", signalled=searcher),
        contract("writer", "too-long", "slow", signalled=writer),
    ]


@pytest.mark.parametrize(
    ("condition", "searcher", "expected"),
    [
        ("`no-results`", "no-results", True),
        ("`no-results`", None, False),
        ("`no-results`", "slow", False),
        ("no results are found", "no-results", True),
        ("no results are found", None, False),
        ("nothing is found (`no-results`)", "no-results", True),
        ("`no-results` is signalled", "no-results", True),
        ("not `no-results`", "no-results", False),
        ("not `no-results`", None, True),
        ("`no-results` is not signalled", "no-results", False),
        ("`no-results` is not signalled", None, True),
        ("`no-results` isn't signalled", None, True),
        ("no `slow` error is signalled", "slow", False),
        ("no `slow` error is signalled", None, True),
        ("neither `no-results` nor `slow` is signalled", "slow", False),
        ("neither `no-results` nor `slow` is signalled", None, True),
        ("`no-results` or `slow`", "slow", True),
        ("`no-results` or `slow`", None, False),
        ("`no-results` and `slow`", "slow", False),
        ("not `no-results` and not `slow`", None, None),
        ("anything but `no-results` is signalled", "slow", None),
        ("no error is not signalled", None, None),
        ("an error other than `slow` is signalled", "no-results", None),
        ("`no-results` and the query was long", "no-results", None),
        ("`no-results` and the query was long", None, False),
        ("`no-results` or the query was long", "no-results", True),
        ("`no-results` or the query was long", None, None),
        ("`unheard` is signalled", None, False),
        ("`unheard` is not signalled", None, True),
        ("no `unheard` error is signalled", None, True),
        ("no errors occurred", None, True),
        ("no errors occurred", "slow", False),
        ("no error is signalled", None, True),
        ("nothing fails", None, True),
        ("the searcher fails", "slow", True),
        ("the searcher fails", None, False),
        ("the searcher does not fail", "slow", False),
        ("the searcher does not fail", None, True),
        ("the searcher doesn’t fail", None, True),
    ],
)
def test_what_the_searcher_signalled(condition: str, searcher: str | None, expected: bool | None) -> None:
    """True, false, or null where nobody can tell."""
    assert held(condition, searcher) is expected


@pytest.mark.parametrize(
    ("condition", "writer", "expected"),
    [
        ("`slow`", "slow", True),
        ("the searcher signals `slow`", "slow", False),
        ("the writer signals `slow`", "slow", True),
        ("the writer doesn't signal `slow`", "slow", False),
        ("no errors occurred", "too-long", False),
        ("`no-results` and `too-long`", "too-long", False),
    ],
)
def test_what_another_contract_signalled(condition: str, writer: str, expected: bool) -> None:
    """The contract that a condition names is meant; without one, any."""
    assert held(condition, None, writer) is expected


def test_both_of_two_errors_of_two_contracts() -> None:
    """`and` asks for both, each by whoever declares it."""
    assert held("`no-results` and `too-long`", "no-results", "too-long") is True


def test_a_condition_that_held_because_nothing_went_wrong_covers_no_error() -> None:
    """Or the errors of the others would count as foreseen."""
    contracts = run(None, "too-long")
    signal = read_errors("`slow` is not signalled", contracts[0], contracts)
    assert signal is not None
    assert (signal.held, signal.errors_of) == (True, ())


def test_other_facts_are_no_errors() -> None:
    """They are measured elsewhere."""
    contracts = run(None, None)
    assert read_errors("the topic is empty", contracts[0], contracts) is None
