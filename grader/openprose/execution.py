"""The execution order that a manifest states: which nodes run, in which order, and what each of them waits for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.openprose.fields import text_of
from grader.openprose.names import fold

_NODES = ("nodes", "parallel", "id", "node", "nodeid")
_ASIDE = {"dependson", "step"}


def ordered(value: object) -> Iterator[str]:
    """The node ids of an execution order: strings, `{nodeId}`, `{step, parallel: [...]}`, or lists of those."""
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, list):
            pending.extend(reversed(each))
        elif isinstance(each, dict):
            pending.extend(reversed(_within(each)))
        elif (found := text_of(each)) is not None:
            yield found


def dependencies(value: object) -> dict[str, tuple[str, ...]]:
    """The node ids that each node of an execution order waits for.

    What a step waits for, each of its nodes does; a step that is waited for stands for its nodes.
    """
    waits: dict[str, list[str]] = {}
    steps: dict[str, list[str]] = {}
    for each in _entries(value):
        named = _folded(each)
        nodes = list(ordered(each))
        step = text_of(named.get("step"))
        if step is not None:
            steps[step] = nodes
        for node in nodes:
            waits.setdefault(node, []).extend(ordered(named.get("dependson")))
    return {
        node: tuple(dict.fromkeys(name for wait in held for name in steps.get(wait, [wait])))
        for node, held in waits.items()
        if held
    }


def _entries(value: object) -> Iterator[Mapping[str, Any]]:
    """The objects of an execution order, at any depth."""
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, dict):
            yield each
            pending.extend(_within(each))
        elif isinstance(each, list):
            pending.extend(each)


def _within(entry: Mapping[str, Any]) -> list[Any]:
    """What names the nodes of an entry."""
    named = _folded(entry)
    known = [named[key] for key in _NODES if key in named]
    return known or [named[key] for key in named if key not in _ASIDE]


def _folded(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {fold(key): found for key, found in entry.items()}
