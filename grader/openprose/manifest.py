"""`forme.manifest.json`, which a model writes: read what is there, note what is odd, fail only if it isn't JSON.

Nothing here looks at files. Paths are kept as the manifest states them; `names.path_in_run` reads them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.errors import UnreadableRun
from grader.model import DeclaredError, Notice
from grader.openprose.fields import Fields, entries, text_of
from grader.openprose.names import fold


@dataclass(frozen=True, slots=True)
class StatedOutput:
    """An output of a node: its path as stated, and the branch that it is due on, if not always."""

    name: str
    path: str | None = None
    conditional: str | None = None


@dataclass(frozen=True, slots=True)
class StatedInput:
    """An input of a node (or of the system): where it comes from, and its path as stated, fragment included."""

    name: str
    origin: str = ""
    node: str | None = None
    output: str | None = None
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Return:
    """An output that the system hands to its caller, and the contract (or path) that it comes from."""

    name: str
    source: str | None = None
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """An expected contract."""

    id: str
    source_path: str | None = None
    inputs: tuple[StatedInput, ...] = ()
    outputs: tuple[StatedOutput, ...] = ()
    errors: tuple[DeclaredError, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the manifest says of the run. `order` holds node ids; those of one step stand side by side."""

    id: str | None = None
    system_name: str | None = None
    source_path: str | None = None
    requires: tuple[StatedInput, ...] = ()
    returns: tuple[Return, ...] = ()
    nodes: tuple[Node, ...] = ()
    order: tuple[str, ...] = ()
    warnings: tuple[Notice, ...] = ()
    text: str = field(default="", repr=False)


def parse_manifest(text: str, file: str) -> Manifest:
    """Read a manifest. Raises UnreadableRun if it isn't a JSON object."""
    warnings: list[Notice] = []
    top = Fields(_object(text, file), file, warnings)
    caller = top.fields("caller")
    nodes = _nodes(top, warnings, file)
    return Manifest(
        id=top.text("id"),
        system_name=top.text("systemName", "system", "name"),
        source_path=top.text("sourcePath"),
        requires=tuple(_input(each, "caller") for each in caller.each("requires")),
        returns=tuple(_return(each) for each in caller.each("returns")),
        nodes=nodes,
        order=tuple(_order(top.value("executionOrder"))),
        warnings=(*_once(warnings), *_stated_warnings(top.value("warnings"), file)),
        text=text,
    )


def _object(text: str, file: str) -> Mapping[str, Any]:
    hint = "The manifest must be one JSON object; restore it from the run, or let the run write it again."
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"{file}:{error.lineno}"
        raise UnreadableRun(f"The manifest isn't JSON: {error.msg}", place=place, hint=hint) from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; brackets without end
        raise UnreadableRun("The manifest can't be read as JSON", place=file, hint=hint) from error
    if not isinstance(found, dict):
        raise UnreadableRun("The manifest's JSON isn't an object", place=file, hint=hint)
    return found


def _nodes(top: Fields, warnings: list[Notice], file: str) -> tuple[Node, ...]:
    found: dict[str, Node] = {}
    graph = top.value("graph")
    if isinstance(graph, dict) and isinstance(inner := Fields(graph, file, warnings).value("nodes"), list | dict):
        graph = inner
    for number, (key, each) in enumerate(entries(graph), start=1):
        node = _node(Fields(each, file, warnings, key), number)
        if node.id in found:
            warnings.append(Notice(code="node-twice", message=f"The graph names {node.id} twice", place=file))
            node = _merged(found[node.id], node)
        found[node.id] = node
    if not found:
        message = "The manifest's graph names no contract: the root is graded alone"
        warnings.append(Notice(code="no-nodes", message=message, place=file))
    return tuple(found.values())


