r"""Where lines end, as CommonMark has it: at a line feed, a carriage return, or both together, and nowhere else.

A form feed or U+2028 ends no line, unlike for `str.splitlines`. Whatever is read from a run goes through
`with_line_feeds` once; from then on `"\n"` ends each line, wherever lines are counted or cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_LONE = re.compile(r"\r(?!\n)")


def with_line_feeds(text: str) -> str:
    """The text with a line feed for each carriage return that stands alone, so that every offset stays true."""
    return _LONE.sub("\n", text) if text.count("\r") > text.count("\r\n") else text


def cut(lines: Iterable[str]) -> Iterator[str]:
    """The lines of texts that were cut at line feeds alone, line ends kept."""
    for line in lines:
        if "\r" not in line or (text := with_line_feeds(line)) == line:
            yield line
            continue
        start = 0
        while start < len(text):
            end = text.find("\n", start) + 1 or len(text)
            yield text[start:end]
            start = end
