"""A check run's remarks: each clause that is broken, half kept or too vague, on the lines that declare it."""

from __future__ import annotations

from collections.abc import Iterator

from grader.github.check_run import Annotation
from grader.model import ClauseGrade, Grade, Verdict
from grader.reports.escape import one_line, visible
from grader.reports.view import VERDICT_WORDS, heading
from grader.tally import clauses_of

_LEVELS = {
    Verdict.VIOLATED: "failure",
    Verdict.PARTIALLY_SATISFIED: "warning",
    Verdict.NOT_EVALUABLE: "notice",
}
_ORDER = list(_LEVELS)


def annotations_of(grades: tuple[Grade, ...]) -> tuple[Annotation, ...]:
    """All remarks, the worst first. A clause that isn't evaluable gets one only if a rewrite would help."""
    found = [pair for grade in grades for pair in _of_run(grade)]
    found.sort(key=lambda pair: _ORDER.index(pair[0]))
    return tuple(annotation for _, annotation in found)


def _of_run(grade: Grade) -> Iterator[tuple[Verdict, Annotation]]:
    for each in clauses_of(grade):
        if each.verdict not in _LEVELS or (each.verdict is Verdict.NOT_EVALUABLE and not each.suggestion):
            continue
        place = each.clause.place
        yield (
            each.verdict,
            Annotation(
                path=place.file if grade.run_path == "." else f"{grade.run_path}/{place.file}",
                lines=place.lines,
                level=_LEVELS[each.verdict],
                title=one_line(f"{each.clause.contract}: {VERDICT_WORDS[each.verdict]}"),
                message=visible(_message(each)),
            ),
        )


def _message(grade: ClauseGrade) -> str:
    lines = [heading(grade), "", grade.reason or grade.evidence]
    if grade.suggestion:
        lines += ["", f"Rewrite: {grade.suggestion}"]
    return "\n".join(lines)
