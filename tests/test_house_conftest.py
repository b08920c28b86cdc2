"""What tests/conftest.py promises to every test."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
import pytest_socket

CONFTEST = Path(__file__).with_name("conftest.py").read_text()

SKIPPED_TEST = """
import pytest

def test_picture():
    pytest.skip("convert is missing")
"""
SKIPPED_MODULE = """
import pytest

pytest.skip("npm is missing", allow_module_level=True)
"""


@pytest.mark.parametrize(
    ("source", "reason"), [(SKIPPED_TEST, "convert is missing"), (SKIPPED_MODULE, "npm is missing")]
)
def test_a_skip_fails_and_says_why_where_none_is_allowed(pytester: pytest.Pytester, source: str, reason: str) -> None:
    """Under `--no-skips` a skipped test or module fails the session with its reason."""
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(source)

    result = pytester.runpytest_inprocess("--no-skips", "-p", "no:randomly")

    assert result.ret != pytest.ExitCode.OK
    result.stdout.fnmatch_lines([f"*no skip is allowed here: *{reason}*"])


def test_a_skip_is_named_where_it_is_allowed(pytester: pytest.Pytester) -> None:
    """Without the option a skipped test stays skipped."""
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(SKIPPED_TEST)

    pytester.runpytest_inprocess("-p", "no:randomly").assert_outcomes(skipped=1)


def test_the_callers_environment_is_out_of_reach(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test sees no key, no token and no colour setting of whoever runs it."""
    names = ["ANTHROPIC_API_KEY", "GITHUB_TOKEN", "INPUT_FAIL-ON", "NO_COLOR", "http_proxy"]
    for name in names:
        monkeypatch.setenv(name, "set")
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(f"import os\n\ndef test_none():\n    assert not {set(names)!r} & set(os.environ)\n")

    pytester.runpytest_inprocess("-p", "no:randomly").assert_outcomes(passed=1)
    assert os.environ["NO_COLOR"] == "set"


def test_no_test_reaches_the_network() -> None:
    """A connection to anything but this machine is refused before it is tried."""
    with (
        socket.socket() as sock,
        pytest.warns(UserWarning, match=r"192\.0\.2\.1"),
        pytest.raises(pytest_socket.SocketConnectBlockedError),
    ):
        sock.connect(("192.0.2.1", 443))
