"""What the judge is shown of a run for one question: which documents whole, which in parts, and which not at all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.document import Document
from grader.judges.base import Ask, OpenQuestion
from grader.judges.claude.excerpt import Excerpt, excerpt, terms_of
from grader.model import Media

_PREFIX_SHARE = 10  # the outputs shown whole may together be this many times as long as one of them
_PARTS_SHARE = 2  # and so the parts of the longer ones
_LOG_SHARE = 0.2
_UTF8_WIDTH = 4  # bytes that a character takes at most
_LEAST_ROOM = 1000  # characters that a document shown in parts gets at least


@dataclass(frozen=True, slots=True)
class Shown:
    """A document and what is shown of it: all (`excerpt` is None), or parts."""

    document: Document
    excerpt: Excerpt | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What is shown for one question.

    `outputs` are shown whole and are the same for all questions about a contract; `parts` are longer outputs, chosen
    for this clause; `inputs`, `errors` and `log` stand with the clause. `whole` says that nothing was held back from
    the output under judgement (for a condition: from anything), so that what isn't in it is absent.
    """

    outputs: tuple[Shown, ...]
    parts: tuple[Shown, ...]
    inputs: tuple[Shown, ...]
    errors: tuple[Shown, ...]
    log: Shown | None
    whole: bool

    @property
    def elsewhere(self) -> tuple[Shown, ...]:
        """All that is shown besides the outputs."""
        return (*self.inputs, *self.errors, *((self.log,) if self.log else ()))


def view_of(question: OpenQuestion, judge_chars: int) -> View:
    """What to show for the question, with documents of up to `judge_chars` characters whole."""
    terms = terms_of(question.clause)
    short, long = _split(question.outputs, judge_chars)
    parts = _in_parts(long, terms, judge_chars)
    inputs = _inputs(question, terms, judge_chars)
    errors = tuple(_limited(error, terms, judge_chars) for error in question.errors)
    log = _limited(question.log, terms, int(judge_chars * _LOG_SHARE)) if question.log else None
    seen = View(tuple(Shown(it) for it in short), parts, inputs, errors, log, whole=False)
    return View(seen.outputs, parts, inputs, errors, log, whole=_nothing_held_back(question, seen))


def fits(document: Document, limit: int) -> bool:
    """Whether the document has at most `limit` characters, found out without reading one that can't."""
    return not document.large and document.size <= limit * _UTF8_WIDTH and len(document.text) <= limit


def own_outputs(question: OpenQuestion) -> tuple[Document, ...]:
    """The outputs that bear the name the clause begins with; none where it names no output, or none is found."""
    name = question.clause.name
    if not name:
        return ()
    names = {binding.path: binding.name for binding in question.contract.bindings}
    return tuple(it for it in question.outputs if _key(names.get(it.path, PurePosixPath(it.path).stem)) == _key(name))


def _key(name: str) -> str:
    """A name with case, hyphens, underscores and spaces aside."""
    return re.sub(r"[\s_-]+", "", name).casefold()


def _split(outputs: Iterable[Document], judge_chars: int) -> tuple[list[Document], list[Document]]:
    """The outputs that are shown whole, in an order that no clause changes, and the others as they came."""
    outputs = tuple(outputs)
    room = _PREFIX_SHARE * judge_chars
    short: list[Document] = []
    for document in sorted(outputs, key=lambda it: it.path):
        if fits(document, min(judge_chars, room)):
            short.append(document)
            room -= len(document.text)
    paths = {it.path for it in short}
    return short, [it for it in outputs if it.path not in paths]


def _in_parts(documents: list[Document], terms: tuple[str, ...], judge_chars: int) -> tuple[Shown, ...]:
    """Parts of each, the first ones (the clause's own) with as much room as one document may have."""
    room = _PARTS_SHARE * judge_chars
    shown: list[Shown] = []
    for document in documents:
        given = min(judge_chars, room)
        if given < min(_LEAST_ROOM, judge_chars):
            shown.append(Shown(document, Excerpt((), lines=0, characters=document.size)))
            continue
        chosen = excerpt(document, terms, given)
        room -= chosen.characters - chosen.left_out
        shown.append(Shown(document, chosen))
    return tuple(shown)


def _inputs(question: OpenQuestion, terms: tuple[str, ...], judge_chars: int) -> tuple[Shown, ...]:
    """The inputs, those that the clause names first, all together no longer than one document may be."""
    spoken = _key(question.clause.text)
    ordered = sorted(question.inputs, key=lambda it: _key(PurePosixPath(it.path).stem) not in spoken)
    room = judge_chars
    shown: list[Shown] = []
    for document in ordered:
        if room < min(_LEAST_ROOM, judge_chars) and shown:
            shown.append(Shown(document, Excerpt((), lines=0, characters=document.size)))
            continue
        it = _limited(document, terms, room)
        room -= len(document.text) if it.excerpt is None else it.excerpt.characters - it.excerpt.left_out
        shown.append(it)
    return tuple(shown)


def _limited(document: Document, terms: tuple[str, ...], room: int) -> Shown:
    return Shown(document) if fits(document, room) else Shown(document, excerpt(document, terms, room))


def _nothing_held_back(question: OpenQuestion, view: View) -> bool:
    whole = {it.document.path for it in view.outputs}
    if question.ask is Ask.CONDITION:
        return not view.parts and all(it.excerpt is None for it in view.elsewhere)
    if own := own_outputs(question):
        return all(document.path in whole for document in own)
    unseen = [it for it in question.contract.bindings if it.media is not Media.TEXT]
    return bool(whole) and not view.parts and not unseen
