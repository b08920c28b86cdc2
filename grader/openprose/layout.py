"""Which files of a run hold what, by generation of the language.

A generation is one class. The mission's (G2) is read; G1 and G3 are recognised, so that their runs fail with the right
error, and become readable when their `read_manifest` is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Protocol

from grader.errors import UnreadableRun
from grader.openprose.manifest import Manifest, parse_manifest


class Layout(Protocol):
    """Where a generation keeps things. Paths are relative to the run, folders without a slash at their end."""

    generation: ClassVar[str]
    root_names: ClassVar[tuple[str, ...]]  # the first that exists is the root
    manifest_name: ClassVar[str]
    log_name: ClassVar[str]
    sources: ClassVar[str]
    source_suffixes: ClassVar[tuple[str, ...]]  # the first is the generation's own
    outputs: ClassVar[tuple[str, ...]]  # folders that hold one folder a contract
    caller: ClassVar[str]
    workspace: ClassVar[str]

    def read_manifest(self, text: str) -> Manifest:
        """The expected contracts. Raises UnreadableRun."""
        ...


class G2:
    """2026-05, the mission's layout."""

    generation: ClassVar[str] = "G2"
    root_names: ClassVar[tuple[str, ...]] = ("root.prose.md",)
    manifest_name: ClassVar[str] = "forme.manifest.json"
    log_name: ClassVar[str] = "vm.log.md"
    sources: ClassVar[str] = "sources"
    source_suffixes: ClassVar[tuple[str, ...]] = (".prose.md", ".md")
    outputs: ClassVar[tuple[str, ...]] = ("bindings",)
    caller: ClassVar[str] = "bindings/caller"
    workspace: ClassVar[str] = "workspace"

    def read_manifest(self, text: str) -> Manifest:
        """See `Layout.read_manifest`."""
        return parse_manifest(text, self.manifest_name)


class G1:
    """2026-03: Markdown throughout."""

    generation: ClassVar[str] = "G1"
    root_names: ClassVar[tuple[str, ...]] = ("program.md", "root.md")
    manifest_name: ClassVar[str] = "manifest.md"
    log_name: ClassVar[str] = "state.md"
    sources: ClassVar[str] = "services"
    source_suffixes: ClassVar[tuple[str, ...]] = (".md",)
    outputs: ClassVar[tuple[str, ...]] = ("bindings",)
    caller: ClassVar[str] = "bindings/caller"
    workspace: ClassVar[str] = "workspace"

    def read_manifest(self, text: str) -> Manifest:
        """Not read yet. Raises UnreadableRun."""
        raise _not_read_yet(self, text)


class G3:
    """2026-07: a compiled intent and a world model. A lone function still publishes under `bindings/`."""

    generation: ClassVar[str] = "G3"
    root_names: ClassVar[tuple[str, ...]] = ("root.prose.md",)
    manifest_name: ClassVar[str] = "compiled-intent.json"
    log_name: ClassVar[str] = "vm.log.md"
    sources: ClassVar[str] = "sources"
    source_suffixes: ClassVar[tuple[str, ...]] = (".prose.md", ".md")
    outputs: ClassVar[tuple[str, ...]] = ("world-model", "bindings")
    caller: ClassVar[str] = "world-model/caller"
    workspace: ClassVar[str] = "workspace"

    def read_manifest(self, text: str) -> Manifest:
        """Not read yet. Raises UnreadableRun."""
        raise _not_read_yet(self, text)


LAYOUTS: tuple[Layout, ...] = (G2(), G3(), G1())


def detect(names: Iterable[str]) -> Layout:
    """The generation of a run whose top folder holds these names; the mission's if nothing speaks for another."""
    top = set(names)
    if G2.manifest_name in top:
        return G2()
    if G3.manifest_name in top or "world-model" in top:
        return G3()
    if G2.root_names[0] not in top and top & {*G1.root_names, G1.manifest_name, G1.log_name, G1.sources}:
        return G1()
    return G2()


def _not_read_yet(layout: Layout, text: str) -> UnreadableRun:
    message = f"Runs of generation {layout.generation} ({layout.manifest_name}, {len(text)} characters) aren't read yet"
    hint = f"This version grades runs with {G2.root_names[0]} and {G2.manifest_name}."
    return UnreadableRun(message, place=layout.manifest_name, hint=hint)
