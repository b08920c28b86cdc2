"""`contract-grader calibrate`: what a judge makes of labelled clauses."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from grader.agreement import Agreement
from grader.calibrate import Calibration, read_labels
from grader.calibrate import calibrate as measure
from grader.commands.delivery import to_stdout
from grader.commands.options import JUDGE, settings_from, settings_options
from grader.commands.waiting import waiting
from grader.judges.choose import choose_judge
from grader.model import Usage


@click.command()
@click.argument("labels", type=click.Path(path_type=Path), metavar="LABELS.jsonl")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="What is printed. [default: text]"
)
@click.option("--binary", is_flag=True, help="Count partially satisfied as violated, for labels that know only two.")
@settings_options(*JUDGE)
@click.pass_obj
def calibrate(environ: Mapping[str, str], /, labels: Path, form: str, *, binary: bool, **options: Any) -> None:
    """Compare a judge's verdicts with labelled clauses.

    Printed are agreement, Cohen's kappa, how often the judge abstains, what its confidence is worth, and the cost.
    Each line of LABELS.jsonl is an object with a clause, an output and a label (a verdict), and optionally an
    output_name and a prompt.
    """
    settings = settings_from(options)
    found = measure(read_labels(labels), choose_judge(settings, environ, waiting(sys.stderr)), binary=binary)
    to_stdout(found.model_dump_json(indent=2) + "\n" if form == "json" else _text(found))


def _text(found: Calibration) -> str:
    measured = found.agreement
    lines = [
        f"Judge {found.judge}: {measured.rows} labels, {measured.decided} decided, {found.unanswered} unanswered.",
        "",
        *_aligned(
            [
                ("agreement", _percent(measured.agreement)),
                ("Cohen's kappa", _figure(measured.kappa)),
                ("abstention", _percent(measured.abstention)),
                ("calibration error", _figure(measured.expected_calibration_error)),
                ("cost", _cost(found.usage)),
            ]
        ),
        "",
        *_aligned(_verdicts(measured)),
        "",
        *_aligned(_reliability(measured)),
    ]
    return "\n".join(lines) + "\n"


def _verdicts(measured: Agreement) -> list[tuple[str, ...]]:
    rows = [
        (verdict.value, str(it.labelled), str(it.given), str(it.right), _percent(it.precision), _percent(it.recall))
        for verdict, it in measured.verdicts.items()
    ]
    return [("verdict", "labelled", "given", "right", "precision", "recall"), *rows]


def _reliability(measured: Agreement) -> list[tuple[str, ...]]:
    rows = [
        (
            f"{it.confidence[0]}-{it.confidence[1]}",
            str(it.rows),
            f"{it.mean_confidence:.1f}",
            f"{100 * it.accuracy:.1f}",
        )
        for it in measured.reliability
    ]
    return [("confidence", "rows", "mean", "right %"), *rows]


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """The rows as columns, the first to the left and the others to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    padded = [[cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]
    return ["  ".join([row[0].ljust(widths[0]), *cells[1:]]) for row, cells in zip(rows, padded, strict=True)]


def _percent(part: float | None) -> str:
    return "-" if part is None else f"{100 * part:.1f} %"


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _cost(usage: Usage) -> str:
    read = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens
    price = "price unknown" if usage.usd is None else f"{usage.usd:.4f} USD"
    return f"{usage.calls} calls, {read:,} tokens in, {usage.output_tokens:,} out, {price}"
