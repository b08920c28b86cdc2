"""Names that a promise lists: fields, columns, sections. One requirement each.

Names stand behind "each ... has:", behind "with the columns", before "section", behind a verb ("carries `id` and
`status`") or alone with their types ("`name` (string), `attempts` (integer)").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.judges.rules.lexemes import Normal
from grader.judges.rules.lexicon import GUARDS, IDLE, NEGATIONS, VAGUE
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.scope import SENTENCE_ENDS, Scope, segment
from grader.judges.rules.wordlists import words

KIND_WORDS = {
    **dict.fromkeys(words("field fields key keys property properties attribute attributes member members"), "field"),
    **dict.fromkeys(words("column columns header headers"), "column"),
    **dict.fromkeys(words("section sections heading headings subsection subsections chapter chapters"), "section"),
}
_VERBS = words(
    "contain contains containing include includes including has have having with carry carries carrying provide provides "
    "providing give gives record records recording return returns returning hold holds holding expose exposes define "
    "defines feature features comprise comprises specify specifies under"
)
_HOLDERS = words("object mapping map record dictionary dict hash struct row tuple")
_SEPARATORS = words("/ , and ; | & plus")
_ARTICLES = words("a an the its their one both also this these following required mandatory top-level non-empty")
_BEHIND_KIND = words(": named called titled for are of — – row as namely following these the with headed")
_WHOLLY = words("only exactly just")
_IDENTIFIER = re.compile(r"[a-z]\w*(?:_\w+|\.\w+|[a-z][A-Z]\w*)|[a-z]+")
_MARKED = re.compile(r"\w_\w|\w\.\w|[a-z][A-Z]|\[\]")
_MOST_WORDS = 4
_ORDERED = re.compile(r"\b(?:in|following) (?:exactly )?(?:this|that|the given|the listed|the stated|the following|the same|this exact) (?:order|sequence)\b", re.I)
_NO_OTHER = (("no", "other"), ("nothing", "else"), ("no", "others"), ("no", "additional"), ("no", "extra"), ("no", "more"))


@dataclass(frozen=True, slots=True)
class Name:
    """One name of a list: its lexemes, and what its value must be. `sure`: written as a name, not as plain words."""

    first: int
    last: int
    text: str
    sure: bool
    optional: bool = False
    inner: tuple[Requirement, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """Lexemes `first` to `last`, and the requirements that they are: none for words that only lead to others."""

    first: int
    last: int
    requirements: tuple[Requirement, ...] = ()


def listed_names(normal: Normal, covered: Sequence[bool], scopes: Sequence[Scope]) -> Iterator[Listing]:
    """The names that a text lists, one requirement per name, with the lexemes that they take."""
    taken = list(covered)
    for read in (lambda: _of_scopes(normal, taken, scopes), lambda: _of_kinds(normal, taken), lambda: _of_verbs(normal, taken), lambda: _typed(normal, taken)):
        for found in read():
            if not any(taken[found.first : found.last]):
                taken[found.first : found.last] = [True] * (found.last - found.first)
                yield found


def described_names(normal: Normal) -> list[tuple[int, int]]:
    """The brackets right behind a name that say what its value must be: "confidence (0 to 1)"."""
    found = []
    for index in range(1, len(normal.lexemes)):
        before = normal.lexemes[index - 1]
        named = before.slot in {"c", "t", "l"} or (not before.slot and _IDENTIFIER.fullmatch(before.norm) is not None)
        if normal.lexemes[index].norm != "(" or not named:
            continue
        close = next((at for at in range(index, min(index + 16, len(normal.lexemes))) if normal.lexemes[at].norm == ")"), None)
        if close is not None and _description(normal.wording(index, close + 1)):
            found.append((index, close + 1))
    return found


def _of_scopes(normal: Normal, covered: Sequence[bool], scopes: Sequence[Scope]) -> list[Listing]:
    """`each finding has: claim / source / date`."""
    found: list[Listing] = []
    for scope in scopes:
        if not scope.lists or scope.each is None:
            continue
        kind, at = _kind_at(normal, covered, scope.last)
        end = min((other.first for other in scopes if scope.last <= other.first < scope.end), default=scope.end)
        names = read_names(normal, covered, at, end, bare=True)
        found.extend(_as_found(normal, names, kind, scope=scope))
    return found


def _kind_at(normal: Normal, covered: Sequence[bool], at: int) -> tuple[str, int]:
    """A kind word at `at`, with the words around it: "the following columns: ..."."""
    begin = at
    while at < len(normal.lexemes) and not covered[at] and normal.lexemes[at].norm in _ARTICLES | {":"}:
        at += 1
    kind = KIND_WORDS.get(normal.lexemes[at].norm) if at < len(normal.lexemes) else None
    if kind is None or covered[at]:
        return "any", begin
    return kind, _behind_kind(normal, covered, at + 1)


def _behind_kind(normal: Normal, covered: Sequence[bool], at: int) -> int:
    while at < len(normal.lexemes) and not covered[at] and normal.lexemes[at].norm in _BEHIND_KIND:
        at += 1
    return at


def _of_kinds(normal: Normal, covered: Sequence[bool]) -> list[Listing]:
    """`with the columns date, host and status`, `` `Background` and `Risks` sections``."""
    found: list[Listing] = []
    for index, lexeme in enumerate(normal.lexemes):
        kind = KIND_WORDS.get(lexeme.norm)
        if kind is None or covered[index]:
            continue
        _, end = segment(normal, index)
        at = _behind_kind(normal, covered, index + 1)
        plural = lexeme.norm.endswith("s")
        marked = at > index + 1 and normal.lexemes[at - 1].norm not in {"for", "of", "with", "the"}
        names = read_names(normal, covered, at, end, bare=plural or marked) if at < end else []
        if not names:
            names = _before(normal, covered, index)
        if names:
            whole = any(normal.lexemes[back].norm in _WHOLLY for back in range(max(0, index - 3), index))
            found.extend(_as_found(normal, names, kind, whole=whole))
            found.append(Listing(index, index + 1))
    return found


def _before(normal: Normal, covered: Sequence[bool], index: int) -> list[Name]:
    """The names right before a kind word: literals, or capitalised words."""
    if index == 0 or covered[index - 1]:
        return []
    lexeme = normal.lexemes[index - 1]
    if lexeme.slot in {"c", "t", "l"}:
        return [Name(index - 1, index, text, sure=True) for text in lexeme.literals]
    found: list[Name] = []
    end = index
    while end > 0 and not covered[end - 1]:
        first = end
        while first > 0 and not covered[first - 1] and _capital(normal, first - 1) and end - first < 3:
            first -= 1
        if first == end or (first == 0 and end - first == 1 and normal.lexemes[0].norm in _ARTICLES):
            break
        if first == 0:
            first += normal.lexemes[0].norm in _ARTICLES
        found.append(Name(first, end, normal.wording(first, end), sure=True))
        if first == 0 or normal.lexemes[first - 1].norm not in {"and", ",", "/"}:
            break
        end = first - 1
    return found[::-1]


def _capital(normal: Normal, index: int) -> bool:
    lexeme = normal.lexemes[index]
    return not lexeme.slot and index > 0 and normal.source[lexeme.start : lexeme.start + 1].isupper()


def _of_verbs(normal: Normal, covered: Sequence[bool]) -> list[Listing]:
    """`carries id, status and owner_team`, `` an object with `id` ``."""
    found: list[Listing] = []
    for index, lexeme in enumerate(normal.lexemes):
        holds = lexeme.norm in {"of", ":"} and index > 0 and normal.lexemes[index - 1].norm in _HOLDERS
        if covered[index] or not (lexeme.norm in _VERBS or holds):
            continue
        _, end = segment(normal, index)
        at = index + 1
        while at < end and not covered[at] and normal.lexemes[at].norm in {":", "both", "all", "of", "these", "the"}:
            at += 1
        names = read_names(normal, covered, at, end, bare=True)
        if names and not all(name.sure for name in names):
            marked = any(_MARKED.search(name.text) for name in names)
            plain = all(_IDENTIFIER.fullmatch(name.text) for name in names)
            if not plain or not (marked and len(names) > 1):
                names = [name for name in names if name.sure]
        kind = "section" if lexeme.norm == "under" else "any"
        found.extend(_as_found(normal, names, kind))
    return found


def _typed(normal: Normal, covered: Sequence[bool]) -> list[Listing]:
    """`` `name` (string), `attempts` (integer) ``: names with their types, and nothing before them."""
    begins = [0, *(at + 1 for at, each in enumerate(normal.lexemes) if each.norm in SENTENCE_ENDS | {":"})]
    found: list[Listing] = []
    for begin in begins:
        if begin + 1 >= len(normal.lexemes) or covered[begin] or normal.lexemes[begin].slot != "c":
            continue
        if normal.lexemes[begin + 1].norm != "(":
            continue
        names = read_names(normal, covered, begin, segment(normal, begin)[1], bare=False)
        if names and all(name.inner for name in names):
            found.extend(_as_found(normal, names, "any"))
    return found


# --- reading a list ---------------------------------------------------------------------------------------------------


def read_names(normal: Normal, covered: Sequence[bool], first: int, end: int, *, bare: bool) -> list[Name]:
    """The names from `first` on, up to the first thing that is none; plain words count only where `bare` says so."""
    names: list[Name] = []
    for last in _part_ends(normal, first, end):
        found = _names_in(normal, covered, first, last, bare=bare)
        if not found:
            break
        names.extend(found)
        first = last + 1
    return names


def _part_ends(normal: Normal, first: int, end: int) -> Iterator[int]:
    depth = 0
    for index in range(first, end):
        norm = normal.lexemes[index].norm
        depth += (norm in {"(", "["}) - (norm in {")", "]"})
        if depth <= 0 and norm in _SEPARATORS:
            if index + 1 < end and normal.lexemes[index + 1].norm in _SEPARATORS:
                continue
            yield index
    if first < end:
        yield end


def _names_in(normal: Normal, covered: Sequence[bool], first: int, last: int, *, bare: bool) -> list[Name]:
    while first < last and normal.lexemes[first].norm in _ARTICLES | _SEPARATORS | {"."}:
        first += 1
    while first < last and normal.lexemes[first].norm in VAGUE and first + 1 < last and normal.lexemes[first + 1].slot:
        first += 1
    while first < last and normal.lexemes[last - 1].norm in {".", ";", ":", ","}:
        last -= 1
    if first >= last or covered[first]:
        return []
    lexeme = normal.lexemes[first]
    opened = next((at for at in range(first, last) if normal.lexemes[at].norm in {"(", ":", "["}), last)
    if lexeme.slot in {"c", "t", "l"}:
        return _literal_names(normal, covered, first, opened, last)
    if lexeme.slot or not bare:
        return []
    return _bare_name(normal, covered, first, opened, last)


def _literal_names(normal: Normal, covered: Sequence[bool], first: int, opened: int, last: int) -> list[Name]:
    lexeme = normal.lexemes[first]
    described = opened == first + 1 and opened < last and not any(covered[first:last])
    inner = _description(normal.wording(opened, last)) if described else None
    optional = described and _OPTIONAL.search(normal.wording(opened, last)) is not None
    names = [_named(literal, first, first + 1) for literal in lexeme.literals]
    if inner is not None or optional:
        names[-1] = Name(first, last, names[-1].text, True, optional or names[-1].optional, inner or ())
    return names


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
        described = _description(normal.wording(opened, last))
        if described is None:
            return []
        inner = described
    text = normal.wording(first, end)
    return [Name(first, last, text, sure=end == first + 1 and _MARKED.search(text) is not None, inner=inner)]


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


def _description(text: str) -> tuple[Requirement, ...] | None:
    """What a value must be; None if some of it can't be measured."""
    from grader.judges.rules.compile import compile_promise  # noqa: PLC0415 - a description is a text of its own

    compiled = compile_promise(text.strip().strip("():[]").strip(), of_value=True)
    return None if compiled.remainder or compiled.vague else compiled.requirements


