"""A table row: a piece of text whose fields are its columns."""

from __future__ import annotations

from collections.abc import Sequence

from grader.document import Document
from grader.judges.rules.names import same_name
from grader.judges.rules.views import View


class RowView(View):
    """One row of a Markdown table, with the header's names for its cells."""

    def __init__(
        self, document: Document, start: int, end: int, header: Sequence[str], row: Sequence[str], number: int
    ) -> None:
        super().__init__(document, start, end, label=f"row {number}")
        self.header = tuple(header)
        self.row = tuple(row)

    def cell(self, column: str) -> View | None:
        """The cell of that column; None if there is no such column. An absent cell is blank."""
        for index, name in enumerate(self.header):
            if same_name(name.strip("*`_ "), column):
                text = self.row[index] if index < len(self.row) else ""
                at = self._cell_offset(index)
                found = self.document.text.find(text, self.start + at, self.end) if text else -1
                start = found if found >= 0 else self.start + at
                return View(self.document, start, start + (len(text) if found >= 0 else 0), label=f"column {name}")
        return None

    def _cell_offset(self, index: int) -> int:
        at = 1 if self.text.startswith("|") else 0
        for _ in range(index):
            at = self.text.find("|", at) + 1
        return at
