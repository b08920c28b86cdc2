"""A piece of output as a measure sees it: a whole file, a section, a list item, a table row or a JSON value.

Every view knows where it stands in its document, so that whatever is found in it can be quoted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from grader.document import Document
from grader.judges.rules.html_text import XML, as_xml, embedded, is_fragment, is_html, rendered
from grader.judges.rules.json_text import Places, Span, Step
from grader.judges.rules.names import same_name, same_title
from grader.judges.rules.outline import Block, BlockKind, outline
from grader.judges.rules.reading import MISSING, Made, once, read_csv, read_json, read_json_lines, read_yaml
from grader.judges.rules.record_places import record_place, yaml_place
from grader.judges.rules.rendered import Layout, Rendered, unescaped
from grader.judges.rules.value_places import identity
from grader.model import Quote

__all__ = ["MISSING", "PieceView", "ValueView", "View"]

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

    @property
    def layout(self) -> Layout | None:
        """What the markup of an HTML text says of it; offsets count within the document. None for any other text."""
        return self.document.layout if isinstance(self.document, Rendered) else None

    @property
    def file(self) -> Document:
        """The run's document that the piece stands in."""
        return self.document.source if isinstance(self.document, Rendered) else self.document

    def doubt(self, kind: str) -> str | None:
        """Why nobody can tell for certain which such things the text has, or what it says; None if everybody can."""
        if isinstance(self.value, str) and is_fragment(self.text):
            return "it is written in HTML"
        if self.layout is None:
            return embedded(self.text, self.blocks, kind) if "<" in self.text and self.value is MISSING else None
        return self.layout.doubts.get("text") or self.layout.doubts.get(kind)

    @property
    def written(self) -> View:
        """The piece as it is written, markup included."""
        if not isinstance(self.document, Rendered):
            return self
        if self.whole:
            return View(self.document.source, label=self.label)
        return View(self.document.source, *self.document.mapped.span(self.start, self.end), label=self.label)

    @property
    def as_read(self) -> View:
        """The piece with the escapes of its JSON strings resolved; itself where there are none."""
        if self.layout is not None or self.value is MISSING or self.fenced is not None:
            return self
        text, start, end = self.document.text, self.start, self.end
        if isinstance(self.value, str) and self.json is not MISSING and self.document.path.lower().endswith(".json"):
            start, end = text.index('"', start) + 1, text.rindex('"', start, end)
        elif "\\" not in text[start:end] or (self.json is MISSING and self.json_lines is MISSING):
            return self
        return _ReadView(unescaped(self.document, start, end, lines=isinstance(self.value, str)), self)

    @cached_property
    def blocks(self) -> list[Block]:
        """The structure that Markdown, or the page's markup, gives the text; offsets count within this piece."""
        if self.layout is not None:
            return self.layout.blocks if self.whole else self.layout.within(self.start, self.end)
        return self._once("outline", lambda: outline(self.text))

    def _once(self, key: str, derive: Callable[[], Made]) -> Made:
        return once(self.document, key, derive) if self.whole else derive()

    # --- structured data ------------------------------------------------------------------------------------------

    @cached_property
    def fenced(self) -> tuple[int, int, str] | None:
        """The only fenced block of a Markdown text: its content's offsets and its info string."""
        if ("```" not in self.text and "~~~" not in self.text) or self.layout is not None:
            return None
        fences = [block for block in self.blocks if block.kind is BlockKind.FENCE]
        if len(fences) != 1:
            return None
        return fences[0].content, max(fences[0].content, fences[0].content_end), fences[0].info

    @cached_property
    def _json(self) -> tuple[Any, int]:
        """The JSON value and the offset in the document where it begins; MISSING where there is none."""
        if self.layout is not None:
            return MISSING, self.start
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
        return self._once("yaml", lambda: read_yaml(self.bare_text) if self.layout is None else MISSING)

    @cached_property
    def json_lines(self) -> Any:
        """The values of a piece with one JSON value a line (in the only fenced block, too), or MISSING."""
        return self._once("json lines", lambda: read_json_lines(self.bare_text) if self.layout is None else MISSING)

    @cached_property
    def csv(self) -> Any:
        """The rows of a CSV text by column (in the only fenced block, too), or MISSING."""
        return self._once("csv", lambda: read_csv(self.bare_text) if self.layout is None else MISSING)

    @cached_property
    def value(self) -> Any:
        """The structured value that the piece holds, whatever its format; MISSING for prose.

        The lone fenced block of a longer text is an illustration of it, not its value.
        """
        if self.json is not MISSING:
            return self.json if self._is_fence else MISSING
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
        if self.text.lstrip()[:1] in {"{", "["} or self.fenced is None:
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

    def part(self, start: int, end: int, label: str) -> View:
        """The characters `start` to `end` of this piece."""
        return View(self.document, self.start + start, self.start + end, label=label)

    # --- where a value stands ---------------------------------------------------------------------------------------

    def place_of(self, path: tuple[Step, ...], value: Any) -> Span:
        """Where the value at a path stands in the document: with its key, without it, and its end."""
        base = self._json[1]
        if self.json is not MISSING:
            places = once(self.document, f"places {base}", lambda: Places(self.document.text, base))
            return places.locate(path) or (self.start, self.start, self.end)
        start, end = (0, len(self.text)) if self.fenced is None else self.fenced[:2]
        start, end = self.start + start, self.start + end
        if self.value is self.yaml:
            return yaml_place(self.document, start, end, path, value)
        rows = self.value is self.csv or self.document.path.lower().endswith(".csv")
        return record_place(self.document, start, end, path, value if isinstance(value, str) else "", rows=rows)


class _ReadView(View):
    """A piece of JSON with the escapes of its strings resolved."""

    def __init__(self, document: Rendered, piece: View) -> None:
        super().__init__(document, label=piece.label)
        self._value = piece.value

    @property
    def value(self) -> Any:
        """The value of the piece."""
        return self._value

    @property
    def as_read(self) -> View:
        """Itself: what is resolved once isn't resolved again."""
        return self


class ValueView(View):
    """A value inside a piece of JSON, YAML or CSV. `root` is that piece, `path` leads from it to the value."""

    def __init__(self, root: View, path: tuple[Step, ...], value: Any) -> None:
        self.document = root.document
        self.root = root
        self.path = path
        self._value = value
        last = path[-1]
        self.label = f"item {last + 1}{identity(value)}" if isinstance(last, int) else f"`{last}`"

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
    def as_read(self) -> View:
        """A string is read as it is."""
        return super().as_read if isinstance(self._value, (dict, list)) else self

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

    @property
    def as_read(self) -> View:
        """Itself: the string's escapes are resolved."""
        return self

    def part(self, start: int, end: int, label: str) -> View:
        """A piece of this piece."""
        return PieceView(self, start, end, label)


def view_of(document: Document) -> View:
    """The whole document as its reader sees it."""
    if not isinstance(document, Rendered) and document.path.lower().endswith(XML) and not document.large:
        return View(once(document, "xml", lambda: as_xml(document)))
    if isinstance(document, Rendered) or document.large or not is_html(document):
        return View(document)
    return View(once(document, "page", lambda: rendered(document)))
