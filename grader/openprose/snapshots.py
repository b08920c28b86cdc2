"""The source snapshots of a run, and which contract of which file a node means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from grader.errors import UnreadableRun
from grader.model import Notice
from grader.openprose.files import RunFiles, Unreadable
from grader.openprose.layout import Layout
from grader.openprose.names import path_in_run, same
from grader.openprose.source import SourceContract, SourceFile, parse_source


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


class Snapshots:
    """All sources of a run, parsed. Those that can't be read are named under `warnings` and count as missing."""

    def __init__(self, files: RunFiles, layout: Layout, root_path: str) -> None:
        self._files = files
        self._layout = layout
        self._root_path = root_path
        self.warnings: list[Notice] = []
        self._parsed: dict[str, list[Snapshot]] = {root_path: self._parse(root_path, _read_root(files, root_path))}
        suffixes = layout.source_suffixes
        for path in files.under(layout.sources):
            if path.endswith(suffixes):
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
            self._add(path)
            yield from self._in_file(path, node)
        for suffix in self._layout.source_suffixes:
            yield from self._in_file(f"{self._layout.sources}/{node}{suffix}", node)
        for alike in (str.__eq__, same):
            yield from self._named(node, alike)

    def _in_run(self, stated: str) -> str | None:
        folders = (self._layout.sources, *self._layout.root_names)
        path = path_in_run(stated, self._files.tree.name, self._files, folders)
        return path if path in self._files else None

    def _in_file(self, path: str, node: str) -> Iterator[Snapshot]:
        """The inline contract of the node's name, else the file's own."""
        snapshots = self._parsed.get(path, [])
        inline = [each for each in snapshots if each.contract.inline]
        for alike in (str.__eq__, same):
            yield from (each for each in inline if alike(each.contract.name, node))
        yield from (each for each in snapshots if not each.contract.inline)

    def _named(self, node: str, alike: Callable[[str, str], bool]) -> Iterable[Snapshot]:
        return (each for each in self.all() if alike(each.own_name, node))

    def _add(self, path: str) -> None:
        if path in self._parsed:
            return
        try:
            text = self._files.text(path)
        except Unreadable as refusal:
            message = f"The source {path} {refusal}: it counts as missing"
            self.warnings.append(Notice(code="unreadable-source", message=message, place=path))
        else:
            self._parsed[path] = self._parse(path, text)

    def _parse(self, path: str, text: str) -> list[Snapshot]:
        source = parse_source(text, path)
        self.warnings += source.warnings
        name = _frontmatter_name(source)
        own = [each for each in source.contracts if not each.inline] or [SourceContract(name=name or _stem(path))]
        inline = [Snapshot(path, each) for each in source.contracts if each.inline]
        return [*(Snapshot(path, each, name) for each in own[:1]), *inline]


def _read_root(files: RunFiles, path: str) -> str:
    try:
        return files.text(path)
    except Unreadable as refusal:
        hint = "The root source must be a text file in the run directory itself."
        raise UnreadableRun(f"The root source {path} {refusal}", place=path, hint=hint) from refusal


def _frontmatter_name(source: SourceFile) -> str | None:
    name = source.frontmatter.get("name")
    return str(name).strip() or None if isinstance(name, str | int | float) else None


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.removesuffix(".md").removesuffix(".prose")
