"""An HTML table, row by row."""

from __future__ import annotations

from grader.judges.rules.outline import Block, BlockKind

Rows = list[list[tuple[int, int]]]  # the spans of each row's cells


class Table:
    """A table that is being read; `reason` says why its rows can't be told apart by a header, if they can't."""

    def __init__(self, at: int) -> None:
        self.start = at
        self.reason = ""
        self._rows: Rows = []
        self._at: list[int] = []  # where each row was begun
        self._headed = False

    def begin(self, name: str, attributes: dict[str, str], at: int, *, headed: bool) -> str:
        """A row or cell begins; what stands before its text."""
        if name == "tr" or not self._rows:
            self._rows.append([])
            self._at.append(at)
        if name == "tr":
            return "\n\n"
        if any(attributes.get(each, "1").strip() not in {"", "1"} for each in ("colspan", "rowspan")):
            self.reason = self.reason or "cells of the table span several"
        if len(self._rows) == 1 and not self._rows[0]:
            self._headed = headed or name == "th"
        elif len(self._rows) == 1 and name == "td" and not headed:
            self._headed = False
        if headed and len(self._rows) > 1:
            self.reason = self.reason or "the table's header has several rows"
        return "\t" if self._rows[-1] else "\n\n"

    def end_cell(self, start: int, end: int) -> None:
        """The open cell ends."""
        if self._rows:
            self._rows[-1].append((start, end))

    def block(self, end: int) -> tuple[Block, Rows]:
        """The table as a block, and its rows; the block's `info` says why nobody can tell them, if so."""
        rows, places = self._rows or [[]], self._at or [self.start]
        spans = [(row[0][0], row[-1][1]) if row else (at, at) for row, at in zip(rows, places, strict=True)]
        reason = self.reason or ("" if self._headed else "the table has no header")
        return Block(BlockKind.TABLE, min(spans[0][0], end), end, info=reason, row_spans=spans), rows
