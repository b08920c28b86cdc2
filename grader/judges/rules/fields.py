"""Lists of fields, columns or sections, as promises name them: "each with: claim / source / confidence (0 to 1)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.judges.base import Remainder
from grader.judges.rules.lexemes import Normal, normalize
from grader.judges.rules.lexicon import GUARDS, IDLE, NEGATIONS, VAGUE
from grader.judges.rules.requirement import Compiled, Requirement
from grader.judges.rules.scopes import Scope
from grader.model import Item

_SEPARATORS = frozenset({"/", ",", "and", ";", "|", "&", "plus"})
_ARTICLES = frozenset({"a", "an", "the", "its", "their", "one", "both", "also"})
_FIELD_WORDS = frozenset({"field", "fields", "key", "keys", "property", "properties", "column", "columns"})
_MOST_WORDS = 4
_ITEM = re.compile(
    r"^(?:\*\*|__)?`?(?P<name>[A-Za-z_][\w.\[\]-]*)(?P<optional>\?)?`?(?:\*\*|__)?(?P<optional2>\?)?"
    r"(?:\s*\((?P<note>[^()]{1,80})\))?\s*(?:(?::|—|–|\s-\s|=)\s*(?P<rest>.*))?$",
    re.DOTALL,
)
_LIST_INTRODUCTION = re.compile(
    r"(?:each|every|all)\b.*(?:has|have|with|contains?|includes?|carr(?:y|ies))|(?:with|has|contain(?:s|ing)?|includ(?:es|ing)|"
    r"fields|keys|columns|sections|of)\s*:?\s*$|:\s*$",
    re.IGNORECASE | re.DOTALL,
)
_OPTIONAL = re.compile(r"\b(?:optional|if any|when present|if present)\b", re.IGNORECASE)


def listed_fields(
    normal: Normal, covered: Sequence[bool], scopes: Sequence[Scope]
) -> Iterator[tuple[int, int, Requirement]]:
    """The names that follow "each ... has:" and the like, one requirement per name over all items.

    Names are what stands between slashes, commas and `and`: at most four plain words, with what follows in brackets
    as what the value must be. Anything else stays where it is.
    """
    for scope in scopes:
        if not scope.lists or scope.each is None:
            continue
        first = scope.last
        for last in _part_ends(normal, first, scope.end):
            found = _field(normal, covered, first, last, scope.each)
            if found is not None:
                yield found
            first = last + 1


def _part_ends(normal: Normal, first: int, end: int) -> Iterator[int]:
    depth = 0
    for index in range(first, end):
        norm = normal.lexemes[index].norm
        depth += (norm in {"(", "["}) - (norm in {")", "]"})
        if depth <= 0 and norm in _SEPARATORS:
            yield index
    yield end


def _field(
    normal: Normal, covered: Sequence[bool], first: int, last: int, each: str
) -> tuple[int, int, Requirement] | None:
    while first < last and (normal.lexemes[first].norm in _ARTICLES or normal.lexemes[first].norm == "."):
        first += 1
    while first < last and normal.lexemes[last - 1].norm in {".", ";", ":"}:
        last -= 1
    opened = next((at for at in range(first, last) if normal.lexemes[at].norm in {"(", ":"}), last)
    name_end = opened
    if name_end > first + 1 and normal.lexemes[name_end - 1].norm in _FIELD_WORDS:
        name_end -= 1
    if not first < name_end <= first + _MOST_WORDS or any(covered[first:last]):
        return None
    if not all(_names(normal, at, alone=name_end == first + 1) for at in range(first, name_end)):
        return None
    inner: tuple[Requirement, ...] = ()
    if opened < last:
        described = _description(normal.wording(opened, last).strip().strip("():").strip())
        if described is None:
            return None
        inner = described
    lexeme = normal.lexemes[first]
    name = lexeme.literals[0] if lexeme.literals else normal.wording(first, name_end)
    sure = bool(lexeme.literals) or name_end == first + 1
    requirement = Requirement(
        measure="field",
        text=normal.wording(first, last),
        params={"name": name, "sure": sure},
        each=each,
        inner=inner,
    )
    return first, last, requirement


def _names(normal: Normal, at: int, *, alone: bool) -> bool:
    lexeme = normal.lexemes[at]
    if lexeme.slot:
        return alone and lexeme.slot in {"c", "t"}
    norm = lexeme.norm
    idle = any(norm in words for words in IDLE.values())
    return (
        norm[0].isalpha()
        and norm not in GUARDS
        and norm not in NEGATIONS
        and norm not in VAGUE
        and (not idle or (alone and len(norm) > 4))
    )


def _description(text: str) -> tuple[Requirement, ...] | None:
    """What a value must be; None if some of it can't be measured."""
    from grader.judges.rules.compile import compile_promise  # noqa: PLC0415 - a description is a text of its own

    compiled = compile_promise(text, of_value=True)
    return None if compiled.remainder or compiled.vague else compiled.requirements


def read_field_item(item: Item, introduction: str) -> Compiled | None:
    """A nested item that names a field of what its parent lists: `` `confidence`: 0 to 1``. None if it is no such item.

    What its description promises is measured on the field's value; what can't be measured goes to the remainder.
    """
    from grader.judges.rules.compile import compile_promise  # noqa: PLC0415 - see above

    match = _ITEM.match(item.text)
    if match is None or not _LIST_INTRODUCTION.search(introduction) or item.items:
        return None
    if not match["rest"] and not match["note"] and " " in item.text.strip():
        return None
    name, rest = match["name"], " ".join(filter(None, (match["note"], match["rest"])))
    optional = bool(match["optional"] or match["optional2"]) or bool(_OPTIONAL.search(rest))
    described = compile_promise(rest, name, of_value=True) if rest else Compiled()
    each = re.search(
        r"\b(?:each|every)\b(?:\s+(?!with\b|has\b|have\b|contain)([\w-]+(?:\s(?!with\b|has\b|have\b|contain|must\b)[\w-]+)?))?",
        introduction,
    )
    lists = re.search(r"\b(?:list|array|table|collection) of\b", introduction)
    noun = (each[1] or "") if each else ("" if lists else None)
    requirement = Requirement(
        measure="field",
        text=item.text,
        params={"name": name, "sure": True, "optional": optional},
        each=noun,
        inner=described.requirements,
    )
    described_more = described.remainder or ((Remainder(text=item.text),) if described.vague else ())
    remainder = tuple(
        Remainder(text=f"{name}: {each.text}" if each.text != item.text else each.text, negated=each.negated)
        for each in described_more
    )
    return Compiled(requirements=(requirement,), remainder=remainder, idle=described.idle)


def shape_names(text: str) -> tuple[str, ...]:
    """The literal names in a text such as "`a`, `b` and c"."""
    return tuple(literal for lexeme in normalize(text).lexemes for literal in lexeme.literals)
