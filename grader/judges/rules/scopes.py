"""Which items, field or section the requirements of a sentence speak of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.judges.rules.lexemes import Normal
from grader.judges.rules.names import same_noun
from grader.judges.rules.quantified import quantified_at
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.scope import LISTING, Scope
from grader.judges.rules.subjects import read_described, read_places, read_subjects

__all__ = ["Scope", "placed", "read_scopes"]

_GUESSES = frozenset({"of", "had", "qualified", "leads"})  # what a text measure reads where no scope says what is meant


def read_scopes(
    normal: Normal, covered: Sequence[bool], measured: Sequence[bool], own: frozenset[str] = frozenset()
) -> list[Scope]:
    """The scopes of a text, by position; words that are covered are no scope, those that are measured are promises."""
    covered = list(covered)
    scopes: list[Scope] = []

    def accept(scope: Scope) -> None:
        scopes.append(scope)
        covered[scope.first : scope.last] = [True] * (scope.last - scope.first)

    for index in range(len(normal.lexemes)):
        if not covered[index]:
            scope = quantified_at(normal, covered, measured, index)
            if scope is not None and (not scope.tentative or _measured(scope, measured, normal)):
                accept(scope)
    for scope in [*read_described(normal, measured), *read_places(normal, covered, own)]:
        if not any(covered[scope.first : scope.last]):
            accept(scope)
    scopes.extend(
        read_subjects(
            normal, covered, own, [scope.first for scope in scopes if scope.first == scope.begin and not scope.within]
        )
    )
    return sorted(scopes, key=lambda scope: scope.first)


def _measured(scope: Scope, measured: Sequence[bool], normal: Normal) -> bool:
    """Whether something in the scope's reach is measured: taken by a measure, counted, or a name behind "has"."""
    reach = normal.lexemes[scope.last : scope.end]
    if any(measured[scope.last : scope.end]) or any(lexeme.quantity is not None for lexeme in reach):
        return True
    names = [lexeme.slot in {"c", "l"} and lexeme.code for lexeme in reach]
    led = (lexeme.norm in LISTING and name for lexeme, name in zip(reach, names[1:], strict=False))
    return (scope.lists and any(names)) or any(led)


def described(requirements: Sequence[tuple[int, Requirement]]) -> list[tuple[int, Requirement]]:
    """A field whose type the same text states ("a `note` that is a string or null") may be empty, if that allows it."""
    typed = {each.within for _, each in requirements if each.measure in {"type", "filled"}}
    return [
        (at, each.model_copy(update={"params": {**each.params, "described": True}}))
        if each.measure == "field" and each.params["name"] in typed
        else (at, each)
        for at, each in requirements
    ]


def jointly(placed_: Sequence[tuple[int, Requirement]], scopes: Sequence[Scope]) -> list[tuple[int, Requirement]]:
    """What so many items must meet, as one requirement for each scope: one and the same item must meet all of it."""
    found: list[tuple[int, Requirement]] = []
    counted: dict[int, list[tuple[int, Requirement]]] = {}
    for at, requirement in placed_:
        reaching = (index for index, each in enumerate(scopes) if each.reaches(at) and each.many == requirement.many)
        scope = next(reaching, None)
        if requirement.many is None or scope is None:
            found.append((at, requirement))
        else:
            counted.setdefault(scope, []).append((at, requirement))
    for group in counted.values():
        at, first = group[0]
        if len(group) > 1:
            place: dict[str, Any] = {"each": first.each, "source": first.source, "many": first.many}
            inner = tuple(each.model_copy(update=dict.fromkeys(place)) for _, each in group)
            text = " … ".join(each.text for each in inner)
            kept: dict[str, Any] = {"narrowed": first.narrowed, "soft": first.soft, "none_ok": first.none_ok}
            first = Requirement(measure="jointly", text=text, inner=inner, **kept, **place)
        found.append((at, first))
    return sorted(found, key=lambda each: each[0])


def counts_out(at: int, scopes: Sequence[Scope]) -> bool:
    """Whether too many items must not meet what is at lexeme `at`: more words would make fewer of them meet it."""
    return any(scope.reaches(at) and scope.many is not None and scope.many.high is not None for scope in scopes)


def placed(requirement: Requirement, at: int, scopes: Sequence[Scope], each: str | None) -> list[Requirement]:
    """What a requirement that begins at lexeme `at` says within the scopes that reach it: one for each part named.

    `each` is the noun of the items that the whole text speaks of, if it does.
    """
    reaching = [scope for scope in scopes if scope.reaches(at)]
    items = next((scope for scope in reversed(reaching) if scope.each is not None), None)
    part = next((scope for scope in reversed(reaching) if scope.within), None)
    if requirement.each is None and items is not None:
        requirement = requirement.model_copy(update={"each": items.each, "source": items.source, "many": items.many})
    elif requirement.each is None and each is not None:
        requirement = requirement.model_copy(update={"each": each})
    had = requirement.params.get("of") if requirement.params.get("had") else None
    if had is not None and items is not None and part is None and not same_noun(had, items.each or ""):
        requirement = requirement.model_copy(update={"within": had})  # "each item has a title of at most ten words"
    if reaching and not _GUESSES.isdisjoint(requirement.params):
        params = {key: value for key, value in requirement.params.items() if key not in _GUESSES}
        requirement = requirement.model_copy(update={"params": params})
    loosely = next((scope.loosely for scope in reversed(reaching) if scope.loosely), None)
    if requirement.within is None and part is None and loosely is not None:
        return [requirement.model_copy(update={"loosely": loosely})]
    if requirement.within is not None or part is None:
        return [requirement]
    texts = [requirement.text if len(part.within) == 1 else f"{name}: {requirement.text}" for name in part.within]
    return [
        requirement.model_copy(update={"within": name, "certain": part.certain, "text": text})
        for name, text in zip(part.within, texts, strict=True)
    ]
