"""Where the values of YAML, JSON Lines and CSV stand, so that they can be quoted from their own place."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import Any

import yaml

from grader.document import Document
from grader.judges.rules.json_text import Places, Span, Step
from grader.judges.rules.reading import once
from grader.judges.rules.value_places import by_content

Spans = list[tuple[int, int]]


def place(document: Document, start: int, end: int, path: tuple[Step, ...], value: Any, *, in_yaml: bool) -> Span:
    """Where the value at a path of the YAML, JSON Lines or CSV from `start` to `end` stands, as near as can be told."""
    if in_yaml:
        found = _yaml_place(document, start, end, path)
    else:
        found = _record_place(document, start, end, path, value if isinstance(value, str) else "")
    return found or by_content(document, start, end, path, value)


def _yaml_place(document: Document, start: int, end: int, path: Sequence[Step]) -> Span | None:
    """Where the value at a path of the YAML from `start` to `end` stands; None where that can't be told."""
    at = once(document, f"yaml nodes {start} {end}", lambda: _compose(document.text[start:end]))
    first = 0
    for step in path:
        first, at = _below(at, step)
        if at is None:
            return None
    return None if at is None else (start + first, start + at.start_mark.index, start + at.end_mark.index)


def _compose(text: str) -> yaml.Node | None:
    try:
        found: yaml.Node | None = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return found


def _below(node: yaml.Node | None, step: Step) -> tuple[int, yaml.Node | None]:
    """Where the entry of a key or index begins, and its value."""
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step].start_mark.index, node.value[step]
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value == str(step):
                return key.start_mark.index, value
    return 0, None


def _record_place(document: Document, start: int, end: int, path: Sequence[Step], value: str) -> Span | None:
    """Where the value at a path of JSON Lines or CSV stands, or the record that holds it."""
    rows = document.path.lower().endswith(".csv")
    read = _rows if rows else _lines
    spans = once(document, f"records {start} {end}", lambda: read(document.text, start, end))
    if not path or not isinstance(path[0], int) or path[0] >= len(spans):
        return None
    first, last = spans[path[0]]
    if not rows:
        found = Places(document.text, first).locate(path[1:]) if len(path) > 1 else None
        return found or (first, first, last)
    cell = re.compile(rf"(?:^|[,\n])\"?({re.escape(value)})\"?(?=[,\r\n]|$)") if value and len(path) > 1 else None
    match = cell.search(document.text[first:last]) if cell is not None else None
    return (first + match.start(1), first + match.start(1), first + match.end(1)) if match else (first, first, last)


def _lines(text: str, start: int, end: int) -> Spans:
    found = re.compile(r"[^\n]*\S[^\n]*").finditer(text, start, end)
    return [match.span() for match in found]


def _rows(text: str, start: int, end: int) -> Spans:
    """The lines of each CSV record, header aside: a record with line ends in its cells has several."""
    body = text[start:end]
    start += len(body) - len(body.lstrip())
    lines = io.StringIO(body.strip(), newline="").readlines()
    ends = [start]
    for line in lines:
        ends.append(ends[-1] + len(line))
    reader, spans, before = csv.reader(lines), [], 0
    for row in reader:
        if row:
            spans.append((ends[before], ends[reader.line_num]))
        before = reader.line_num
    return spans[1:]