def _node(fields: Fields, number: int) -> Node:
    outputs = tuple(_output(each) for each in fields.each("outputs"))
    source_path = fields.text("sourcePath", "source")
    stem = (source_path or "").rpartition("/")[2].removesuffix(".md").removesuffix(".prose")
    stated = fields.text("id", "nodeId", "name", "node") or fields.label
    if stated is None:
        fields.odd("node-id", f"Node {number} of the graph has no id")
    return Node(
        id=stated or stem or f"node-{number}",
        source_path=source_path,
        inputs=tuple(_input(each) for each in fields.each("inputs")),
        outputs=outputs,
        errors=tuple(_error(each) for each in fields.each("errors")),
    )


def _merged(one: Node, other: Node) -> Node:
    """Two entries of one id: everything that either states, the first one's word first."""
    return Node(
        id=one.id,
        source_path=one.source_path or other.source_path,
        inputs=tuple(dict.fromkeys(one.inputs + other.inputs)),
        outputs=tuple(dict.fromkeys(one.outputs + other.outputs)),
        errors=tuple(dict.fromkeys(one.errors + other.errors)),
    )


def _output(fields: Fields) -> StatedOutput:
    conditional = fields.value("conditional")
    condition = fields.text("conditional", "condition", "when")
    if conditional is True:
        condition = condition or "on its branch"
    return StatedOutput(fields.name("output"), fields.text("bindingPath", "path", "binding"), condition)


def _input(fields: Fields, origin: str = "") -> StatedInput:
    return StatedInput(
        name=fields.name("input"),
        origin=fields.text("from") or origin,
        node=fields.text("sourceNodeId", "sourceNode", "node"),
        output=fields.text("sourceOutput", "output"),
        path=fields.text("path", "bindingPath"),
    )


def _return(fields: Fields) -> Return:
    source = fields.text("source", "sourceNodeId", "from", "node")
    return Return(fields.name("output"), source, fields.text("path", "bindingPath"))


def _error(fields: Fields) -> DeclaredError:
    return DeclaredError(name=fields.name("error"), description=fields.text("description", "message") or "")


def _order(value: object) -> Iterator[str]:
    """The node ids of an execution order: strings, `{nodeId}`, `{step, parallel: [...]}`, or lists of those."""
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, list):
            pending.extend(reversed(each))
        elif isinstance(each, dict):
            named = {fold(key): found for key, found in each.items()}
            known = [named[key] for key in ("nodes", "parallel", "id", "node", "nodeid") if key in named]
            pending.extend(known or reversed([named[key] for key in named if key not in {"dependson", "step"}]))
        elif (found := text_of(each)) is not None:
            yield found


def _stated_warnings(value: object, file: str) -> Iterator[Notice]:
    """The manifest's own warnings: strings or `{code, node, message}`."""
    for _, each in entries(value):
        fields = Fields(each, file, [])
        message = fields.text("message", "name", "description") or fields.label or json.dumps(each)
        node = fields.text("node")
        said = f"The manifest warns: {f'{node}: ' if node else ''}{message[:1000]}"
        yield Notice(code="manifest-warning", message=said, place=file)


def _once(warnings: list[Notice]) -> list[Notice]:
    return list(dict.fromkeys(warnings))


def line_of_output(manifest: Manifest, node: str, output: str) -> int:
    """The line on which the manifest names an output of a node; the node's line, else 1, if it can't be found."""
    start = 0
    for quoted in _spellings(node):
        found = re.search(rf'"id"\s*:\s*{re.escape(quoted)}|{re.escape(quoted)}\s*:', manifest.text, re.IGNORECASE)
        if found:
            start = found.start()
            break
    for begin in (start, 0):
        for quoted in _spellings(output):
            at = manifest.text.find(quoted, begin)
            if at >= 0:
                return manifest.text.count("\n", 0, at) + 1
    return manifest.text.count("\n", 0, start) + 1


def _spellings(name: str) -> tuple[str, str]:
    return json.dumps(name, ensure_ascii=False), json.dumps(name)
