"""One `*.prose.md` file as contracts: the file's own, before the first `##`, and its inline contracts."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Iterator, Mapping, Sequence
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
_TITLE = re.compile(r"[*_`\s]*(?P<title>[^:(—–]*?)[*_`\s]*(?:[:(—–]|\s-\s|\Z)")
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
    own = _Outline(frontmatter.text("name") or stem, kind=frontmatter.text("kind"))
    outlines = _outlines(own, nodes, warnings, file)
    contracts = tuple(_contract(outline, file, warnings) for outline in outlines)
    return SourceFile(file=file, frontmatter=frontmatter.values, contracts=contracts, warnings=tuple(warnings))


@dataclass(slots=True)
class _Outline:
    """A contract's blocks by section, in order; a section's title is folded."""

    name: str
    kind: str | None = None
    inline: bool = False
    sections: list[tuple[str, list[Node]]] = field(default_factory=list)

    def of(self, titles: set[str]) -> Iterator[list[Node]]:
        """The blocks of each section with one of these titles."""
        return (nodes for title, nodes in self.sections if title in titles)


def _outlines(own: _Outline, nodes: Sequence[Node], warnings: list[Notice], file: str) -> list[_Outline]:
    outlines, names = [own], {own.name}
    current: list[Node] = []  # what stands outside of all sections is documentation
    for node in nodes:
        if node.kind is not Kind.HEADING or node.level > _SECTION_LEVEL:
            current.append(node)
            continue
        current = []
        if node.level == _SECTION_LEVEL:
            outlines[-1].sections.append((_title(node), current))
            continue
        odd = _odd(node, names, in_section=bool(outlines[-1].sections))
        if odd:
            warnings.append(Notice(code=odd[0], message=odd[1], place=f"{file}:{node.first}"))
        if node.level == _INLINE_LEVEL:
            outlines.append(_Outline(_inline_name(node), inline=True))
            names.add(outlines[-1].name)
    return outlines


def _odd(heading: Node, names: Container[str], *, in_section: bool) -> tuple[str, str] | None:
    """What is odd about a `#` or `##` heading, as a notice's code and message."""
    shown = heading.passage.collapsed[:80]
    if heading.level < _INLINE_LEVEL:
        if not in_section:
            return None
        return "late-title", f"The title {shown!r} ends the section before it; what follows it belongs to no section"
    if _title(heading) in _COMMITMENTS:
        return "section-as-contract", f"{shown!r} starts an inline contract; the heading of a section has three signs"
    if _inline_name(heading) in names:
        return "repeated-contract", f"The file declares the contract {shown!r} more than once"
    return None


def _title(heading: Node) -> str:
    """A section's name as it is compared: case, emphasis, and what follows a colon, a dash or a bracket aside."""
    match = _TITLE.match(heading.passage.collapsed[:200])
    return match["title"].casefold() if match else ""


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
