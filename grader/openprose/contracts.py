"""A contract's declarations, put together from its source snapshot and its node in the manifest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from grader.model import Clause, DeclaredError, ExpectedInput, ExpectedOutput, Place, Section
from grader.openprose.manifest import Node, OutputLines, StatedInput
from grader.openprose.names import fold
from grader.openprose.notices import Notices, shown
from grader.openprose.snapshots import Snapshot

AnyClause = TypeVar("AnyClause", bound=Clause)
InRun = Callable[[str], str | None]


def renamed(clauses: Iterable[AnyClause], contract: str) -> tuple[AnyClause, ...]:
    """The same clauses under the contract's name in the run, which is the node's id and not always the source's."""
    return tuple(
        clause if clause.contract == contract else clause.model_copy(update={"contract": contract})
        for clause in clauses
    )


def manifest_clauses(node: Node, lines: OutputLines, file: str) -> tuple[Clause, ...]:
    """The clauses of a node without any source: its outputs in the manifest, each at the line that names it."""
    found = []
    for name in dict.fromkeys(output.name for output in node.outputs):
        line = lines.line(node.id, name)
        place = Place(file=file, lines=(line, line))
        found.append(Clause(contract=node.id, text=name, place=place, section=Section.MANIFEST, name=name, body=""))
    return tuple(found)


def errors_of(snapshot: Snapshot | None, node: Node | None) -> tuple[DeclaredError, ...]:
    """The errors that the source declares, then those that only the manifest does."""
    found: dict[str, DeclaredError] = {}
    for error in (*(snapshot.contract.errors if snapshot else ()), *(node.errors if node else ())):
        found.setdefault(fold(error.name), error)
    return tuple(found.values())


def expected_outputs(
    node: Node, in_run: InRun, may_publish: Callable[[str], bool], file: str, notices: Notices
) -> tuple[ExpectedOutput, ...]:
    """The outputs that the manifest expects of a node, their paths read; a path that can't be an output is dropped."""
    found = []
    for stated in node.outputs:
        path = in_run(stated.path) if stated.path else None
        if stated.path and (path is None or not may_publish(path)):
            subject = f"{shown(node.id)}, {shown(stated.name)}"
            notices.add("output-path", f"{subject}: {shown(stated.path)} is no place for an output", file)
            path = None
        found.append(ExpectedOutput(name=stated.name, path=path, conditional=stated.conditional))
    return tuple(found)


def expected_inputs(
    stated: Iterable[StatedInput], in_run: InRun, contract: Callable[[str], str | None]
) -> tuple[ExpectedInput, ...]:
    """Where a node's inputs come from, the fragment of a path kept apart.

    `contract` gives the run's name for a producer; `from` may name one too where it should say `service`.
    """
    found = []
    for each in stated:
        path, _, fragment = (each.path or "").partition("#")
        found.append(
            ExpectedInput(
                name=each.name,
                origin=each.origin,
                node=contract(each.node) or each.node if each.node else contract(each.origin),
                output=each.output,
                path=in_run(path) if path else None,
                fragment=fragment or None,
            )
        )
    return tuple(found)
