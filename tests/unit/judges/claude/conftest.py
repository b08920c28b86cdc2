"""Open questions for the model judge's parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from grader.document import Document
from grader.judges.base import Ask, OpenQuestion, Remainder
from grader.model import Binding, Clause, ConditionalClause, Contract, Media, Place, Role, Section

MakeQuestion = Callable[..., OpenQuestion]


@pytest.fixture
def make_question() -> MakeQuestion:
    """Makes an open question; what isn't given is small and ordinary."""
    return question


def question(
    text: str = "`report`: names the risks",
    *,
    name: str | None = "report",
    outputs: Mapping[str, str] | None = None,
    inputs: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
    log: str | None = None,
    condition: str | None = None,
    unreadable: tuple[str, ...] = (),
    **changes: Any,
) -> OpenQuestion:
    """An open question about the contract `w`."""
    documents = _documents({"bindings/w/report.md": "The risks are named here."} if outputs is None else outputs)
    fields: dict[str, Any] = {
        "contract": "w",
        "text": text,
        "place": Place(file="sources/w.prose.md", lines=(7, 7)),
        "section": Section.RETURNS,
        "name": name,
        "body": text.split(": ", 1)[-1],
    }
    bindings = [(it.path, it.size, Media.TEXT) for it in documents] + [(it, 9, Media.BINARY) for it in unreadable]
    contract = Contract(
        name="w",
        role=Role.NODE,
        bindings=tuple(
            Binding(
                contract="w", name=path.removeprefix("bindings/w/").split(".")[0], path=path, size=size, media=media
            )
            for path, size, media in bindings
        ),
    )
    asked: dict[str, Any] = {
        "ask": Ask.CONDITION if condition else Ask.CLAUSE,
        "clause": ConditionalClause(**fields, condition=condition) if condition else Clause(**fields),
        "contract": contract,
        "remainder": (Remainder(text=condition or "names the risks"),),
        "measured": (),
        "outputs": documents,
        "inputs": _documents(inputs or {}),
        "errors": _documents(errors or {}),
        "log": Document.of_text("vm.log.md", log) if log is not None else None,
    }
    return OpenQuestion(**{**asked, **changes})


def _documents(files: Mapping[str, str]) -> tuple[Document, ...]:
    return tuple(Document.of_text(path, text) for path, text in files.items())
