"""Which line of a workflow's `permissions:` a feature needs, and what to tell a person whose token lacks it."""

from __future__ import annotations

from enum import Enum


class Feature(Enum):
    """What the action does with GitHub: in words, and the permission it needs.

    Read in the reference "Permissions required for GitHub Apps"; the token of a job is checked by the same table.
    """

    FILES = ("read the repository's files", "contents: read")
    CHANGES = ("list the files of a pull request", "pull-requests: read")
    COMMENT = ("write the comment", "pull-requests: write")
    STATUS = ("post the commit status", "statuses: write")
    CHECK_RUN = ("post the check run", "checks: write")
    SUGGESTIONS = ("write suggestions", "pull-requests: write")

    @property
    def wish(self) -> str:
        """What was to be done, as the end of "could not ..."."""
        return self.value[0]

    @property
    def line(self) -> str:
        """The line below `permissions:` that allows it."""
        return self.value[1]


def advice(feature: Feature, *, restricted: bool) -> str:
    """What a maintainer can do about a refusal.

    `restricted`: the event comes from a fork or from Dependabot, where no line in the workflow helps.
    """
    begin = f"The token may not {feature.wish}"
    if restricted:
        return (
            f"{begin}: pull requests from forks and from Dependabot get a token that only reads, whatever the"
            " workflow says. The exit code of this job still is the verdict. See docs/forks.md for a second workflow"
            " that comments."
        )
    return (
        f"{begin}: add `{feature.line}` under `permissions:` in the workflow. The exit code of this job still is the"
        " verdict."
    )