# --- as requirements --------------------------------------------------------------------------------------------------


def _as_found(
    normal: Normal, names: Sequence[Name], kind: str, *, scope: Scope | None = None, whole: bool = False
) -> list[Listing]:
    siblings = tuple(name.text for name in names)
    place = {} if scope is None else {"each": scope.each, "source": scope.source, "many": scope.many}
    spans: dict[tuple[int, int], list[Requirement]] = {}
    for name in names:
        words_ = normal.wording(name.first, name.last)
        params = {"name": name.text, "sure": name.sure, "optional": name.optional, "kind": kind, "siblings": siblings}
        text = words_ if sum(other.first == name.first for other in names) == 1 else name.text
        requirement = Requirement(measure="field", text=text, params=params, inner=name.inner, **place)
        spans.setdefault((name.first, name.last), []).append(requirement)
    if names:
        for span, more in _more(normal, names, kind, whole=whole):
            spans.setdefault(span, []).append(more.model_copy(update=place))
    return [Listing(first, last, tuple(requirements)) for (first, last), requirements in spans.items()]


def _more(
    normal: Normal, names: Sequence[Name], kind: str, *, whole: bool
) -> Iterator[tuple[tuple[int, int], Requirement]]:
    """That there is nothing else, and that the order is the listed one."""
    begin, end = segment(normal, names[0].first)
    first, last = names[0].first, names[-1].last
    params = {"names": tuple(name.text for name in names), "kind": kind}
    pairs = (tuple(each.norm for each in normal.lexemes[at : at + 2]) for at in range(last, end))
    others = next((at for at, pair in enumerate(pairs, start=last) if pair in _NO_OTHER), None)
    if others is not None:
        stop = others + 2 + (others + 2 < end and normal.lexemes[others + 2].norm in KIND_WORDS)
        yield (others, stop), Requirement(measure="only-named", text=normal.wording(others, stop), params=params)
    elif whole:
        yield (first, names[0].last), Requirement(measure="only-named", text=normal.wording(begin, end), params=params)
    text = normal.wording(begin, end)
    ordered = _ORDERED.search(text)
    if ordered is not None and len(names) > 1:
        low, high = (normal.lexemes[begin].start + at for at in ordered.span())
        inside = [at for at in range(begin, end) if low <= normal.lexemes[at].start < high]
        yield (inside[0], inside[-1] + 1), Requirement(measure="named-order", text=ordered[0], params=params)
