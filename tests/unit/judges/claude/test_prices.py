"""Prices come from one file that says where each was read; what isn't in it is unknown."""

from __future__ import annotations

import datetime as dt
from typing import get_args

import pytest
from anthropic.resources.messages import DEPRECATED_MODELS
from anthropic.types import Model

from grader.judges.claude.budget import Budget
from grader.judges.claude.prices import cost, price_list, price_of
from grader.model import Usage
from grader.settings import DEFAULT_MODEL


def test_the_default_model_is_one_of_the_sdks_own() -> None:
    """It is on the SDK's list, and not on its list of those that end."""
    known, *_ = get_args(Model)
    assert DEFAULT_MODEL in get_args(known)
    assert DEFAULT_MODEL not in DEPRECATED_MODELS
    assert price_of(DEFAULT_MODEL) is not None


def test_every_price_says_where_and_when_it_was_read() -> None:
    """A figure without a source is a guess."""
    for price in price_list().models.values():
        assert price.source
        assert dt.date.fromisoformat(price.read) <= dt.datetime.now(dt.UTC).date()


def test_prices_are_per_million_tokens_of_each_kind() -> None:
    """Input, output, what is written to the service's cache and what is read from it have their own prices."""
    price = price_of(DEFAULT_MODEL)
    assert price is not None
    usage = Usage(
        input_tokens=1_000_000, output_tokens=2_000_000, cache_read_tokens=3_000_000, cache_write_tokens=4_000_000
    )
    assert cost(usage, DEFAULT_MODEL) == pytest.approx(
        price.input + 2 * price.output + 3 * price.cache_read + 4 * price.cache_write
    )
    assert cost(usage, DEFAULT_MODEL, batch=True) == pytest.approx((cost(usage, DEFAULT_MODEL) or 0) / 2)


def test_a_long_prompt_may_have_a_price_of_its_own() -> None:
    """Where the model's price depends on the prompt's length, the whole call is charged by it."""
    at, over = (
        Usage(input_tokens=60_000, cache_read_tokens=40_000),
        Usage(input_tokens=60_001, cache_read_tokens=40_000),
    )
    price = price_of("claude-haiku-5-5")
    assert price is not None
    assert price.over is not None
    assert cost(at, "claude-haiku-5-5") == pytest.approx((60_000 * price.input + 40_000 * price.cache_read) / 1e6)
    assert cost(over, "claude-haiku-5-5") == pytest.approx(
        (60_001 * price.over.input + 40_000 * price.over.cache_read) / 1e6
    )


def test_an_unknown_model_has_no_price() -> None:
    """Nothing is guessed from a name that looks alike."""
    assert price_of("claude-sonnet-5-5-turbo") is None
    assert cost(Usage(input_tokens=5), "claude-sonnet-5-5-turbo") is None


def test_a_budget_counts_calls_and_what_is_on_its_way() -> None:
    """What calls under way are expected to cost is held back until they are settled."""
    budget = Budget(DEFAULT_MODEL, max_calls=3, max_cost_usd=0.025)
    assert budget.admit(0) is None  # 0.01 expected for the answer
    assert budget.admit(0) is None
    assert budget.admit(0) == "budget: the limit of 0.03 USD is reached"
    budget.settle(0, 0.001)
    budget.settle(0, None)
    assert budget.admit(0) is None
    assert budget.admit(0) == "budget: the limit of 3 calls is reached"
    assert (budget.calls, budget.spent_usd) == (3, 0.001)


def test_a_budget_without_limits_admits_everything() -> None:
    """Also calls whose price nobody knows."""
    budget = Budget("some-local-model")
    assert [budget.admit(10**9) for _ in range(5)] == [None] * 5
