"""`workspace/{contract}/__error.md`: the error that a contract signalled."""

from __future__ import annotations

import re

from grader.openprose.names import fold

ERROR_FILE = "__error.md"

_FENCE = "---"
_LABEL = re.compile(r"#{0,6}[ \t]*(?:\*\*|__|`)?error(?:\*\*|__|`)?[ \t]*[:–—-][ \t]*(.+)", re.IGNORECASE)
_OWNED = re.compile(r"#{1,6}[ \t]+[^:]{1,200}:[ \t]*(.+)")
_PLAIN = re.compile(r"#{1,6}[ \t]+(.+)")
_KEY = re.compile(r"(error|error[_-]?name|name|code)[ \t]*:[ \t]*(.+)", re.IGNORECASE)
_ENDS = re.compile(r"[ \t]*[({\[]|[ \t]+[–—-]|[:;,.](?:[ \t]|$)|[ \t]*[–—]")
_LINES = 200  # lines that are looked at for the name
_WIDTH = 500  # characters of a line


def error_name(text: str) -> str | None:
    """The name that an error file states: `# Error: {name}`, `# {contract}: {name}`, or a key of its frontmatter.

    None if it states none; the contract errored all the same.
    """
    lines = [line[:_WIDTH].strip() for line in text.removeprefix("\ufeff").split("\n", _LINES)[:_LINES]]
    stated, body = _frontmatter(lines)
    written = [line for line in body if line]
    for pattern, candidates in ((_LABEL, written[:3]), (_OWNED, written[:3])):
        for line in candidates:
            if found := pattern.match(line):
                return _bare(found[1])
    if stated:
        return _bare(stated)
    heading = _PLAIN.match(written[0]) if written else None
    return _bare(heading[1]) if heading else None


def named_in_log(detail: str) -> str | None:
    """The error's name in the rest of a log line: `no-results (3 sources tried)`, or `error: no-results`."""
    detail = detail[:_WIDTH]
    labelled = _LABEL.match(detail)
    return _bare(labelled[1] if labelled else detail.strip("()[] "))


def _frontmatter(lines: list[str]) -> tuple[str | None, list[str]]:
    """The error that the frontmatter names, and the lines after it."""
    if lines[0] != _FENCE:
        return None, lines
    try:
        end = lines.index(_FENCE, 1)
    except ValueError:
        return None, lines
    keys = {fold(found[1]): found[2] for line in lines[1:end] if (found := _KEY.match(line))}
    named = next((keys[key] for key in ("error", "errorname", "code", "name") if key in keys), None)
    return named, lines[end + 1 :]


def _bare(stated: str) -> str | None:
    """A name without its markup and without what is said after it."""
    stated = stated.strip().strip("\"'")
    if stated.startswith("`") and (end := stated.find("`", 1)) > 0:
        return stated[1:end].strip() or None
    after = _ENDS.search(stated)
    name = (stated[: after.start()] if after else stated).strip("`*_\"' \t")
    return name if name and name.casefold() != "error" else None  # a bare "# Error" names none
