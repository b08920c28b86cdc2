"""`vm.log.md` in all its forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model import LogEvent, LogEventKind, Progress
from grader.openprose.log import last_words, parse_log, run_progress

K = LogEventKind


@pytest.mark.parametrize(
    ("line", "kind", "contract", "detail"),
    [
        ("2→ researcher ✓", K.FINISHED, "researcher", ""),
        ("2-> researcher ✓ (4 sources)", K.FINISHED, "researcher", "(4 sources)"),
        ("2→ researcher ✓ rendered", K.FINISHED, "researcher", "rendered"),
        ("2→ researcher ∅ skipped", K.FINISHED, "researcher", "skipped"),
        ("2→ researcher ✔️ done", K.FINISHED, "researcher", "done"),
        ("3→ researcher ✗ no-results", K.FAILED, "researcher", "no-results"),
        ("3a→ `fact-checker` ✗ no-results [retried]", K.FAILED, "fact-checker", "no-results [retried]"),
        ("- 3→ researcher ✓", K.FINISHED, "researcher", ""),
        ("  3.1→ researcher ✓\r", K.FINISHED, "researcher", ""),
        ("3→ researcher (attempt 2) ✓", K.FINISHED, "researcher", ""),
        ("3→ fact checker ✓", K.FINISHED, "fact checker", ""),
        ("1→ [input] question ✓", K.INPUT, "question", ""),
        ("14→ writer (waits for a ✗) ⊘ deferred", K.NOT_RUN, "writer", "deferred"),
        ("14→ writer (✓)", K.FINISHED, "writer", ")"),
        ("14→ writer ⊘ deferred (no sources)", K.NOT_RUN, "writer", "deferred (no sources)"),
        ("4→ server ⇒ helper (delegate: id)", K.DELEGATED, "server", "helper (delegate: id)"),
        ("4-> server => helper", K.DELEGATED, "server", "helper"),
        ("4→ server ⟳ (resumed)", K.RESUMED_NODE, "server", "(resumed)"),
        ("---end 2026-06-01T10:00:00Z", K.RUN_ENDED, None, "2026-06-01T10:00:00Z"),
        ("---error 2026-06-01T10:00:00Z writer: failed", K.RUN_FAILED, None, "2026-06-01T10:00:00Z writer: failed"),
        ("---resume 2026-06-01T10:00:00Z", K.RUN_RESUMED, None, "2026-06-01T10:00:00Z"),
    ],
)
def test_reads_each_marker(line: str, kind: LogEventKind, contract: str | None, detail: str) -> None:
    """A marker line says what it says, of which contract, and what follows."""
    assert parse_log(f"# run:x y\n\n{line}\n") == (LogEvent(kind=kind, contract=contract, detail=detail, line=3),)


def test_reads_a_parallel_section() -> None:
    """Its start names the contracts that began; each ends on a line of its own."""
    events = parse_log("3→ ∥start a, b (both)\n3a→ a ✓\n3b→ b ✗ lost\n3→ ∥done\n")
    assert [(each.kind, each.contract) for each in events] == [
        (K.STARTED, "a"),
        (K.STARTED, "b"),
        (K.FINISHED, "a"),
        (K.FAILED, "b"),
    ]


def test_passes_over_what_has_no_marker() -> None:
    """Frontmatter, prose, rules and headings say nothing that could be mistaken."""
    head = "---\nstatus: completed ✓\n---\n\n# Log\n\nThe writer → finished ✓ early.\n\n---\n"
    assert parse_log(f"{head}\n2→ writer\n→ writer ✓\n12: writer ✗\n") == ()


def test_the_last_event_of_a_contract_wins() -> None:
    """Across a resumption, and whatever the spelling."""
    words = last_words(parse_log("1→ fact-checker ✗ lost\n---error T lost\n---resume T\n2→ Fact_Checker ✓ (again)\n"))
    assert (words["factchecker"].progress, words["factchecker"].event.line) == (Progress.FINISHED, 4)


@pytest.mark.parametrize("again", ["2→ a ⟳ (resumed)", "2→ ∥start a"])
def test_a_contract_taken_up_again_and_not_ended_is_unknown(again: str) -> None:
    """What was said before no longer holds."""
    assert last_words(parse_log(f"1→ a ✗ lost\n{again}\n"))["a"].progress is Progress.UNKNOWN


def test_delegation_does_not_change_how_a_contract_ended() -> None:
    """It is said in passing."""
    assert last_words(parse_log("1→ a ✓\n2→ a ⇒ b\n"))["a"].progress is Progress.FINISHED


@pytest.mark.parametrize(
    ("log", "progress"),
    [
        ("---end T\n", Progress.FINISHED),
        ("---error T boom\n", Progress.FAILED),
        ("---error T boom\n---resume T\n---end T\n", Progress.FINISHED),
        ("---end T\n---resume T\n", Progress.UNKNOWN),
        ("1→ a ✓\n", Progress.UNKNOWN),
    ],
)
def test_the_last_end_of_the_run_counts(log: str, progress: Progress) -> None:
    """An aborted run has none."""
    assert run_progress(parse_log(log))[0] is progress


marker_text = st.lists(
    st.sampled_from(
        ["1→ ", "2a-> ", "a", "b ", "✓", "✗ ", "⊘", "∥start", "[input]", "(", ")", "---end", "\n", "=>", ","]
    ),
    max_size=30,
).map("".join)


@given(text=st.text() | marker_text)
def test_any_text_is_a_log(text: str) -> None:
    """Every event names a line of the log and no contract is nameless."""
    lines = text.split("\n")
    for event in parse_log(text):
        assert 1 <= event.line <= len(lines)
        assert event.contract is None or event.contract.strip() == event.contract != ""
        assert event.detail in lines[event.line - 1]
