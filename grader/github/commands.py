"""What the runner reads from a container: workflow commands on the log, and the files that carry outputs.

Everything printed is scanned for commands, so text that isn't ours is escaped, always.
Escapes: the runner's `ActionCommand.cs` and the toolkit's `command.ts`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
_COMMAND = re.compile(r":(?=:)|##(?=\[)")
_JOINER = "\u2060"  # word joiner: no width, no line break


def escape_data(text: str) -> str:
    """Text as a command's message."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Text as the value of one of a command's properties."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def command(name: str, message: str, **properties: str | int) -> str:
    """One workflow command, for instance `::warning title=Forks::...`; empty properties are left out."""
    given = ",".join(f"{key}={escape_property(str(value))}" for key, value in properties.items() if value != "")
    return f"::{name}{' ' if given else ''}{given}::{escape_data(_visible(message))}"


def plain(text: str) -> str:
    """Text that the runner prints and takes for nothing else, on as many lines as it had."""
    return _COMMAND.sub(lambda found: found[0] + _JOINER, _visible(text))


def _visible(text: str) -> str:
    r"""Text without control characters; a line feed and a tab stay, a carriage return becomes a line feed."""
    return _CONTROL.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


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
