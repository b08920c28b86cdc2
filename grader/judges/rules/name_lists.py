"""Lists of names as promises write them: "claim / source / confidence (0 to 1)", "`id` and a credible `source`"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.judges.rules.lexemes import Normal
from grader.judges.rules.lexicon import FINITE, GUARDS, IDLE, NEGATIONS, VAGUE
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.wordlists import words

KIND_WORDS = {
    **dict.fromkeys(words("field fields key keys property properties attribute attributes member members"), "field"),
    **dict.fromkeys(words("column columns header headers"), "column"),
    **dict.fromkeys(words("section sections heading headings subsection subsections chapter chapters"), "section"),
}
SEPARATORS = words("/ , and or ; | & plus")
ARTICLES = words("a an the either its their one both also this these following required mandatory top-level non-empty")
MARKED = re.compile(r"\w_\w|\w\.\w|[a-z][A-Z]|\[\]")
_PAIR = re.compile(r"[\w.-]+\??\s*:\s")  # `status: ok` is a name with its value
_MOST_WORDS = 4
_LONGEST_PART = 80  # lexemes of a name with its description in brackets
_LONGEST_DESCRIPTION = 400  # characters
_NO_ADJECTIVES = words(
    "in of from under within with to for by at on is are be has have that which must should than as no not"
)


@dataclass(frozen=True, slots=True)
class Name:
    """One name of a list: its lexemes, and what its value must be. `sure`: written as a name, not as plain words."""

    first: int
    last: int
    text: str
    sure: bool
    optional: bool = False
    inner: tuple[Requirement, ...] = ()


def read_names(normal: Normal, covered: Sequence[bool], first: int, end: int, *, bare: bool) -> list[Name]:
    """The names from `first` on, up to the first thing that is none; plain words count only where `bare` says so."""
    names: list[Name] = []
    skipped = False
    for last in _part_ends(normal, first, end, SEPARATORS):
        found = _names_in(normal, covered, first, last, bare=bare)
        measured = all(covered[at] or normal.lexemes[at].norm in ARTICLES | SEPARATORS for at in range(first, last))
        if not found and not (measured and first < last):  # what is measured already may stand between names
            break
        skipped = skipped or not found
        if skipped and found and is_subject(normal, found[-1].last):
            break
        names.extend(found)
        first = last + 1
    return names


def is_subject(normal: Normal, at: int) -> bool:
    """Whether a verb at lexeme `at` says something of the name before it: "..., and `score` is above 5"."""
    return at < len(normal.lexemes) and normal.lexemes[at].norm in FINITE


def _part_ends(normal: Normal, first: int, end: int, separators: frozenset[str]) -> Iterator[int]:
    depth = 0
    begin = first
    for index in range(first, end):
        if index - begin > _LONGEST_PART:
            return
        norm = normal.lexemes[index].norm
        depth += (norm in {"(", "["}) - (norm in {")", "]"})
        if depth <= 0 and norm in separators:
            if index + 1 < end and normal.lexemes[index + 1].norm in separators:
                continue
            yield index
            begin = index
    if first < end:
        yield end


def _names_in(normal: Normal, covered: Sequence[bool], first: int, last: int, *, bare: bool) -> list[Name]:
    while first < last and normal.lexemes[first].norm in ARTICLES | SEPARATORS | {"."}:
        first += 1
    if first < last and normal.lexemes[first].norm == "of" and first > 0 and normal.lexemes[first - 1].norm == "one":
        first += 1  # "and one of `b` or `c`"
    first = _behind_adjectives(normal, covered, first, last)
    while first < last and normal.lexemes[last - 1].norm in {".", ";", ":", ","}:
        last -= 1
    if first >= last or covered[first]:
        return []
    lexeme = normal.lexemes[first]
    opened = next((at for at in range(first, last) if normal.lexemes[at].norm in {"(", ":", "["}), last)
    if lexeme.slot in {"c", "t", "l"}:
        pairs = any(_PAIR.match(literal) for literal in lexeme.literals)
        return [] if pairs else _literal_names(normal, covered, first, opened, last)
    if lexeme.slot or not bare:
        return []
    return _bare_name(normal, covered, first, opened, last)


def _behind_adjectives(normal: Normal, covered: Sequence[bool], first: int, last: int) -> int:
    """Where a literal stands behind a word or two that describe it ("a credible `source`"), which stay for a judge."""
    article = first > 0 and normal.lexemes[first - 1].norm in ARTICLES
    for at in range(first, min(first + 3, last)):
        lexeme = normal.lexemes[at]
        if lexeme.slot == "c" and not covered[at] and (article or at == first or normal.lexemes[first].norm in VAGUE):
            return at
        if lexeme.slot or not lexeme.norm[0].isalpha() or covered[at] or lexeme.norm in _NO_ADJECTIVES:
            break
    return first


def _literal_names(normal: Normal, covered: Sequence[bool], first: int, opened: int, last: int) -> list[Name]:
    lexeme = normal.lexemes[first]
    described = opened == first + 1 and opened < last and not any(covered[first:last])
    inner = description(normal.wording(opened, last)) if described else None
    optional = described and _OPTIONAL.search(normal.wording(opened, last)) is not None
    names = [_named(literal, first, first + 1) for literal in lexeme.literals]
    bound = _bound(normal, covered, first + 1, last)
    if bound is not None:
        names[-1] = Name(first, last, names[-1].text, sure=True, optional=names[-1].optional, inner=(bound,))
        return names
    if inner is not None or optional:
        names[-1] = Name(
            first, last, names[-1].text, sure=True, optional=optional or names[-1].optional, inner=inner or ()
        )
    return names


def _bound(normal: Normal, covered: Sequence[bool], at: int, last: int) -> Requirement | None:
    """`score` above 0.5, `score` of at least 3, `level` ("low" | "high")."""
    if at + 1 == last and not covered[at] and normal.lexemes[at].slot == "l" and normal.lexemes[at].joiner != "and":
        options = normal.lexemes[at].literals
        return Requirement(measure="one-of", text=normal.wording(at, last), params={"list": options})
    at += at < last and normal.lexemes[at].norm in {"of", "is", "in", "from"}
    if last > at + 1 and normal.lexemes[last - 1].norm in {"inclusive", "inclusively"}:
        last -= 1
    if at + 1 != last or covered[at] or normal.lexemes[at].quantity is None:
        return None
    return Requirement(
        measure="number", text=normal.wording(at, last), params={"quantity": normal.lexemes[at].quantity}
    )


_OPTIONAL = re.compile(r"\b(?:optional|if any|when present|if present|may be absent)\b", re.IGNORECASE)


def _named(literal: str, first: int, last: int) -> Name:
    optional = literal.endswith("?")
    return Name(first, last, literal.rstrip("?").lstrip("# ").removesuffix("[]"), sure=True, optional=optional)


def _bare_name(normal: Normal, covered: Sequence[bool], first: int, opened: int, last: int) -> list[Name]:
    end = opened
    if end > first + 1 and normal.lexemes[end - 1].norm in KIND_WORDS:
        end -= 1
    if not first < end <= first + _MOST_WORDS or any(covered[first:last]):
        return []
    if not all(_may_name(normal, at, alone=end == first + 1) for at in range(first, end)):
        return []
    inner: tuple[Requirement, ...] = ()
    if opened < last:
        described = description(normal.wording(opened, last))
        if described is None:
            return []
        inner = described
    text = normal.wording(first, end)
    return [Name(first, last, text, sure=end == first + 1 and MARKED.search(text) is not None, inner=inner)]


def _may_name(normal: Normal, at: int, *, alone: bool) -> bool:
    norm = normal.lexemes[at].norm
    idle = any(norm in each for each in IDLE.values())
    return (
        not normal.lexemes[at].slot
        and norm[0].isalpha()
        and norm not in GUARDS
        and norm not in NEGATIONS
        and norm not in VAGUE
        and (not idle or (alone and len(norm) > 3))
    )


def description(text: str) -> tuple[Requirement, ...] | None:
    """What a value must be; None if some of it can't be measured."""
    from grader.judges.rules.compile import compile_promise  # noqa: PLC0415 - a description is a text of its own

    if len(text) > _LONGEST_DESCRIPTION:
        return None
    told = text.strip().lstrip("([: ").rstrip(") :")
    told = told if told.endswith("[]") else told.rstrip("] ")
    compiled = compile_promise(told, of_value=True)
    return None if compiled.remainder or compiled.vague else compiled.requirements
