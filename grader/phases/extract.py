"""Phase 1: read a run directory and say what each contract promised and what it published. It judges nothing.

The errors are raised in the order of grading-rules.md ("Errors"): a directory that can't be read, no root, a root that
isn't text, no manifest, a manifest that isn't JSON, a limit broken, nothing published.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from grader.document import Document
from grader.errors import MissingManifest, MissingRoot, NoOutputs, UnreadableRun
from grader.limits import Limits
from grader.model import (
    Binding,
    CallerInput,
    Clause,
    ConditionalClause,
    Contract,
    ExpectedOutput,
    Media,
    Notice,
    Origin,
)
from grader.openprose.bindings import Owner, Published, assign, caller_paths, may_publish, output_paths
from grader.openprose.caller import read_inputs
from grader.openprose.contracts import errors_of, expected_inputs, expected_outputs, manifest_clauses, renamed
from grader.openprose.files import RunFiles, Unreadable
from grader.openprose.layout import Layout, detect
from grader.openprose.manifest import Manifest
from grader.openprose.names import fold, path_in_run, same
from grader.openprose.roster import Member, roster
from grader.openprose.signals import Signals, error_files, name_in, read_log
from grader.openprose.snapshots import Snapshots
from grader.openprose.system import Producer, Returned, resolve, system_outputs
from grader.openprose.tree import LocalTree, RunTree
from grader.run import Run

DEFAULT_LIMITS = Limits()
EXCERPT = 2_000  # characters of a binding that the extract shows (grading-rules, "Requirements and verdicts")


def extract(
    path: Path, *, limits: Limits = DEFAULT_LIMITS, allow_missing_manifest: bool = False, name: str | None = None
) -> Run:
    """Read the run in a directory. `name` is the path that reports show; the given one if it isn't stated.

    Raises UnreadableRun, MissingRoot, MissingManifest or NoOutputs.
    """
    shown = name or str(path)
    try:
        tree = LocalTree(path)
    except (OSError, ValueError, RuntimeError) as error:  # nothing there, a NUL in the path, links in a circle
        raise _not_a_run(shown, error) from error
    return extract_tree(tree, limits=limits, allow_missing_manifest=allow_missing_manifest, name=shown)


def extract_tree(
    tree: RunTree, *, limits: Limits = DEFAULT_LIMITS, allow_missing_manifest: bool = False, name: str | None = None
) -> Run:
    """Read a run wherever it lies. Raises as `extract` does."""
    try:
        files = RunFiles(tree, limits)
    except OSError as error:
        raise _not_a_run(name or tree.name, error) from error
    layout = detect([path.partition("/")[0] for path in files.entries])
    root = _root_path(files, layout)
    snapshots = Snapshots(files, layout, root)
    manifest = _manifest(files, layout, allow_missing=allow_missing_manifest)
    if files.breach:
        hint = "Raise the limit if the run is meant to be that large."
        raise UnreadableRun(f"A limit was broken: {files.breach}", place=tree.name, hint=hint)
    return _Extraction(files, layout, snapshots, manifest).run(name or tree.name)


def _not_a_run(shown: str, error: Exception) -> UnreadableRun:
    what = "isn't a directory" if isinstance(error, NotADirectoryError) else "can't be read"
    why = f": {error.strerror.lower()}" if isinstance(error, OSError) and error.strerror else ""
    return UnreadableRun(f"{shown} {what}{why}", place=shown, hint="Name the directory of a completed run.")


def _root_path(files: RunFiles, layout: Layout) -> str:
    """The root source's path, if anything stands there. Raises MissingRoot."""
    for path in layout.root_names:
        if path in files or files.tree.entry(path) is not None:
            return path
    wanted = " or ".join(layout.root_names)
    hint = "The run's root source says what the system promised; restore it from the commit that the run was made from."
    raise MissingRoot(f"The run directory does not contain {wanted}", place=layout.root_names[0], hint=hint)


