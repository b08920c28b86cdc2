"""The files that an event changed, as far as the API knows them.

Pull requests list at most 3,000 files, comparisons at most 300; `Changes.complete` says whether the list ends where
the changes do. Past that, the trees of both commits are compared (see `grader.github.commit`), or git is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from grader.github.client import Client

PULL_REQUEST_FILES = 3000  # "List pull requests files": "Responses include a maximum of 3000 files."
COMPARISON_FILES = 300  # "Compare two commits": up to 300 changed files, on the first page


@dataclass(frozen=True, slots=True)
class Changes:
    """Paths that were touched on either side, and those of them that the head still has.

    `touched` holds a renamed file twice, under its old and its new path. `base` is the commit that the changes start
    from, where the server told it: the merge base, which is older than a pull request's base branch.
    """

    touched: frozenset[str] = frozenset()
    complete: bool = True
    base: str | None = None


def of_pull_request(client: Client, number: int) -> Changes:
    """All pages of a pull request's files. Raises GitHubError."""
    files = list(client.pages(f"{client.repository}/pulls/{number}/files"))
    return Changes(touched=touched_paths(files), complete=len(files) < PULL_REQUEST_FILES)


def of_comparison(client: Client, base: str, head: str) -> Changes:
    """The files between two commits, from their merge base. Raises GitHubError."""
    found = client.get(f"{client.repository}/compare/{quote(base, safe='')}...{head}", {"per_page": 1})
    files = found.get("files") or []
    return Changes(
        touched=touched_paths(files),
        complete=len(files) < COMPARISON_FILES,
        base=(found.get("merge_base_commit") or {}).get("sha"),
    )


def touched_paths(files: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """The paths that some file entries speak of.

    All seven statuses: added, removed, modified, changed, and, with a previous path, renamed and copied; what is
    `unchanged` counts as untouched. A copy leaves its origin as it was.
    """
    paths: set[str] = set()
    for file in files:
        status = file.get("status")
        if status == "unchanged":
            continue
        paths.add(str(file.get("filename") or ""))
        if status == "renamed" and file.get("previous_filename"):
            paths.add(str(file["previous_filename"]))
    return frozenset(filter(None, paths))
