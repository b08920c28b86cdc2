"""Phase 1: read a run directory and say what each contract promised and what it published. It judges nothing.

The errors are raised in the order of grading-rules.md ("Errors"): a directory that can't be read, no root, a root that
isn't text, no manifest, a manifest that isn't JSON, a limit broken, nothing published.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grader.errors import MissingManifest, MissingRoot, UnreadableRun
from grader.limits import Limits
from grader.model import Binding, Clause, ConditionalClause
from grader.openprose.assembly import assemble
from grader.openprose.files import RunFiles, Unreadable
from grader.openprose.layout import Layout, detect
from grader.openprose.manifest import Manifest
from grader.openprose.snapshots import Snapshots
from grader.openprose.tree import LocalTree, RunTree, in_unicode
from grader.run import Run

DEFAULT_LIMITS = Limits()
EXCERPT = 2_000  # characters of a binding that the extract shows (grading-rules, "Requirements and verdicts")


def extract(
    path: Path, *, limits: Limits = DEFAULT_LIMITS, allow_missing_manifest: bool = False, name: str | None = None
) -> Run:
    """Read the run in a directory. `name` is the path that reports show; the given one if it isn't stated.

    Raises UnreadableRun, MissingRoot, MissingManifest or NoOutputs.
    """
    shown = in_unicode(name or str(path))
    try:
        tree = LocalTree(path)
    except (OSError, ValueError, RuntimeError) as error:  # nothing there, a NUL in the path, links in a circle
        raise _not_a_run(shown, error) from error
    return extract_tree(tree, limits=limits, allow_missing_manifest=allow_missing_manifest, name=shown)


def extract_tree(
    tree: RunTree, *, limits: Limits = DEFAULT_LIMITS, allow_missing_manifest: bool = False, name: str | None = None
) -> Run:
    """Read a run wherever it lies. Raises as `extract` does."""
    shown = in_unicode(name or tree.name)
    try:
        files = RunFiles(tree, limits)
        return _read(files, shown, allow_missing_manifest=allow_missing_manifest)
    except OSError as error:
        raise _not_a_run(shown, error) from error


def _read(files: RunFiles, shown: str, *, allow_missing_manifest: bool) -> Run:
    layout = detect([path.partition("/")[0] for path in files.entries])
    root = _root_path(files, layout)
    snapshots = Snapshots(files, layout, root)
    manifest = _manifest(files, layout, allow_missing=allow_missing_manifest)
    if files.breach:
        hint = "Raise the limit if the run is meant to be that large."
        raise UnreadableRun(f"A limit was broken: {files.breach}", place=shown, hint=hint)
    return assemble(files, layout, snapshots, manifest, shown)


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
