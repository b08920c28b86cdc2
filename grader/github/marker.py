"""The invisible lines that a comment begins with: whose it is, and what it said when it was last written.

Two HTML comments. The first, the marker, names the instance of the action (the input `name`); by it and its author a
comment is found again. The second holds the state by which a later run decides whether to write at all.
"""

from __future__ import annotations

import json
import re
from urllib.parse import quote, unquote

from pydantic import ValidationError

from grader.model import Frozen

_STATE = re.compile(r"<!-- contract-grader-state: (\S{1,2000}) -->")


class State(Frozen):
    """What a comment was written from.

    `order` is that of the workflow run (see `Context.order`), `fingerprint` a hash of every verdict, score and
    recommendation that the comment shows.
    """

    head: str
    order: tuple[int, int]
    fingerprint: str


def marker(name: str) -> str:
    """The line that marks the comments of the instance `name`; nothing in a name can end it early."""
    return f"<!-- contract-grader: {_coded(name)} -->"


def begin(name: str, state: State) -> str:
    """The two lines that a comment begins with."""
    return f"{marker(name)}\n<!-- contract-grader-state: {_coded(state.model_dump_json())} -->\n"


def state_of(body: str) -> State | None:
    """The state that a comment carries; None if it has none that can be read."""
    found = _STATE.search(body)
    if found is None:
        return None
    try:
        return State.model_validate(json.loads(unquote(found[1])))
    except (ValueError, ValidationError):
        return None


def is_marked(body: str, name: str) -> bool:
    """Whether a comment begins with the marker of that instance."""
    return body.lstrip().startswith(marker(name))


def _coded(text: str) -> str:
    return quote(text, safe="{}:,[]").replace("-", "%2D")
