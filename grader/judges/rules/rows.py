"""A table row: a piece of text whose fields are its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.document import Document
from grader.judges.rules.mapped import Mapped
from grader.judges.rules.names import same_name
from grader.judges.rules.outline import Block, BlockKind
from grader.judges.rules.rendered import Rendered
from grader.judges.rules.views import View

_BAR, _TAB, _ESCAPED = re.compile(r"(?<!\\)\|"), re.compile(r"\t"), re.compile(r"\\\|")


class RowView(View):
    """One row of a Markdown table, with the header's names for its cells."""

    def __init__(
        self, document: Document, start: int, end: int, header: Sequence[str], row: Sequence[str], number: int
    ) -> None:
        super().__init__(document, start, end, label=f"row {number}")
        self.header = tuple(name.strip("*`_ ") for name in header)
        self.row = tuple(row)
        if self.row and self.row[0]:
            self.label = f"row {number} ({self.row[0]})"

    def cell(self, column: str) -> View | None:
        """The cell of that column; None if there is no such column. An absent cell is blank."""
        for index, name in enumerate(self.header):
            if same_name(name, column):
                return self.cell_at(index)
        return None

    def cell_at(self, index: int) -> View:
        """The cell of the column at `index`; an absent one is blank."""
        label = f"{self.label}, column {self.header[index]}" if index < len(self.header) else self.label
        start, end = self._cell_span(index)
        if "\\|" not in self.document.text[start:end]:
            return View(self.document, start, end, label=label)
        mapped, at = Mapped(), start
        for match in _ESCAPED.finditer(self.document.text, start, end):
            mapped.add(self.document.text[at : match.start()], at, match.start())
            mapped.add("|", *match.span())
            at = match.end()
        mapped.add(self.document.text[at:end], at, end)
        return View(Rendered(self.document, mapped), label=label)

    def _cell_span(self, index: int) -> tuple[int, int]:
        """Where the cell at `index` stands in the document, white space around it aside."""
        text = self.text
        indent = len(text) - len(text.lstrip())
        at = indent + 1 if text[indent : indent + 1] == "|" and self.layout is None else indent
        bar = _BAR if self.layout is None else _TAB
        ends = [match.start() for match in bar.finditer(text, at)]
        begins = [at, *(end + 1 for end in ends)]
        if index >= len(begins):
            return self.end, self.end
        start, end = begins[index], ends[index] if index < len(ends) else len(text)
        cell = text[start:end]
        start += len(cell) - len(cell.lstrip())
        return self.start + start, self.start + max(start, end - len(cell) + len(cell.rstrip()))


def tables(view: View) -> list[Block]:
    """The Markdown tables of a text."""
    return [block for block in view.blocks if block.kind is BlockKind.TABLE]


def is_tabbed(view: View) -> bool:
    """Whether a text is rows of cells between tabs, a header first: a table to some, and no Markdown table."""
    lines = [line for line in view.bare_text.split("\n") if line.strip()]
    return len(lines) > 1 and lines[0].count("\t") > 0 and len({line.count("\t") for line in lines}) == 1


def table_views(view: View) -> list[RowView] | str:
    """The rows of the only table, header aside, or why they can't be told."""
    found = tables(view)
    if len(found) != 1:
        return "there is no table" if not found else "there are several tables"
    if found[0].info:
        return found[0].info
    return row_views(view, found[0])


def row_views(view: View, table: Block) -> list[RowView]:
    """The rows of a table, header aside."""
    spans = zip(table.rows[1:], table.row_spans[1:], strict=True)
    return [
        RowView(view.document, view.start + start, view.start + end, table.rows[0], row, number)
        for number, (row, (start, end)) in enumerate(spans, start=1)
    ]
