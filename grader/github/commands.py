"""What the runner reads from a container: workflow commands on the log, and the files that carry outputs.

Everything printed is scanned for commands, so text that isn't ours is escaped, always.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

from grader.reports.escape import command_data, command_property, visible

_COMMAND = re.compile(r":(?=:)|##(?=\[)")
_JOINER = "\u2060"  # word joiner: no width, no line break


def command(name: str, message: str, **properties: str | int) -> str:
    """One workflow command, for instance `::warning title=Forks::...`; empty properties are left out."""
    given = ",".join(f"{key}={command_property(str(value))}" for key, value in properties.items() if value != "")
    return f"::{name}{' ' if given else ''}{given}::{command_data(message)}"


def plain(text: str) -> str:
    """Text that the runner prints and takes for nothing else, on as many lines as it had."""
    return _COMMAND.sub(lambda found: found[0] + _JOINER, visible(text))


def _random_delimiter() -> str:
    return f"ghadelimiter_{secrets.token_hex(16)}"


def write_outputs(file: Path, values: Mapping[str, str], *, delimiter: Callable[[], str] = _random_delimiter) -> None:
    """Append outputs to the file that GITHUB_OUTPUT names. Raises ValueError for a value that holds its delimiter."""
    blocks = []
    for name, value in values.items():
        mark = delimiter()
        if mark in value or mark in name:
            raise ValueError(f"the value of the output {name} holds its own delimiter")
        blocks.append(f"{name}<<{mark}\n{value}\n{mark}\n")
    with file.open("a", encoding="utf-8", newline="\n") as stream:
        stream.write("".join(blocks))
