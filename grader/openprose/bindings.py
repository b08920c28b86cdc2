"""Published outputs: which files are outputs, and which contract each belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model import Binding, ExpectedOutput
from grader.openprose.files import RunFiles
from grader.openprose.layout import Layout
from grader.openprose.names import fold, without_suffix

CALLER = "caller"


@dataclass(frozen=True, slots=True)
class Owner:
    """A contract that may have published: the names that its folder may have, and what the manifest expects of it."""

    contract: str
    folders: tuple[str, ...]
    outputs: tuple[ExpectedOutput, ...] = ()


@dataclass(frozen=True, slots=True)
class Published:
    """The bindings of each contract, sorted by path, and the outputs that no contract owns."""

    by_contract: Mapping[str, tuple[Binding, ...]]
    orphans: tuple[str, ...]


def output_paths(files: RunFiles, layout: Layout) -> list[str]:
    """The published files: everything in the outputs folders but what the caller put there."""
    found = []
    for folder in layout.outputs:
        caller = f"{folder}/{CALLER}"
        found += [
            path for path in files.under(folder) if path not in {folder, caller} and not path.startswith(f"{caller}/")
        ]
    return found


def caller_paths(files: RunFiles, layout: Layout) -> list[str]:
    """The files that the caller bound."""
    return [path for folder in layout.outputs for path in files.under(f"{folder}/{CALLER}")]


def may_publish(path: str, layout: Layout) -> bool:
    """Whether a manifest may name this path as an output: not what the run was made from, nor what was given to it."""
    top = path.partition("/")[0]
    given = any(path == f"{folder}/{CALLER}" or path.startswith(f"{folder}/{CALLER}/") for folder in layout.outputs)
    return not given and top not in {layout.sources, layout.manifest_name, layout.log_name, *layout.root_names}


def assign(
    files: RunFiles, layout: Layout, paths: Iterable[str], owners: Sequence[Owner], *, sole: bool = False
) -> Published:
    """Give each published file to the contracts that the manifest names it for, else to the one whose folder it is in.

    A file that the manifest names for another contract than the folder's stays with the folder's too if that one
    expects an output of the file's name. `sole`: what nobody owns belongs to the first owner, who ran alone.
    """
    stated = _stated(files, owners)
    folders = _Folders(owners)
    found: dict[str, list[Binding]] = {owner.contract: [] for owner in owners}
    orphans = []
    for path in dict.fromkeys([*paths, *stated]):
        claimants = stated.get(path, [])
        owner, name = folders.owner(path, layout)
        if owner is not None and (not claimants or _expects(owner, name)):
            claimants = [*claimants, owner.contract]
        if not claimants and sole:
            claimants = [owners[0].contract]
        elif not claimants:
            orphans.append(path)
        media, problem = files.media(path) if claimants else (None, None)
        for contract in dict.fromkeys(claimants):
            if media is not None:
                size = files.size(path)
                binding = Binding(contract=contract, name=name, path=path, size=size, media=media, problem=problem)
                found[contract].append(binding)
    by_contract = {contract: tuple(sorted(each, key=lambda one: one.path)) for contract, each in found.items()}
    return Published(by_contract, tuple(orphans))


def _stated(files: RunFiles, owners: Iterable[Owner]) -> dict[str, list[str]]:
    """Which contracts the manifest names each existing file for; a folder stands for all files in it."""
    found: dict[str, list[str]] = {}
    for owner in owners:
        for output in owner.outputs:
            if output.path is not None:
                for path in [output.path] if output.path in files else files.under(output.path):
                    found.setdefault(path, []).append(owner.contract)
    return found


def _expects(owner: Owner, name: str) -> bool:
    return any(fold(output.name) == fold(name) for output in owner.outputs)


class _Folders:
    """Finds the contract whose folder a path lies in: by its exact name, then with case and hyphens aside."""

    def __init__(self, owners: Iterable[Owner]) -> None:
        self._by_name: dict[str, Owner] = {}
        self._by_output: dict[str, Owner] = {}
        listed = list(owners)
        for spelled in (lambda name: name, fold):
            for owner in listed:
                for folder in owner.folders:
                    self._by_name.setdefault(spelled(folder), owner)
        for owner in listed:
            for output in owner.outputs:
                self._by_output.setdefault(fold(output.name), owner)

    def owner(self, path: str, layout: Layout) -> tuple[Owner | None, str]:
        """The owner and the output's name: the path below the owner's folder without its last suffix."""
        below = path
        for folder in layout.outputs:
            below = below.removeprefix(f"{folder}/") if path.startswith(f"{folder}/") else below
        parts = below.split("/")
        for folder, rest in _splits(parts):
            owner = self._by_name.get(folder) or self._by_name.get(fold(folder))
            if owner is not None:
                return owner, without_suffix(rest)
        if len(parts) == 1:  # a file beside the contracts' folders: named for its contract, or for the output itself
            name = without_suffix(below)
            loose = self._by_name.get(name) or self._by_name.get(fold(name)) or self._by_output.get(fold(name))
            return loose, name
        return None, without_suffix("/".join(parts[1:]))


def _splits(parts: list[str]) -> Iterator[tuple[str, str]]:
    """The ways to read a path as a folder and what is below it; the longest folder first."""
    for at in range(len(parts) - 1, 0, -1):
        yield "/".join(parts[:at]), "/".join(parts[at:])
