"""How far a judge can be trusted: its verdicts on labelled clauses, against what people said.

Each label is a clause, an output and the verdict that is right. Each is graded as a run of its own, by the very
phases that grade runs; all open questions are put to the judge together, as those of one run are.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from grader.agreement import Agreement, Judged, agreement_of
from grader.document import Document
from grader.errors import UsageError
from grader.judges.base import ModelJudge, OpenQuestion, Opinion
from grader.model import (
    Binding,
    CallerInput,
    Clause,
    ClauseGrade,
    Contract,
    Frozen,
    Origin,
    Place,
    Role,
    Section,
    Usage,
    Verdict,
)
from grader.openprose.markdown import source_lines
from grader.openprose.source import parse_source
from grader.phases.grade import grade
from grader.run import Run
from grader.tally import lacks_an_answer, total

_CONTRACT = "labelled"
_SOURCE = f"sources/{_CONTRACT}.prose.md"
_NOT_YET = Opinion(failure="not asked yet")


class Label(BaseModel):
    """A clause as it would stand in a contract, an output, and the right verdict.

    `output_name` is the published file's name; `prompt` is what the contract was given, if that matters. Other fields
    are ignored.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    clause: str = Field(min_length=1)
    output: str
    label: Verdict
    output_name: str = Field("output", pattern=r"^[\w-]{1,100}$")
    prompt: str | None = None


class Calibration(Frozen):
    """What a judge made of the labels. `unanswered` counts the clauses for which no usable answer came."""

    judge: str
    agreement: Agreement
    unanswered: int
    usage: Usage


def read_labels(path: Path) -> tuple[Label, ...]:
    """The labels of a JSON Lines file, gzipped or not. Raises UsageError, with the line that isn't a label."""
    labels: list[Label] = []
    number = 0
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            for line in lines:
                number += 1
                if line.strip():
                    labels.append(Label.model_validate_json(line))
    except (OSError, EOFError) as error:
        raise UsageError(f"{path} can't be read: {error}", place=str(path)) from error
    except ValueError as error:  # of pydantic, or undecodable
        raise UsageError(
            f"{path} holds no label on line {max(number, 1)}{_first_fault(error)}",
            place=str(path),
            hint='Each line is an object such as {"clause": "...", "output": "...", "label": "satisfied"}.',
        ) from error
    if not labels:
        raise UsageError(f"{path} holds no labels", place=str(path))
    return tuple(labels)


def calibrate(labels: Sequence[Label], judge: ModelJudge | None, *, binary: bool = False) -> Calibration:
    """What a judge (None: the rules alone) makes of the labels. `binary` counts partially satisfied as violated."""
    grades = _grade_together([run_of(label) for label in labels], judge)
    rows = [
        Judged(
            labelled=_merged(label.label, binary=binary),
            verdict=_merged(graded.verdict or Verdict.NOT_EVALUABLE, binary=binary),
            confidence=graded.confidence or 0,
        )
        for label, graded in zip(labels, grades, strict=True)
    ]
    return Calibration(
        judge="rules" if judge is None else judge.name,
        agreement=agreement_of(rows),
        unanswered=sum(map(lacks_an_answer, grades)),
        usage=total(graded.usage for graded in grades),
    )


def run_of(label: Label) -> Run:
    """A run of one contract that declares the label's clause and published its output."""
    path = f"bindings/{_CONTRACT}/{label.output_name}.md"
    documents = {path: Document.of_text(path, label.output)}
    inputs: tuple[CallerInput, ...] = ()
    if label.prompt is not None:
        inputs = (CallerInput(name="prompt", path="bindings/caller/prompt.md"),)
        documents[inputs[0].path] = Document.of_text(inputs[0].path, label.prompt, origin=Origin.INPUT)
    binding = Binding(contract=_CONTRACT, name=label.output_name, path=path, size=documents[path].size)
    contract = Contract(
        name=_CONTRACT, role=Role.ROOT, source=_SOURCE, clauses=(clause_of(label.clause),), bindings=(binding,)
    )
    return Run(
        path=_CONTRACT,
        run_id=_CONTRACT,
        system=_CONTRACT,
        generation="G2",
        root=_CONTRACT,
        contracts=(contract,),
        inputs=inputs,
        system_outputs=(path,),
        documents=documents,
        log=(),
        log_path=None,
        absent_contracts=(),
        warnings=(),
        hashes={},
    )


def clause_of(text: str) -> Clause:
    """The clause that the text is, as an item of a contract; whatever is none as a whole is a clause word for word."""
    first, *more = source_lines(text.strip())
    item = "\n".join([f"- {first}".rstrip(), *(f"  {line}" for line in more)])
    own = parse_source(f"---\nname: {_CONTRACT}\n---\n\n### Returns\n\n{item}\n", _SOURCE).contracts[0]
    if len(own.clauses) == 1 and not own.conditional_clauses:
        return own.clauses[0]
    line = " ".join(text.split())
    place = Place(file=_SOURCE, lines=(7, 7))
    return Clause(contract=_CONTRACT, text=line, body=line, place=place, section=Section.RETURNS)


class _Rehearsal:
    """Stands in for a judge in one run: gives the opinions that are known, and notes the questions that are next."""

    name = "rehearsal"

    def __init__(self) -> None:
        self.known: list[Sequence[Opinion]] = []
        self.next: Sequence[OpenQuestion] = ()
        self._at = 0

    def begin(self) -> None:
        """Grade from the beginning."""
        self._at, self.next = 0, ()

    def judge(self, questions: Sequence[OpenQuestion]) -> Sequence[Opinion]:
        """The known opinions, or none yet."""
        self._at += 1
        if self._at <= len(self.known):
            return self.known[self._at - 1]
        if not self.next:
            self.next = questions
        return [_NOT_YET] * len(questions)


def _grade_together(runs: Sequence[Run], judge: ModelJudge | None) -> list[ClauseGrade]:
    """The grades of the runs' only clauses, with all open questions put to the judge at once."""
    if judge is None:
        return [_only_clause(run, None) for run in runs]
    rehearsals = [_Rehearsal() for _ in runs]
    while True:
        grades: list[ClauseGrade] = []
        for run, rehearsal in zip(runs, rehearsals, strict=True):
            rehearsal.begin()
            grades.append(_only_clause(run, rehearsal))
        waiting = [rehearsal for rehearsal in rehearsals if rehearsal.next]
        if not waiting:
            return grades
        opinions = iter(judge.judge([question for rehearsal in waiting for question in rehearsal.next]))
        for rehearsal in waiting:
            rehearsal.known.append([next(opinions) for _ in rehearsal.next])


def _only_clause(run: Run, judge: ModelJudge | None) -> ClauseGrade:
    ((_, (only,), _),) = grade(run, judge)
    return only


def _merged(verdict: Verdict, *, binary: bool) -> Verdict:
    return Verdict.VIOLATED if binary and verdict is Verdict.PARTIALLY_SATISFIED else verdict


def _first_fault(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return ""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f" ({place}: {first['msg']})" if place else f" ({first['msg']})"
