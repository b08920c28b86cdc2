"""What tokens cost. The figures stand in `prices.json`, each with its source and the day it was read there."""

from __future__ import annotations

from functools import cache
from importlib import resources

from grader.model import Frozen, Usage

_MILLION = 1_000_000


class Rates(Frozen):
    """US dollars per million tokens."""

    input: float
    output: float
    cache_write: float
    cache_read: float


class LongPromptRates(Rates):
    """The rates of a call with more input tokens than `input_tokens`, those from the cache included."""

    input_tokens: int


class Price(Rates):
    """A model's rates, where they were read and when (a date as YYYY-MM-DD)."""

    over: LongPromptRates | None = None
    source: str
    read: str


class PriceList(Frozen):
    """The whole file. `batch_factor` is the share of the price that a batched call costs."""

    unit: str
    batch_factor: float
    models: dict[str, Price]


@cache
def price_list() -> PriceList:
    """The packaged prices."""
    return PriceList.model_validate_json((resources.files(__package__) / "prices.json").read_text("utf-8"))


def price_of(model: str) -> Price | None:
    """The model's price, or None where it couldn't be read: then only tokens are counted."""
    return price_list().models.get(model)


def cost(usage: Usage, model: str, *, batch: bool = False) -> float | None:
    """What one call cost, in US dollars; None where the price is unknown."""
    price = price_of(model)
    if price is None:
        return None
    shown = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens
    rates: Rates = price.over if price.over and shown > price.over.input_tokens else price
    dollars = (
        usage.input_tokens * rates.input
        + usage.output_tokens * rates.output
        + usage.cache_write_tokens * rates.cache_write
        + usage.cache_read_tokens * rates.cache_read
    ) / _MILLION
    return dollars * price_list().batch_factor if batch else dollars
