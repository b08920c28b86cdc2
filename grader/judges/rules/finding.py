"""What a measurement found: an outcome with its proof."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from grader.model import Outcome, Quote

SHOWN = 3  # quotes that are shown of many


@dataclass(frozen=True, slots=True)
class Finding:
    """`text` says in one sentence what was found, or where was looked; `quotes` are exact."""

    outcome: Outcome
    text: str
    quotes: tuple[Quote, ...] = ()


def met(text: str, quotes: Iterable[Quote] = ()) -> Finding:
    """The requirement is met; a few quotes are enough."""
    return Finding(Outcome.MET, text, _few(quotes))


def not_met(text: str, quotes: Iterable[Quote] = ()) -> Finding:
    """The requirement isn't met: `text` says what was found instead, or where was looked."""
    return Finding(Outcome.NOT_MET, text, _few(quotes))


def unknown(text: str, quotes: Iterable[Quote] = ()) -> Finding:
    """The measure can't tell, and says why."""
    return Finding(Outcome.UNKNOWN, text, _few(quotes))


def decided(holds: bool, text: str, quotes: Iterable[Quote] = ()) -> Finding:  # noqa: FBT001 - what it decides by
    """Met or not met."""
    return Finding(Outcome.MET if holds else Outcome.NOT_MET, text, _few(quotes))


def _few(quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    kept: list[Quote] = []
    for quote in quotes:
        if quote.text and quote not in kept:
            kept.append(quote)
        if len(kept) == SHOWN:
            break
    return tuple(kept)