def _manifest(files: RunFiles, layout: Layout, *, allow_missing: bool) -> Manifest | None:
    """The manifest; None if it is missing and may be. Raises MissingManifest or UnreadableRun."""
    path = layout.manifest_name
    if path not in files and files.tree.entry(path) is None:
        if allow_missing:
            return None
        message = f"The run directory does not contain {path} (cannot determine expected contracts)"
        hint = "With --allow-missing-manifest every source in the run is an expected contract."
        raise MissingManifest(message, place=path, hint=hint)
    try:
        return layout.read_manifest(files.text(path))
    except Unreadable as refusal:
        hint = "The manifest must be a JSON file in the run directory itself."
        raise UnreadableRun(f"The manifest {path} {refusal}", place=path, hint=hint) from refusal


class _Extraction:
    """The parts of one run while it is put together."""

    def __init__(self, files: RunFiles, layout: Layout, snapshots: Snapshots, manifest: Manifest | None) -> None:
        self._files = files
        self._layout = layout
        self._snapshots = snapshots
        self._manifest = manifest
        self._warnings: list[Notice] = list(manifest.warnings) if manifest else [self._no_manifest()]
        self._outputs = output_paths(files, layout)
        self._signalled = error_files(files, layout)
        self._log = read_log(files, layout, self._warnings)
        self._roster = roster(manifest, snapshots, self._output_folders(), self._log.events)
        self._expected = {member.name: self._expected_of(member) for member in self._roster.members}

    def run(self, shown: str) -> Run:
        """The whole run. Raises NoOutputs."""
        published = self._published()
        self._refuse_empty(published)
        returned = self._returned(published)
        contracts = tuple(self._contracts(published, returned))
        self._warn_of(published, contracts)
        inputs = self._inputs()
        documents = {document.path: document for document in self._documents(published)}
        documents |= {document.path: document for _, document in inputs}
        return Run(
            path=shown,
            run_id=self._files.tree.name,
            system=self._system(),
            generation=self._layout.generation,
            root=self._roster.root.name,
            contracts=contracts,
            inputs=tuple(bound for bound, _ in inputs),
            system_outputs=self._system_outputs(published, returned),
            documents=documents,
            log=self._log.events,
            log_path=self._log.path,
            absent_contracts=self._roster.absent,
            warnings=tuple(dict.fromkeys(self._snapshots.warnings + self._warnings)),
            hashes=self._hashes(published),
        )

    def _no_manifest(self) -> Notice:
        message = "There is no manifest: every source counts as an expected contract"
        return Notice(code="no-manifest", message=message, place=self._layout.manifest_name)

    def _in_run(self, stated: str) -> str | None:
        folders = (*self._layout.outputs, self._layout.sources, self._layout.workspace)
        path = path_in_run(stated, self._files.tree.name, self._files, folders)
        return path or path_in_run(stated.partition("#")[0], self._files.tree.name, self._files, folders)

    def _output_folders(self) -> Iterator[str]:
        """The names of folders that hold outputs, and of files that stand beside them."""
        for path in self._outputs:
            parts = path.split("/")[1:]
            yield parts[0].partition(".")[0] if len(parts) == 1 else parts[0]
            yield from ("/".join(parts[:at]) for at in range(2, len(parts)))

    def _expected_of(self, member: Member) -> tuple[ExpectedOutput, ...]:
        if member.node is None:
            return ()
        name = self._layout.manifest_name

        def allowed(path: str) -> bool:
            return may_publish(path, self._layout)

        return expected_outputs(member.node, self._in_run, allowed, name, self._warnings)

    def _published(self) -> Published:
        owners = [Owner(member.name, member.names, self._expected[member.name]) for member in self._roster.members]
        everything = len(owners) == 1 and (self._manifest is None or not self._manifest.nodes)
        return assign(self._files, self._layout, self._outputs, owners, sole=everything)

    def _refuse_empty(self, published: Published) -> None:
        if self._outputs or any(published.by_contract.values()):
            return
        ignored: list[Notice] = []
        errors = [f"{path} ({name_in(self._files, path, ignored) or 'unnamed'})" for path in self._signalled.values()]
        message = "The run has no bindings at all (nothing to grade)"
        if errors:
            message += f"; errors were signalled: {', '.join(sorted(errors))}"
        folders = ", ".join(f"{folder}/" for folder in self._layout.outputs)
        hint = f"Published outputs are looked for under {folders}; caller inputs and dot files don't count."
        raise NoOutputs(message, place=f"{self._layout.outputs[0]}/", hint=hint)

    def _producer(self, member: Member, published: Published) -> Producer:
        return Producer(member.name, self._expected[member.name], published.by_contract[member.name])

    def _returned(self, published: Published) -> list[Returned]:
        producers = [self._producer(member, published) for member in self._roster.members]

        def find(name: str) -> Producer | None:
            member = self._roster.named(name)
            return self._producer(member, published) if member else None

        returns = self._manifest.returns if self._manifest else ()
        return resolve(returns, find, producers, self._in_run)

    def _system_outputs(self, published: Published, returned: Sequence[Returned]) -> tuple[str, ...]:
        root, *others = self._roster.members
        ran = [member for member in others if member.node is not None or self._manifest is None]
        last = self._producer(ran[-1], published) if ran else None
        return system_outputs(returned, self._producer(root, published), last)

    def _contracts(self, published: Published, returned: Sequence[Returned]) -> Iterator[Contract]:
        signals = Signals(self._files, self._log, self._signalled, self._warnings)
        for member in self._roster.members:
            is_root = member is self._roster.root
            ending = signals.ending(member.names, root=is_root)
            expected = self._expected[member.name]
            if is_root:
                owed = (each.output for each in returned)
                expected += tuple(new for new in owed if not any(same(new.name, old.name) for old in expected))
            declared = member.snapshot.contract if member.snapshot else None
            clauses = renamed(declared.clauses, member.name) if declared else self._manifest_clauses(member)
            yield Contract(
                name=member.name,
                role=member.role,
                kind=declared.kind if declared else None,
                source=member.snapshot.path if member.snapshot else None,
                clauses=clauses,
                conditional_clauses=renamed(declared.conditional_clauses, member.name) if declared else (),
                errors=errors_of(member.snapshot, member.node),
                parameters=declared.parameters if declared else (),
                expected_outputs=expected,
                expected_inputs=expected_inputs(member.node.inputs, self._in_run) if member.node else (),
                bindings=published.by_contract[member.name],
                had_error=ending.had_error,
                error_name=ending.error_name,
                error_file=ending.error_file,
                progress=ending.progress,
                progress_note=ending.note,
            )

    def _manifest_clauses(self, member: Member) -> tuple[Clause, ...]:
        """Rule 4: a node without any source owes the outputs that the manifest names."""
        path = self._layout.manifest_name
        message = f"{member.name}: source snapshot missing, only the outputs that the manifest names can be looked for"
        self._warnings.append(Notice(code="no-source", message=message, place=path))
        return manifest_clauses(member.node, self._manifest, path) if member.node and self._manifest else ()

    def _warn_of(self, published: Published, contracts: Sequence[Contract]) -> None:
        self._warnings += self._roster.warnings
        for path in published.orphans:
            message = f"{path} belongs to no known contract"
            self._warnings.append(Notice(code="unknown-output", message=message, place=path))
        for contract in contracts:
            if not contract.clauses and not contract.conditional_clauses:
                message = f"{contract.name} declares no clauses"
                self._warnings.append(Notice(code="no-clauses", message=message, place=contract.source))
            if contract.had_error and contract.error_name and not _declares(contract, contract.error_name):
                message = f"{contract.name} signalled {contract.error_name}, which it doesn't declare"
                self._warnings.append(Notice(code="undeclared-error", message=message, place=contract.error_file))
        known = {fold(name) for member in self._roster.members for name in member.names}
        for name, path in self._signalled.items():
            if name not in known:
                message = f"{path} belongs to no known contract"
                self._warnings.append(Notice(code="unknown-error-file", message=message, place=path))

    def _inputs(self) -> list[tuple[CallerInput, Document]]:
        stated = [*(self._manifest.requires if self._manifest else ())]
        for node in self._manifest.nodes if self._manifest else ():
            stated += [each for each in node.inputs if fold(each.origin) == "caller"]
        names: dict[str, str] = {}
        for each in expected_inputs(stated, self._in_run):
            if each.path:
                names.setdefault(each.path, each.name)
        return read_inputs(self._files, caller_paths(self._files, self._layout), names, self._warnings)

    def _documents(self, published: Published) -> Iterator[Document]:
        for bindings in published.by_contract.values():
            yield from (self._files.document(each.path) for each in bindings if each.media is Media.TEXT)
        for path in self._signalled.values():
            if self._files.media(path)[0] is Media.TEXT:
                yield self._files.document(path, Origin.ERROR)
        if self._log.path is not None:
            yield self._files.document(self._log.path, Origin.LOG)

    def _system(self) -> str:
        stated = [self._manifest.system_name, self._manifest.id] if self._manifest else []
        names = [self._snapshots.root.frontmatter_name, *stated]
        return next((name for name in names if name), self._roster.root.name)

    def _hashes(self, published: Published) -> dict[str, str]:
        bindings = [each.path for bindings in published.by_contract.values() for each in bindings]
        paths = dict.fromkeys([*self._snapshots.paths, self._layout.manifest_name, *bindings, *published.orphans])
        hashes = {path: self._files.sha256(path) for path in paths if path in self._files}
        return {path: digest for path, digest in hashes.items() if digest is not None}


