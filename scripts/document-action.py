"""Write action.yml, and the tables of inputs and outputs in README.md, from the fields that the action reads.

usage: python scripts/document-action.py [--check]     (--check: change nothing, exit 1 if something isn't up to date)
"""

from __future__ import annotations

import re
import sys
import typing
from enum import StrEnum
from pathlib import Path

from pydantic import ByteSize
from pydantic.fields import FieldInfo

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from grader.job.inputs import REGRESSION, offered  # noqa: E402 (works from a checkout without installing)
from grader.job.outputs import DESCRIPTIONS  # noqa: E402
from grader.settings import option_name  # noqa: E402

WIDTH = 116  # where descriptions wrap in action.yml

HEAD = """\
# Written by scripts/document-action.py from the fields of grader/job/inputs.py and grader/job/outputs.py.
name: Contract Grader
description: Grades what OpenProse contracts promised against what their runs published, in one comment and one check.
author: Contract Grader
branding:
  icon: check-square
  color: purple
"""


def default_of(name: str, field: FieldInfo) -> str:
    """The default as a workflow would write it; empty for none."""
    if name == "github_token":
        return "${{ github.token }}"
    value = field.default
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return value.human_readable() if isinstance(value, ByteSize) else str(value)


def choices_of(name: str, field: FieldInfo) -> tuple[str, ...]:
    """The values that an input may have, if they are few."""
    kinds = typing.get_args(field.annotation) or (field.annotation,)  # of `X | None`, both
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            values = tuple(member.value for member in kind)
            return (*values[:-1], REGRESSION, values[-1]) if name == "fail_on" else values
    return ("true", "false") if bool in kinds else ()


def description_of(name: str, field: FieldInfo) -> str:
    """What the input does, and which values it may have."""
    choices = choices_of(name, field)
    text = str(field.description)
    if name == "fail_on":
        text += " `regression` fails on a violated run and on a score that lost more than 10 points to the baseline."
    return f"{text} One of: {', '.join(choices)}." if choices and choices != ("true", "false") else text


def wrapped(text: str, indent: str) -> str:
    """A description as a folded YAML block, so that nothing in it needs quoting."""
    lines, line = [], ""
    for word in text.split():
        if line and len(indent) + len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "".join(f"\n{indent}{each}" for each in (*lines, line))


def action_yml(image: str) -> str:
    """The whole of action.yml."""
    parts = [HEAD, "\ninputs:"]
    for name, field in offered().items():
        parts.append(f"\n  {option_name(name)}:\n    description: >-{wrapped(description_of(name, field), ' ' * 6)}")
        parts.append(f'\n    default: "{default_of(name, field)}"')
    parts.append("\n\noutputs:")
    parts += [f"\n  {name}:\n    description: >-{wrapped(text, ' ' * 6)}" for name, text in DESCRIPTIONS.items()]
    parts.append(f"\n\nruns:\n  using: docker\n  image: {image}\n")
    return "".join(parts)


def inputs_table() -> str:
    """The inputs as a Markdown table."""
    rows = ["| input | default | meaning |", "|---|---|---|"]
    for name, field in offered().items():
        default = default_of(name, field)
        shown = "the job's token" if name == "github_token" else f"`{default}`" if default else ""
        rows.append(f"| `{option_name(name)}` | {shown} | {description_of(name, field)} |")
    return "\n".join(rows)


def outputs_table() -> str:
    """The outputs as a Markdown table."""
    rows = ["| output | meaning |", "|---|---|"]
    rows += [f"| `{name}` | {text} |" for name, text in DESCRIPTIONS.items()]
    return "\n".join(rows)


def documented(readme: str) -> str:
    """README.md with both tables brought up to date between their marks."""
    for mark, table in (("inputs", inputs_table()), ("outputs", outputs_table())):
        before, begin, rest = readme.partition(f"<!-- {mark} -->\n")
        _, end, after = rest.partition(f"\n<!-- /{mark} -->")
        if end:
            readme = before + begin + table + end + after
    return readme


def image_of(text: str) -> str:
    """The image that action.yml names: the Dockerfile on branches, a published one in a release."""
    found = re.search(r"^  image: (.+)$", text, re.MULTILINE)
    return found[1] if found else "Dockerfile"


def main(arguments: list[str]) -> int:
    """Write both files, or say whether they are up to date."""
    action, readme = ROOT / "action.yml", ROOT / "README.md"
    now = {path: path.read_text(encoding="utf-8") if path.exists() else "" for path in (action, readme)}
    due = {action: action_yml(image_of(now[action])), readme: documented(now[readme])}
    stale = [path for path in due if due[path] != now[path]]
    if "--check" in arguments:
        return int(bool(stale))
    for path in stale:
        path.write_text(due[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
