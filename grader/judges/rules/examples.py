"""Examples in a clause: what stands behind "such as" or in "(e.g. ...)" illustrates a promise and is none."""

from __future__ import annotations

from grader.judges.rules.lexemes import Normal

_OPENERS = (("such", "as"), ("for", "example"), ("for", "instance"), ("e.g.",), ("e.g",), ("i.e.", "like"))
_ENDS = frozenset({".", ";", "\n"})


_ADVICE = frozenset(
    {"best", "ideal", "ideally", "preferably", "preferred", "recommended", "optional", "usually", "typically"}
)


def _notes(norms: list[str]) -> list[tuple[int, int]]:
    """Remarks in brackets that advise and promise nothing: "(6 to 8 words read best)"."""
    found, opened = [], None
    for at, norm in enumerate(norms):
        if norm == "(":
            opened = at
        elif norm == ")" and opened is not None:
            if _ADVICE & set(norms[opened:at]) and at - opened > _SHORTEST_NOTE:
                found.append((opened, at + 1))
            opened = None
    return found


_SHORTEST_NOTE = 3  # lexemes; "(optional)" says something of the field that it stands behind


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
    return sorted({*ranges, *_notes(norms)})
