"""A clause in the form that phrases match: one lexeme per word, quantity, literal or list of literals.

`one sentence with "a" or "b"` becomes ` #q0  sentence  with  #l1 `. Each lexeme is framed by blanks, so that a phrase
can only match whole ones, and a slot is a `#`, a letter and an index, which no text can forge: `#` is always a lexeme
of its own there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from grader.judges.rules.quantity import Quantity, read_quantity
from grader.judges.rules.shapes import member_shape
from grader.judges.rules.tokens import Kind, Token, tokenize
from grader.judges.rules.wordlists import words

LONGEST = 8_000  # characters; a longer text is no promise that anybody wrote to be measured
SENTENCE_ENDS = words(". ; ! ?")
ALTERNATIVE = words("or either a an the , else")  # what may stand between two things of which either will do
_PER_LINE = re.compile(
    r"\b(?:per|on each|on every|each on its own|on its own|on a separate|on separate) lines?\b", re.IGNORECASE
)
_LITERALS = frozenset({Kind.QUOTE, Kind.CODE})
_CONSTANTS = frozenset({"null", "true", "false", "None"})
_FARTHEST_DENIAL = 3  # lexemes
_DENIALS = frozenset({"never", "not", "cannot", "don't", "doesn't", "can't", "mustn't", "shouldn't", "won't"})
# Behind these stands what is said of something; with these something is said of what stands before.
_OBJECTS = words("is are be of with contains contain mentions mention includes include equals equal has have = == not")
_VERBS = words(
    "is has contains mentions includes equals starts begins ends must should shall does lies matches names lists cites "
    "carries holds never always gives states"
)
_TEXTS = words(
    "text line lines string strings phrase phrases words marker comment says reads"
)  # "the line `status: string`" is to be found
_PAIR = re.compile(r"[A-Za-z_][\w.-]*: \S")
_CHOOSING = frozenset({"or", "and/or", "/", "|"})
_SEPARATORS = _CHOOSING | {",", "and"}
_COMPARISON = re.compile(r"[<>=!]=|[<>≥≤≠]|\b(?:in|not in)\b|\)\s*=|=\s*\w+\(")
_PREDICATE = re.compile(r"\s*(?:not\s+(?:\w|\()|(?:all|any|unique)\()")  # true or false without a comparison
_SLOT = {Kind.QUOTE: "t", Kind.CODE: "c", Kind.SHAPE: "s", Kind.PATTERN: "p", Kind.URL: "u", Kind.DATE: "d"}


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One unit of a clause: its form for matching, its place in the text, and its value where it is a slot.

    `literals` are the literal texts of a slot (several for a list); `joiner` is "or", "and" or "" for a list.
    """

    norm: str
    start: int
    end: int
    quantity: Quantity | None = None
    literals: tuple[str, ...] = ()
    joiner: str = ""
    code: bool = False  # a literal in backticks: a name or a value rather than prose

    @property
    def slot(self) -> str:
        """The slot's letter, or "" for a word."""
        return self.norm[1] if len(self.norm) > 1 and self.norm[0] == "#" else ""


