"""Names that a promise lists: fields, columns, sections. One requirement each.

Names stand behind "each ... has:", behind "with the columns", before "section", behind a verb ("carries `id` and
`status`") or alone with their types ("`name` (string), `attempts` (integer)").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader.judges.rules.alternatives import grouped
from grader.judges.rules.lexemes import Normal
from grader.judges.rules.name_lists import ARTICLES, KIND_WORDS, MARKED, Name, description, read_names
from grader.judges.rules.phrases import Match
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.scope import SENTENCE_ENDS, Scope, segment
from grader.judges.rules.wordlists import words

_VERBS = words(
    "contain contains containing include includes including has have having with carry carries carrying "
    "provide provides "
    "providing give gives record records recording return returns returning hold holds holding expose exposes define "
    "defines feature features comprise comprises specify specifies under"
)
_HOLDERS = words("object mapping map record dictionary dict hash struct row tuple")
_BEHIND_KIND = words(": named called titled names for are of — – row as namely following these the with headed")
_WHOLLY = words("only exactly just")
_LEADING = _WHOLLY | words("under with the following these a an its")
_IDENTIFIER = re.compile(r"[a-z]\w*(?:_\w+|\.\w+|[a-z][A-Z]\w*)|[a-z]+")
_ORDERED = re.compile(
    r"\b(?:in|following) (?:exactly )?(?:this|that|the given|the listed|the stated|the following|the "
    r"same|this exact) (?:order|sequence)\b",
    re.IGNORECASE,
)
_REACH = 60  # lexemes from a list of names to what is said of all of them
_NO_OTHER = (
    ("no", "other"),
    ("nothing", "else"),
    ("no", "others"),
    ("no", "additional"),
    ("no", "extra"),
    ("no", "more"),
)


@dataclass(frozen=True, slots=True)
class Listing:
    """Lexemes `first` to `last`, and the requirements that they are: none for words that only lead to others."""

    first: int
    last: int
    requirements: tuple[Requirement, ...] = ()


def listed_names(normal: Normal, covered: Sequence[bool], scopes: Sequence[Scope]) -> Iterator[Listing]:
    """The names that a text lists, one requirement per name, with the lexemes that they take."""
    taken = list(covered)
    readers: tuple[Callable[[], list[Listing]], ...] = (
        lambda: _of_scopes(normal, taken, scopes),
        lambda: _of_kinds(normal, taken),
        lambda: _of_verbs(normal, taken),
        lambda: _typed(normal, taken),
        lambda: _alone(normal, taken),
    )
    for read in readers:
        for found in read():
            if found.first < found.last and not any(taken[found.first : found.last]):
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
        close = _closing(normal, index)
        if close is not None and description(normal.wording(index, close + 1)):
            found.append((index, close + 1))
    return found


def is_listed_name(match: Match) -> bool:
    """Whether a single word stands in a list of names: "id / title / url"."""
    if match.last - match.first != 1 or match.first == 0:
        return False
    lexemes = match.normal.lexemes
    before = lexemes[match.first - 1].norm
    after = lexemes[match.last].norm if match.last < len(lexemes) else ""
    return before in {",", "and", "/"} or after == "/"


def _of_scopes(normal: Normal, covered: Sequence[bool], scopes: Sequence[Scope]) -> list[Listing]:
    """`each finding has: claim / source / date`."""
    found: list[Listing] = []
    for scope in scopes:
        if not scope.lists or scope.each is None:
            continue
        kind, at = _kind_at(normal, covered, scope.last)
        end = min((other.first for other in scopes if scope.last <= other.first < scope.end), default=scope.end)
        names = read_names(normal, covered, at, end, bare=True)
        slashes = bool(names) and any(each.norm == "/" for each in normal.lexemes[names[0].first : names[-1].first])
        if kind == "any" and slashes:  # "each with: claim / source": names, if plain ones
            names = [replace(name, sure=name.sure or " " not in name.text) for name in names]
        if kind != "any":
            names = [replace(name, sure=True) for name in names]
            found.extend([Listing(scope.last, names[0].first)] if names else [])
        found.extend(_as_found(normal, names, kind, scope=scope))
    return found


def _groups(normal: Normal, names: Sequence[Name], scope: Scope | None) -> list[tuple[Name, ...]] | None:
    """The names of which one will do together; None where that can't be told."""
    found = grouped(normal, names)
    chosen = found is None or any(len(group) > 1 for group in found)
    if scope is None or not chosen:
        return found
    if _lacks_none(normal, scope):
        return [tuple(names)]
    denied = _is_denied(normal, scope)
    return found if denied or scope.many is None or scope.many.high != 0 else None  # "each item lacks an `a` or a `b`"


