"""`forme.manifest.json`, which a model writes: read what is there, note what is odd, fail only if it isn't JSON.

Nothing here looks at files. Paths are kept as the manifest states them; `names.path_in_run` reads them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grader.errors import UnreadableRun
from grader.model import DeclaredError, Notice
from grader.openprose.execution import dependencies, ordered
from grader.openprose.fields import Fields, entries
from grader.openprose.names import fold, stem_of
from grader.openprose.notices import Notices, shown


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
    workspace_path: str | None = None
    inputs: tuple[StatedInput, ...] = ()
    outputs: tuple[StatedOutput, ...] = ()
    errors: tuple[DeclaredError, ...] = ()
    delegates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the manifest says of the run.

    `order` holds node ids; those of one step stand side by side. `waits` has the ids that a node depends on.
    """

    id: str | None = None
    system_name: str | None = None
    source_path: str | None = None
    requires: tuple[StatedInput, ...] = ()
    returns: tuple[Return, ...] = ()
    nodes: tuple[Node, ...] = ()
    order: tuple[str, ...] = ()
    waits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    warnings: tuple[Notice, ...] = ()
    text: str = field(default="", repr=False)


def parse_manifest(text: str, file: str) -> Manifest:
    """Read a manifest. Raises UnreadableRun if it isn't a JSON object."""
    notices = Notices()
    top = Fields(_object(text, file), file, notices)
    caller = top.fields("caller")
    nodes = _nodes(top, notices, file)
    _stated_warnings(top.value("warnings"), file, notices)
    return Manifest(
        id=top.text("id"),
        system_name=top.text("systemName", "system", "name"),
        source_path=top.text("sourcePath"),
        requires=tuple(_input(each, "caller") for each in caller.each("requires")),
        returns=tuple(_return(each) for each in caller.each("returns")),
        nodes=nodes,
        order=tuple(ordered(top.value("executionOrder"))),
        waits=dependencies(top.value("executionOrder")),
        warnings=tuple(notices),
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


def _nodes(top: Fields, notices: Notices, file: str) -> tuple[Node, ...]:
    found: dict[str, list[Node]] = {}
    graph = top.value("graph")
    if isinstance(graph, dict) and isinstance(inner := Fields(graph, file, notices).value("nodes"), list | dict):
        graph = inner
    for number, (key, each) in enumerate(entries(graph), start=1):
        node = _node(Fields(each, file, notices, key), number)
        found.setdefault(node.id, []).append(node)
    if not found:
        notices.add("no-nodes", "The manifest's graph names no contract: the root is graded alone", file)
    for name, nodes in found.items():
        if len(nodes) > 1:
            notices.add("node-twice", f"The graph names {shown(name)} more than once", file)
    return tuple(_merged(nodes) for nodes in found.values())


def _node(fields: Fields, number: int) -> Node:
    outputs = tuple(_output(each) for each in fields.each("outputs"))
    source_path = fields.text("sourcePath", "source")
    stated = fields.text("id", "nodeId", "name", "node") or fields.label
    if stated is None:
        fields.odd("node-id", f"Node {number} of the graph has no id")
    return Node(
        id=stated or stem_of(source_path or "") or f"node-{number}",
        source_path=source_path,
        workspace_path=fields.text("workspacePath", "workspace"),
        inputs=tuple(_input(each) for each in fields.each("inputs")),
        outputs=outputs,
        errors=tuple(_error(each) for each in fields.each("errors")),
        delegates=tuple(each.name("delegate") for each in fields.each("delegates")),
    )


def _merged(nodes: Sequence[Node]) -> Node:
    """The entries of one id as one: everything that any states, the first one's word first."""
    return Node(
        id=nodes[0].id,
        source_path=next((node.source_path for node in nodes if node.source_path), None),
        workspace_path=next((node.workspace_path for node in nodes if node.workspace_path), None),
        inputs=tuple(dict.fromkeys(each for node in nodes for each in node.inputs)),
        outputs=tuple(dict.fromkeys(each for node in nodes for each in node.outputs)),
        errors=tuple(dict.fromkeys(each for node in nodes for each in node.errors)),
        delegates=tuple(dict.fromkeys(each for node in nodes for each in node.delegates)),
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


def _stated_warnings(value: object, file: str, notices: Notices) -> None:
    """The manifest's own warnings: strings or `{code, node, message}`."""
    for _, each in entries(value):
        fields = Fields(each, file, Notices())
        message = fields.text("message", "name", "description") or fields.label or json.dumps(each)
        node = fields.text("node")
        notices.add("manifest-warning", f"The manifest warns: {f'{shown(node)}: ' if node else ''}{message}", file)


class OutputLines:
    """The lines on which a manifest names things, for clauses that have no other place. Reads the text once."""

    _STRING = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?', re.DOTALL)

    def __init__(self, text: str) -> None:
        self._lines: dict[str, list[int]] = {}
        self._begins: dict[str, int] = {}  # where a node's object begins: its id, or its key in the graph
        number, before, key = 1, 0, ""
        for found in self._STRING.finditer(text):
            number += text.count("\n", before, found.start())
            before = found.start()
            self._lines.setdefault(found[1], []).append(number)
            if found[2] or fold(key) in {"id", "nodeid"}:
                self._begins.setdefault(found[1], number)
            key = found[1].strip('"') if found[2] else ""

    def line(self, node: str, output: str) -> int:
        """The line that names an output, the first from its node's on; 1 if nothing names it."""
        begin = next((self._begins[each] for each in _spellings(node) if each in self._begins), 1)
        named = next((self._lines[each] for each in _spellings(output) if each in self._lines), [begin])
        return next((line for line in named if line >= begin), named[0])


def _spellings(name: str) -> tuple[str, str]:
    return json.dumps(name, ensure_ascii=False), json.dumps(name)
