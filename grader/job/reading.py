"""Where a job reads the graded commit from."""

from __future__ import annotations

from grader.github.activity import Grading
from grader.github.commit import CommitTree
from grader.github.errors import GitHubError
from grader.job.source import CheckoutSource, CommitSource, Source
from grader.job.wires import Wires


def source_of(wires: Wires, grading: Grading) -> tuple[Source, tuple[str, ...]]:
    """The head's content, and what a reader must know of where it came from. Raises GitHubError.

    A checkout counts if it is of the head or of a merge of it, and whole; every other one (pull_request_target,
    workflow_run, sparse) is passed by, and the head is read through the API. A workspace without git is what the
    workflow put there, so it counts where the API has nothing.
    """
    local = CheckoutSource(wires.context.workspace, wires.repository_name)
    if wires.checkout.holds(grading.head):
        return local, ()
    commit = CommitTree(wires.client, grading.head)
    try:
        commit.blobs  # noqa: B018 (asked now, so that a refusal shows here)
    except GitHubError:
        if wires.checkout.commits():
            raise
        return local, ("The workspace is no git checkout: its files were graded as they are.",)
    if not wires.checkout.commits():
        return CommitSource(commit, wires.repository_name), ()
    note = f"The checkout isn't (all of) {grading.head[:12]}: the runs were read through the API at that commit."
    return CommitSource(commit, wires.repository_name), (note,)
