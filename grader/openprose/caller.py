"""Caller inputs: files under `bindings/caller/`, each a small header and then the value."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grader.document import Document
from grader.lines import with_line_feeds
from grader.model import CallerInput, Media, Origin
from grader.openprose.files import RunFiles
from grader.openprose.names import without_suffix
from grader.openprose.notices import Notices

_FENCE = "---"
_TITLE = re.compile(r"#[ \t]+(.{1,200})")
_KEY = re.compile(r"([A-Za-z][\w -]{0,40}):(?:[ \t]+(.*))?")
_MOST_LINES = 24  # a header is small: what goes on longer is a value
_MOST_BYTES = 16 * 1024


@dataclass(frozen=True, slots=True)
class Header:
    """How many lines come before the value, and the name that the header gives, if any."""

    lines: int = 0
    name: str | None = None


def read_header(lines: Iterable[str]) -> Header:
    """The header that these lines begin with; an empty one if they begin with the value at once.

    A header is an optional `# name`, blank lines, `key: value` lines of which one is `binding: input`, `kind: input`
    or `source: caller`, then `---` and any blank lines.
    """
    name: str | None = None
    keys: dict[str, str] = {}
    end = 0
    for number, raw in enumerate(lines, start=1):
        line = raw.strip()
        if end:
            if line:
                break
            end = number
        elif line == _FENCE and (keys or number > 1 or name):
            if not _is_header(keys):
                break
            end = number
        elif number > _MOST_LINES or not _belongs(line, number, keys):
            break
        elif title := _TITLE.match(line):
            name = title[1].strip().strip("`")
        elif key := _KEY.match(line):
            keys[key[1].lower()] = (key[2] or "").strip().lower()
    return Header(end, name) if end else Header()


def _belongs(line: str, number: int, keys: dict[str, str]) -> bool:
    """Whether a line can be part of a header at this point."""
    if not line or (line == _FENCE and number == 1):  # frontmatter style: an opening rule too
        return True
    return bool(_KEY.fullmatch(line) or (not keys and _TITLE.fullmatch(line)))


def _is_header(keys: dict[str, str]) -> bool:
    return "input" in {keys.get("binding"), keys.get("kind")} or keys.get("source") == "caller"


def read_inputs(
    files: RunFiles, paths: Iterable[str], names: Mapping[str, str], notices: Notices
) -> list[tuple[CallerInput, Document]]:
    """The caller's inputs with their values, headers left out.

    `names` gives names by path, as the manifest states them; else a file is named by its path below the folder
    without the suffix, or, in a subfolder, by its header's title.
    """
    found = []
    for path in paths:
        media, problem = files.media(path)
        if media is not Media.TEXT:
            notices.add("unreadable-input", f"The caller input {path} isn't read: {problem or 'it is not text'}", path)
            continue
        header = _header_of(files.document(path))
        stem = without_suffix(path.split("/", 2)[-1])  # below `bindings/caller/`
        name = names.get(path) or (header.name if "/" in stem and header.name else stem)
        document = files.document(path, Origin.INPUT, skip_lines=header.lines)
        found.append((CallerInput(name=name, path=path), document))
    return found


def _header_of(document: Document) -> Header:
    """The header, read from the file's beginning only: its first line may be all of a large file."""
    with document.open() as stream:
        head = stream.read(_MOST_BYTES).decode("utf-8-sig", "replace")
    return read_header(io.StringIO(with_line_feeds(head)))
