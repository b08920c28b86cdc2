"""How names are compared, and how the paths that a manifest states are read."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

_ASIDE = str.maketrans("", "", "-_ \t")
_DRIVE = re.compile(r"[A-Za-z]:(?=[\\/])")


def fold(name: str) -> str:
    """A name with case, hyphens, underscores and blanks aside."""
    return name.casefold().translate(_ASIDE) or name


def same(one: str, other: str) -> bool:
    """Whether two names mean the same thing."""
    return one == other or fold(one) == fold(other)


def without_suffix(path: str) -> str:
    """A path without its name's last suffix; a name that is all suffix is kept."""
    folder, slash, name = path.rpartition("/")
    stem, dot, _ = name.rpartition(".")
    return f"{folder}{slash}{stem if dot and stem else name}"


def stem_of(path: str) -> str:
    """A source's name by its file: without folder, `.md` and `.prose`."""
    return path.rpartition("/")[2].removesuffix(".md").removesuffix(".prose")


def path_in_run(stated: str, run_id: str, exists: Callable[[str], bool], folders: tuple[str, ...]) -> str | None:
    """The path inside the run that a manifest's path means, whether anything stands there or not; None if it leads out.

    A path may be relative to the run, relative to a folder above it, or absolute on another machine. `exists` says
    whether something stands at a path; `folders` are the names that a run has at its top, for a path whose run was
    moved or renamed.
    """
    path = _DRIVE.sub("", stated.strip())
    if not exists(path):
        path = path.replace("\\", "/")
    parts = [part for part in posixpath.normpath(path).split("/") if part not in {"", "."}]
    absolute = path.startswith("/")
    after_run = _positions(parts, {run_id}, 1)
    at_folder = _positions(parts, set(folders), 0)
    whole = [] if absolute or ".." in parts else [0]
    for start in (*whole, *after_run, *at_folder):
        if exists("/".join(parts[start:])):
            return "/".join(parts[start:])
    starts = [*after_run, *whole] or (at_folder if absolute else [])
    return "/".join(parts[starts[0] :]) or None if starts else None


def _positions(parts: list[str], names: set[str], offset: int) -> list[int]:
    """Where the path goes on after (offset 1) or at (offset 0) a component of these names; the last one first."""
    return [at + offset for at in reversed(range(len(parts))) if parts[at] in names]
