"""A piece of output as a measure sees it: a whole file, a section, a list item, a table row or a JSON value.

Every view knows where it stands in its document, so that whatever is found in it can be quoted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from grader.document import Document
from grader.judges.rules.json_text import Places, Span, Step
from grader.judges.rules.names import same_name, same_noun
from grader.judges.rules.outline import Block, BlockKind, outline
from grader.judges.rules.reading import MISSING, Made, once, read_csv, read_json, read_json_lines, read_yaml
from grader.model import Quote

__all__ = ["MISSING", "PieceView", "ValueView", "View"]

_NUMBERING = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*[.):]?|[IVX]{1,5}[.)])\s+")
_LONGEST_REMARK = 40  # words beside a lone fenced block that still leave the block the output


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
        return not self.text or self.text.isspace()

    @property
    def whole(self) -> bool:
        """Whether the piece is a whole document."""
        return self.start == 0 and self.end == len(self.document.text)

    def quote(self, start: int | None = None, end: int | None = None) -> Quote:
        """An exact quote of `start` to `end` of this piece's text, or of all of it."""
        first = self.start if start is None else self.start + start
        last = self.end if end is None else self.start + end
        return self.document.quote(first, last)

    @cached_property
    def blocks(self) -> list[Block]:
        """The Markdown structure; offsets count within this piece."""
        return self._once("outline", lambda: outline(self.text))

    def _once(self, key: str, derive: Callable[[], Made]) -> Made:
        return once(self.document, key, derive) if self.whole else derive()

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
        found = self._once("json", lambda: read_json(self.text))
        if found is MISSING and self.fenced is not None and not self.document.path.endswith(".json"):
            found = self._once("fenced json", lambda: read_json(self.bare_text))
            return found, self.start + self.fenced[0]
        return found, self.start

    @property
    def json(self) -> Any:
        """The piece as JSON (in the only fenced block, too), or MISSING."""
        return self._json[0]

    @property
    def bare_text(self) -> str:
        """The content of the only fenced block, or all of the text."""
        return self.text if self.fenced is None else self.text[self.fenced[0] : self.fenced[1]]

    @cached_property
    def yaml(self) -> Any:
        """The piece as a YAML mapping or sequence (in the only fenced block, too), or MISSING."""
        return self._once("yaml", lambda: read_yaml(self.bare_text))

    @cached_property
    def json_lines(self) -> Any:
        """The values of a piece with one JSON value a line (in the only fenced block, too), or MISSING."""
        return self._once("json lines", lambda: read_json_lines(self.bare_text))

    @cached_property
    def csv(self) -> Any:
        """The rows of a CSV text by column (in the only fenced block, too), or MISSING."""
        return self._once("csv", lambda: read_csv(self.bare_text))

    @cached_property
    def value(self) -> Any:
        """The structured value that the piece holds, whatever its format; MISSING for prose.

        The lone fenced block of a longer text is an illustration of it, not its value.
        """
        if self.json is not MISSING:
            return self.json if self.fenced is None or self._is_fence else MISSING
        suffix = self.document.path.rpartition(".")[2].lower()
        info = self.fenced[2].lower() if self.fenced is not None and self._is_fence else ""
        if suffix in {"yaml", "yml"} or info in {"yaml", "yml"}:
            return self.yaml
        if suffix in {"jsonl", "ndjson"} or info in {"jsonl", "ndjson"}:
            return self.json_lines
        if suffix == "csv" or info == "csv":
            return self.csv
        return MISSING

    @cached_property
    def _is_fence(self) -> bool:
        """Whether the only fenced block is the output, but for a heading and a remark."""
        if self.fenced is None or self.text.lstrip()[:1] in {"{", "["}:
            return True
        beside = [block for block in self.blocks if block.kind is not BlockKind.FENCE]
        headings = sum(block.kind is BlockKind.HEADING for block in beside)
        words = sum(len(self.text[block.start : block.end].split()) for block in beside)
        plain = all(block.kind in {BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.RULE} for block in beside)
        return plain and headings <= 1 and words <= _LONGEST_REMARK

    @property
    def typed(self) -> bool:
        """Whether the format itself tells a number from a text, as JSON and YAML do, and CSV and prose don't."""
        return self.json is not MISSING or not self.document.path.lower().endswith(".csv")

    # --- parts ----------------------------------------------------------------------------------------------------

    def members(self) -> Mapping[str, Any] | None:
        """The object that this piece is, if it is one."""
        return self.value if isinstance(self.value, dict) else None

    def child(self, key: Step) -> View:
        """The value under a key or index of this piece's structured value."""
        return ValueView(self, (key,), self.value[key])

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
        """The section under the first heading of that title, without the heading; None if there is none."""
        for index, block in enumerate(self.blocks):
            if block.kind is BlockKind.HEADING and same_title(self.text[block.content : block.content_end], title):
                return self.section_at(index)
        return None

    def section_at(self, index: int) -> View:
        """The section of the heading that is block `index`."""
        heading = self.blocks[index]
        later = (self.blocks[at] for at in range(index + 1, len(self.blocks)))
        ends = (each.start for each in later if each.kind is BlockKind.HEADING and each.level <= heading.level)
        end = next(ends, len(self.text))
        title = self.text[heading.content : heading.content_end]
        return self.part(heading.end, end, f"section “{title}”")

    def at_block(self, block: Block, label: str) -> View:
        """The piece that a block is, bullet left off."""
        return self.part(block.content or block.start, block.end, label)

    def part(self, start: int, end: int, label: str) -> View:
        """The characters `start` to `end` of this piece."""
        return View(self.document, self.start + start, self.start + end, label=label)

    # --- where a value stands ---------------------------------------------------------------------------------------

    def place_of(self, path: tuple[Step, ...], value: Any) -> Span:
        """Where the value at a path stands in the document: with its key, without it, and its end."""
        base = self._json[1]
        if self.json is not MISSING:
            places = once(self.document, f"places {base}", lambda: Places(self.document.text, base))
            found = places.locate(path)
            if found is not None:
                return found
        return _by_content(self, path, value)


