"""Markdown as a tree of blocks with exact source lines, from markdown-it-py's CommonMark parser.

The parser is set up so that nothing it reads is lost: link definitions, raw HTML and setext underlines are text, and
its nesting limit, beyond which it silently skips the rest of the document, is never reached, because lists and quotes
stop nesting before it (what lies deeper stays text of the innermost item). HTML comments are taken out beforehand,
as if they had never stood there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, blockquote, list_block, table
from markdown_it.token import Token

from grader.openprose.blocks import Kind, Node, blank_aside
from grader.openprose.mending import mend

_DEEPEST = 60  # parser levels: a list takes two, so about thirty nested lists
_COMMENT_PASSES = 3  # a comment that was taken out can bring another to the start of its line
_NEWLINE = re.compile(r"\r\n?")
_LISTED = re.compile(r"(?:[-*+]|\d{1,9}[.)])\s")

_Rule = Callable[[StateBlock, int, int, bool], bool]


def source_lines(text: str) -> list[str]:
    """The lines of a source, by any of the three line ends, without a byte order mark."""
    return _NEWLINE.sub("\n", text.removeprefix("\ufeff")).split("\n")


def parse(lines: Sequence[str]) -> tuple[Node, ...]:
    """The blocks of a document given by its lines. Total: any text has blocks."""
    source = "\n".join(lines)
    comments: list[tuple[int, int]] = []
    for _ in range(_COMMENT_PASSES if "<!--" in source else 0):
        comments.clear()
        _tokens(source, comments)
        if not comments:
            break
        source = _without(source, comments)
    return _Tree(source.split("\n")).nodes(_tokens(source, None))


def _without(source: str, ranges: list[tuple[int, int]]) -> str:
    parts, at = [], 0
    for start, end in ranges:
        parts += [source[at:start], "\n" * source.count("\n", start, end)]
        at = end
    return "".join([*parts, source[at:]])


def _tokens(source: str, comments: list[tuple[int, int]] | None) -> list[Token]:
    """The block tokens of a source. With a list of comments, those are collected into it, start and end."""
    env: dict[str, object] = {}
    if comments is not None:
        env = {"comments": comments, "closes": [match.start() for match in re.finditer("-->", source)]}
    tokens: list[Token] = []
    parser = _parser()
    parser.block.parse(source, parser, env, tokens)
    return tokens


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": 2 * _DEEPEST})
    parser.enable("table").disable(["reference", "lheading"])
    rules: list[tuple[str, _Rule, list[str]]] = [
        ("list", _bounded(list_block), ["paragraph", "reference", "blockquote"]),
        ("blockquote", _bounded(blockquote), ["paragraph", "reference", "blockquote", "list"]),
        ("table", _with_source(table), ["paragraph", "reference"]),
        ("html_block", _comment, ["paragraph", "reference", "blockquote", "list"]),
    ]
    for name, rule, ends in rules:
        parser.block.ruler.at(name, rule, {"alt": ends})
    return parser


def _bounded(rule: _Rule) -> _Rule:
    """A container's rule that opens none beyond the deepest level. It may still end an outer one's paragraph."""

    def bounded(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- the parser's call
        if state.level >= _DEEPEST and state.sCount[start] >= state.blkIndent:
            return False
        return rule(state, start, end, silent)

    return bounded


def _with_source(rule: _Rule) -> _Rule:
    """A block's rule whose opening token carries the block's source."""

    def kept(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- the parser's call
        at = len(state.tokens)
        found = rule(state, start, end, silent)
        if found and not silent:
            state.tokens[at].content = state.getLines(start, state.line, state.blkIndent, False)  # noqa: FBT003 - the signature is markdown-it's
        return found

    return kept


def _comment(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 -- the parser's call
    """Stands in for raw HTML: a block that begins with a comment is that comment, wherever its last line stands."""
    comments = state.env.get("comments")
    at = state.bMarks[start] + state.tShift[start]
    if comments is None or state.is_code_block(start) or not state.src.startswith("<!--", at):
        return False
    closes = state.env["closes"]
    index = bisect_left(closes, at + len("<!"))  # `<!-->` is a whole comment
    if index == len(closes):
        return False
    close = closes[index] + len("-->")
    line = bisect_left(state.eMarks, close, start)
    if line >= end:
        return False
    if not silent:
        comments.append((at, close))
        state.line = line + 1
        state.push("comment", "", 0).map = [start, line + 1]
    return True


_CONTAINERS = {"bullet_list": Kind.LIST, "ordered_list": Kind.LIST, "list_item": Kind.ITEM, "blockquote": Kind.QUOTE}


class _Tree:
    """Builds the tree from the parser's flat tokens.

    Of a list that was read as code, `before` says how many lines of the file came before it.
    """

    def __init__(self, lines: Sequence[str], before: int | None = None) -> None:
        self._lines = lines
        self._offset = before or 0
        self._whole = before is None

    def nodes(self, tokens: list[Token]) -> tuple[Node, ...]:
        """The root's children."""
        return mend(self._children(iter(tokens)))

    def _children(self, tokens: Iterator[Token]) -> Iterator[Node]:
        for token in tokens:
            kind = token.type.removesuffix("_open")
            if token.type.endswith("_close"):
                return
            if kind in _CONTAINERS:
                marker = token.markup if _CONTAINERS[kind] is Kind.ITEM else ""
                children = mend(self._children(tokens), marker)
                yield self._node(_CONTAINERS[kind], token, children=children, markup=token.markup)
            elif kind in {"paragraph", "heading"}:
                inline = next(tokens)
                next(tokens)
                if kind == "heading" or inline.content.strip():  # white space of other kinds is text to CommonMark
                    yield self._leaf(Kind(kind), token, inline)
            elif kind == "table":
                yield self._node(Kind.TABLE, token, text=token.content)
                for inner in tokens:
                    if inner.type == "table_close":
                        break
            elif kind in {"fence", "code_block"}:
                yield from self._code(token)

    def _node(
        self, kind: Kind, token: Token, *, text: str = "", markup: str = "", children: tuple[Node, ...] = ()
    ) -> Node:
        first, last = self._span(token)
        line = self._lines[first - 1]
        column = len(line) - len(line.lstrip())
        return Node(kind, first + self._offset, last + self._offset, text, 0, markup, column=column, children=children)

    def _span(self, token: Token) -> tuple[int, int]:
        start, end = token.map or [0, 1]
        first = start + 1
        return first, blank_aside(self._lines, first, max(end, first))

    def _leaf(self, kind: Kind, token: Token, inline: Token) -> Node:
        """A paragraph or heading. White space that the parser trims at its ends can hold whole lines."""
        first, last = self._span(token)
        text = inline.content.strip()
        start, _, _ = text.partition("\n")
        while first < last and start not in self._lines[first - 1]:
            first += 1
        last = min(last, first + text.count("\n"))
        level = int(token.tag[1]) if kind is Kind.HEADING else 0
        column = max(self._lines[first - 1].find(start), 0)
        return Node(kind, first + self._offset, last + self._offset, text, level, column=column)

    def _code(self, token: Token) -> Iterator[Node]:
        first, last = self._span(token)
        content = token.content.removesuffix("\n")
        if token.type == "fence":
            count = token.content.count("\n") + bool(token.content and not token.content.endswith("\n"))
            closed = (token.map or [0, 0])[1] - first > count
            yield Node(
                Kind.FENCE, first + self._offset, last + self._offset, content,
                markup=token.markup, info=token.info.strip(), closed=closed,
            )  # fmt: skip
            return
        inner = content.split("\n")
        blank = next((at for at, line in enumerate(inner) if line.strip()), len(inner))
        inner, first = inner[blank:], first + blank  # white space of other kinds is code to CommonMark
        content = "\n".join(inner)
        if inner and _LISTED.match(inner[0].lstrip()) and self._whole:
            yield from _Tree(inner, before=first - 1).nodes(_tokens(content, None))
        elif inner:
            yield Node(Kind.CODE, first + self._offset, last + self._offset, content)
