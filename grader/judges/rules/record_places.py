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


def yaml_place(document: Document, start: int, end: int, path: tuple[Step, ...], value: Any) -> Span:
    """Where the value at a path of the YAML from `start` to `end` stands, as near as can be told."""
    node = once(document, f"yaml nodes {start} {end}", lambda: _compose(document.text[start:end]))
    found = (start, start, end)
    for step in path:
        below = _below(node, step)
        if below is None:
            return by_content(document, start, end, path, value)
        first, node = below
        at = node.start_mark.index
        found = start + min(first, at), start + at, start + node.end_mark.index  # an alias stands for what is before it
    return found


def _compose(text: str) -> yaml.Node | None:
    found: yaml.Node | None = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return found


def _below(node: yaml.Node | None, step: Step) -> tuple[int, yaml.Node] | None:
    """Where the entry of a key or index begins, and its value."""
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step].start_mark.index, node.value[step]
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value == str(step):
                return key.start_mark.index, value
    return None


def record_place(document: Document, start: int, end: int, path: Sequence[Step], value: str, *, rows: bool) -> Span:
    """Where the value at a path of JSON Lines or CSV stands, or the record that holds it."""
    read = _rows if rows else _lines
    first, last = start, end
    if isinstance(path[0], int):  # else the text is one record
        first, last = once(document, f"records {start} {end}", lambda: read(document.text, start, end))[path[0]]
    if not rows:
        found = Places(document.text, first).locate(path[1:]) if len(path) > 1 else None
        return found or (first, first, last)
    whole = not value or isinstance(path[-1], int)
    cell = None if whole else re.compile(rf"(?:^|[,\n])\"?({re.escape(value)})\"?(?=[,\r\n]|$)")
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
