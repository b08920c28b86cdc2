"""What a contract declares beside its commitments: errors, parameters, and the other contracts that it speaks of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from grader.model import DeclaredError, Parameter
from grader.openprose.blocks import Kind, Node
from grader.openprose.content import Content, clean
from grader.openprose.inline import collapse
from grader.openprose.labels import is_nothing, split_name

_CODE_NAME = re.compile(r"`([^`\s]{1,80})`")
_PARTED = re.compile(r"\s?:\s|\s[—–-]\s|\s(?=\()")
_CALL = re.compile(r"\b(?:session|call|resume|spawn|delegate)\b[ \t:(]{0,8}[\"'`]?(?P<name>[A-Za-z][\w-]*+)(?!/)")
_LINK = re.compile(r"\[`?(?P<name>[\w-]{1,80})`?\]\(")
_CODED = re.compile(r"`(?P<name>[\w-]{1,80})`")
_WORDS = frozenset(
    {"a", "all", "an", "and", "each", "every", "for", "in", "is", "it", "of", "on", "the", "this", "to", "with"}
)


def errors(nodes: Sequence[Node]) -> tuple[DeclaredError, ...]:
    """The errors that a section lists."""
    return tuple(DeclaredError(name=name, description=text) for name, text in _entries(nodes))


def parameters(nodes: Sequence[Node]) -> tuple[Parameter, ...]:
    """The inputs that a section lists."""
    return tuple(Parameter(name=name, description=text) for name, text in _entries(nodes))


def _entries(nodes: Sequence[Node]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if node.kind is Kind.LIST:
            for item in node.children:
                lines = Content("").add(item.children).everything()
                if lines:
                    yield _entry(*lines)
        elif node.kind is Kind.PARAGRAPH:
            text = clean(node.passage).collapsed
            if split_name(text)[0] and not is_nothing(text):
                yield _entry(text)
        elif node.kind is Kind.TABLE:
            for row in node.text.split("\n")[2:]:
                name, *rest = [collapse(cell) for cell in row.strip().strip("|").split("|")]
                if name:
                    yield _entry(f"{name}: {' '.join(filter(None, rest))}")


def _entry(first: str, *more: str) -> tuple[str, str]:
    """An entry's name and description. Without a name at its start the first word in backticks, else all is one."""
    name, text = split_name(first)
    if name is None:
        parted = _PARTED.search(first)
        head = first[: parted.start()] if parted else first
        coded = _CODE_NAME.search(head)
        name = coded[1] if coded else head.strip("`*_ ")
        text = first[parted.end() :] if parted and not coded else first if coded else ""
    return name, " ".join(filter(None, (text, *more)))


def listed(nodes: Sequence[Node]) -> Iterator[str]:
    """The names that a list of contracts begins its items with."""
    for node in nodes:
        for item in node.children if node.kind is Kind.LIST else ():
            lead = item.children[0] if item.children else None
            if lead and lead.kind is Kind.PARAGRAPH:
                text = clean(lead.passage).collapsed
                marked = _LINK.match(text) or _CODED.match(text)
                name = split_name(text)[0] or (marked and marked["name"])
                if name:
                    yield name


def called(nodes: Sequence[Node]) -> Iterator[str]:
    """The names that the fences of a section call: `session NAME`, `call NAME`."""
    for node in nodes:
        if node.kind in {Kind.FENCE, Kind.CODE}:
            names = (match["name"] for match in _CALL.finditer(node.text))
            yield from (name for name in names if name.lower() not in _WORDS)
