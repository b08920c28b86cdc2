"""`contract-grader extract`: what each contract of a run promised and published, as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from grader.commands.delivery import to_stdout
from grader.commands.options import LIMITS, settings_from, settings_options
from grader.phases import extract as phase


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@settings_options("allow_missing_manifest", *LIMITS)
def extract(run: Path, **options: Any) -> None:
    """Print what each contract of a run promised and published."""
    settings = settings_from(options)
    extracted = phase.extract(
        run, limits=settings.limits, allow_missing_manifest=settings.allow_missing_manifest, name=str(run)
    )
    to_stdout(json.dumps(phase.as_json(extracted), indent=2, ensure_ascii=False) + "\n")