@dataclass(frozen=True)
class Normal:
    """A text and its lexemes."""

    source: str
    lexemes: tuple[Lexeme, ...]

    @cached_property
    def string(self) -> str:
        """What phrases are matched against."""
        return "".join(f" {lexeme.norm} " for lexeme in self.lexemes)

    @cached_property
    def offsets(self) -> dict[int, int]:
        """From an offset in `string` where a lexeme begins (or the string ends) to the lexeme's index."""
        found, at = {}, 0
        for index, lexeme in enumerate(self.lexemes):
            found[at] = index
            at += len(lexeme.norm) + 2
        found[at] = len(self.lexemes)
        return found

    @cached_property
    def forms(self) -> frozenset[str]:
        """All words of the text, and `#q`, `#t` ... for the slots that occur: what a phrase can be refused by early."""
        return frozenset(f"#{lexeme.slot}" if lexeme.slot else lexeme.norm for lexeme in self.lexemes)

    @cached_property
    def stops(self) -> list[int]:
        """The lexemes that close a sentence, in order."""
        return [index for index, lexeme in enumerate(self.lexemes) if lexeme.norm in SENTENCE_ENDS]

    @cached_property
    def meant(self) -> list[int]:
        """The lexemes between which `or` may choose: all but articles, commas and `or` itself, in order."""
        return [index for index, lexeme in enumerate(self.lexemes) if lexeme.norm not in ALTERNATIVE]

    @cached_property
    def per_line(self) -> bool:
        """Whether the text speaks of lines of their own."""
        return _PER_LINE.search(self.source) is not None

    def wording(self, first: int, last: int) -> str:
        """The author's words from lexeme `first` up to, not including, `last`."""
        if first >= last:
            return ""
        return self.source[self.lexemes[first].start : self.lexemes[last - 1].end]


