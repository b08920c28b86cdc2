"""What holds for every test: no skip where none is allowed, no outside network, nothing of the caller's environment."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator

import hypothesis
import pytest

# A shared machine is sometimes slow; what a test proves doesn't depend on that.
hypothesis.settings.register_profile("unhurried", deadline=None, print_blob=True, max_examples=25)
# Every day a little; all of it with `HYPOTHESIS_PROFILE=thorough make test`.
hypothesis.settings.register_profile("thorough", deadline=None, print_blob=True, max_examples=500)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "unhurried"))

# A shell that starts the tests in the background ignores interrupts, and so would the programs that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What steers the grader, a library of its or a terminal from outside. Tests set what they need.
_STEERING = ("ANTHROPIC_", "CONTRACT_GRADER_", "GITHUB_", "INPUT_", "RUNNER_")
_STEERING_NAMES = {"CI", "COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "NO_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "TERM"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--no-skips`, which CI gives, and `--update-golden`, which nobody gives without reading what it changed."""
    parser.addoption("--no-skips", action="store_true", help="a test that would be skipped fails and says why")
    parser.addoption("--update-golden", action="store_true", help="write the golden reports instead of comparing them")


def _forbid_skip(config: pytest.Config, report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail") and config.getoption("--no-skips"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"no skip is allowed here: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skipped test into a failed one under `--no-skips`."""
    report = yield
    _forbid_skip(item.config, report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn a skipped test module into a failed one under `--no-skips`."""
    report = yield
    _forbid_skip(collector.config, report)
    return report


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take out of the environment whatever would make a test depend on who runs it."""
    for name in os.environ:
        if name.startswith(_STEERING) or name.upper() in _STEERING_NAMES:
            monkeypatch.delenv(name)
