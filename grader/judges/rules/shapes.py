"""Shapes in braces: `{ host, entity_id, notes? }`, `{ id: string, totals: { passed, failed }, tags: string[] }`.

One member needs no braces: `sources: string[]`, `status: "ok" | "failed"`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from lark import Lark, Token, Transformer
from lark.exceptions import LarkError

from grader.judges.rules.wordlists import words

LONGEST = 4_000  # characters of a shape that is read
# Words that name a type; any other word behind a colon is a value: `status: ok`.
TYPES = words(
    "string str text number numeric float double decimal int integer boolean bool array list object dict dictionary "
    "map mapping record null none any unknown date datetime date-time timestamp time url uri email uuid slug path"
)
ANYTHING = words("any unknown")
_RANGE = re.compile(r"-?\d+(?:\.\d+)?\s*(?:-|\.\.|to)\s*-?\d+(?:\.\d+)?")
_PLACEHOLDER = re.compile(r"Y{2,4}\W?M{2}|<[A-Za-z][^<>]*>")  # a form rather than a value: YYYY-MM-DD
_MEMBER = re.compile(r"[\"']?[A-Za-z_$][\w.-]*[\"']?(?P<optional>\?)?\s*:\s*(?P<type>[^\s:][^:]{0,200})")
_GENERIC = re.compile(r"(?:Array|List|list|array)<(?P<of>[\w.]+)>")

_GRAMMAR = r"""
    shape: braces | brackets
    braces: "{" [member (_sep member)* _sep?] "}"
    brackets: "[" [kind] _rest? "]"
    _sep: "," | ";"
    _rest: "," "..."
    member: name OPTIONAL? (":" kind)? | "..." -> more
    name: KEY ARRAY_MARK? | QUOTED
    kind: single ("|" single)* [REMARK]
    single: (braces | brackets | QUOTED | NUMBER | WORDS) ARRAY_MARK? OPTIONAL?
    KEY: /[A-Za-z_$][\w.-]*/
    WORDS: /[A-Za-z_$<][\w.<>=+-]*(?:[ \t]+[\w.<>=+-]+){0,7}/
    QUOTED: /"[^"\n]{1,200}"|'[^'\n]{1,200}'|`[^`\n]{1,200}`/
    NUMBER: /-?\d+(?:\.\d+)?(?:\s*(?:-|\.\.|to)\s*-?\d+(?:\.\d+)?)?/
    REMARK: /\([^()\n]{0,120}\)/
    OPTIONAL: "?"
    ARRAY_MARK: "[]"
    %ignore /[ \t\r\n]+/
"""


@dataclass(frozen=True, slots=True)
class Shape:
    """A type: an object with members, an array of something, literal choices, or words that describe it.

    `kind` is "object", "array", "choices", "union" (of the types under `options`) or "words".
    """

    kind: str
    members: tuple[Member, ...] = ()
    of: Shape | None = None
    choices: tuple[str, ...] = ()
    words: str = ""
    nullable: bool = False
    options: tuple[Shape, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """A named member of an object."""

    name: str
    optional: bool = False
    type: Shape | None = None


class _Builder(Transformer[Token, Shape]):
    """Builds shapes from the syntax tree."""

    def shape(self, children: list[Shape]) -> Shape:
        """The one thing in it."""
        return children[0]

    def braces(self, children: list[Member | None]) -> Shape:
        """An object and its members."""
        return Shape("object", members=tuple(child for child in children if child is not None))

    def brackets(self, children: list[Shape]) -> Shape:
        """An array of something."""
        return Shape("array", of=children[0] if children else None)

    def more(self, _children: list[Token]) -> None:
        """`...` promises nothing."""

    def member(self, children: list[Member | Token | Shape]) -> Member:
        """A name, a mark that it may be absent, and a type."""
        named = next(child for child in children if isinstance(child, Member))
        optional = any(isinstance(child, Token) and child.type == "OPTIONAL" for child in children)
        shape = next((child for child in children if isinstance(child, Shape)), None)
        return Member(named.name, optional, Shape("array", of=shape) if named.type is not None else shape)

    def name(self, children: list[Token]) -> Member:
        """A name; with `[]` behind it, that of an array."""
        return Member(str(children[0]).strip("\"'`"), type=Shape("array") if len(children) > 1 else None)

    def kind(self, children: list[Shape | Token]) -> Shape:
        """Alternatives of a type, with a remark in brackets."""
        parts = [child for child in children if isinstance(child, Shape)]
        nullable = any(_is_null(part) for part in parts)
        parts = [part for part in parts if not _is_null(part)] or parts[:1]
        remark = next((str(child) for child in children if not isinstance(child, Shape)), "")
        if len(parts) == 1:
            words = f"{parts[0].words} {remark}".strip() if parts[0].kind == "words" else parts[0].words
            return replace(parts[0], words=words, nullable=nullable or parts[0].nullable)
        if all(part.kind == "choices" or (part.kind == "words" and not names_a_type(part.words)) for part in parts):
            choices = tuple(each for part in parts for each in part.choices or (part.words,))
            return Shape("choices", choices=choices, nullable=nullable)
        return Shape("union", options=tuple(parts), nullable=nullable)

    def single(self, children: list[Shape | Token]) -> Shape:
        """One alternative; with `[]` behind it, an array of that."""
        first = children[0]
        if isinstance(first, Shape):
            shape = first
        elif first.type == "QUOTED":
            shape = Shape("choices", choices=(str(first)[1:-1],))
        else:
            generic = _GENERIC.fullmatch(str(first))
            of = None if generic is None else Shape("words", words=generic["of"])
            shape = Shape("words", words=str(first)) if of is None else Shape("array", of=of)
        listed = any(not isinstance(child, Shape) and child.type == "ARRAY_MARK" for child in children[1:])
        return Shape("array", of=shape) if listed else shape


def _is_null(shape: Shape) -> bool:
    return shape.kind == "words" and shape.words in {"null", "None"}


def names_a_type(text: str) -> bool:
    """Whether what stands behind a colon says of what kind a value is, rather than being the value."""
    head = text.split(maxsplit=1)[0] if text.strip() else ""
    return (
        head.casefold() in TYPES
        or " " in text.strip()
        or _RANGE.fullmatch(text.strip()) is not None
        or _PLACEHOLDER.search(text) is not None
        or _GENERIC.fullmatch(text.strip()) is not None
    )


def member_shape(code: str) -> str | None:
    """The shape with one member that a code span is, in braces; None for one that is a value: `status: ok`."""
    found = _MEMBER.fullmatch(code)
    if found is None:
        return None
    told = found["type"]
    named = told.split(maxsplit=1)[0].rstrip("?").casefold() in TYPES
    typed = named or found["optional"] or "|" in told or "[]" in told
    typed = typed or any(form.fullmatch(told) for form in (_RANGE, _GENERIC)) or _PLACEHOLDER.match(told)
    return f"{{ {code} }}" if typed else None


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", start="shape", maybe_placeholders=False)


@lru_cache(maxsize=512)
def read_shape(text: str) -> Shape | None:
    """The shape that a text is; None if it is none. Never raises."""
    if len(text) > LONGEST or text.count("{") > 50:
        return None
    try:
        return _Builder().transform(_parser().parse(text))
    except (LarkError, RecursionError):
        return None
