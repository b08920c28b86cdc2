"""Which contract a root's clause speaks of, and whose file it may take for its own."""

from __future__ import annotations

import dataclasses

import pytest

from grader.document import Document
from grader.judges.due import NOT_IN_RUN, Dues
from grader.judges.rules.subject import find_subject
from grader.model import Binding, Clause, Contract, Media, Place, Role, Section
from tests.making import run_of

PLACE = Place(file="root.prose.md", lines=(9, 9))


def promise(body: str, name: str | None = None, contract: str = "root") -> Clause:
    """A clause."""
    text = f"`{name}`: {body}" if name else body
    return Clause(contract=contract, text=text, body=body, name=name, place=PLACE, section=Section.RETURNS)


@pytest.mark.parametrize(
    ("clause", "absent", "elsewhere"),
    [
        (promise("a summary of at least 3 words"), "summary", False),
        (promise("at least 3 words", "summary"), "summary", False),
        (promise("what `summary` returns, in 3 words"), "summary", True),
        (promise("what the summary contract returns"), "summary", True),
        (promise("what the report-writer returns"), "report-writer", True),
        (promise("what the writer of reports returns"), "report-writer", False),
    ],
)
def test_a_common_noun_is_no_contract(clause: Clause, absent: str, elsewhere: bool) -> None:
    """Only a name that is marked as one, or can be none but a name, takes a clause out of the run."""
    root = Contract(name="root", role=Role.ROOT, source="root.prose.md", clauses=(clause,))
    run = dataclasses.replace(run_of([root]), absent_contracts=(absent,))
    waiver = Dues(run, {}).waiver(clause, root, published=True)
    assert (waiver is not None and waiver.reason == NOT_IN_RUN) is elsewhere


@pytest.mark.parametrize(("promised", "found"), [("draft", False), (None, True)])
def test_the_root_takes_no_file_that_its_owner_promises_by_name(promised: str | None, found: bool) -> None:
    """The only file there is counts as the root's `report` only while nobody else speaks of it."""
    report = promise("at least 1 word", "report")
    path = "bindings/writer/draft.md"
    binding = Binding(name="draft", path=path, contract="writer", media=Media.TEXT, size=5)
    theirs = (promise("at least 1 word", promised, "writer"),)
    writer = Contract(name="writer", role=Role.NODE, source="w.prose.md", clauses=theirs, bindings=(binding,))
    root = Contract(name="root", role=Role.ROOT, source="root.prose.md", clauses=(report,))
    run = dataclasses.replace(
        run_of([root, writer]), documents={path: Document.of_text(path, "words")}, system_outputs=(path,)
    )
    assert (find_subject(report, root, run).missing is None) is found
