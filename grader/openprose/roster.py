"""Which contracts of a run are graded, in which order, from which source (grading-rules, "Contracts of a run")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.model import LogEvent, Notice, Role
from grader.openprose.manifest import Manifest, Node
from grader.openprose.names import fold, same
from grader.openprose.snapshots import Snapshot, Snapshots


@dataclass(frozen=True, slots=True)
class Member:
    """A graded contract: `names` are those that its folder, error file and log lines may go by, its own name first."""

    name: str
    role: Role
    snapshot: Snapshot | None
    node: Node | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """The graded contracts, the root first, the others in execution order; `absent` names those that aren't graded."""

    members: tuple[Member, ...]
    absent: tuple[str, ...]
    warnings: tuple[Notice, ...]

    @property
    def root(self) -> Member:
        """The root contract."""
        return self.members[0]

    def named(self, name: str) -> Member | None:
        """The member of that name: exactly, else by any of its names with case and hyphens aside."""
        exact = (member for member in self.members if member.name == name)
        alike = (member for member in self.members if any(same(each, name) for each in member.names))
        return next(exact, None) or next(alike, None)


def roster(
    manifest: Manifest | None, snapshots: Snapshots, published: Iterable[str], events: Sequence[LogEvent]
) -> Roster:
    """Who is graded. `published` are the names of the folders that hold outputs; no manifest: every source."""
    drafts = _drafts(manifest, snapshots)
    warnings: list[Notice] = []
    taken = [draft for draft in drafts if draft.role is not Role.ROOT]
    used = {id(draft.snapshot) for draft in drafts}
    folders = {fold(name) for name in published}
    alone = manifest is not None and not manifest.nodes
    absent: list[str] = []
    for snapshot in snapshots.all():
        if id(snapshot) in used or snapshots.is_root(snapshot) or _shell(snapshot, snapshots, used):
            continue
        name = snapshot.own_name
        if any(same(name, draft.name) for draft in (*drafts, *taken)):
            continue
        if manifest is None:
            taken.append(_Draft(name, Role.NODE, snapshot))
        elif not alone and fold(name) in folders:
            taken.append(_Draft(name, Role.EXTRA, snapshot))
        else:
            absent.append(name)
            warnings.append(_unused(name, snapshot))
    root = next(draft for draft in drafts if draft.role is Role.ROOT)
    ordered = [root, *_ordered(taken, manifest, events)]
    members = tuple(_member(draft, ordered, manifest) for draft in ordered)
    spoken_of = (name for name in snapshots.root.contract.mentions if not any(same(name, m.name) for m in members))
    return Roster(members, tuple(dict.fromkeys([*absent, *spoken_of])), tuple(warnings))


@dataclass(frozen=True, slots=True)
class _Draft:
    name: str
    role: Role
    snapshot: Snapshot | None
    node: Node | None = None


def _drafts(manifest: Manifest | None, snapshots: Snapshots) -> list[_Draft]:
    """The root and the nodes of the graph."""
    nodes = manifest.nodes if manifest is not None else ()
    sources = {node.id: list(snapshots.of_node(node.id, node.source_path)) for node in nodes}
    root = _root_node(nodes, sources, manifest, snapshots)
    drafts = []
    for node in nodes:
        if node is root:
            continue
        found = next((each for each in sources[node.id] if not snapshots.is_root(each)), None)
        drafts.append(_Draft(node.id, Role.NODE, found, node))
    name = root.id if root else _free(snapshots.root.own_name, drafts)
    return [_Draft(name, Role.ROOT, snapshots.root, root), *drafts]


def _root_node(
    nodes: Sequence[Node], sources: dict[str, list[Snapshot]], manifest: Manifest | None, snapshots: Snapshots
) -> Node | None:
    """The node that is the root: of those whose source is the root, the one of its name, else one without another."""
    candidates = [node for node in nodes if sources[node.id] and snapshots.is_root(sources[node.id][0])]
    if not candidates or manifest is None:
        return None
    names = [name for name in (snapshots.root.own_name, manifest.system_name, manifest.id) if name]
    named = (node for node in candidates if any(same(node.id, name) for name in names))
    sole = (node for node in candidates if all(snapshots.is_root(each) for each in sources[node.id]))
    return next(named, None) or next(sole, None) or candidates[0]


def _free(name: str, drafts: Sequence[_Draft]) -> str:
    """The root's name; another one if a node that isn't the root already has it."""
    while any(draft.name == name for draft in drafts):
        name = f"{name} (root)"
    return name


def _shell(snapshot: Snapshot, snapshots: Snapshots, used: set[int]) -> bool:
    """Whether this is the empty own contract of a file that is there for the sake of its inline contracts."""
    contract = snapshot.contract
    if contract.inline or contract.clauses or contract.conditional_clauses:
        return False
    return any(each.path == snapshot.path and id(each) in used for each in snapshots.all())


def _unused(name: str, snapshot: Snapshot) -> Notice:
    message = f"{name} is neither in the manifest's graph nor has it published anything: it isn't graded"
    return Notice(code="unused-source", message=message, place=snapshot.path)


def _ordered(drafts: Sequence[_Draft], manifest: Manifest | None, events: Sequence[LogEvent]) -> list[_Draft]:
    """In the manifest's execution order, else the log's; what neither names keeps its place at the end."""
    stated = manifest.order if manifest is not None else ()
    order = stated or [event.contract for event in events if event.contract is not None]
    rank: dict[str, int] = {}
    for name in order:
        rank.setdefault(fold(name), len(rank))
    last = len(rank)
    return sorted(drafts, key=lambda draft: (draft.role is Role.EXTRA, rank.get(fold(draft.name), last)))


def _member(draft: _Draft, drafts: Sequence[_Draft], manifest: Manifest | None) -> Member:
    """With the further names that it may go by: those that no other contract has."""
    names: list[str | None] = [draft.snapshot.own_name if draft.snapshot else None]
    if draft.role is Role.ROOT:
        stem = draft.snapshot.path.partition(".")[0] if draft.snapshot else None
        names += [manifest.system_name, manifest.id] if manifest is not None else []
        names.append(stem)
    others = {fold(other.name) for other in drafts if other is not draft}
    free = [name for name in names if name and fold(name) not in others]
    return Member(draft.name, draft.role, draft.snapshot, draft.node, tuple(dict.fromkeys([draft.name, *free])))
