"""Which items, field or section the requirements of a sentence speak of."""

from __future__ import annotations

from collections.abc import Sequence

from grader.judges.rules.lexemes import Normal
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.quantified import quantified_at
from grader.judges.rules.scope import Scope
from grader.judges.rules.subjects import read_places, read_subjects

__all__ = ["Scope", "placed", "read_scopes"]


def read_scopes(normal: Normal, covered: Sequence[bool], own: frozenset[str] = frozenset()) -> list[Scope]:
    """The scopes of a text, by position; words that a measure has taken are no scope."""
    covered = list(covered)
    scopes: list[Scope] = []

    def accept(scope: Scope) -> None:
        scopes.append(scope)
        covered[scope.first : scope.last] = [True] * (scope.last - scope.first)

    for index in range(len(normal.lexemes)):
        if not covered[index]:
            scope = quantified_at(normal, covered, index)
            if scope is not None and (not scope.tentative or _measured(scope, covered, normal)):
                accept(scope)
    for scope in list(read_places(normal, covered)):
        if not any(covered[scope.first : scope.last]):
            accept(scope)
    scopes.extend(read_subjects(normal, covered, own))
    return sorted(scopes, key=lambda scope: scope.first)


def _measured(scope: Scope, covered: Sequence[bool], normal: Normal) -> bool:
    """Whether something in the scope's reach is measured: taken by a measure, or a name behind "has"."""
    if any(covered[scope.last : scope.end]):
        return True
    return scope.lists and any(lexeme.slot in {"c", "l"} and lexeme.code for lexeme in normal.lexemes[scope.last : scope.end])


def placed(requirement: Requirement, at: int, scopes: Sequence[Scope], each: str | None) -> list[Requirement]:
    """What a requirement that begins at lexeme `at` says within the scopes that reach it: one for each part named.

    `each` is the noun of the items that the whole text speaks of, if it does.
    """
    items = {"each": each, "source": None, "many": None}
    names: tuple[str, ...] = ()
    certain = False
    for scope in scopes:
        if not scope.reaches(at):
            continue
        if scope.each is not None:
            items = {"each": scope.each, "source": scope.source, "many": scope.many}
        if scope.within:
            names, certain = scope.within, scope.certain
    if requirement.each is not None or items["each"] is None:
        items = {}
    if requirement.within is not None or not names:
        return [requirement.model_copy(update=items)]
    return [
        requirement.model_copy(update={**items, "within": name, "certain": certain, "text": _text(requirement, name, names)})
        for name in names
    ]


def _text(requirement: Requirement, name: str, names: Sequence[str]) -> str:
    return requirement.text if len(names) == 1 else f"{name}: {requirement.text}"
