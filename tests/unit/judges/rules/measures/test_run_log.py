"""What the run's log shows."""

from __future__ import annotations

import io

import pytest

from grader.document import LARGE, Document
from grader.judges.rules.compile import compile_promise
from grader.judges.rules.engine import check
from grader.judges.rules.measure import Facts
from grader.judges.rules.views import View
from grader.model import Contract, LogEvent, LogEventKind, Outcome, Role

TEXT = "1→ worker ✓\n"
VIEW = View(Document.of_text("bindings/worker/out.md", "Done.\n"))


@pytest.mark.parametrize(("size", "quotes"), [(len(TEXT.encode()), ["1→ worker ✓"]), (LARGE + 1, [])])
def test_a_log_too_large_to_be_held_is_not_quoted(size: int, quotes: list[str]) -> None:
    """Its markers decide all the same."""
    facts = Facts(
        contract=Contract(name="worker", role=Role.NODE),
        log=(LogEvent(line=1, kind=LogEventKind.FINISHED, contract="worker"),),
        log_document=Document("vm.log.md", size, lambda: io.BytesIO(TEXT.encode())),
    )
    (requirement,) = compile_promise("no errors in the log").requirements
    found = check(requirement, (VIEW,), facts, None)
    assert (found.outcome, [quote.text for quote in found.quotes]) == (Outcome.MET, quotes)
