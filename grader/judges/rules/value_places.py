"""What a value is called, and where it stands in a text whose parser keeps no places: YAML, CSV, JSON Lines."""

from __future__ import annotations

import json
import re
from typing import Any

from grader.document import Document
from grader.judges.rules.json_text import Span, Step


def identity(value: Any) -> str:
    """What an object calls itself, in brackets: its name, or its first short text."""
    if not isinstance(value, dict):
        return ""
    named = (value[key] for key in ("name", "id", "title", "key", "slug") if isinstance(value.get(key), (str, int)))
    found = next(named, None) or next(
        (each for each in value.values() if isinstance(each, str) and len(each) <= 40), None
    )
    return f" ({str(found)[:40]})" if found is not None else ""


def by_content(document: Document, start: int, end: int, path: tuple[Step, ...], value: Any) -> Span:
    """In YAML and CSV: the line of the row, or the first place behind its key that holds the value's own text."""
    text = document.text
    wanted = value if isinstance(value, str) else json.dumps(value, default=str)
    key = path[-1] if isinstance(path[-1], str) else ""
    if key:
        match = re.compile(rf"(?m)^[ \t-]*[\"']?{re.escape(str(key))}[\"']?[ \t]*:").search(text, start, end)
        line_end = text.find("\n", match.end()) if match else -1
        if match is not None:
            line_end = line_end if 0 <= line_end < end else end
            begin = match.start() + len(match[0]) - len(match[0].lstrip(" \t-"))
            return begin, match.end(), line_end
    at = text.find(wanted, start, end) if wanted else -1
    if at >= 0:
        return at, at, at + len(wanted)
    return _row(document, start, end, path) or (start, start, start)


def _row(document: Document, start: int, end: int, path: tuple[Step, ...]) -> Span | None:
    """The line of a CSV or JSON Lines record."""
    index = next((step for step in path if isinstance(step, int)), None)
    if index is None:
        return None
    offset = 1 if document.path.lower().endswith(".csv") else 0
    at = start
    for _ in range(index + offset):
        at = document.text.find("\n", at) + 1
        if at == 0:
            return None
    line_end = document.text.find("\n", at)
    return at, at, end if line_end < 0 else line_end
