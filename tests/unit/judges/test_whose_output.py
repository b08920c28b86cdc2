"""Which contract a root's clause speaks of, and whose file it may take for its own."""

from __future__ import annotations

import dataclasses
import io

import pytest

from grader.document import LARGE, Document
from grader.judges.due import NOT_IN_RUN, Dues
from grader.judges.rules.subject import Subject, find_subject
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


def subject(clause: Clause, *files: Document, media: Media = Media.TEXT) -> Subject:
    """What a clause of `worker` speaks of, among these files of its own."""
    bindings = tuple(
        Binding(
            name=file.path.rsplit("/", 1)[-1].partition(".")[0],
            path=file.path,
            contract="worker",
            media=media,
            size=file.size,
            problem="the disk is broken" if media is Media.UNREADABLE else None,
        )
        for file in files
    )
    worker = Contract(name="worker", role=Role.NODE, source="w.prose.md", clauses=(clause,), bindings=bindings)
    documents = {file.path: file for file in files} if media is Media.TEXT else {}
    return find_subject(clause, worker, dataclasses.replace(run_of([worker]), documents=documents))


NOTES = Document.of_text("bindings/worker/notes.md", "# Notes\n\n## Summary\n\nAll calm.\n")
HUGE = Document("bindings/worker/huge.md", LARGE + 1, lambda: io.BytesIO(b"## Summary"))


def test_without_any_file_all_of_them_are_missing() -> None:
    """A clause that names no output is missing its contract's folder."""
    assert subject(promise("at least 3 words")).missing == "no file under bindings/worker/"


def test_a_file_that_is_no_text_is_there_but_cant_be_measured() -> None:
    """Its size is all that is said of it."""
    found = subject(promise("at least 3 words", "notes"), NOTES, media=Media.BINARY)
    assert found.unreadable == "bindings/worker/notes.md isn't text"
    assert found.opaque == f"bindings/worker/notes.md, {NOTES.size} bytes that aren't text"


def test_a_file_that_cant_be_read_says_why() -> None:
    """It is neither missing nor measured."""
    found = subject(promise("at least 3 words", "notes"), NOTES, media=Media.UNREADABLE)
    assert found.unreadable == "bindings/worker/notes.md can't be read: the disk is broken"
    assert found.missing is None


def test_a_large_file_is_scanned_if_it_is_the_only_one() -> None:
    """Beside others it can't be measured, and no part of it is looked for."""
    assert subject(promise("at least 3 words", "huge"), HUGE).large is HUGE
    beside = subject(promise("at least 3 words"), HUGE, NOTES)
    assert beside.unreadable == "bindings/worker/huge.md is too large to be measured beside others"
    (section,) = subject(promise("at least 3 words", "summary"), HUGE, NOTES).views
    assert section.text.strip() == "All calm."
