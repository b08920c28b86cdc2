"""What is seen while the model judge is waited for."""

from __future__ import annotations

import io

from grader.commands.waiting import waiting
from grader.judges.base import Ask, OpenQuestion, Opinion
from grader.model import Contract, Role
from tests.making import clause


class Terminal(io.StringIO):
    """A terminal that keeps what it was sent."""

    def isatty(self) -> bool:
        """Yes."""
        return True


QUESTION = OpenQuestion(
    ask=Ask.CLAUSE,
    clause=clause("worker"),
    contract=Contract(name="worker", role=Role.NODE),
    remainder=(),
    measured=(),
    outputs=(),
    inputs=(),
    errors=(),
)


def test_a_bar_counts_on_a_terminal_and_goes_away() -> None:
    """It counts the settled questions, and its last sign is the one that clears the line."""
    terminal = Terminal()
    bar = waiting(terminal)
    bar.begin([QUESTION, QUESTION])
    bar.settled(QUESTION, Opinion())
    bar.settled(QUESTION, Opinion())
    bar.end()

    shown = terminal.getvalue()
    assert "Asking the model" in shown
    assert "2/2" in shown
    assert shown.rstrip("\n\r").endswith("\x1b[2K")


def test_a_bar_that_never_began_ends_quietly() -> None:
    """As where no question is open."""
    terminal = Terminal()
    bar = waiting(terminal)
    bar.settled(QUESTION, Opinion())
    bar.end()

    assert terminal.getvalue() == ""


def test_a_log_has_a_line_for_each_contract() -> None:
    """No sign that a terminal would act on."""
    log = io.StringIO()
    lines = waiting(log)
    lines.begin([QUESTION])
    lines.settled(QUESTION, Opinion())
    lines.end()

    assert log.getvalue() == "worker: 1 asked of the model judge\n"
