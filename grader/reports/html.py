"""The report as one HTML file that loads nothing: no script, no font, no image, and a policy that says so.

Values are escaped by the environment (`grader.reports.templating`), invisible characters made visible first.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence

from markupsafe import Markup

from grader import __version__
from grader.check import Check
from grader.model import Grade, UngradedRun, Verdict
from grader.reports import view
from grader.reports.markdown import default_check, worst_first
from grader.reports.templating import html_environment
from grader.tally import tally

# Title, verdict, and whether the section is open at first.
_SECTIONS = (
    ("What is broken", Verdict.VIOLATED, True),
    ("What falls short", Verdict.PARTIALLY_SATISFIED, True),
    ("What was not evaluated, and why", Verdict.NOT_EVALUABLE, True),
    ("What is satisfied", Verdict.SATISFIED, False),
)


def html_page(results: Sequence[Grade | UngradedRun], outcome: Check | None = None) -> str:
    """The page on some runs, the worst first; `outcome` is the check over them, by default with default options."""
    environment = html_environment()
    style = environment.get_template("page.css").render()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    page = environment.get_template("page.html.j2").render(
        runs=worst_first(results),
        outcome=outcome or default_check(results),
        style=Markup(style),  # noqa: S704 - our own packaged file
        style_hash=f"sha256-{digest}",
        sections=_SECTIONS,
        version=__version__,
        view=view,
        tally=tally,
        ungraded=lambda result: isinstance(result, UngradedRun),
        name=lambda result: result.run if isinstance(result, UngradedRun) else result.run_path,
    )
    return page + "\n"