def _is_denied(normal: Normal, scope: Scope) -> bool:
    return normal.lexemes[scope.first].norm in {"no", "none"}


def _lacks_none(normal: Normal, scope: Scope) -> bool:
    """`no item lacks an `id` or a `title``: each has both."""
    return scope.many is None and _is_denied(normal, scope)


def _kind_at(normal: Normal, covered: Sequence[bool], at: int) -> tuple[str, int]:
    """A kind word at `at`, with the words around it: "the following columns: ..."."""
    begin = at
    while at < len(normal.lexemes) and not covered[at] and normal.lexemes[at].norm in ARTICLES | {":"}:
        at += 1
    kind = KIND_WORDS.get(normal.lexemes[at].norm) if at < len(normal.lexemes) else None
    if kind is None or covered[at]:
        return "any", begin
    return kind, _behind_kind(normal, covered, at + 1)


def _behind_kind(normal: Normal, covered: Sequence[bool], at: int) -> int:
    while at < len(normal.lexemes) and not covered[at] and normal.lexemes[at].norm in _BEHIND_KIND:
        at += 1
    _, end = segment(normal, at) if at < len(normal.lexemes) else (at, at)
    ordered = _ORDERED.match(normal.wording(at, end))
    if ordered is not None:
        stop = normal.lexemes[at].start + ordered.end()
        while at < end and (normal.lexemes[at].start < stop or normal.lexemes[at].norm == ":"):
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
        joined = at == index + 1 < end and normal.lexemes[at].norm in {"or", "and", ","}  # something else follows
        between = {each.norm for each in normal.lexemes[index + 1 : at]}
        bare = (plural or marked) and ("of" not in between or ":" in between)  # not "the sections of the report"
        names = read_names(normal, covered, at, end, bare=bare) if at < end and not joined else []
        if len(names) == 1 and not names[0].sure and at > index + 1 and normal.lexemes[at - 1].norm == "are":
            names = []  # "the headings are numbered"
        last = names[0].first if names else index + 1
        names = [replace(name, sure=True) for name in names] or _before(normal, covered, index)
        if names:
            begin = _leading(normal, covered, index)
            whole = any(each.norm in _WHOLLY for each in normal.lexemes[begin:index])
            found.extend(_as_found(normal, names, kind, whole=whole))
            found.extend((Listing(begin, index + 1), Listing(index + 1, max(last, index + 1))))
            if names[0].first < index and names[0].inner and (close := _closing(normal, index + 1)) is not None:
                found.append(Listing(index + 1, close + 1))
    return found


def _leading(normal: Normal, covered: Sequence[bool], index: int) -> int:
    """Where the words begin that lead to a kind word: "under the headings", "only the keys", "one section"."""
    begin = index
    while begin > 0 and not covered[begin - 1]:
        lexeme = normal.lexemes[begin - 1]
        single = lexeme.quantity is not None and lexeme.quantity.exact and lexeme.quantity.low == 1
        if not single and lexeme.norm not in _LEADING:
            break
        begin -= 1
    return begin


def _before(normal: Normal, covered: Sequence[bool], index: int) -> list[Name]:
    """The names right before a kind word: literals, or capitalised words."""
    if index == 0 or covered[index - 1]:
        return []
    lexeme = normal.lexemes[index - 1]
    if lexeme.slot in {"c", "t", "l"}:
        found = [Name(index - 1, index, text.lstrip("# "), sure=True) for text in lexeme.literals]
        inner = _described(normal, covered, index + 1) if len(found) == 1 else ()
        return [replace(found[0], inner=inner)] if inner else found
    return _capitalised(normal, covered, index)


def _described(normal: Normal, covered: Sequence[bool], at: int) -> tuple[Requirement, ...]:
    """The bracket at `at`, if it says what a value must be."""
    if at >= len(normal.lexemes) or normal.lexemes[at].norm != "(" or covered[at]:
        return ()
    close = _closing(normal, at)
    return (description(normal.wording(at, close + 1)) or ()) if close is not None else ()


