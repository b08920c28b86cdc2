"""`contract-grader schema`: the published JSON Schema of a report."""

from __future__ import annotations

import click

from grader.commands.delivery import to_stdout
from grader.reports.schema import Schema, schema_text


@click.command()
@click.argument("report", type=click.Choice([it.value for it in Schema]), metavar="|".join(Schema))
def schema(report: str) -> None:
    """Print the JSON Schema of a report."""
    to_stdout(schema_text(Schema(report)))
