"""One `*.prose.md` file as contracts: the file's own, before the first `##`, and its inline contracts."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grader.model import Clause, ConditionalClause, DeclaredError, Frozen, Notice, Parameter, Section
from grader.openprose import declared
from grader.openprose.blocks import Kind, Node
from grader.openprose.clauses import ClauseReader
from grader.openprose.frontmatter import read_frontmatter
from grader.openprose.labels import split_name
from grader.openprose.markdown import parse, source_lines

_COMMITMENTS = {
    "return": Section.RETURNS,
    "returns": Section.RETURNS,
    "maintain": Section.MAINTAINS,
    "maintains": Section.MAINTAINS,
    "ensure": Section.ENSURES,
    "ensures": Section.ENSURES,
    "postcondition": Section.POSTCONDITIONS,
    "postconditions": Section.POSTCONDITIONS,
    "post-condition": Section.POSTCONDITIONS,
    "post-conditions": Section.POSTCONDITIONS,
}
_ERRORS = {"error", "errors"}
_PARAMETERS = {"parameter", "parameters", "require", "requires"}
_CONTRACTS = {"services", "contracts", "composition", "agents", "functions", "nodes", "delegates", "uses"}
_NOTE = re.compile(r"\s*\([^()]*\)\Z")
_INLINE_LEVEL, _SECTION_LEVEL = 2, 3


class SourceContract(Frozen):
    """A contract as its source declares it.

    `mentions` are names of other contracts that it speaks of: those that it lists as parts and those that its
    execution calls.
    """

    name: str
    kind: str | None = None
    inline: bool = False
    clauses: tuple[Clause, ...] = ()
    conditional_clauses: tuple[ConditionalClause, ...] = ()
    errors: tuple[DeclaredError, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    mentions: tuple[str, ...] = ()


class SourceFile(Frozen):
    """A source: its frontmatter (scalars as strings; {} where there is none), and its contracts, its own first."""

    file: str
    frontmatter: Mapping[str, object]
    contracts: tuple[SourceContract, ...]
    warnings: tuple[Notice, ...] = ()


def parse_source(text: str, file: str) -> SourceFile:
    """The contracts of a source. `file` is the path that clauses and warnings name. Total: never raises on any text."""
    lines = source_lines(text)
    frontmatter = read_frontmatter(lines)
    nodes = parse([*[""] * frontmatter.lines, *lines[frontmatter.lines :]])
    warnings = [*frontmatter.notice(file), *_unclosed(nodes, file)]
    stem = posixpath.basename(file).removesuffix(".md").removesuffix(".prose")
    own = _Outline(frontmatter.text("name") or stem, 1, kind=frontmatter.text("kind"))
    outlines = _outlines(own, nodes)
    contracts = tuple(_contract(outline, file, warnings) for outline in outlines)
    for outline in outlines[1:]:
        if outline.name.casefold() in _COMMITMENTS:
            message = f"`## {outline.name}` starts an inline contract of that name; a section has three signs"
            warnings.append(Notice(code="section-as-contract", message=message, place=f"{file}:{outline.line}"))
    return SourceFile(file=file, frontmatter=frontmatter.values, contracts=contracts, warnings=tuple(warnings))


@dataclass(slots=True)
class _Outline:
    """A contract's blocks by section, in order; a section's title is folded."""

    name: str
    line: int
    kind: str | None = None
    inline: bool = False
    sections: list[tuple[str, list[Node]]] = field(default_factory=list)

    def of(self, titles: set[str]) -> Iterator[list[Node]]:
        """The blocks of each section with one of these titles."""
        return (nodes for title, nodes in self.sections if title in titles)


def _outlines(own: _Outline, nodes: Sequence[Node]) -> list[_Outline]:
    outlines = [own]
    current: list[Node] = []  # what stands outside of all sections is documentation
    for node in nodes:
        if node.kind is not Kind.HEADING or node.level > _SECTION_LEVEL:
            current.append(node)
            continue
        current = []
        if node.level == _SECTION_LEVEL:
            outlines[-1].sections.append((_title(node), current))
        elif node.level == _INLINE_LEVEL:
            outlines.append(_Outline(_inline_name(node), node.first, inline=True))
    return outlines


def _title(heading: Node) -> str:
    """A section's name as it is compared: case, emphasis, a final colon and a note in brackets aside."""
    title = _NOTE.sub("", heading.passage.collapsed[:200].strip("*_`: "))
    return title.strip("*_`: ").casefold()


def _inline_name(heading: Node) -> str:
    title = heading.passage.collapsed
    return split_name(title)[0] or title.strip("*_` ") or "unnamed"


def _contract(outline: _Outline, file: str, warnings: list[Notice]) -> SourceContract:
    reader = ClauseReader(outline.name, file)
    for title, nodes in outline.sections:
        if title in _COMMITMENTS:
            reader.read(_COMMITMENTS[title], nodes)
    warnings += reader.warnings
    return SourceContract(
        name=outline.name,
        kind=outline.kind,
        inline=outline.inline,
        clauses=reader.clauses,
        conditional_clauses=reader.conditional_clauses,
        errors=tuple(error for nodes in outline.of(_ERRORS) for error in declared.errors(nodes)),
        parameters=tuple(each for nodes in outline.of(_PARAMETERS) for each in declared.parameters(nodes)),
        mentions=_mentions(outline),
    )


def _mentions(outline: _Outline) -> tuple[str, ...]:
    """The other contracts that are listed or called; what has a heading of its own here is a phase of this contract."""
    blocks = [node for _, nodes in outline.sections for node in nodes]
    phases = {node.passage.collapsed.strip("`*_ ") for node in blocks if node.kind is Kind.HEADING}
    names = [name for nodes in outline.of(_CONTRACTS) for name in declared.listed(nodes)]
    names += [name for nodes in outline.of({"execution", *_CONTRACTS}) for name in declared.called(nodes)]
    return tuple(dict.fromkeys(name for name in names if name not in phases and name != outline.name))


def _unclosed(nodes: Sequence[Node], file: str) -> Iterator[Notice]:
    for node in nodes:
        if node.kind is Kind.FENCE and not node.closed:
            message = "Nothing closes this fenced block, so the rest of the file belongs to it"
            yield Notice(code="unclosed-fence", message=message, place=f"{file}:{node.first}-{node.last}")
