"""The source snapshots of a run, and which contract of which file a node means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.errors import UnreadableRun
from grader.openprose.files import RunFiles, Unreadable
from grader.openprose.layout import Layout
from grader.openprose.names import fold, path_in_run, same, stem_of
from grader.openprose.notices import Notices
from grader.openprose.source import SourceContract, SourceFile, parse_source

_MOST_SOURCES = 8  # times the limit of a parsed file: the characters of all sources together


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A contract as its snapshot declares it: the file, and the frontmatter's name if it is the file's own contract."""

    path: str
    contract: SourceContract
    frontmatter_name: str | None = None

    @property
    def own_name(self) -> str:
        """The contract's name where no node gives it another one."""
        return self.frontmatter_name or self.contract.name

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the contract goes by: its own, and the file's if the file is its own."""
        return (self.own_name,) if self.contract.inline else (self.own_name, stem_of(self.path))

    @property
    def declares(self) -> bool:
        """Whether this says anything that only a contract says; a `##` in a source can also head a chapter of text."""
        contract = self.contract
        return bool(contract.clauses or contract.conditional_clauses or contract.errors or contract.parameters)


class Snapshots:
    """All sources of a run, parsed. Those that can't be read are noted and count as missing."""

    def __init__(self, files: RunFiles, layout: Layout, root_path: str) -> None:
        self._files = files
        self._layout = layout
        self._root_path = root_path
        self.notices = Notices()
        self._parsed: dict[str, list[Snapshot]] = {}
        self._by_name: dict[str, list[Snapshot]] = {}  # spelled as they are, and folded
        self._room = _MOST_SOURCES * files.limits.parsed_bytes
        self._parse(root_path, _read_root(files, root_path))
        for path in files.under(layout.sources):
            if path.endswith(layout.source_suffixes[0]):
                self._add(path)

    @property
    def root(self) -> Snapshot:
        """The root's own contract."""
        return self._parsed[self._root_path][0]

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that were read, the root first."""
        return tuple(self._parsed)

    def all(self) -> Iterator[Snapshot]:
        """Every contract of every file, the root's first."""
        for snapshots in self._parsed.values():
            yield from snapshots

    def is_root(self, snapshot: Snapshot) -> bool:
        """Whether a contract is the root: the root file's own, or of the same frontmatter name."""
        if snapshot is self.root:
            return True
        names = (snapshot.frontmatter_name, self.root.frontmatter_name)
        return names[0] is not None and names[1] is not None and same(names[0], names[1])

    def of_node(self, node: str, source_path: str | None) -> Iterator[Snapshot]:
        """What a node may mean, the best first (grading-rules, "Contracts of a run", 2). Empty: no source."""
        if source_path is not None and (path := self._in_run(source_path)) is not None:
            yield from self._in_file(path, node)
        for suffix in self._layout.source_suffixes:
            yield from self._in_file(f"{self._layout.sources}/{node}{suffix}", node)
        yield from self._by_name.get(node, ())
        yield from self._by_name.get(fold(node), ())

    def _in_run(self, stated: str) -> str | None:
        folders = (self._layout.sources, *self._layout.root_names)
        path = path_in_run(stated, self._files.tree.name, self._files.__contains__, folders)
        return path if path in self._files else None

    def _in_file(self, path: str, node: str) -> Iterator[Snapshot]:
        """The inline contract of the node's name, else the file's own."""
        if path in self._files:
            self._add(path)
        snapshots = self._parsed.get(path, [])
        yield from (each for each in snapshots[1:] if each.contract.name == node)
        yield from (each for each in snapshots[1:] if same(each.contract.name, node))
        yield from snapshots[:1]

    def _add(self, path: str) -> None:
        if path in self._parsed:
            return
        try:
            text = self._files.text(path)
        except Unreadable as refusal:
            self.notices.add("unreadable-source", f"The source {path} {refusal}; it counts as missing", path)
            return
        self._room -= len(text)
        if self._room < 0:
            message = f"The source {path} isn't read: the run's sources are too large together; it counts as missing"
            self.notices.add("unreadable-source", message, path)
            return
        self._parse(path, text)

    def _parse(self, path: str, text: str) -> None:
        source = parse_source(text, path)
        self.notices.extend(source.warnings)
        name = _frontmatter_name(source)
        own = next(each for each in source.contracts if not each.inline)
        inline = (Snapshot(path, each) for each in source.contracts if each.inline)
        self._parsed[path] = [Snapshot(path, own, name), *inline]
        self._index(self._parsed[path])

    def _index(self, snapshots: Iterable[Snapshot]) -> None:
        for each in snapshots:
            for name in {*each.names, *map(fold, each.names)}:
                self._by_name.setdefault(name, []).append(each)


def _read_root(files: RunFiles, path: str) -> str:
    try:
        return files.text(path)
    except Unreadable as refusal:
        hint = "The root source must be a text file in the run directory itself."
        raise UnreadableRun(f"The root source {path} {refusal}", place=path, hint=hint) from refusal


def _frontmatter_name(source: SourceFile) -> str | None:
    name = source.frontmatter.get("name")
    return name.strip() or None if isinstance(name, str) else None
