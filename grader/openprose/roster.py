"""Which contracts of a run are graded, in which order, from which source (grading-rules, "Contracts of a run")."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from grader.model import LogEvent, Role
from grader.openprose.log import took_part
from grader.openprose.manifest import Manifest, Node
from grader.openprose.names import fold, same
from grader.openprose.notices import Notices, shown
from grader.openprose.snapshots import Snapshot, Snapshots


@dataclass(frozen=True, slots=True)
class Member:
    """A graded contract: `names` are those that its folder, error file and log lines may go by, its own name first."""

    name: str
    role: Role
    snapshot: Snapshot | None = None
    node: Node | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """The graded contracts, the root first, the others in execution order.

    `absent` names contracts that the sources speak of and that had no part in the run, by graph, outputs or log.
    """

    members: tuple[Member, ...]
    absent: tuple[str, ...]

    @property
    def root(self) -> Member:
        """The root contract."""
        return self.members[0]

    def by_name(self) -> Mapping[str, Member]:
        """The members by each of their names, spelled as they are and folded; a contract's own name comes first."""
        own = [(member.name, member) for member in self.members]
        names = own + [(name, member) for member in self.members for name in member.names]
        return dict(reversed([*names, *((fold(name), member) for name, member in names)]))


def roster(
    manifest: Manifest | None,
    snapshots: Snapshots,
    published: Iterable[str],
    events: Sequence[LogEvent],
    notices: Notices,
) -> Roster:
    """Who is graded. `published` are the names of the folders that hold outputs; no manifest: every source."""
    root, *nodes = _expected(manifest, snapshots)
    found = [root, *nodes]
    folders = {fold(name) for name in published}
    further: list[Member] = []
    ungraded: list[str] = []
    for snapshot in _unused(snapshots, found, notices):
        published_too = any(fold(name) in folders for name in snapshot.names)
        if snapshot.contract.inline and not snapshot.declares and not published_too:
            continue
        if manifest is None:
            further.append(Member(snapshot.own_name, Role.NODE, snapshot))
        elif nodes and published_too:
            further.append(Member(snapshot.own_name, Role.EXTRA, snapshot))
        else:
            ungraded.append(snapshot.own_name)
            message = f"{shown(snapshot.own_name)} is not in the manifest's graph and has no outputs: it isn't graded"
            notices.add("unused-source", message, snapshot.path)
    ordered = [root, *_ordered([*nodes, *further], manifest, events)]
    known = {fold(member.name) for member in ordered}
    members = tuple(_with_names(member, known, manifest) for member in ordered)
    delegates = (name for node in manifest.nodes for name in node.delegates) if manifest is not None else ()
    ran = known | {fold(name) for name in (*delegates, *took_part(events))}
    candidates = dict.fromkeys([*ungraded, *snapshots.root.contract.mentions])
    return Roster(members, tuple(name for name in candidates if fold(name) not in ran))


def _expected(manifest: Manifest | None, snapshots: Snapshots) -> list[Member]:
    """The root, and the other nodes of the graph."""
    nodes = manifest.nodes if manifest is not None else ()
    sources = {node.id: list(snapshots.of_node(node.id, node.source_path)) for node in nodes}
    root = _root_node(sources, manifest, snapshots)
    members = []
    for node in nodes:
        if node.id != root:
            found = next((each for each in sources[node.id] if not snapshots.is_root(each)), None)
            members.append(Member(node.id, Role.NODE, found, node))
    name = root or _free(snapshots.root.own_name, sources)
    return [Member(name, Role.ROOT, snapshots.root, next((each for each in nodes if each.id == root), None)), *members]


def _root_node(
    sources: Mapping[str, Sequence[Snapshot]], manifest: Manifest | None, snapshots: Snapshots
) -> str | None:
    """The node that is the root: of those whose source is the root, the one of its name, else one without another."""
    candidates = [node for node, found in sources.items() if found and snapshots.is_root(found[0])]
    stated = (manifest.system_name, manifest.id) if manifest is not None else ()
    names = [name for name in (snapshots.root.own_name, *stated) if name]
    named = (node for node in candidates if any(same(node, name) for name in names))
    sole = (node for node in candidates if all(snapshots.is_root(each) for each in sources[node]))
    return next(named, None) or next(sole, None) or (candidates[0] if candidates else None)


def _free(name: str, taken: Collection[str]) -> str:
    """The root's name; another one if a node that isn't the root already has it."""
    while name in taken:
        name = f"{name} (root)"
    return name


def _unused(snapshots: Snapshots, members: Sequence[Member], notices: Notices) -> Iterable[Snapshot]:
    """The contracts that are neither the root nor a node's, each name once; other texts of a known name are noted."""
    used = {id(member.snapshot): member.snapshot for member in members if member.snapshot is not None}
    in_use = {snapshot.path for snapshot in used.values() if snapshot.contract.inline}
    by_name: dict[str, Snapshot | None] = {fold(member.name): member.snapshot for member in members}
    for snapshot in snapshots.all():
        if id(snapshot) in used or snapshots.is_root(snapshot):
            continue
        if not snapshot.declares and not snapshot.contract.inline and snapshot.path in in_use:
            continue  # a file that is there for the sake of its inline contracts
        name = fold(snapshot.own_name)
        if name not in by_name:
            by_name[name] = snapshot
            yield snapshot
        elif (other := by_name[name]) is not None and _texts(other) != _texts(snapshot):
            message = f"{shown(snapshot.own_name)} has another source here, which isn't graded: {other.path} counts"
            notices.add("second-source", message, snapshot.path)


def _texts(snapshot: Snapshot) -> list[str]:
    return [clause.text for clause in (*snapshot.contract.clauses, *snapshot.contract.conditional_clauses)]


def _ordered(members: Sequence[Member], manifest: Manifest | None, events: Sequence[LogEvent]) -> list[Member]:
    """In the manifest's execution order, else the log's; what neither names keeps its place at the end."""
    stated = manifest.order if manifest is not None else ()
    order = stated or [event.contract for event in events if event.contract is not None]
    rank: dict[str, int] = {}
    for name in order:
        rank.setdefault(fold(name), len(rank))
    last = len(rank)
    return sorted(members, key=lambda member: (member.role is Role.EXTRA, rank.get(fold(member.name), last)))


def _with_names(member: Member, taken: Collection[str], manifest: Manifest | None) -> Member:
    """With the further names that it may go by: those that no other contract has as its own."""
    names: list[str | None] = list(member.snapshot.names) if member.snapshot else []
    if member.role is Role.ROOT and manifest is not None:
        names[1:1] = [manifest.system_name, manifest.id]
    free = [name for name in names if name and fold(name) not in taken]
    names_by_fold = {fold(name): name for name in reversed([member.name, *free])}
    return Member(member.name, member.role, member.snapshot, member.node, tuple(reversed(names_by_fold.values())))
