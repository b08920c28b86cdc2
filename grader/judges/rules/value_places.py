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
    """The first line with the value's key, else the first place with its own text, else all of the text."""
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
    return start, start, end
