"""Log records as the runner shows them: warnings and errors as annotations, everything else as plain lines."""

from __future__ import annotations

import logging
from typing import TextIO

from grader.github.commands import command, plain

NOTICE = 25  # between INFO and WARNING: worth an annotation, but nobody has to do anything
SHOWN = 10  # annotations of one kind that the runner shows for a step; more would be dropped without a word

_KINDS = {logging.DEBUG: "debug", NOTICE: "notice", logging.WARNING: "warning", logging.ERROR: "error"}

logger = logging.getLogger("grader.action")


class WorkflowFormatter(logging.Formatter):
    """Formats a record as a workflow command, or as text that can't be one."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: dict[str, int] = {}

    def format(self, record: logging.LogRecord) -> str:
        """The record on one line (a command) or several (plain text); a traceback is always plain."""
        text = record.getMessage()
        trace = f"\n{plain(self.formatException(record.exc_info))}" if record.exc_info else ""
        kind = _KINDS.get(record.levelno)
        if kind is None:
            return plain(text) + trace
        count = self._shown[kind] = self._shown.get(kind, 0) + 1
        if kind != "debug" and count > SHOWN:
            return plain(f"{kind}: {text}") + trace
        return command(kind, text, title=getattr(record, "title", "")) + trace


def log_to(stream: TextIO) -> logging.Handler:
    """Send the action's records to `stream`; undo it with `logger.removeHandler`."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(WorkflowFormatter())
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    return handler


def notice(message: str, *, title: str = "") -> None:
    """Say something that is worth an annotation without being a problem."""
    logger.log(NOTICE, "%s", message, extra={"title": title})


def warn(message: str, *, title: str = "") -> None:
    """Say that something is wrong although the work goes on."""
    logger.warning("%s", message, extra={"title": title})