def _closing(normal: Normal, at: int) -> int | None:
    return next((end for end in range(at, min(at + 16, len(normal.lexemes))) if normal.lexemes[end].norm == ")"), None)


def _capitalised(normal: Normal, covered: Sequence[bool], index: int) -> list[Name]:
    found: list[Name] = []
    end = index
    while end > 0 and not covered[end - 1]:
        first = end
        while first > 0 and not covered[first - 1] and _capital(normal, first - 1) and end - first < 3:
            first -= 1
        if first == end:  # a sentence's first word has a capital anyway and is no name
            break
        found.append(Name(first, end, normal.wording(first, end), sure=True))
        if normal.lexemes[first - 1].norm not in {"and", ",", "/"}:
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
            marked = any(MARKED.search(name.text) for name in names)
            plain = all(_IDENTIFIER.fullmatch(name.text) for name in names)
            if not plain or not (marked and len(names) > 1):
                names = [name for name in names if name.sure]
        kind = "section" if lexeme.norm == "under" else "any"
        found.extend(_as_found(normal, names, kind))
        found.extend([Listing(index, index + 1)] if names else [])
    return found


def _alone(normal: Normal, covered: Sequence[bool]) -> list[Listing]:
    """`` `host` and `port` and no other keys``: names in backticks and nothing before them."""
    if not normal.lexemes or covered[0]:
        return []
    lexeme = normal.lexemes[0]
    if lexeme.slot != "l" or not lexeme.code or lexeme.joiner != "and":
        return []
    closed = any(tuple(each.norm for each in normal.lexemes[at : at + 2]) in _NO_OTHER for at in (1, 2, 3))
    return _as_found(normal, read_names(normal, covered, 0, 1, bare=False), "any") if closed else []


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


# --- as requirements --------------------------------------------------------------------------------------------------


def _as_found(
    normal: Normal, names: Sequence[Name], kind: str, *, scope: Scope | None = None, whole: bool = False
) -> list[Listing]:
    groups = _groups(normal, names, scope)
    if groups is None:
        return []
    siblings = tuple(name.text for name in names)
    place: dict[str, Any] = {} if scope is None else {"each": scope.each, "source": scope.source, "many": scope.many}
    spans: dict[tuple[int, int], list[Requirement]] = {}
    for name in names:
        if name.optional and not name.inner:  # it promises nothing
            spans.setdefault((name.first, name.last), [])
            continue
        words_ = normal.wording(name.first, name.last)
        params = {"name": name.text, "sure": name.sure, "optional": name.optional, "kind": kind, "siblings": siblings}
        text = words_ if sum(other.first == name.first for other in names) == 1 else name.text
        requirement = Requirement(measure="field", text=text, params=params, inner=name.inner, **place)
        last = max(other.last for other in names if other.first == name.first)
        spans.setdefault((name.first, last), []).append(requirement)
    lacking = scope is not None and _lacks_none(normal, scope)
    for group in groups:
        if len(group) > 1:
            _join(normal, spans, group, place, together=lacking)
    if names:
        for span, more in _more(normal, names, kind, whole=whole):
            spans.setdefault(span, []).append(more.model_copy(update=place))
    return [Listing(first, last, tuple(requirements)) for (first, last), requirements in spans.items()]


def _join(
    normal: Normal,
    spans: dict[tuple[int, int], list[Requirement]],
    group: Sequence[Name],
    place: dict[str, Any],
    *,
    together: bool,
) -> None:
    """Makes one span of those of a group: one requirement that is any of theirs, or all of theirs where `together`."""
    first, last = group[0].first, group[-1].last
    inside = [span for span in spans if first <= span[0] and span[1] <= last]
    every = [each for span in inside for each in spans.pop(span)]
    inner = tuple(each.model_copy(update=dict.fromkeys(place)) for each in every)
    either = Requirement(measure="any-of", text=normal.wording(first, last), inner=inner, **place)
    spans[first, last] = every if together else [either]


def _more(
    normal: Normal, names: Sequence[Name], kind: str, *, whole: bool
) -> Iterator[tuple[tuple[int, int], Requirement]]:
    """That there is nothing else, and that the order is the listed one."""
    first, last = names[0].first, names[-1].last
    begin, end = segment(normal, first)
    begin, end = max(begin, first - _REACH), min(end, last + _REACH)
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
