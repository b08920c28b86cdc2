"""Collecting what is odd about a run, so that a hostile one can't make the list endless."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from grader.model import Notice

MOST: Final = 1_000  # notices that are kept; the rest are counted
_LONGEST: Final = 1_000  # characters of a message
_NAME: Final = 200  # characters of a name or path from the run that a message repeats


def shown(name: str) -> str:
    """A name from the run as a message repeats it: cut if it is absurdly long."""
    return name if len(name) <= _NAME else f"{name[:_NAME]}…"


class Notices:
    """Warnings in the order of their discovery, each once."""

    def __init__(self) -> None:
        self._found: dict[Notice, None] = {}
        self._more = 0

    def add(self, code: str, message: str, place: str | None = None) -> None:
        """Note something."""
        self.extend([Notice(code=code, message=message[:_LONGEST], place=place)])

    def extend(self, notices: Iterable[Notice]) -> None:
        """Note what somebody else found."""
        for notice in notices:
            if len(self._found) < MOST:
                self._found[notice] = None
            elif notice not in self._found:
                self._more += 1

    def __iter__(self) -> Iterator[Notice]:
        yield from self._found
        if self._more:
            yield Notice(code="more-warnings", message=f"There are {self._more:,} further warnings")
