"""Which lines of a file's new side a pull request's diff shows: only on these can a review comment stand."""

from __future__ import annotations

import re

_HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+(?P<start>\d+)(?:,\d+)? @@")


def shown_lines(patch: str) -> frozenset[int]:
    """The numbers, from 1, of the new file's lines that a patch shows, added or as context."""
    found: set[int] = set()
    number = 0
    for line in patch.split("\n"):  # as GitHub counts: a form feed or U+2028 ends no line
        hunk = _HUNK.match(line)
        if hunk:
            number = int(hunk["start"])
        elif number and line[:1] in {"+", " "}:
            found.add(number)
            number += 1
    return frozenset(found)
