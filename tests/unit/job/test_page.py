"""The comment's text: a ladder of versions, links to the graded commit, and a fingerprint of what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.github.check_run import Annotation
from grader.github.comment import LIMIT
from grader.github.context import Context
from grader.github.size import Size
from grader.job.annotations import annotations_of
from grader.job.baseline import Comparison
from grader.job.inputs import Inputs
from grader.job.page import fingerprint, versions
from grader.job.results import Results
from grader.job.verdict import gate_of
from grader.model import Cause, Grade, UngradedRun
from tests.making import N, P, S, V, grade_of, graded_contract

CONTEXT = Context.from_environ(
    {"GITHUB_REPOSITORY": "org/repo", "GITHUB_RUN_ID": "5", "GITHUB_SERVER_URL": "https://h"}
)
ENDLESS = Size(10**9, 10**9)
GRADE = grade_of(graded_contract("a", [S, V, P, N]), graded_contract("b", [S]))


def pages(results: Results, limit: Size = LIMIT) -> list[str]:
    """All versions of a page."""
    return list(versions(results, gate_of(results, Inputs()).outcome, CONTEXT, limit))


def results(*grades: Grade, **more: object) -> Results:
    """Results of some runs."""
    return Results.model_validate({"head": "abc" * 13 + "d", "grades": grades, **more})


def test_each_version_is_shorter_and_says_what_it_leaves_out() -> None:
    """From everything down to the bare outcome."""
    large = grade_of(*(graded_contract(f"c{each}", [S, V, P, N]) for each in range(3)))
    found = pages(results(*(large.model_copy(update={"run_path": f"runs/{each}"}) for each in range(40))), ENDLESS)
    lengths = [len(text) for text in found]
    assert lengths == sorted(set(lengths), reverse=True)
    assert "Left out" not in found[0]
    assert all("Left out" in text for text in found[1:])


def test_every_version_keeps_within_the_limit() -> None:
    """A version that doesn't fit isn't tried."""
    many = results(*(GRADE.model_copy(update={"run_path": f"runs/{each}"}) for each in range(60)))
    found = pages(many)
    assert found
    assert all(Size.of(text).fits(LIMIT) for text in found)
    assert len(found) < len(pages(many, ENDLESS))


def test_the_last_line_is_ours_and_one() -> None:
    """Program, commit and report stand together at the end, after everything else."""
    text = pages(results(GRADE, removed=["runs/old"], notes=["a note with `code`"]))[0]
    assert text.rstrip().splitlines()[-1] == (
        "<sub>contract-grader 1.0.0 · `abcabcabcabc` · [full report](https://h/org/repo/actions/runs/5)</sub>"
    )
    assert text.count("<sub>") == 1
    assert text.index("### Removed") < text.index("### How this was done") < text.index("<sub>")


def test_places_link_to_the_graded_commit() -> None:
    """Of a repository that is itself a run, too."""
    text = pages(results(GRADE))[0]
    assert f"https://h/org/repo/blob/{'abc' * 13}d/runs/20260101-120000-abc123/sources/a.prose.md?plain=1#L10" in text
    own = pages(results(GRADE.model_copy(update={"run_path": "."})))[0]
    assert f"https://h/org/repo/blob/{'abc' * 13}d/sources/a.prose.md?plain=1#L10" in own


def test_a_comparison_shrinks_with_the_page() -> None:
    """The shortest versions only count what changed."""
    worse = {"contract": "a", "text": "`x`: y", "change": "worse", "before": S, "after": V}
    comparison = Comparison.model_validate({"run": "r", "baseline": "r", "before": 80, "after": 20, "changes": [worse]})
    found = pages(results(GRADE, comparisons=[comparison]))
    assert "- `r`: 80.0 → 20.0, **a regression**; 1 worse" in found[0]
    assert "satisfied → violated" in found[0]
    assert "satisfied → violated" not in found[-2]
    assert "### Compared" not in found[-1]


@pytest.mark.parametrize("text", ["@everyone", "a | b", "</sub><b>", "```", "# x", "[x](http://evil.example)"])
def test_notes_and_paths_are_text(text: str) -> None:
    """What git or a server says can't become markup."""
    page = pages(results(notes=[text], removed=[text], errors=[UngradedRun(run=text, code="c", message=text)]))[0]
    assert "<b>" not in page.replace("`</sub><b>`", "")
    assert "](http://evil" not in page.replace("`[x](http://evil.example)`", "")


def test_a_fingerprint_is_of_what_a_reader_would_call_a_change() -> None:
    """Verdicts, scores, errors and removals count; the commit, times and notes don't."""
    first = fingerprint(results(GRADE))
    later = GRADE.model_copy(update={"timings": {"extract": 9.0}})
    assert fingerprint(Results(head="other", grades=(later,), notes=("n",))) == first
    others = [
        results(grade_of(graded_contract("a", [S, V, P, V]), graded_contract("b", [S]))),
        results(grade_of(graded_contract("a", [S, V, P, Cause.NEEDS_JUDGE]), graded_contract("b", [S]))),
        results(GRADE, removed=["runs/x"]),
        results(GRADE, errors=[UngradedRun(run="r", code="missing-root", message="m")]),
        results(),
    ]
    assert len({first, *map(fingerprint, others)}) == 6


def test_annotations_stand_on_clause_lines_worst_first() -> None:
    """Broken, half kept, and vague with a rewrite; not what only waits for a judge."""
    grade = grade_of(graded_contract("a", [P, N, Cause.NEEDS_JUDGE, V, S]))
    found = annotations_of((grade,))
    assert [(each.level, each.lines) for each in found] == [
        ("failure", (12, 12)),
        ("warning", (9, 9)),
        ("notice", (10, 10)),
    ]
    assert isinstance(found[0], Annotation)
    assert found[0].path == "runs/20260101-120000-abc123/sources/a.prose.md"
    assert "Rewrite: " in found[2].message
    assert Path(found[0].path).name == "a.prose.md"
