"""Run directories for tests, written from a mapping of paths to contents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.limits import Limits
from grader.openprose.files import RunFiles
from grader.openprose.tree import LocalTree

ROOT = """\
---
name: brief
kind: system
---

### Returns

- `brief`: at most 100 words
"""

WRITER = """\
---
name: writer
kind: service
---

### Returns

- `brief`: at most 100 words
- `sources`: at least 2 items

### Errors

- no-sources: nothing was found
"""

LOG = """\
# run:20260601-101500-abcdef brief

upstream: []
root: src/brief.prose.md

1→ [input] topic ✓
2→ writer ✓
---end 2026-06-01T10:16:00Z
"""


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write the files below the folder and return it. A path that ends in a slash is an empty folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        target = folder / path
        if path.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return folder


def node(name: str, *outputs: str, **more: Any) -> dict[str, Any]:
    """A node of a manifest's graph that publishes Markdown files of these names in its own folder."""
    return {
        "id": name,
        "sourcePath": f"sources/{name}.prose.md",
        "outputs": [{"name": each, "bindingPath": f"bindings/{name}/{each}.md"} for each in outputs],
        **more,
    }


def manifest(*nodes: dict[str, Any], **more: Any) -> str:
    """A manifest of these nodes."""
    return json.dumps({"id": "brief", "systemName": "brief", "graph": list(nodes), **more}, indent=2)


def small_run(folder: Path, changes: Mapping[str, str | bytes | None] | None = None) -> Path:
    """A run of a root and one writer, with changes: other contents, further files, or None for a file left out."""
    files: dict[str, str | bytes | None] = {
        "root.prose.md": ROOT,
        "sources/writer.prose.md": WRITER,
        "forme.manifest.json": manifest(
            node("writer", "brief", "sources"), caller={"returns": [{"name": "brief", "source": "writer"}]}
        ),
        "vm.log.md": LOG,
        "bindings/caller/topic.md": "# topic\n\nbinding: input\nsource: caller\n---\n\nHeat pumps\n",
        "bindings/writer/brief.md": "Heat pumps move heat.\n",
        "bindings/writer/sources.md": "- one\n- two\n",
    }
    files |= changes or {}
    return write(folder, {path: content for path, content in files.items() if content is not None})


def files_of(folder: Path, **limits: int) -> RunFiles:
    """The files of a run directory, within limits of a test's own."""
    return RunFiles(LocalTree(folder), Limits(**limits))
