"""Small runs to commit, each with a known grade."""

from __future__ import annotations

import json

ROOT_SOURCE = """---
name: {system}
kind: function
---

### Returns

- `report`: a report of at least {words} words
{clauses}
"""

HELPER_SOURCE = """---
name: helper
kind: function
---

### Returns

- `note`: a note of at least {words} words
"""


def run(
    path: str = "runs/20260601-120000-aaaaaa",
    *,
    words: int = 3,
    text: str = "One two three four five.",
    clauses: str = "",
    system: str = "reporter",
    outputs: dict[str, str] | None = None,
    helper: int | None = None,
) -> dict[str, str]:
    """A run whose root promises a report of some words. Five words are published unless `text` says otherwise.

    `helper`: a second contract promises a note of that many words, and publishes three.
    """
    manifest = {
        "id": system,
        "systemName": system,
        "caller": {"returns": [{"name": "report", "source": system}]},
        "graph": [] if helper is None else [{"id": "helper", "sourcePath": "sources/helper.prose.md"}],
    }
    second = {
        f"{path}/sources/helper.prose.md": HELPER_SOURCE.format(words=helper),
        f"{path}/bindings/helper/note.md": "one two three\n",
    }
    return {
        **({} if helper is None else second),
        f"{path}/root.prose.md": ROOT_SOURCE.format(system=system, words=words, clauses=clauses),
        f"{path}/forme.manifest.json": json.dumps(manifest),
        f"{path}/vm.log.md": f"# run:x {system}\n1→ {system} ✓\n---end 2026-06-01T12:00:00Z\n",
        f"{path}/bindings/{system}/report.md": text + "\n",
        **{f"{path}/{name}": content for name, content in (outputs or {}).items()},
    }


GOOD = run()
BAD = run(words=50)