def is_expression(code: str) -> bool:
    """Whether a code span holds a comparison that can be evaluated, such as `len(x) >= 3`."""
    if len(code) > 300 or not (_COMPARISON.search(code) or _PREDICATE.match(code)):
        return False
    try:
        tree = ast.parse(as_python(code), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return _PREDICATE.match(code) is not None or any(isinstance(node, ast.Compare) for node in ast.walk(tree))


def as_python(code: str) -> str:
    """A comparison with the signs that people use, in Python's spelling."""
    code = code.replace("≥", ">=").replace("≤", "<=").replace("≠", "!=").replace("&&", " and ").replace("||", " or ")
    return re.sub(r"(?<![<>=!])=(?!=)", "==", code).replace("=>", ">=").strip()


def _literal_list(tokens: Sequence[Token], at: int) -> tuple[list[Token], str, int] | None:
    """Two or more literals joined by commas, slashes, `or`, `and`, with or without brackets around them."""
    opened = tokens[at].norm in {"[", "("}
    index = at + opened
    found: list[Token] = []
    joiner = ""
    while index < len(tokens) and _is_literal(tokens[index]):
        found.append(tokens[index])
        index += 1
        before = index
        join = joiner
        while index < len(tokens) and tokens[index].norm in _SEPARATORS and index - before < 2:
            word = tokens[index].norm
            join = "or" if word in _CHOOSING else ("and" if word == "and" else join)
            index += 1
        if index == before:
            break
        changes = joiner not in {"", join}  # "`a` or `b`, and `c`"
        if index >= len(tokens) or not _is_literal(tokens[index]) or changes:
            index = before
            break
        joiner = join
    if opened:
        if index >= len(tokens) or tokens[index].norm not in {"]", ")"} or not found:
            return None
        return (found, joiner, index + 1) if len(found) > 1 or tokens[at].norm == "[" else None
    return (found, joiner, index) if len(found) > 1 else None


def _begins_another(tokens: Sequence[Token], at: int, after: int) -> bool:
    """Whether the last of several literals is what the next promise is said of, as a verb behind it shows."""
    told = at > 0 and tokens[at - 1].norm in _OBJECTS  # the others are already said of something
    return told and after < len(tokens) and tokens[after].norm in _VERBS and tokens[after - 1].kind is Kind.CODE


def _are_pairs(tokens: Sequence[Token]) -> bool:
    """Whether one of several literals is a name with its value, to be read for itself: `status: ok`."""
    return any(token.kind is Kind.CODE and _PAIR.match(token.value) for token in tokens)


def _is_literal(token: Token) -> bool:
    """A name or value that may stand in a list: no comparison, shape or pattern."""
    if token.kind is not Kind.CODE:
        return token.kind in _LITERALS
    shaped = token.value[:1] in {"{", "["} or member_shape(token.value) is not None
    return not (shaped or is_expression(token.value) or "<" in token.value)


def _single(token: Token, index: int, before: str = "") -> Lexeme:
    if token.kind is Kind.CODE and token.value in _CONSTANTS:
        return Lexeme(token.value.lower(), token.start, token.end, literals=(token.value,), code=True)
    if token.kind is Kind.CODE and is_expression(token.value):
        return Lexeme(f"#e{index}", token.start, token.end, literals=(token.value,), code=True)
    if token.kind is Kind.CODE and before not in _TEXTS and (member := member_shape(token.value)) is not None:
        return Lexeme(f"#s{index}", token.start, token.end, literals=(member,), code=True)
    if token.kind is Kind.CODE and re.search(r"<[A-Za-z][^<>]*>", token.value):
        return Lexeme(f"#p{index}", token.start, token.end, literals=(token.value,), code=True)
    if token.kind is Kind.CODE and token.value.startswith(("{", "[{")) and token.value.rstrip("[]").endswith("}"):
        return Lexeme(f"#s{index}", token.start, token.end, literals=(token.value,), code=True)
    slot = _SLOT.get(token.kind)
    if slot is not None:
        code = token.kind is Kind.CODE
        return Lexeme(f"#{slot}{index}", token.start, token.end, literals=(token.value,), code=code)
    return Lexeme("or" if token.norm == "and/or" else token.norm, token.start, token.end)


def normalize(text: str) -> Normal:
    """The lexemes of a text; none at all for a text of more than `LONGEST` characters."""
    tokens = tokenize(text) if len(text) <= LONGEST else []
    lexemes: list[Lexeme] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        span = _literal_list(tokens, at) if token.kind in _LITERALS or token.norm in {"[", "("} else None
        if span is not None and not (_are_pairs(span[0]) and (not lexemes or lexemes[-1].norm not in _TEXTS)):
            found, joiner, after = span
            if len(found) > 1 and _begins_another(tokens, at, after):  # "`a` is `x` or `y` and `b` is ..."
                after = next(index for index in range(after - 1, at, -1) if tokens[index] is found[-1])
                found = found[:-1]
                while tokens[after - 1] is not found[-1]:
                    after -= 1
                inner = {token.norm for token in tokens[at:after]}
                joiner = "or" if inner & _CHOOSING else ("and" if "and" in inner else "")
                if len(found) == 1:
                    lexemes.append(_single(found[0], len(lexemes)))
                    at = after
                    continue
            code = all(each.kind is Kind.CODE for each in found)
            literals = tuple(each.value for each in found)
            norm = f"#l{len(lexemes)}"
            lexemes.append(Lexeme(norm, token.start, tokens[after - 1].end, None, literals, joiner, code))
            at = after
            continue
        number = None if _names_one_of(tokens, at) else read_quantity(tokens, at, text)
        if number is not None:
            quantity, after = number
            if quantity.deniable and (denial := _denial(lexemes)) is not None:
                quantity = quantity.denied()
                lexemes[denial] = replace(lexemes[denial], norm="does")
            lexemes.append(Lexeme(f"#q{len(lexemes)}", token.start, tokens[after - 1].end, quantity))
            at = after
            continue
        lexemes.append(_single(token, len(lexemes), lexemes[-1].norm if lexemes else ""))
        at += 1
    return Normal(text, tuple(lexemes))


def _denial(lexemes: Sequence[Lexeme]) -> int | None:
    """The negation shortly before a quantity: "never lists more than", "does not take over"."""
    for back in range(1, min(_FARTHEST_DENIAL, len(lexemes)) + 1):
        lexeme = lexemes[-back]
        if lexeme.norm in _DENIALS:
            return len(lexemes) - back
        if lexeme.slot or not lexeme.norm[0].isalpha() or lexeme.norm in {"and", "or", "with", "has", "that"}:
            return None
    return None


def _names_one_of(tokens: Sequence[Token], at: int) -> bool:
    """`one of ...` picks from a list; it counts nothing. `no one`, `one another` neither."""
    return tokens[at].norm == "one" and at + 1 < len(tokens) and tokens[at + 1].norm in {"of", "another"}
