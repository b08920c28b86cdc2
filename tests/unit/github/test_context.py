"""What the runner says of a job."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.github.context import Context

ENVIRON = {
    "GITHUB_API_URL": "https://github.example/api/v3",
    "GITHUB_REPOSITORY": "org/repo",
    "GITHUB_RUN_ATTEMPT": "2",
    "GITHUB_RUN_ID": "1234",
    "GITHUB_SERVER_URL": "https://github.example",
    "GITHUB_WORKSPACE": "/github/workspace",
}


def test_an_enterprise_host_is_taken_from_the_runner() -> None:
    """No address names the public host on an enterprise server."""
    context = Context.from_environ(ENVIRON)
    assert context.api_url == "https://github.example/api/v3"
    assert context.run_url == "https://github.example/org/repo/actions/runs/1234"
    assert context.file_url("abc", "a b/#1.md", (3, 5)) == (
        "https://github.example/org/repo/blob/abc/a%20b/%231.md?plain=1#L3-L5"
    )


def test_later_attempts_come_later() -> None:
    """A second attempt is later than the first, and earlier than the next run's first."""
    orders = [
        Context.from_environ({**ENVIRON, "GITHUB_RUN_ID": run, "GITHUB_RUN_ATTEMPT": attempt}).order
        for run, attempt in [("999", "1"), ("1234", "1"), ("1234", "2"), ("1235", "1")]
    ]
    assert orders == sorted(orders)


def test_an_old_runner_sets_less() -> None:
    """What the runner doesn't set is empty, None or the public host."""
    context = Context.from_environ({})
    assert context.temporary is None
    assert context.output_file is None
    assert context.order == (0, 0)
    assert context.api_url == "https://api.github.com"
    assert context.payload() == {}


@pytest.mark.parametrize("content", [b"", b"[1]", b"{", b"\xff"])
def test_a_payload_that_is_no_object_is_empty(tmp_path: Path, content: bytes) -> None:
    """A broken event file is an event that says nothing."""
    event = tmp_path / "event.json"
    event.write_bytes(content)
    assert Context.from_environ({"GITHUB_EVENT_PATH": str(event)}).payload() == {}


def test_one_line_is_linked_as_one() -> None:
    """A single line has no range; a file without lines has no anchor."""
    context = Context.from_environ(ENVIRON)
    assert context.file_url("abc", "a.md", (3, 3)).endswith("/blob/abc/a.md?plain=1#L3")
    assert context.file_url("abc", "a.md").endswith("/blob/abc/a.md")
