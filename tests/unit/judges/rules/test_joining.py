"""Findings put together: nothing is met by there being nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from grader.judges.rules.finding import Finding
from grader.judges.rules.joining import Tally, all_of, any_of, each_of
from grader.model import Outcome


@pytest.mark.parametrize("join", [all_of, any_of])
def test_no_findings_are_unknown(join: Callable[[Iterable[Finding]], Finding]) -> None:
    """Neither "all" nor "any" of nothing is met, or not met."""
    assert join([]) == Finding(Outcome.UNKNOWN, "there is nothing to measure")


def test_no_items_are_unknown() -> None:
    """A promise of each item says nothing of none."""
    expected = Finding(Outcome.UNKNOWN, "no items to check")
    assert Tally().each("items") == expected
    assert each_of([], lambda _: Finding(Outcome.MET, "it holds"), "items") == expected
