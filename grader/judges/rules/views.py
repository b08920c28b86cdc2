"""A piece of output as a measure sees it: a whole file, a section, a list item, a table row or a JSON value.

Every view knows where it stands in its document, so that whatever is found in it can be quoted.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import yaml

from grader.document import Document
from grader.judges.rules.json_text import locate
from grader.judges.rules.names import same_name, same_noun
from grader.judges.rules.outline import Block, BlockKind, outline
from grader.model import Quote


class _Missing:
    """The value of a text that holds no structured data."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()
_DEEPEST = 200


class View:
    """The characters `start` to `end` of a document and, where they are structured data, their value.

    `value` is a Python value for JSON, YAML mappings and sequences, and None for JSON's null; MISSING otherwise.
    `label` says in the report what this is ("item 3", "section Risks").
    """

    def __init__(self, document: Document, start: int = 0, end: int | None = None, *, label: str = "") -> None:
        self.document = document
        self.start = start
        self.end = len(document.text) if end is None else end
        self.label = label

    # --- text ---------------------------------------------------------------------------------------------------

    @cached_property
    def text(self) -> str:
        """The characters of the piece; for a JSON string, the string itself."""
        return self.document.text[self.start : self.end]

    @property
    def blank(self) -> bool:
        """Whether there is nothing there to read."""
        return not self.text.strip()

    def quote(self, start: int | None = None, end: int | None = None) -> Quote:
        """An exact quote of `start` to `end` of this piece's text, or of all of it."""
        first = self.start if start is None else self.start + start
        last = self.end if end is None else self.start + end
        return self.document.quote(first, last)

    @cached_property
    def blocks(self) -> list[Block]:
        """The Markdown structure; offsets count within this piece."""
        return outline(self.text)

    # --- structured data ------------------------------------------------------------------------------------------

    @cached_property
    def fenced(self) -> tuple[int, int, str] | None:
        """The only fenced block of a Markdown text: its content's offsets and its info string."""
        if "```" not in self.text and "~~~" not in self.text:
            return None
        fences = [block for block in self.blocks if block.kind is BlockKind.FENCE]
        if len(fences) != 1:
            return None
        return fences[0].content, max(fences[0].content, fences[0].content_end), fences[0].info

    @cached_property
    def _json(self) -> tuple[Any, int]:
        """The JSON value and the offset in the document where it begins; MISSING where there is none."""
        candidates = [(self.start, self.text)]
        if self.fenced is not None and not self.document.path.endswith(".json"):
            candidates.append((self.start + self.fenced[0], self.text[self.fenced[0] : self.fenced[1]]))
        for at, text in candidates:
            if text.lstrip()[:1] in _JSON_STARTS:
                try:
                    return json.loads(text, parse_constant=_refuse), at
                except (ValueError, RecursionError):
                    continue
        return MISSING, self.start

    @property
    def json(self) -> Any:
        """The piece as JSON (in the only fenced block, too), or MISSING."""
        return self._json[0]

    @cached_property
    def yaml(self) -> Any:
        """The piece as a YAML mapping or sequence (in the only fenced block, too), or MISSING."""
        text = self.text if self.fenced is None else self.text[self.fenced[0] : self.fenced[1]]
        return read_yaml(text)

    @cached_property
    def value(self) -> Any:
        """The structured value that the piece holds, whatever its format; MISSING for prose."""
        if self.json is not MISSING:
            return self.json
        if self.document.path.endswith((".yaml", ".yml")) or (self.fenced and self.fenced[2] in {"yaml", "yml"}):
            return self.yaml
        if self.document.path.endswith((".jsonl", ".ndjson")):
            return _json_lines(self.text)
        if self.document.path.endswith(".csv"):
            return self.csv
        return MISSING

    @cached_property
    def csv(self) -> list[dict[str, str]] | _Missing:
        """The rows of a CSV text by column (in the only fenced block, too), or MISSING."""
        text = self.text if self.fenced is None else self.text[self.fenced[0] : self.fenced[1]]
        return read_csv(text)

    # --- parts ----------------------------------------------------------------------------------------------------

    def members(self) -> Mapping[str, Any] | None:
        """The object that this piece is, if it is one."""
        return self.value if isinstance(self.value, dict) else None

    def child(self, key: str | int) -> View:
        """The value under a key or index of this piece's structured value."""
        return ValueView(self.document, self._json[1], (key,), self.value[key])

    def children(self) -> Iterator[View]:
        """The elements of this piece's array."""
        if isinstance(self.value, list):
            for index in range(len(self.value)):
                yield self.child(index)

    def key(self, name: str) -> str | None:
        """The object's key that is that name."""
        members = self.members() or {}
        if name in members:
            return name
        return next((key for key in members if same_name(str(key), name)), None)

    def section(self, title: str) -> View | None:
        """The section under the heading of that title, without the heading; None if there is none or several."""
        found = [index for index, block in enumerate(self.blocks) if _is_heading(block, self.text, title)]
        if not found:
            return None
        return self.section_at(found[0])

    def section_at(self, index: int) -> View:
        """The section of the heading that is block `index`."""
        heading = self.blocks[index]
        end = next(
            (
                later.start
                for later in self.blocks[index + 1 :]
                if later.kind is BlockKind.HEADING and later.level <= heading.level
            ),
            len(self.text),
        )
        title = self.text[heading.content : heading.content_end]
        return View(self.document, self.start + heading.end, self.start + end, label=f"section “{title}”")

    def at_block(self, block: Block, label: str) -> View:
        """The piece that a block is, bullet left off."""
        return View(self.document, self.start + (block.content or block.start), self.start + block.end, label=label)


