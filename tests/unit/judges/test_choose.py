"""The settings and the environment say which judge there is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.judges.choose import choose_judge, plan_judge, user_cache
from grader.judges.claude.judge import ClaudeJudge
from grader.settings import JudgeChoice, Settings

KEY = {"ANTHROPIC_API_KEY": "test-key"}


@pytest.mark.parametrize(
    ("choice", "environ", "name"),
    [
        (JudgeChoice.AUTO, {}, None),
        (JudgeChoice.AUTO, {"ANTHROPIC_API_KEY": " \n"}, None),
        (JudgeChoice.AUTO, KEY, "claude-sonnet-5-5"),
        (JudgeChoice.RULES, KEY, None),
        (JudgeChoice.CLAUDE, KEY, "claude-sonnet-5-5"),
    ],
)
def test_a_key_decides(choice: JudgeChoice, environ: dict[str, str], name: str | None) -> None:
    """`auto` takes the model where a key is, `rules` never, `claude` always."""
    judge = choose_judge(Settings(judge=choice), environ)
    assert (judge.name if judge else None) == name


def test_the_model_judge_without_a_key_is_a_wrong_call() -> None:
    """And the error names the variable."""
    with pytest.raises(UsageError, match="ANTHROPIC_API_KEY"):
        choose_judge(Settings(judge=JudgeChoice.CLAUDE), {})


def test_a_cost_limit_needs_a_known_price() -> None:
    """A limit that can't be kept is refused before anything is spent."""
    settings = Settings(model="some-local-model", max_cost_usd=1.0)
    with pytest.raises(UsageError, match="some-local-model"):
        choose_judge(settings, KEY)
    with pytest.raises(UsageError, match="some-local-model"):
        plan_judge(settings, {})


@pytest.mark.parametrize("address", ["gateway", "ftp://gateway", "http://", "http://[", "//gateway"])
def test_an_address_that_is_none_is_a_wrong_call(address: str) -> None:
    """It would look like an outage."""
    with pytest.raises(UsageError, match="ANTHROPIC_BASE_URL"):
        choose_judge(Settings(), {**KEY, "ANTHROPIC_BASE_URL": address})


def test_every_option_reaches_the_judge(tmp_path: Path) -> None:
    """What the settings say is what the judge does."""
    settings = Settings.of(
        {
            "model": "claude-opus-5-5",
            "effort": "high",
            "votes": "3",
            "confirm_violations": "false",
            "judge_chars": "5000",
            "concurrency": "2",
            "max_calls": "9",
            "max_cost_usd": "1.5",
            "cache_dir": str(tmp_path),
        }
    )
    judge = choose_judge(settings, {**KEY, "ANTHROPIC_BASE_URL": "http://127.0.0.1:1"})
    assert isinstance(judge, ClaudeJudge)
    options = judge._terms.options
    assert (options.model, options.effort, options.votes, options.confirm_violations) == (
        "claude-opus-5-5",
        "high",
        3,
        False,
    )
    assert (options.judge_chars, options.concurrency, options.max_calls, options.max_cost_usd) == (5000, 2, 9, 1.5)
    assert judge._terms.endpoint.base_url == "http://127.0.0.1:1"


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"XDG_CACHE_HOME": "/c", "HOME": "/h"}, "/c/contract-grader"),
        ({"XDG_CACHE_HOME": "relative", "HOME": "/h"}, "/h/.cache/contract-grader"),
        ({"HOME": "/h"}, "/h/.cache/contract-grader"),
        ({}, None),
    ],
)
def test_answers_are_kept_in_the_users_cache(environ: dict[str, str], folder: str | None) -> None:
    """Never in the working directory, which may be somebody else's checkout."""
    assert user_cache(environ) == (Path(folder) if folder else None)


def test_no_cache_means_none(tmp_path: Path) -> None:
    """With the cache off, nothing is written."""
    judge = choose_judge(Settings(cache=False, cache_dir=tmp_path), KEY)
    assert judge is not None
    judge.judge([])
    assert list(tmp_path.iterdir()) == []


def test_choosing_a_judge_does_not_import_the_sdk() -> None:
    """It takes a second to import, and a call may never be made."""
    code = (
        "import sys; from grader.judges.choose import choose_judge; from grader.settings import Settings;"
        "judge = choose_judge(Settings(cache=False), {'ANTHROPIC_API_KEY': 'k'}); judge.judge([]);"
        "sys.exit('anthropic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
