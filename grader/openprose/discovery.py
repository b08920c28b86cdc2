"""Where the runs are: in a folder on this machine, and around the files that a change touched.

What a run is stands in grading-rules.md ("What is a run"). A run embeds further runs under `imports/`; each is a run
of its own. Nothing here follows a link.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grader.openprose.layout import G1, G2, LAYOUTS

HOMES: Final = frozenset({"runs", "imports"})  # every direct child of such a folder is a run
_SEARCHED_HIDDEN: Final = frozenset({".agents", ".prose"})
_VENDORED: Final = frozenset({"node_modules", "__pycache__", "site-packages", "venv", "virtualenv"})
_INSIDE: Final = frozenset(
    {folder for layout in LAYOUTS for folder in (*layout.outputs, layout.workspace, layout.sources)} | {"receipts"}
)
_MARKS: Final = frozenset(
    {name for layout in LAYOUTS if layout.generation != G1.generation for name in layout.root_names}
    | {layout.manifest_name for layout in LAYOUTS if layout.generation != G1.generation}
    | {G2.log_name}
)
_OLD_MARKS: Final = frozenset({*G1.root_names, G1.manifest_name, G1.log_name})
_OUTPUTS: Final = frozenset(folder for layout in LAYOUTS for folder in layout.outputs)
_TELLING: Final = (*_MARKS, *_OLD_MARKS, G2.sources, G1.sources, *_OUTPUTS)


@dataclass(frozen=True, slots=True)
class ChangedRuns:
    """The runs around changed files, by path from the repository's root (`.` for the root itself), sorted.

    `removed` are those of which nothing is left.
    """

    present: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def is_run(folder: Path) -> bool:
    """Whether a folder that somebody names is a run, however much of it is missing."""
    if not folder.is_dir():
        return False
    names, _ = _children(folder)
    return folder.resolve().parent.name in HOMES or _looks_like_run(names) or not names.isdisjoint(G1.root_names)


def find_runs(folder: Path) -> tuple[Path, ...]:
    """Every run in a folder, sorted by path; the folder itself is the first of them if it is a run."""
    found = []
    pending = [(folder, is_run(folder))]
    while pending:
        here, run = pending.pop()
        if run:
            found.append(here)
        home = (here.resolve() if here is folder else here).name in HOMES
        for name in _children(here)[1]:
            if _is_searched(name, inside=run):
                child = here / name
                pending.append((child, home or _looks_like_run(_children(child)[0])))
    return tuple(sorted(found, key=lambda path: path.parts))


def runs_of_changed_files(paths: Iterable[str], exists: Callable[[str], bool]) -> ChangedRuns:
    """The runs that enclose any of these files, nested ones and those around them alike.

    `paths` are the changed files from the repository's root, removed ones and both names of renamed ones included.
    `exists` says whether a file, or a folder with anything in it, stands at a path in the commit that is graded (`.`
    is the root). A run that lost its marks is still recognised by the removed files among `paths`.
    """
    changed = sorted(set(paths))
    held: dict[str, set[str]] = {}  # what stands or stood in a folder, as far as the changed files show
    for path in changed:
        parts = path.split("/")
        for at, name in enumerate(parts):
            held.setdefault("/".join(parts[:at]) or ".", set()).add(name)
    known: dict[str, bool] = {}
    runs = {folder for path in changed for folder in _enclosing(path, held, exists, known)}
    present = {folder for folder in runs if exists(folder)}
    return ChangedRuns(tuple(sorted(present)), tuple(sorted(runs - present)))


def _enclosing(
    path: str, held: Mapping[str, set[str]], exists: Callable[[str], bool], known: dict[str, bool]
) -> Iterator[str]:
    """The runs around a file, from the top; what lies in a run's own folders, or in hidden ones, isn't another run."""
    folder = "."
    for name in path.split("/"):
        if folder not in known:
            known[folder] = _is_changed_run(folder, held[folder], exists)
        if known[folder]:
            yield folder
        if not _is_searched(name, inside=known[folder]):
            return
        folder = name if folder == "." else f"{folder}/{name}"
        if folder not in held:  # that was the file itself
            return


def _is_changed_run(folder: str, held: Collection[str], exists: Callable[[str], bool]) -> bool:
    if folder != "." and folder.rpartition("/")[0].rpartition("/")[2] in HOMES:
        return True
    prefix = "" if folder == "." else f"{folder}/"
    return _looks_like_run({name for name in _TELLING if name in held or exists(prefix + name)})


def _looks_like_run(names: Collection[str]) -> bool:
    """Whether a folder that holds these names is a run.

    The names of the oldest generation are common ones (`root.md`, `manifest.md`): one of them alone proves nothing.
    """
    held = set(names)
    if held & _MARKS or (G2.sources in held and held & _OUTPUTS):
        return True
    return bool(held & _OLD_MARKS) and len(held & (_OLD_MARKS | {G1.sources, *G1.outputs})) > 1


def _is_searched(name: str, *, inside: bool) -> bool:
    """Whether runs are looked for in a folder of this name; `inside`: it stands in a run."""
    if name.startswith("."):
        return name in _SEARCHED_HIDDEN
    return name not in _VENDORED and not (inside and name in _INSIDE)


def _children(folder: Path) -> tuple[set[str], list[str]]:
    """The names in a folder, and those of its subfolders; none if it can't be listed."""
    try:
        with os.scandir(folder) as found:
            each = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in found]
    except OSError:
        return set(), []
    return {name for name, _ in each}, sorted(name for name, is_folder in each if is_folder)
