"""Examples in a clause: what stands behind "such as" or in "(e.g. ...)" illustrates a promise and is none."""

from __future__ import annotations

from grader.judges.rules.lexemes import Normal

_OPENERS = (("such", "as"), ("for", "example"), ("for", "instance"), ("e.g.",), ("e.g",), ("i.e.", "like"))
_ENDS = frozenset({".", ";", "\n"})


def example_ranges(normal: Normal) -> list[tuple[int, int]]:
    """The lexemes of each example: from its opening words to the closing bracket or the end of the sentence."""
    norms = [lexeme.norm for lexeme in normal.lexemes]
    ranges: list[tuple[int, int]] = []
    at = 0
    while at < len(norms):
        opener = next((words for words in _OPENERS if tuple(norms[at : at + len(words)]) == words), None)
        if opener is None:
            at += 1
            continue
        bracketed = at > 0 and norms[at - 1] in {"(", "["}
        end = at + len(opener)
        while end < len(norms) and norms[end] not in _ENDS and not (bracketed and norms[end] in {")", "]"}):
            end += 1
        ranges.append((at - bracketed, end + (bracketed and end < len(norms))))
        at = end + 1
    return ranges
