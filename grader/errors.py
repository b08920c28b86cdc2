"""Everything that can go wrong on purpose, drawn as a tree.

    GraderError
    ├── RunError             a run that can't be graded; the others still are
    │   ├── UnreadableRun    unreadable-run
    │   ├── MissingRoot      missing-root
    │   ├── MissingManifest  missing-manifest
    │   └── NoOutputs        no-outputs
    ├── UsageError           usage: a wrong call
    └── AccountingError      accounting: a report that doesn't add up, a defect of ours

Each has a `code` (stable), a message, a `place` (path inside the run, or the argument) and a `hint` at what to do.
"""

from __future__ import annotations

from typing import ClassVar


class GraderError(Exception):
    """The root of the tree; never raised itself."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str, *, place: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.hint = hint


class RunError(GraderError):
    """The run can't be graded."""


class UnreadableRun(RunError):
    """Not a directory, not readable, a root or manifest that is neither text nor JSON, or a limit broken."""

    code = "unreadable-run"


class MissingRoot(RunError):
    """The run directory does not contain the root source."""

    code = "missing-root"


class MissingManifest(RunError):
    """The run directory does not contain the manifest."""

    code = "missing-manifest"


class NoOutputs(RunError):
    """The run has published nothing; caller inputs and dot files don't count."""

    code = "no-outputs"


class UsageError(GraderError):
    """The call itself is wrong: an unknown path, an option that doesn't fit."""

    code = "usage"


class AccountingError(GraderError):
    """A clause was lost or made up. This is always a defect of the grader."""

    code = "accounting"
