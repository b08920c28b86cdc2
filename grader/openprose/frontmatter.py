"""The YAML block at the top of a source. Models write it, so it is often nearly YAML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import yaml

from grader.model import Notice

_FENCE = re.compile(r"---[ \t]*\Z")
_END = re.compile(r"(?:---|\.\.\.)[ \t]*\Z")
_PAIR = re.compile(r"(?P<key>[A-Za-z_][\w-]*)[ \t]*:(?:[ \t]+(?P<value>.*))?\Z")
_LARGEST = 64 * 1024  # characters; a frontmatter beyond that is read line by line


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The mapping, how many lines of the source it takes, and what was odd. Every scalar is a string."""

    values: dict[str, object] = field(default_factory=dict)
    lines: int = 0
    warning: str | None = None

    def text(self, key: str) -> str | None:
        """The value of a key as a text; None if it is missing, blank, null or no scalar."""
        value = self.values.get(key)
        text = " ".join(value.split()) if isinstance(value, str) else ""
        return None if text in {"", "~", "null"} else text

    def notice(self, file: str) -> list[Notice]:
        """The warning as a notice, if there is one."""
        if not self.warning:
            return []
        return [Notice(code="bad-frontmatter", message=self.warning, place=f"{file}:1")]


def read_frontmatter(lines: Sequence[str]) -> Frontmatter:
    """The frontmatter of a source given by its lines. Total: what isn't a mapping is left to the text, with a warning.

    Where YAML refuses the block, the lines that read `key: value` still count.
    """
    if not lines or not _FENCE.match(lines[0]):
        return Frontmatter()
    end = next((number for number in range(1, len(lines)) if _END.match(lines[number])), None)
    if end is None:
        return _unclosed(lines)
    block = lines[1:end]
    try:
        values = _load("\n".join(block))
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        reason = str(getattr(problem, "problem", None) or "it is too large or too deep")[:100]
        return _salvaged(block, f"The frontmatter isn't valid YAML ({reason}); its lines were read one by one")
    if values in (None, ""):
        return Frontmatter({}, end + 1)
    if isinstance(values, dict):
        return Frontmatter({str(key): value for key, value in values.items()}, end + 1)
    return _salvaged([], "")


def _salvaged(block: Sequence[str], warning: str) -> Frontmatter:
    """What can be read of a block that isn't YAML, line by line; a block without a single pair is text."""
    pairs = _pairs(block)
    if pairs:
        return Frontmatter(pairs, len(block) + 2, warning)
    return Frontmatter(warning="The block between --- at the top is no mapping; it was read as text")


def _load(text: str) -> object:
    """YAML with every scalar as a string, so that `name: 1.0` stays what was written."""
    if len(text) > _LARGEST:
        raise ValueError
    return yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 -- BaseLoader makes strings, lists and mappings only


def _pairs(lines: Sequence[str]) -> dict[str, object]:
    found = (match for line in lines if (match := _PAIR.match(line)))
    return {match["key"]: (match["value"] or "").strip().strip("\"'") for match in found}


def _unclosed(lines: Sequence[str]) -> Frontmatter:
    end = next((number for number in range(1, len(lines)) if not _PAIR.match(lines[number])), len(lines))
    if end == 1:
        return Frontmatter()  # a thematic break
    return Frontmatter(_pairs(lines[1:end]), end, "Nothing ends the frontmatter; its first lines were read")
