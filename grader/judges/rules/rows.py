"""A table row: a piece of text whose fields are its columns."""

from __future__ import annotations

from collections.abc import Sequence

from grader.document import Document
from grader.judges.rules.names import same_name
from grader.judges.rules.outline import Block, BlockKind
from grader.judges.rules.views import View


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
        text = self.row[index] if index < len(self.row) else ""
        at = self.start + self._cell_offset(index)
        found = self.document.text.find(text, at, self.end) if text else -1
        start = found if found >= 0 else at
        label = f"{self.label}, column {self.header[index]}" if index < len(self.header) else self.label
        return View(self.document, start, start + (len(text) if found >= 0 else 0), label=label)

    def _cell_offset(self, index: int) -> int:
        indent = len(self.text) - len(self.text.lstrip())
        at = indent + 1 if self.text[indent : indent + 1] == "|" else indent
        bar = "|" if self.layout is None else "\t"
        for _ in range(index):
            at = self.text.find(bar, at) + 1
        return at


def tables(view: View) -> list[Block]:
    """The Markdown tables of a text."""
    return [block for block in view.blocks if block.kind is BlockKind.TABLE]


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
