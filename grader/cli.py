"""`contract-grader`, the pipeline for a person at a terminal.

The subcommands live in `grader.commands` and are imported when they are called, so that `--help` answers at once.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import cast

import click

from grader import __version__
from grader.errors import GraderError

WRONG_CALL = 2  # also: interrupted, or a result that couldn't be delivered

# Each command, the module that holds it under the same name, and what it is for in a line.
COMMANDS = {
    "grade": "Grade runs: whether each contract kept what it declared.",
    "explain": "Show what of each clause is measured, and what is left to judgement.",
    "extract": "Print what each contract of a run promised and published.",
    "schema": "Print the JSON Schema of a report.",
    "calibrate": "Compare a judge's verdicts with labelled clauses.",
}


class LazyGroup(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help page."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"grader.commands.{cmd_name}")
        return cast("click.Command", getattr(module, cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing any of them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def contract_grader() -> None:
    """Grade what OpenProse contracts promised against what their runs published."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 passes, 1 fails by a grade, 2 for want of one."""
    try:
        code = contract_grader.main(arguments, "contract-grader", standalone_mode=False, obj=os.environ)
    except click.Abort:
        click.echo("Interrupted.", err=True)
        return WRONG_CALL
    except click.ClickException as wrong:
        wrong.show()
        return WRONG_CALL
    except GraderError as error:
        _tell(error)
        return WRONG_CALL
    return int(code or 0)


def _tell(error: GraderError) -> None:
    from grader.reports.escape import one_line  # noqa: PLC0415 - only a failed call needs it

    click.echo(f"Error: {one_line(error.message)}", err=True)
    if error.hint:
        click.echo(one_line(error.hint), err=True)


if __name__ == "__main__":
    sys.exit(main())
