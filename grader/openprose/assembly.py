"""Puts a run together from its parts: sources, manifest, outputs, inputs, error files and the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from grader.document import Document
from grader.errors import NoOutputs
from grader.model import CallerInput, Clause, Contract, ExpectedInput, ExpectedOutput, Media, Origin
from grader.openprose.bindings import Owner, Published, assign, caller_paths, may_publish, output_paths
from grader.openprose.caller import read_inputs
from grader.openprose.contracts import errors_of, expected_inputs, expected_outputs, manifest_clauses, renamed
from grader.openprose.files import RunFiles
from grader.openprose.layout import Layout
from grader.openprose.manifest import Manifest, OutputLines, StatedInput
from grader.openprose.names import fold, path_in_run
from grader.openprose.notices import Notices, shown
from grader.openprose.roster import Member, roster
from grader.openprose.signals import Signals, error_files, name_in, read_log
from grader.openprose.snapshots import Snapshots
from grader.openprose.system import Producer, Returned, Returns, system_outputs
from grader.run import Run


def assemble(files: RunFiles, layout: Layout, snapshots: Snapshots, manifest: Manifest | None, shown_path: str) -> Run:
    """The run, under the path that the caller named. Without a manifest every source is an expected contract.

    Raises NoOutputs.
    """
    return _Assembly(files, layout, snapshots, manifest).run(shown_path)


class _Assembly:
    """The parts of one run while it is put together."""

    def __init__(self, files: RunFiles, layout: Layout, snapshots: Snapshots, manifest: Manifest | None) -> None:
        self._files = files
        self._layout = layout
        self._snapshots = snapshots
        self._manifest = manifest or Manifest()
        self._notices = Notices()
        if manifest is None:
            message = "There is no manifest: every source counts as an expected contract"
            self._notices.add("no-manifest", message, layout.manifest_name)
        self._notices.extend(self._manifest.warnings)
        self._output_paths = output_paths(files, layout)
        self._error_files = error_files(files, layout)
        self._log = read_log(files, layout, self._notices)
        self._roster = roster(manifest, snapshots, self._output_folders(), self._log.events, self._notices)
        self._by_name = self._roster.by_name()
        self._expected = {member.name: self._expected_of(member) for member in self._roster.members}

    def run(self, shown_path: str) -> Run:
        """The whole run. Raises NoOutputs."""
        published = self._published()
        self._refuse_empty(published)
        producers = {
            name: Producer(name, self._expected[name], bindings) for name, bindings in published.by_contract.items()
        }
        returned = self._returned(producers)
        contracts = tuple(self._contracts(published, returned))
        inputs = self._inputs()
        documents = [*self._documents(published), *(document for _, document in inputs)]
        self._note(published, contracts)
        self._snapshots.notices.extend(self._notices)
        return Run(
            path=shown_path,
            run_id=self._files.tree.name,
            system=self._system(),
            generation=self._layout.generation,
            root=self._roster.root.name,
            contracts=contracts,
            inputs=tuple(bound for bound, _ in inputs),
            system_outputs=self._system_outputs(producers, returned),
            documents={document.path: document for document in documents},
            log=self._log.events,
            log_path=self._log.path,
            absent_contracts=self._roster.absent,
            warnings=tuple(self._snapshots.notices),
            hashes=self._hashes(published),
        )

    def _in_run(self, stated: str) -> str | None:
        folders = (*self._layout.outputs, self._layout.sources, self._layout.workspace)
        bare = stated.partition("#")[0]
        path = path_in_run(stated, self._files.tree.name, self._files.exists, folders)
        if path in self._files or bare in {"", stated}:
            return path
        return path_in_run(bare, self._files.tree.name, self._files.exists, folders)

    def _output_folders(self) -> Iterator[str]:
        """The names of folders that hold outputs, and of files that stand beside them."""
        for path in self._output_paths:
            parts = path.split("/")[1:]
            yield from ("/".join(parts[:at]) for at in range(1, len(parts)))
            if len(parts) == 1:
                yield parts[0].partition(".")[0]

    def _expected_of(self, member: Member) -> tuple[ExpectedOutput, ...]:
        if member.node is None:
            return ()

        def allowed(path: str) -> bool:
            return may_publish(path, self._layout)

        return expected_outputs(member.node, self._in_run, allowed, self._layout.manifest_name, self._notices)

    def _published(self) -> Published:
        owners = [Owner(member.name, member.names, self._expected[member.name]) for member in self._roster.members]
        alone = len(owners) == 1 and not self._manifest.nodes
        return assign(self._files, self._layout, self._output_paths, owners, sole=alone)

    def _refuse_empty(self, published: Published) -> None:
        if self._output_paths or any(published.by_contract.values()):
            return
        paths = sorted(self._error_files.values())
        errors = [f"{path} ({name_in(self._files, path, Notices()) or 'unnamed'})" for path in paths]
        message = "The run has no bindings at all (nothing to grade)"
        if errors:
            message += f"; errors were signalled: {', '.join(errors)}"
        folders = " or ".join(f"{folder}/" for folder in self._layout.outputs)
        hint = f"Published outputs are looked for under {folders}; caller inputs and dot files don't count."
        raise NoOutputs(message, place=f"{self._layout.outputs[0]}/", hint=hint)

    def _returned(self, producers: Mapping[str, Producer]) -> list[Returned]:
        by_name = {name: producers[member.name] for name, member in self._by_name.items()}
        returns = Returns(by_name, list(producers.values()), self._in_run)
        return [returns.resolve(stated) for stated in self._manifest.returns]

    def _system_outputs(self, producers: Mapping[str, Producer], returned: Sequence[Returned]) -> tuple[str, ...]:
        root, *others = self._roster.members
        ran = [member for member in others if member.node is not None or not self._manifest.nodes]
        return system_outputs(returned, producers[root.name], producers[ran[-1].name] if ran else None)

    def _contracts(self, published: Published, returned: Sequence[Returned]) -> Iterator[Contract]:
        signals = Signals(self._files, self._log, self._error_files, self._notices)
        for member in self._roster.members:
            is_root = member is self._roster.root
            own = self._expected[member.name]
            owed = _further((each.output for each in returned), own) if is_root else ()
            ending = signals.ending(member.names, workspace=self._workspace(member), root=is_root)
            declared = member.snapshot.contract if member.snapshot else None
            yield Contract(
                name=member.name,
                role=member.role,
                kind=declared.kind if declared else None,
                source=member.snapshot.path if member.snapshot else None,
                clauses=renamed(declared.clauses, member.name) if declared else self._manifest_clauses(member),
                conditional_clauses=renamed(declared.conditional_clauses, member.name) if declared else (),
                errors=errors_of(member.snapshot, member.node),
                parameters=declared.parameters if declared else (),
                expected_outputs=(*own, *owed),
                expected_inputs=self._expected_inputs(member.node.inputs) if member.node else (),
                waits_for=self._waits_for(member),
                bindings=published.by_contract[member.name],
                had_error=ending.had_error,
                error_name=ending.error_name,
                error_file=ending.error_file,
                progress=ending.progress,
                progress_note=ending.note,
            )
        for path in signals.unheard:
            self._notices.add("unknown-error-file", f"{shown(path)} belongs to no known contract", path)

    @cached_property
    def _lines(self) -> OutputLines:
        return OutputLines(self._manifest.text)

    def _manifest_clauses(self, member: Member) -> tuple[Clause, ...]:
        """Rule 4: a node without any source owes the outputs that the manifest names."""
        path = self._layout.manifest_name
        message = f"{shown(member.name)}: source snapshot missing, so only the manifest says what it owes"
        self._notices.add("no-source", message, path)
        return manifest_clauses(member.node, self._lines, path) if member.node else ()

    def _expected_inputs(self, stated: Iterable[StatedInput]) -> tuple[ExpectedInput, ...]:
        return expected_inputs(stated, self._in_run, self._contract_of)

    def _contract_of(self, name: str) -> str | None:
        """The run's contract of that name or node id."""
        member = self._by_name.get(name) or self._by_name.get(fold(name))
        return member.name if member else None

    def _waits_for(self, member: Member) -> tuple[str, ...]:
        """The contracts that the execution order lets one wait for."""
        waited = [self._contract_of(name) for name in self._waits.get(member.name, ())]
        return tuple(dict.fromkeys(name for name in waited if name is not None and name != member.name))

    @cached_property
    def _waits(self) -> Mapping[str, Sequence[str]]:
        """The ids that each contract waits for."""
        found: dict[str, list[str]] = {}
        for node, names in self._manifest.waits.items():
            found.setdefault(self._contract_of(node) or node, []).extend(names)
        return found

    def _workspace(self, member: Member) -> str | None:
        """The folder below the workspace that the manifest states for a contract."""
        stated = member.node.workspace_path if member.node else None
        path = self._in_run(stated) if stated else None
        top, _, below = (path or "").partition("/")
        return below or None if top == self._layout.workspace else None

    def _note(self, published: Published, contracts: Sequence[Contract]) -> None:
        """Note what belongs to nobody, and contracts that say too little or something else than they did."""
        taken = {binding.path: contract for contract in contracts for binding in contract.bindings}
        for path in published.orphans:
            owner = f"; it is taken for an output of {shown(taken[path].name)}" if path in taken else ""
            self._notices.add("unknown-output", f"{shown(path)} belongs to no known contract{owner}", path)
        for contract in contracts:
            name = shown(contract.name)
            if not contract.clauses and not contract.conditional_clauses:
                self._notices.add("no-clauses", f"{name} declares no clauses", contract.source)
            error = contract.error_name
            if contract.had_error and error and fold(error) not in {fold(each.name) for each in contract.errors}:
                message = f"{name} signalled {shown(error)}, which it doesn't declare"
                self._notices.add("undeclared-error", message, contract.error_file)

    def _inputs(self) -> list[tuple[CallerInput, Document]]:
        stated = list(self._manifest.requires)
        for node in self._manifest.nodes:
            stated += [each for each in node.inputs if fold(each.origin) == "caller"]
        names: dict[str, str] = {}
        for each in self._expected_inputs(stated):
            if each.path:
                names.setdefault(each.path, each.name)
        return read_inputs(self._files, caller_paths(self._files, self._layout), names, self._notices)

    def _documents(self, published: Published) -> Iterator[Document]:
        for bindings in published.by_contract.values():
            yield from (self._files.document(each.path) for each in bindings if each.media is Media.TEXT)
        for path in self._error_files.values():
            if self._files.media(path)[0] is Media.TEXT:
                yield self._files.document(path, Origin.ERROR)
        if self._log.path is not None:
            yield self._files.document(self._log.path, Origin.LOG)

    def _system(self) -> str:
        names = [self._snapshots.root.frontmatter_name, self._manifest.system_name, self._manifest.id]
        return next((name for name in names if name), self._roster.root.name)

    def _hashes(self, published: Published) -> dict[str, str]:
        bindings = [each.path for bindings in published.by_contract.values() for each in bindings]
        paths = dict.fromkeys([*self._snapshots.paths, self._layout.manifest_name, *bindings, *published.orphans])
        hashes = {path: self._files.sha256(path) for path in paths if path in self._files}
        return {path: digest for path, digest in hashes.items() if digest is not None}


def _further(outputs: Iterable[ExpectedOutput], known: Iterable[ExpectedOutput]) -> tuple[ExpectedOutput, ...]:
    """The outputs of other names than the known ones, each name once."""
    names = {fold(output.name) for output in known}
    by_name: dict[str, ExpectedOutput] = {}
    for output in outputs:
        by_name.setdefault(fold(output.name), output)
    return tuple(output for name, output in by_name.items() if name not in names)
