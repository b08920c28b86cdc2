"""Which model judge decides what can't be measured, by the settings and the environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from grader.errors import UsageError
from grader.judges.base import ModelJudge
from grader.settings import JudgeChoice, Settings

if TYPE_CHECKING:  # importing the model judge's room takes time that most calls don't need to spend
    from grader.judges.claude.cache import Store
    from grader.judges.claude.dry_run import DryRun
    from grader.judges.claude.options import JudgeOptions
    from grader.judges.claude.progress import Progress

KEY = "ANTHROPIC_API_KEY"
BASE_URL = "ANTHROPIC_BASE_URL"
BATCHES = "batches.json"  # which batches are under way


def choose_judge(settings: Settings, environ: Mapping[str, str], progress: Progress | None = None) -> ModelJudge | None:
    """The model judge, or None where the rules judge alone. Raises UsageError when the one asked for can't be had.

    A key decides: without one `auto` means the rules alone, and `claude` is a wrong call.
    """
    key = environ.get(KEY, "").strip()
    if settings.judge is JudgeChoice.RULES or (settings.judge is JudgeChoice.AUTO and not key):
        return None
    if not key:
        raise UsageError(
            f"the model judge needs a key in {KEY}",
            place="judge",
            hint="Set the key, or use --judge auto, which grades by the rules alone where there is none.",
        )
    from grader.judges.claude.judge import ClaudeJudge
    from grader.judges.claude.options import Endpoint

    endpoint = Endpoint(key, _base_url(environ))
    options = _options(settings)
    folder = settings.cache_dir or user_cache(environ)
    return ClaudeJudge(
        endpoint,
        options,
        open_store=_store(settings, environ),
        batch_state=folder / BATCHES if folder else None,
        progress=progress,
    )


def plan_judge(settings: Settings, environ: Mapping[str, str]) -> DryRun:
    """A judge that notes what the model judge would be asked, and asks nothing; it needs no key."""
    from grader.judges.claude.dry_run import DryRun

    return DryRun(_options(settings), base_url=_base_url(environ), open_store=_store(settings, environ))


def _options(settings: Settings) -> JudgeOptions:
    from grader.judges.claude.options import JudgeOptions
    from grader.judges.claude.prices import price_of

    if settings.max_cost_usd is not None and price_of(settings.model) is None:
        raise UsageError(
            f"max-cost-usd can't be kept: the price of {settings.model} isn't known",
            place="max-cost-usd",
            hint="Limit the number of calls instead, with max-calls.",
        )
    return JudgeOptions(
        model=settings.model,
        effort=settings.effort,
        votes=settings.votes,
        confirm_violations=settings.confirm_violations,
        judge_chars=settings.judge_chars,
        concurrency=settings.concurrency,
        max_calls=settings.max_calls,
        max_cost_usd=settings.max_cost_usd,
        batch=settings.batch,
    )


def _base_url(environ: Mapping[str, str]) -> str:
    from grader.judges.claude.options import DEFAULT_BASE_URL

    address = environ.get(BASE_URL, "").strip() or DEFAULT_BASE_URL
    try:
        parts = urlsplit(address)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        usable = False
    if not usable:
        raise UsageError(f"{BASE_URL} is no address: {address}", place=BASE_URL, hint="Give an http or https URL.")
    return address


def _store(settings: Settings, environ: Mapping[str, str]) -> Callable[[], Store]:
    from grader.judges.claude.cache import DiskStore, NoStore

    folder = settings.cache_dir or user_cache(environ)
    return partial(DiskStore, folder) if settings.cache and folder is not None else NoStore


def user_cache(environ: Mapping[str, str]) -> Path | None:
    """The folder for answers in the user's cache (XDG's rules); None where there is no home."""
    given, home = Path(environ.get("XDG_CACHE_HOME", "")), Path(environ.get("HOME", ""))
    if given.is_absolute():
        return given / "contract-grader"
    return home / ".cache" / "contract-grader" if home.is_absolute() else None