class ValueView(View):
    """A value inside a document's JSON (or YAML, CSV) text."""

    def __init__(self, document: Document, base: int, path: tuple[str | int, ...], value: Any) -> None:
        self.document = document
        self.base = base
        self.path = path
        self._value = value
        last = path[-1]
        self.label = f"item {last + 1}" if isinstance(last, int) else f"`{last}`"

    @cached_property
    def _span(self) -> tuple[int, int, int]:
        found = locate(self.document.text, self.path, self.base)
        return found if found is not None else self._line_of_scalar()

    def _line_of_scalar(self) -> tuple[int, int, int]:
        """Not JSON: the first line that holds the value's own text, else nothing that could be quoted."""
        wanted = self._value if isinstance(self._value, str) else json.dumps(self._value, default=str)
        at = self.document.text.find(wanted, self.base) if wanted else -1
        if at < 0:
            return self.base, self.base, self.base
        return at, at, at + len(wanted)

    @property
    def start(self) -> int:  # type: ignore[override] # found only when somebody quotes
        """Where the value begins in the document."""
        return self._span[1]

    @property
    def end(self) -> int:  # type: ignore[override]
        """Where the value ends in the document."""
        return self._span[2]

    @cached_property
    def text(self) -> str:
        """A string's own characters; any other value as it stands in the document."""
        if isinstance(self._value, str):
            return self._value
        if isinstance(self._value, (dict, list)):
            return self.document.text[self.start : self.end]
        return json.dumps(self._value, default=str)

    def quote(self, start: int | None = None, end: int | None = None) -> Quote:  # noqa: ARG002 - a value is quoted whole
        """The value as it stands in the document, with its key."""
        return self.document.quote(self._span[0], self._span[2])

    @property
    def value(self) -> Any:
        """The value itself."""
        return self._value

    @property
    def json(self) -> Any:
        """Structured values are JSON as they are; a string is JSON if its text is."""
        return self._value if not isinstance(self._value, str) else super().json

    def child(self, key: str | int) -> View:
        """The value under a key or index."""
        return ValueView(self.document, self.base, (*self.path, key), self._value[key])


_JSON_STARTS = tuple('{["-0123456789tfn')


def _refuse(name: str) -> None:
    message = f"{name} is not JSON"
    raise ValueError(message)


def _is_heading(block: Block, text: str, title: str) -> bool:
    if block.kind is not BlockKind.HEADING:
        return False
    found = text[block.content : block.content_end].strip("*_`: \t")
    found = found.split(". ", 1)[-1] if found.split(". ", 1)[0].isdigit() else found
    return same_noun(found, title)


def read_yaml(text: str) -> Any:
    """A YAML mapping or sequence (every text is YAML of some kind: a lone scalar doesn't count), or MISSING."""
    if not text.strip() or text.count("&") > _DEEPEST or text.count("*") > 50 * _DEEPEST:
        return MISSING  # aliases can stand for billions of values
    try:
        value = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError, TypeError, AttributeError):
        return MISSING
    return value if isinstance(value, (dict, list)) else MISSING


def read_csv(text: str) -> list[dict[str, str]] | _Missing:
    """CSV rows by column: a header and rows of its width, at least two columns; MISSING otherwise."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text.strip()), strict=True) if row]
    except csv.Error:
        return MISSING
    if not rows or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
        return MISSING
    header: Sequence[str] = [cell.strip() for cell in rows[0]]
    return [dict(zip(header, (cell.strip() for cell in row), strict=True)) for row in rows[1:]]


def _json_lines(text: str) -> Any:
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return MISSING
