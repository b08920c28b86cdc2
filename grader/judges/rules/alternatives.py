"""Names of which one will do: "a `url` or a `doi`", "`a`, and either `b` or `c`"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from grader.judges.rules.left import is_described
from grader.judges.rules.lexemes import Normal
from grader.judges.rules.name_lists import Name, is_subject
from grader.judges.rules.wordlists import words

_CLEAR = words(", either one plus")  # with `and`, these say where one promise ends and the next begins


def grouped(normal: Normal, names: Sequence[Name]) -> list[tuple[Name, ...]] | None:
    """The names in groups of which one name will do; None where nobody can tell which belong together."""
    joins = [_between(normal, before, name) for before, name in pairwise(names)]
    if not names or _goes_on(normal, names[-1].last):
        return None
    if not any("or" in join for join in joins):
        return [(name,) for name in names]
    if is_subject(normal, names[-1].last):  # "... or `score` is ...": the last is what something is said of
        return None
    groups: list[list[Name]] = [[names[0]]]
    for name, join in zip(names[1:], joins, strict=True):
        if "and" in join or "&" in join:
            if _CLEAR.isdisjoint(join):
                return None
            groups.append([name])
        else:
            groups[-1].append(name)
    starts = [sum(len(group) for group in groups[:at]) for at in range(len(groups))]
    found: list[tuple[Name, ...]] = []
    for start, group in zip(starts, groups, strict=True):
        chosen = any("or" in join for join in joins[start : start + len(group) - 1])
        if not chosen:
            found.extend((name,) for name in group)
        elif _alike(group) and not is_described(normal, group[-1].last):
            found.append(tuple(group))
        else:
            return None
    return found


def _goes_on(normal: Normal, at: int) -> bool:
    """Whether an alternative follows the names that is no name: "an `id`, an `owner` or is marked"."""
    return _norm(normal, at) == "or" or (_norm(normal, at) == "," and _norm(normal, at + 1) == "or")


def _alike(group: Sequence[Name]) -> bool:
    """Whether what is said of one is said of each; "a `min` or a `max` above 5" may say it of both or of one."""
    return len({bool(name.inner) for name in group}) == 1 and not any(name.optional for name in group)


def _norm(normal: Normal, at: int) -> str:
    return normal.lexemes[at].norm if at < len(normal.lexemes) else ""


def _between(normal: Normal, before: Name, after: Name) -> set[str]:
    """The words between two names; those of one list stand in one lexeme."""
    if before.first == after.first:
        return {normal.lexemes[before.first].joiner or ","}
    return {lexeme.norm for lexeme in normal.lexemes[before.last : after.first]}
