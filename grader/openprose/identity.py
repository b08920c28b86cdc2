"""Which system a run belongs to, from its root and manifest alone: for comparing runs without reading them whole."""

from __future__ import annotations

from grader.errors import GraderError
from grader.limits import Limits
from grader.openprose.encoding import decode
from grader.openprose.frontmatter import read_frontmatter
from grader.openprose.layout import detect
from grader.openprose.markdown import source_lines
from grader.openprose.tree import RunTree


def system_of(tree: RunTree, limits: Limits) -> str | None:
    """The run's system, found as grading-rules.md says ("What is a run"); None where neither file tells."""
    try:
        files, folders = tree.folder("")
    except OSError:
        return None
    layout = detect([*(entry.path for entry in files), *folders])
    for path in layout.root_names:
        text = _text(tree, path, limits)
        name = read_frontmatter(source_lines(text)).text("name") if text else None
        if name is not None:
            return name
    text = _text(tree, layout.manifest_name, limits)
    try:
        manifest = layout.read_manifest(text) if text else None
    except GraderError:
        return None
    return (manifest.system_name or manifest.id) if manifest else None


def _text(tree: RunTree, path: str, limits: Limits) -> str | None:
    """A small text file, or None if there is no such file or it can't be read."""
    entry = tree.entry(path)
    if entry is None or entry.problem is not None or entry.size > limits.parsed_bytes:
        return None
    try:
        with tree.open(path) as stream:
            return decode(stream.read(limits.parsed_bytes))
    except OSError:
        return None
