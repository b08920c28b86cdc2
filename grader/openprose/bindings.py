"""Published outputs: which files are outputs, and which contract each belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model import Binding, ExpectedOutput
from grader.openprose.files import RunFiles
from grader.openprose.layout import Layout
from grader.openprose.names import fold, without_suffix

CALLER = "caller"
_MOST_CLAIMS = 100_000  # files that folders stated in the manifest stand for, over all contracts


@dataclass(frozen=True, slots=True)
class Owner:
    """A contract that may have published: the names that its folder may have, and what the manifest expects of it."""

    contract: str
    folders: tuple[str, ...]
    outputs: tuple[ExpectedOutput, ...] = ()


@dataclass(frozen=True, slots=True)
class Published:
    """The bindings of each contract, sorted by path, and the outputs that no contract is known to own."""

    by_contract: Mapping[str, tuple[Binding, ...]]
    orphans: tuple[str, ...]


def output_paths(files: RunFiles, layout: Layout) -> list[str]:
    """The published files: everything in the outputs folders but what the caller put there."""
    given = set(caller_paths(files, layout))
    found = (path for folder in layout.outputs for path in files.under(folder) if path != folder)
    return [path for path in found if path not in given]


def caller_paths(files: RunFiles, layout: Layout) -> list[str]:
    """The files that the caller bound."""
    return [path for folder in layout.outputs for path in files.under(f"{folder}/{CALLER}")]


def may_publish(path: str, layout: Layout) -> bool:
    """Whether a manifest may name this path as an output: not what the run was made from, nor what was given to it."""
    given = any(path == f"{folder}/{CALLER}" or path.startswith(f"{folder}/{CALLER}/") for folder in layout.outputs)
    made_from = {layout.sources, layout.manifest_name, layout.log_name, *layout.root_names}
    return not given and path.partition("/")[0] not in made_from


def assign(
    files: RunFiles, layout: Layout, paths: Iterable[str], owners: Sequence[Owner], *, sole: bool = False
) -> Published:
    """Give each published file to the contracts that the manifest names it for, else to the one whose folder it is in.

    A file that the manifest names for another contract than the folder's stays with the folder's too if that one
    expects an output of the file's name. `sole`: what nobody owns is taken for the first owner's, who is graded alone.
    """
    stated = _stated(files, owners)
    folders = _Folders(owners)
    found: dict[str, list[Binding]] = {owner.contract: [] for owner in owners}
    orphans = []
    for path in dict.fromkeys([*paths, *stated]):
        claimants = stated.get(path, {})
        owner, name = folders.owner(path, layout)
        if owner is not None and (not claimants or folders.expects(owner, name)):
            claimants = {**claimants, owner.contract: None}
        if not claimants:
            orphans.append(path)
            if not sole:
                continue
            claimants = {owners[0].contract: None}
        media, problem = files.media(path)
        for contract in claimants:
            binding = Binding(
                contract=contract, name=name, path=path, size=files.size(path), media=media, problem=problem
            )
            found[contract].append(binding)
    by_contract = {contract: tuple(sorted(each, key=lambda one: one.path)) for contract, each in found.items()}
    return Published(by_contract, tuple(orphans))


def _stated(files: RunFiles, owners: Iterable[Owner]) -> dict[str, dict[str, None]]:
    """Which contracts the manifest names each existing file for; a folder stands for the files in it."""
    found: dict[str, dict[str, None]] = {}
    room = _MOST_CLAIMS
    for owner in owners:
        for path in dict.fromkeys(output.path for output in owner.outputs if output.path is not None):
            claimed = [path] if path in files else files.under(path)[: max(room, 0)]
            room -= 0 if path in files else len(claimed)
            for each in claimed:
                found.setdefault(each, {})[owner.contract] = None
    return found


class _Folders:
    """Finds the contract whose folder a path lies in: by its exact name, then with case and hyphens aside."""

    def __init__(self, owners: Sequence[Owner]) -> None:
        named = [(folder, owner) for owner in owners for folder in owner.folders]
        expected = [(fold(output.name), owner) for owner in owners for output in owner.outputs]
        # dict() keeps the last of a name, and the first owner should win
        self._exact = dict(reversed(named))
        self._alike = dict(reversed([(fold(name), owner) for name, owner in named]))
        self._by_output = dict(reversed(expected))
        self._expected = {(owner.contract, name) for name, owner in expected}

    def expects(self, owner: Owner, name: str) -> bool:
        """Whether the manifest expects an output of that name of a contract."""
        return (owner.contract, fold(name)) in self._expected

    def owner(self, path: str, layout: Layout) -> tuple[Owner | None, str]:
        """The owner and the output's name: the path below the owner's folder without its last suffix."""
        top = next((folder for folder in layout.outputs if path.startswith(f"{folder}/")), None)
        parts = path.removeprefix(f"{top}/").split("/")
        for folder, rest in _splits(parts):
            if owner := self._named(folder):
                return owner, without_suffix(rest)
        name = without_suffix("/".join(parts[1:] or parts))
        if len(parts) > 1:
            return None, name
        # a file beside the contracts' folders is named for its contract, or for the output itself
        return self._named(name) or self._by_output.get(fold(name)), name

    def _named(self, name: str) -> Owner | None:
        return self._exact.get(name) or self._alike.get(fold(name))


def _splits(parts: list[str]) -> Iterator[tuple[str, str]]:
    """The ways to read a path as a folder and what is below it; the longest folder first."""
    for at in range(len(parts) - 1, 0, -1):
        yield "/".join(parts[:at]), "/".join(parts[at:])
