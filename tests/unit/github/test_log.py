"""Log records as the runner shows them."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from grader.github.log import SHOWN, log_to, logger, notice, warn


@pytest.fixture
def shown() -> Iterator[io.StringIO]:
    """What was printed."""
    stream = io.StringIO()
    handler = log_to(stream)
    yield stream
    logger.removeHandler(handler)


def test_information_is_plain_text(shown: io.StringIO) -> None:
    """An ordinary line is no command, even if a run's text in it would be one."""
    logger.info("graded %s", "::error::boo")
    assert shown.getvalue() == "graded :\u2060:error:\u2060:boo\n"


def test_a_warning_is_an_annotation(shown: io.StringIO) -> None:
    """Warnings, notices and errors are workflow commands."""
    warn("no key", title="Forks")
    notice("100 % fine")
    logger.error("broken\nin two")
    assert shown.getvalue().splitlines() == [
        "::warning title=Forks::no key",
        "::notice::100 %25 fine",
        "::error::broken%0Ain two",
    ]


def test_annotations_beyond_the_runners_limit_are_plain(shown: io.StringIO) -> None:
    """The runner drops the eleventh annotation of a kind; the log keeps its text."""
    for number in range(SHOWN + 1):
        warn(f"warning {number}")
    lines = shown.getvalue().splitlines()
    assert lines[SHOWN - 1] == f"::warning::warning {SHOWN - 1}"
    assert lines[SHOWN] == f"warning: warning {SHOWN}"


def test_a_traceback_is_plain(shown: io.StringIO) -> None:
    """The text of an exception is no command."""
    try:
        raise ValueError("::error::boo")  # noqa: TRY301 - the traceback is what is shown
    except ValueError:
        logger.exception("a defect")
    first, *rest = shown.getvalue().splitlines()
    assert first == "::error::a defect"
    assert not any(line.startswith("::") or "::error" in line for line in rest)
