"""Tables of cases: YAML that a person reads and writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

# The loader in C reads the same and takes a tenth of the time; each worker reads every table.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_table(path: Path) -> Any:
    """What a table's file says; None if it is empty."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)  # noqa: S506 - a safe loader


def ascii_id(text: str) -> str:
    """A test's name for a row that says `text`: `?` for what pytest would escape, so that one can type it."""
    return text[:100].encode("ascii", "replace").decode()
