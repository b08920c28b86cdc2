"""What goes to the model and what comes back, whatever carries it."""

from __future__ import annotations

from dataclasses import dataclass

from grader.judges.claude.answer import Answer
from grader.judges.claude.prompt import Prompt
from grader.model import Usage

NOTHING = Usage()


@dataclass(frozen=True, slots=True)
class Request:
    """One call to the model. `key` names all that the answer depends on, and which try it is."""

    key: str
    prompt: Prompt
    kind: type[Answer]
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What the service answered: its text, why it stopped, and what it cost, failed attempts before it included."""

    text: str
    stop: str | None
    usage: Usage
    detail: str = ""  # what the service adds to a refusal


@dataclass(frozen=True, slots=True)
class NoReply:
    """No answer came, and why. Asking again was already tried, or is useless."""

    cause: str
    usage: Usage = NOTHING
