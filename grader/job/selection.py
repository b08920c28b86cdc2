"""Which runs of a commit are graded: those that a change touched, those that globs name, or all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from grader.github.activity import Grading
from grader.github.changes import PULL_REQUEST_FILES, Changes, of_comparison, of_pull_request
from grader.github.client import Client
from grader.github.commit import CommitTree
from grader.github.errors import GitHubError, Refused
from grader.github.git import Checkout, GitFailed
from grader.github.permissions import Feature, advice
from grader.job.source import Source
from grader.openprose.discovery import runs_of_changed_files
from grader.openprose.tree import in_unicode
from grader.reports.escape import shortened

_SHOWN = 300  # characters of the patterns that a note repeats


@dataclass(frozen=True, slots=True)
class Selection:
    """The runs to grade and those that are gone, by path, and what a reader must know of how they were found."""

    runs: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def by_globs(source: Source, patterns: Sequence[str]) -> Selection:
    """The runs that match a pattern, or lie below a folder that does; `!PATTERN` takes runs out again.

    `*` matches any characters, slashes included.
    """
    if not patterns:
        return Selection(notes=("The input `runs` is an empty list, so it names no run.",))
    chosen = tuple(run for run in source.runs() if is_named(run, patterns))
    return Selection(chosen, notes=() if chosen else (f"No run matches {shortened(' '.join(patterns), _SHOWN)}.",))


def is_named(run: str, patterns: Sequence[str]) -> bool:
    """Whether the patterns mean a run; the last one that fits decides. Before a leading `!` stand all runs."""
    named = bool(patterns) and patterns[0].startswith("!")
    for pattern in patterns:
        if _fits(run, pattern.removeprefix("!").removeprefix("./").rstrip("/")):
            named = not pattern.startswith("!")
    return named


def _fits(run: str, glob: str) -> bool:
    """Whether a run, or a folder that it lies in, has that name. A leading `**/` may stand for no folder at all."""
    globs = {glob, glob.removeprefix("**/")}
    return any(fnmatchcase(run, each) or fnmatchcase(run, f"{each}/*") for each in globs)


def every_run(source: Source, why: str) -> Selection:
    """All runs of the commit, and why it is all of them."""
    return Selection(source.runs(), notes=(why,))


def by_changes(client: Client, grading: Grading, source: Source, checkout: Checkout) -> Selection:
    """The runs that enclose a changed file.

    Asked in turn, until one knows all changes: the API's list of files, the trees of both commits, git in the
    checkout. Where none does, every run counts as changed. Raises GitHubError only where the head can't be read.
    """
    if grading.base is None:
        return every_run(source, "The event names no change, so every run in the tree is graded.")
    search = _Search(client, grading, checkout)
    paths = search.paths()
    if paths is None:
        why = "What changed can't be found out, so every run in the tree is graded."
        return Selection(source.runs(), notes=(*search.notes, why))
    changed = runs_of_changed_files(paths, source.exists)
    return Selection(changed.present, tuple(map(in_unicode, changed.removed)), tuple(search.notes))


class _Search:
    """The search for changed paths, with notes on every turn it takes."""

    def __init__(self, client: Client, grading: Grading, checkout: Checkout) -> None:
        self._client = client
        self._grading = grading
        self._checkout = checkout
        self._base = grading.base or ""
        self.notes: list[str] = []

    def paths(self) -> frozenset[str] | None:
        """Every path that was touched, or None if nobody knows."""
        listed = self._listed()
        if listed is not None:
            return listed
        for ask in (self._from_trees, self._from_git):
            try:
                return ask()
            except (GitHubError, GitFailed) as error:
                self.notes.append(f"{error}.")
        return None

    def _listed(self) -> frozenset[str] | None:
        """The API's own list, if it is complete."""
        pull = self._grading.pull
        if pull is not None:
            changes = self._try(lambda: of_pull_request(self._client, pull))
            if changes is not None and not changes.complete:
                self.notes.append(
                    f"The pull request changes more than {PULL_REQUEST_FILES:,} files, where GitHub's list ends:"
                    " the trees of both commits were compared instead."
                )
            if changes is not None and changes.complete:
                return changes.touched
        compared = self._try(lambda: of_comparison(self._client, self._base, self._grading.head))
        if compared is None:
            return None
        self._base = compared.base or self._base
        return compared.touched if compared.complete else None

    def _try(self, ask: Callable[[], Changes]) -> Changes | None:
        try:
            return ask()
        except Refused as error:
            self.notes.append(f"{advice(Feature.CHANGES, restricted=self._grading.restricted)} ({error})")
        except GitHubError as error:
            self.notes.append(f"{error}.")
        return None

    def _from_trees(self) -> frozenset[str]:
        return CommitTree(self._client, self._grading.head).changed_since(CommitTree(self._client, self._base))

    def _from_git(self) -> frozenset[str]:
        return self._checkout.changed(self._base, self._grading.head)
