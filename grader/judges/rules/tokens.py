"""The words of a clause, with everything that must not be read as words set apart.

Code spans, quoted texts, numbers, shapes in braces and patterns such as `<slug>-<YYYY-MM-DD>` become one token each,
so that no phrase ever looks inside them. Whatever may span several words is bounded in length, so that the time is
linear in the text, whatever the text is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from grader.judges.rules.wordlists import words


class Kind(StrEnum):
    """What a token is."""

    WORD = "word"
    NUMBER = "number"
    CODE = "code"  # `...`
    QUOTE = "quote"  # "..."
    SHAPE = "shape"  # { a, b? }
    PATTERN = "pattern"  # <slug>-<date>
    URL = "url"
    DATE = "date"
    COMPARE = "compare"
    PUNCT = "punct"


@dataclass(frozen=True, slots=True)
class Token:
    """One token: `value` is its content without delimiters, `start` and `end` are offsets into the clause's text."""

    kind: Kind
    value: str
    start: int
    end: int

    @property
    def norm(self) -> str:
        """The form that phrases are written in: lower case, straight apostrophes."""
        return self.value.lower().replace("’", "'")


_QUOTED = r'"[^"\n]{1,400}"|“[^”\n]{1,400}”|«[^»\n]{1,400}»'
_SCANNER = re.compile(
    "|".join(
        (
            r"(?P<code>``[^\n]{1,400}?``|`[^`\n]{1,400}`)",
            rf"(?P<quote>{_QUOTED})",
            r"(?P<shape>\{(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,200}\}){0,400}\}){0,600}\})",
            r"(?P<url>https?://[^\s)>\]]+[^\s)>\].,;:])",
            r"(?P<pattern>[\w.-]{0,60}<[A-Za-z][\w :-]{0,40}>(?:[\w./-]{0,40}<[A-Za-z][\w :-]{0,40}>)*(?:[\w./-]*\w)?)",
            r"(?P<date>\d{4}-\d{2}-\d{2})",
            r"(?P<abbrev>(?:[A-Za-z]\.){2,}[A-Za-z]?|etc\.|vs\.)",
            r"(?P<alternative>and/or\b)",
            r"(?P<ordinal>\d+(?:st|nd|rd|th)\b)",
            r"(?P<number>\d[\d,]*\d(?:\.\d+)?|\d+(?:\.\d+)?)",
            r"(?P<compare>>=|<=|==|!=|=>|\.\.|[≥≤≠<>=~≈±])",
            r"(?P<array>(?:string|str|number|float|integer|int|boolean|bool|object|dict)\[\](?!\w))",
            r"(?P<word>[^\W\d_]\w*(?:['’]\w+)?(?:[-_]\w+(?:['’]\w+)?)*|_\w+)",
            r"(?P<punct>[^\s\w]|_)",
        )
    )
)
# An apostrophe inside a word opens no quote.
_SINGLE_QUOTED = re.compile(r"(?<![^\s(\[,:/|])(?:'[^'\n]{1,200}'|‘[^’\n]{1,200}’)(?![^\s)\],.;:/|?!])")
_KINDS = {
    "code": Kind.CODE,
    "quote": Kind.QUOTE,
    "shape": Kind.SHAPE,
    "url": Kind.URL,
    "pattern": Kind.PATTERN,
    "date": Kind.DATE,
    "abbrev": Kind.WORD,
    "alternative": Kind.WORD,
    "ordinal": Kind.WORD,
    "number": Kind.NUMBER,
    "compare": Kind.COMPARE,
    "array": Kind.WORD,
    "word": Kind.WORD,
    "punct": Kind.PUNCT,
}
_COUNTS = words("one two three four five six seven eight nine ten")
_COUNTED = words("column part section item step bullet row sentence word paragraph line point field entry level")
_EMPHASIS = frozenset("*_")


def tokenize(text: str) -> list[Token]:
    """The tokens of `text`, in order. Total: every visible character is in exactly one, emphasis marks aside."""
    tokens: list[Token] = []
    at = 0
    for start, end in [*(match.span() for match in _SINGLE_QUOTED.finditer(text)), (len(text), len(text))]:
        _scan(text, at, start, tokens)
        if end > start:
            tokens.append(Token(Kind.QUOTE, text[start + 1 : end - 1], start, end))
        at = end
    return tokens


def _scan(text: str, start: int, end: int, into: list[Token]) -> None:
    for match in _SCANNER.finditer(text, start, end):
        group = match.lastgroup or "punct"
        raw = match.group()
        kind = _KINDS[group]
        if group == "code":
            value = raw.strip("`").strip()
        elif group == "quote":
            value = raw[1:-1]
        elif group == "punct" and raw in _EMPHASIS:
            continue
        else:
            value = raw
        token = Token(kind, value, match.start(), match.end())
        into.extend(_parted(token) if kind is Kind.WORD and "-" in value else (token,))


def _parted(token: Token) -> tuple[Token, ...]:
    """`two-column` is a number and a noun, as `2-column` is; any other word stays whole."""
    head, _, tail = token.value.partition("-")
    if head.lower() not in _COUNTS or "-" in tail or tail.lower() not in _COUNTED:
        return (token,)
    at = token.start + len(head)
    return (
        Token(Kind.NUMBER if head.isdigit() else Kind.WORD, head, token.start, at),
        Token(Kind.PUNCT, "-", at, at + 1),
        Token(Kind.WORD, tail, at + 1, token.end),
    )
