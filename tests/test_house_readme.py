"""README.md says what is there."""

from __future__ import annotations

import re
from pathlib import Path

from grader.cli import COMMANDS
from grader.commands.grade import grade

PAGE = Path(__file__).parents[1].joinpath("README.md").read_text()


def test_the_readme_names_the_options_that_there_are() -> None:
    """Each command and option in README.md is one of the command line's."""
    part = PAGE[PAGE.index("## On the command line") : PAGE.index("## How it works")]
    named = set(re.findall(r"(--[a-z][a-z-]+)", part)) - {"--help"}
    commands = set(re.findall(r"contract-grader ([a-z]+)|^\| `([a-z]+) ", part, re.MULTILINE))

    assert {first or second for first, second in commands} == set(COMMANDS)
    assert named <= {option for parameter in grade.params for option in parameter.opts}
