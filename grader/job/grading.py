"""Grade the runs of a commit, and those that they are compared with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from grader.errors import UnreadableRun
from grader.github.activity import Grading
from grader.github.commit import CommitTree
from grader.github.errors import GitHubError
from grader.github.log import logger
from grader.job.baseline import Comparison, compare
from grader.job.reading import source_of
from grader.job.results import Results
from grader.job.selection import Selection, by_changes, by_globs
from grader.job.source import CommitSource, Source
from grader.job.wires import Wires
from grader.judges.base import ModelJudge
from grader.judges.choose import choose_judge
from grader.model import Grade, UngradedRun
from grader.openprose.identity import system_of
from grader.phases.extract import extract_tree
from grader.pipeline import attempt, grade_extracted
from grader.reports.view import score_words
from grader.run import Run

_CANDIDATES = 20  # runs that are looked at for one of the same system


def select(wires: Wires, grading: Grading) -> tuple[Source, Selection]:
    """Where the head is read from, and which of its runs are meant. Raises GitHubError where it can't be read."""
    source, notes = source_of(wires, grading)
    globs = wires.inputs.runs
    found = by_globs(source, globs) if globs is not None else by_changes(wires.client, grading, source, wires.checkout)
    return source, Selection(found.runs, found.removed, (*notes, *found.notes))


def grade_head(wires: Wires, grading: Grading) -> Results:
    """Select and grade. Raises GitHubError where the head can't be read, UsageError where no judge can be had."""
    judge = _judge(wires)
    source, selection = select(wires, grading)
    results = [_grade(wires, source, run, judge) for run in selection.runs]
    grades = tuple(result for result in results if isinstance(result, Grade))
    comparisons: tuple[Comparison, ...] = ()
    if wires.inputs.baseline and grades:
        comparisons = tuple(_compare(wires, grading, grades, judge))
    return Results(
        head=grading.head,
        grades=grades,
        errors=tuple(result for result in results if isinstance(result, UngradedRun)),
        removed=selection.removed,
        notes=(*selection.notes, *_restriction(wires, grading)),
        comparisons=comparisons,
    )


def _restriction(wires: Wires, grading: Grading) -> Iterator[str]:
    """What a maintainer can do for a pull request whose job has no secrets."""
    if grading.restricted and not wires.inputs.anthropic_api_key:
        yield (
            "This pull request comes from a fork or from Dependabot, whose jobs get no secrets and a token that only"
            " reads: the rules graded alone. A maintainer can let a second workflow comment, or grade with the key: see"
            " docs/forks.md of the action."
        )


def _judge(wires: Wires) -> ModelJudge | None:
    key = wires.inputs.anthropic_api_key
    return choose_judge(wires.inputs, {**wires.environ, **({"ANTHROPIC_API_KEY": key} if key else {})})


def _grade(wires: Wires, source: Source, run: str, judge: ModelJudge | None) -> Grade | UngradedRun:
    result = attempt(run, lambda: grade_extracted(partial(_extract, wires, source, run), judge))
    if isinstance(result, Grade):
        logger.info("%s: %s, score %s", run, result.overall_verdict, score_words(result))
    else:
        logger.info("%s: could not be graded: %s: %s", run, result.code, result.message)
    return result


def _extract(wires: Wires, source: Source, run: str) -> Run:
    try:
        tree = source.tree(run)
    except OSError as error:
        raise UnreadableRun(f"{run} can't be read: {error.strerror or error}", place=run) from error
    missing = wires.inputs.allow_missing_manifest
    return extract_tree(tree, limits=wires.inputs.limits, allow_missing_manifest=missing, name=run)


def _compare(wires: Wires, grading: Grading, grades: Sequence[Grade], judge: ModelJudge | None) -> Iterator[Comparison]:
    """Each run beside its baseline; without one where there is no base commit or it can't be read."""
    base = _base(wires, grading)
    for grade in grades:
        earlier = base and _baseline(wires, base, grade, judge)
        yield compare(grade, earlier) if earlier else Comparison(run=grade.run_path, after=grade.overall_score)


def _base(wires: Wires, grading: Grading) -> Source | None:
    if grading.base is None:
        return None
    commit = CommitTree(wires.client, grading.base)
    try:
        commit.blobs  # noqa: B018 (asked now, so that a refusal shows here)
    except GitHubError as error:
        logger.warning("The base commit can't be read, so there is no baseline: %s", error)
        return None
    return CommitSource(commit, wires.repository_name)


def _baseline(wires: Wires, base: Source, grade: Grade, judge: ModelJudge | None) -> Grade | None:
    """The grade of the same path at the base, else of the newest run of the same system there."""
    known = base.runs()
    candidates = [grade.run_path] if grade.run_path in known else []
    candidates += _of_same_system(wires, base, grade, known)
    for run in candidates:
        found = _grade(wires, base, run, judge)
        if isinstance(found, Grade):
            return found
    return None


def _of_same_system(wires: Wires, base: Source, grade: Grade, known: Sequence[str]) -> list[str]:
    """The newest run of the system at the base, if there is one. A run's name begins with its time."""
    beside = grade.run_path.rpartition("/")[0]
    ordered = sorted(known, key=lambda run: (run.rpartition("/")[0] == beside, run.rpartition("/")[2]), reverse=True)
    for run in ordered[:_CANDIDATES]:
        if run != grade.run_path and _system(wires, base, run) == grade.system:
            return [run]
    return []


def _system(wires: Wires, base: Source, run: str) -> str | None:
    try:
        return system_of(base.tree(run), wires.inputs.limits)
    except (OSError, UnreadableRun):
        return None
