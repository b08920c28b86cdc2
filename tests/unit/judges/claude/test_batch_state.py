"""Which batches are under way is kept where it can be, and known meanwhile where it can't."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.judges.claude.batch_state import BatchState


def test_without_a_file_it_is_known_in_this_process() -> None:
    """And dropped when it is answered."""
    state = BatchState()
    state.sent("msgbatch_1", ["a", "b"])
    state.drop(["a"])

    assert (state.batch_of("a"), state.batch_of("b")) == (None, "msgbatch_1")


def test_the_next_process_knows_it(tmp_path: Path) -> None:
    """From the file, in a folder that needn't have been there."""
    path = tmp_path / "new" / "batches.json"
    BatchState(path).sent("msgbatch_1", ["a"])

    assert BatchState(path).batch_of("a") == "msgbatch_1"


def test_a_file_that_cant_be_written_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """This process knows it all the same."""
    (tmp_path / "taken").write_text("a file where a folder should be")
    state = BatchState(tmp_path / "taken" / "batches.json")
    caplog.clear()
    state.sent("msgbatch_1", ["a"])
    state.sent("msgbatch_2", ["b"])

    assert (state.batch_of("a"), state.batch_of("b")) == ("msgbatch_1", "msgbatch_2")
    assert [record.getMessage().split(" in ")[0] for record in caplog.records] == [
        "the state of the batches can't be kept"
    ]
