"""Results on their way from one job to another, as a file in an artifact.

What arrives is untrusted: another workflow's artifact may come from a pull request that nobody reviewed. A file counts
only if it is exactly of this form and its scores and verdicts are what its clauses add up to. What it says of its
clauses can still be a lie, so nothing that is required may rest on it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from grader.job.results import Results
from grader.model import Frozen, Grade
from grader.phases.score import overall_score, overall_verdict, score_contract, status

FILE = "handover.json"
VERSION: Literal[1] = 1
MOST_FILES = 1000
MOST_BYTES = 64 * 1024 * 1024  # of one file


class Rejected(Exception):
    """A file that isn't what another job hands over; the message names it and says why."""


class Handover(Frozen):
    """What is in the file."""

    version: Literal[1] = VERSION
    results: Results


def to_json(results: Results) -> str:
    """The file's text."""
    return Handover(results=results).model_dump_json() + "\n"


def read_all(folder: Path) -> Iterator[Results]:
    """The results of every such file in a folder, at any depth, by path. Raises Rejected for the first bad one."""
    found = sorted(
        Path(place, name) for place, _, names in os.walk(folder, followlinks=False) for name in names if name == FILE
    )
    if len(found) > MOST_FILES:
        raise Rejected(f"{folder} holds more than {MOST_FILES} files of grade data")
    for path in found:
        yield _read(path)


def _read(path: Path) -> Results:
    facts = path.lstat()
    if not stat.S_ISREG(facts.st_mode) or facts.st_size > MOST_BYTES:
        raise Rejected(f"{path} isn't a regular file of at most {MOST_BYTES:,} bytes")
    try:
        results = Handover.model_validate_json(path.read_bytes()).results
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(step) for step in first["loc"])
        raise Rejected(f"{path} isn't grade data of this version: {place}: {first['msg']}") from error
    for grade in results.grades:
        if not _adds_up(grade):
            raise Rejected(f"{path}: the scores of {grade.run_path} aren't what its clauses add up to")
    return results


def _adds_up(grade: Grade) -> bool:
    """Whether scores, standings, verdict and status follow from the clauses."""
    contracts = tuple(
        score_contract((each.contract, each.clauses, each.conditional_clauses)) for each in grade.contracts
    )
    clauses = [clause for each in contracts for clause in (*each.clauses, *each.conditional_clauses)]
    return (
        contracts == grade.contracts
        and overall_score(contracts) == grade.overall_score
        and overall_verdict(contracts) is grade.overall_verdict
        and status(clauses, grade.judge) is grade.status
    )
