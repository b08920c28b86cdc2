"""Cut GitHub's own OpenAPI description to the routes that the action and its tests call, with everything they refer to.

usage: openapi-subset.py DESCRIPTION SUBSET    (the description: @octokit/openapi generated/api.github.com.json)

The whole has 13 MB, and a validator takes 9 s to read it. A route that isn't kept is a violation, so a call that
nobody foresaw shows.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

REPOSITORY = "/repos/{owner}/{repo}"
KEEP = (
    "/user",
    REPOSITORY,
    *(
        REPOSITORY + path
        for path in (
            "/check-runs",
            "/check-runs/{check_run_id}",
            "/check-runs/{check_run_id}/annotations",
            "/commits/{ref}/check-runs",
            "/commits/{ref}/status",
            "/compare/{basehead}",
            "/git/blobs/{file_sha}",
            "/git/trees/{tree_sha}",
            "/issues/comments/{comment_id}",
            "/issues/{issue_number}/comments",
            "/pulls",
            "/pulls/{pull_number}",
            "/pulls/{pull_number}/comments",
            "/pulls/{pull_number}/files",
            "/pulls/{pull_number}/reviews",
            "/statuses/{sha}",
        )
    ),
)


def subset(whole: dict[str, Any]) -> dict[str, Any]:
    """The kept routes and every component that they reach."""
    left_out = {"paths", "components", "webhooks", "x-webhooks"}
    cut: dict[str, Any] = {key: value for key, value in whole.items() if key not in left_out}
    cut["paths"] = {path: whole["paths"][path] for path in KEEP}
    cut["components"] = {}
    pending: list[Any] = [cut["paths"]]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(node)
        elif isinstance(node, dict):
            pending.extend(node.values())
            reference = node.get("$ref")
            if isinstance(reference, str) and reference.startswith("#/components/"):
                kind, name = reference.removeprefix("#/components/").split("/", 1)
                kept = cut["components"].setdefault(kind, {})
                if name not in kept:
                    kept[name] = whole["components"][kind][name]
                    pending.append(kept[name])
    return cut


if __name__ == "__main__":
    source, target = (Path(argument) for argument in sys.argv[1:3])
    target.write_text(json.dumps(subset(json.loads(source.read_text()))))