class ValueView(View):
    """A value inside a piece of JSON, YAML or CSV. `root` is that piece, `path` leads from it to the value."""

    def __init__(self, root: View, path: tuple[Step, ...], value: Any) -> None:
        self.document = root.document
        self.root = root
        self.path = path
        self._value = value
        last = path[-1]
        self.label = f"item {last + 1}{_identity(value)}" if isinstance(last, int) else f"`{last}`"

    @cached_property
    def _span(self) -> Span:
        return self.root.place_of(self.path, self._value)

    @property
    def start(self) -> int:  # type: ignore[override] # found only when somebody quotes
        """Where the value begins in the document."""
        return self._span[1]

    @property
    def end(self) -> int:  # type: ignore[override]  # found only when somebody quotes
        """Where the value ends in the document."""
        return self._span[2]

    @property
    def whole(self) -> bool:
        """A value is never the document itself."""
        return False

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

    @property
    def typed(self) -> bool:
        """As the piece that the value stands in."""
        return self.root.typed

    def child(self, key: Step) -> View:
        """The value under a key or index."""
        return ValueView(self.root, (*self.path, key), self._value[key])

    def part(self, start: int, end: int, label: str) -> View:
        """A piece of a string."""
        return PieceView(self, start, end, label)


class PieceView(View):
    """A piece of a string inside structured data: escapes set its offsets apart from the document's."""

    def __init__(self, parent: View, start: int, end: int, label: str) -> None:
        self.document = parent.document
        self.parent = parent
        self.label = label
        self._piece = (start, end)

    @property
    def start(self) -> int:  # type: ignore[override]  # found only when somebody quotes
        """Where the string begins in the document; the piece stands somewhere in it."""
        return self.parent.start

    @property
    def end(self) -> int:  # type: ignore[override]  # found only when somebody quotes
        """Where the string ends."""
        return self.parent.end

    @property
    def whole(self) -> bool:
        """A piece is never the document itself."""
        return False

    @cached_property
    def text(self) -> str:
        """The piece's own characters."""
        return self.parent.text[slice(*self._piece)]

    def quote(self, start: int | None = None, end: int | None = None) -> Quote:
        """The characters as they stand in the document if they stand there unescaped, else the string whole."""
        wanted = self.text[start or 0 : end].strip()
        at = self.document.text.find(wanted, self.start, self.end) if wanted else -1
        return self.parent.quote() if at < 0 else self.document.quote(at, at + len(wanted))

    def part(self, start: int, end: int, label: str) -> View:
        """A piece of this piece."""
        return PieceView(self, start, end, label)


def _identity(value: Any) -> str:
    """What an object calls itself, in brackets: its name, or its first short text."""
    if not isinstance(value, dict):
        return ""
    named = (value[key] for key in ("name", "id", "title", "key", "slug") if isinstance(value.get(key), (str, int)))
    found = next(named, None) or next(
        (each for each in value.values() if isinstance(each, str) and len(each) <= 40), None
    )
    return f" ({str(found)[:40]})" if found is not None else ""


def same_title(found: str, title: str) -> bool:
    """Whether a heading's text is that title, numbering, emphasis and a closing colon aside."""
    bare = _NUMBERING.sub("", found.strip("*_`# \t"), count=1).strip("*_`: \t")
    return same_noun(bare, title) or same_noun(found.strip("*_`:# \t"), title)


def _by_content(view: View, path: tuple[Step, ...], value: Any) -> Span:
    """In YAML and CSV: the line of the row, or the first place behind its key that holds the value's own text."""
    text, start, end = view.document.text, view.start, view.end
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
    return _row(view, path) or (start, start, start)


def _row(view: View, path: tuple[Step, ...]) -> Span | None:
    """The line of a CSV or JSON Lines record."""
    index = next((step for step in path if isinstance(step, int)), None)
    if index is None:
        return None
    offset = 1 if view.document.path.lower().endswith(".csv") else 0
    at = view.start
    for _ in range(index + offset):
        at = view.document.text.find("\n", at) + 1
        if at == 0:
            return None
    line_end = view.document.text.find("\n", at)
    return at, at, view.end if line_end < 0 else line_end