def _declares(contract: Contract, error: str) -> bool:
    return any(same(declared.name, error) for declared in contract.errors)


# --- what `contract-grader extract` prints ---------------------------------------------------------------------------


def as_json(run: Run) -> dict[str, Any]:
    """The run as `contract-grader extract` prints it.

    `contracts` holds the root too; `system_clauses` are the root's clauses once more, not further ones. Outputs map
    run-relative paths to text, cut to at most `EXCERPT` characters at the end of a line, with a mark that says so.
    """
    root = run.contract(run.root)
    by_path = {binding.path: binding for contract in run.contracts for binding in contract.bindings}
    return {
        "contracts": [
            {
                "name": contract.name,
                "clauses": [_clause(clause) for clause in contract.clauses],
                "conditional_clauses": [_clause(clause) for clause in contract.conditional_clauses],
                "actual_output": {binding.path: _shown(run, binding) for binding in contract.bindings},
                "had_error": contract.had_error,
                "error_name": contract.error_name,
            }
            for contract in run.contracts
        ],
        "system_clauses": [_clause(clause) for clause in root.clauses] if root else [],
        "system_output": {path: _shown(run, by_path[path]) for path in run.system_outputs},
    }


def _clause(clause: Clause) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "text": clause.text,
        "file": clause.place.file,
        "lines": list(clause.place.lines),
        "name": clause.name,
        "section": clause.section.value,
    }
    if isinstance(clause, ConditionalClause):
        shown |= {"condition": clause.condition, "promise": clause.body, "parent": clause.parent}
    return shown


def _shown(run: Run, binding: Binding) -> str:
    document = run.documents.get(binding.path)
    if document is None:
        return f"[not read: {binding.problem}]" if binding.problem else f"[not text: {binding.size:,} bytes]"
    try:
        with document.open() as stream:
            data = stream.read(4 * (EXCERPT + 1))  # a character has at most four bytes
    except OSError as error:
        return f"[not read: {(error.strerror or str(error)).lower()}]"
    text = data.decode("utf-8-sig", "replace")
    if len(text) <= EXCERPT:
        return text
    head = text[:EXCERPT]
    kept = head[: head.rfind("\n") + 1] or head
    return f"{kept}[cut: {len(kept):,} characters of {binding.size:,} bytes shown]"
