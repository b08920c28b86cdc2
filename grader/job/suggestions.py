"""Offer each rewrite on the repository's own source of a contract, never on the snapshot in the run.

A source is taken for the snapshot's original only if the diff has it, its file is called like the contract or the
snapshot, and the clause's lines stand in it exactly once, word for word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from grader.github.activity import Grading
from grader.github.commit import CommitTree
from grader.github.diff import shown_lines
from grader.github.log import logger
from grader.github.review import Suggestion, post_suggestions
from grader.job.results import Results
from grader.job.wires import Wires
from grader.lines import with_line_feeds
from grader.model import ClauseGrade, Grade
from grader.reports.escape import prose
from grader.tally import clauses_of

_SUFFIX = ".prose.md"


def suggest(wires: Wires, results: Results, grading: Grading) -> None:
    """Post what isn't there yet. Raises GitHubError."""
    if grading.pull is None or not any(each.suggestion for grade in results.grades for each in clauses_of(grade)):
        return
    commit = CommitTree(wires.client, grading.head)
    sources = {path: patch for path, patch in _diff(wires, grading.pull) if not _in_a_run(path, results)}
    found = [each for grade in results.grades for each in _of_run(grade, sources, commit)]
    count = post_suggestions(wires.client, grading.pull, grading.head, found)
    logger.info("%d suggestions written", count)


def _diff(wires: Wires, number: int) -> Iterator[tuple[str, str]]:
    """The sources that the pull request changes, with their patches."""
    for file in wires.client.pages(f"{wires.client.repository}/pulls/{number}/files"):
        if str(file["filename"]).endswith(_SUFFIX) and file.get("patch"):
            yield str(file["filename"]), str(file["patch"])


def _in_a_run(path: str, results: Results) -> bool:
    runs = (*(grade.run_path for grade in results.grades), *(error.run for error in results.errors))
    return any(part in {"runs", "imports"} for part in path.split("/")) or any(
        path.startswith(f"{run}/") for run in runs
    )


def _of_run(grade: Grade, sources: Mapping[str, str], commit: CommitTree) -> Iterator[Suggestion]:
    for each in clauses_of(grade):
        if not each.suggestion or each.clause.items or each.clause.blocks:
            continue
        snapshot = _lines(commit, f"{grade.run_path}/{each.clause.place.file}")
        first, last = each.clause.place.lines
        wanted = snapshot[first - 1 : last]
        for path, patch in sources.items():
            if not _is_original(path, each) or not wanted:
                continue
            at = _once(_lines(commit, path), wanted)
            if at is not None and set(range(at, at + len(wanted))) <= shown_lines(patch):
                yield Suggestion(path, (at, at + len(wanted) - 1), _rewrite(wanted[0], each), _why(each))
                break


def _is_original(path: str, grade: ClauseGrade) -> bool:
    name = PurePosixPath(path).name
    return name in {PurePosixPath(grade.clause.place.file).name, f"{grade.clause.contract}{_SUFFIX}"}


def _once(lines: list[str], wanted: list[str]) -> int | None:
    """The line, from 1, on which the wanted lines stand, if they stand there once and nowhere else."""
    found = [at for at in range(len(lines) - len(wanted) + 1) if lines[at : at + len(wanted)] == wanted]
    return found[0] + 1 if len(found) == 1 else None


def _lines(commit: CommitTree, path: str) -> list[str]:
    """The file's lines; none where GitHub would count them otherwise, for it knows no line that ends by a return."""
    blob = commit.blobs.get(path)
    if blob is None or blob.problem is not None:
        return []
    text = commit.read(blob).decode("utf-8", "replace")
    if with_line_feeds(text) != text:
        return []
    return [line.removesuffix("\r") for line in text.split("\n")]


def _rewrite(line: str, grade: ClauseGrade) -> str:
    """The rewrite behind the bullet that the clause had."""
    body = line.lstrip()
    marker = body[: len(body) - len(body.lstrip("-*+ "))] if body[:1] in {"-", "*", "+"} else ""
    return line[: len(line) - len(body)] + marker + " ".join((grade.suggestion or "").split())


def _why(grade: ClauseGrade) -> str:
    return str(prose(f"This promise can't be checked as it is worded: {grade.reason or grade.evidence}"))
