"""What steers the model judge, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.settings import DEFAULT_MODEL, Effort

DEFAULT_BASE_URL = "https://api.anthropic.com"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the model is reached, and with which key. The key never shows in a representation."""

    api_key: str = field(repr=False)
    base_url: str = DEFAULT_BASE_URL


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """How the judge asks.

    `judge_chars` is how long a document may be to be shown whole. `max_tokens` bounds one answer, its thinking
    included; an answer that was cut off is asked for again with twice as many. Times are in seconds: one call, and
    all calls for one clause together.
    """

    model: str = DEFAULT_MODEL
    effort: Effort | None = None
    votes: int = 1
    confirm_violations: bool = True
    judge_chars: int = 20_000
    concurrency: int = 8
    batch: bool = False
    max_calls: int | None = None
    max_cost_usd: float | None = None
    max_tokens: int = 8192
    attempts: int = 6
    call_timeout: float = 180
    clause_deadline: float = 600
