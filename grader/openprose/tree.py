"""The folder tree of a run, as something that can be listed and opened but never left.

`RunTree` is all that the rest of the grader asks of a place where a run lies. `LocalTree` is such a place on this
machine; a commit that is read through an interface of its host can be another.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

FOREIGN_NAME = "its name is not valid Unicode"


def in_unicode(path: str) -> str:
    r"""A path as a report can hold it: bytes of a name that are no UTF-8 are written as `\udce9`."""
    return path.encode("utf-8", "backslashreplace").decode("utf-8")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in the tree that isn't a plain, enterable folder: its path inside the run and its size in bytes.

    `problem` says why it can't be read (a link, a device, a folder that the system refuses); None for a regular file.
    """

    path: str
    size: int = 0
    problem: str | None = None


class RunTree(Protocol):
    """A place where a run lies. Paths are relative to the run, with forward slashes, never empty, never with `..`."""

    @property
    def name(self) -> str:
        """The run directory's own name."""
        ...

    def folder(self, path: str) -> tuple[list[Entry], list[str]]:
        """The files (and all that isn't a folder) and the subfolders of a folder (`""`: the run itself), by path.

        Raises OSError if it can't be listed.
        """
        ...

    def entry(self, path: str) -> Entry | None:
        """What stands at a path; None for nothing. A folder is an entry with a problem."""
        ...

    def open(self, path: str) -> BinaryIO:
        """The bytes of a regular file. Raises OSError for anything else, links included."""
        ...


class LocalTree:
    """A run directory on this machine.

    The directory itself may be reached through links, for the caller named it; below it no link is followed. Each
    component is opened relative to its parent's descriptor, so a link put in place after the listing isn't followed
    either.
    """

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        found = self._root.stat()
        if not stat.S_ISDIR(found.st_mode):
            raise NotADirectoryError(str(root))
        self._identity = (found.st_dev, found.st_ino)

    @property
    def name(self) -> str:
        """The run directory's own name."""
        return in_unicode(self._root.name)

    def folder(self, path: str) -> tuple[list[Entry], list[str]]:
        """See `RunTree.folder`."""
        files: list[Entry] = []
        folders: list[str] = []
        with self._descend(path.split("/") if path else []) as descriptor, os.scandir(descriptor) as found:
            for each in found:
                child = f"{path}/{each.name}" if path else each.name
                if each.is_dir(follow_symlinks=False) and _is_unicode(each.name):
                    folders.append(child)
                else:
                    files.append(_entry(child, each.stat(follow_symlinks=False)))
        return sorted(files, key=lambda entry: entry.path), sorted(folders)

    def entry(self, path: str) -> Entry | None:
        """See `RunTree.entry`."""
        *folders, name = path.split("/")
        try:
            with self._descend(folders) as descriptor:
                return _entry(path, os.stat(name, dir_fd=descriptor, follow_symlinks=False))
        except (OSError, ValueError):  # nothing there, a link on the way, or a NUL in the name
            return None

    def open(self, path: str) -> BinaryIO:
        """See `RunTree.open`."""
        *folders, name = path.split("/")
        with self._descend(folders) as parent:
            # O_NONBLOCK: opening a pipe would otherwise wait for its other end.
            descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=parent)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise OSError(f"{path} is not a regular file")
        return os.fdopen(descriptor, "rb")

    @contextmanager
    def _descend(self, folders: list[str]) -> Iterator[int]:
        """The descriptor of a folder, reached from the root one component at a time."""
        descriptor = os.open(self._root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            found = os.fstat(descriptor)
            if (found.st_dev, found.st_ino) != self._identity:
                raise OSError("the run directory was replaced while it was being read")
            for folder in folders:
                if folder in {"", ".", ".."}:
                    raise OSError(f"{folder!r} is no folder of a run")
                parent = descriptor
                flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
                descriptor = os.open(folder, flags, dir_fd=parent)
                os.close(parent)
            yield descriptor
        finally:
            os.close(descriptor)


def _is_unicode(name: str) -> bool:
    return name.isprintable() or not any("\ud800" <= char <= "\udfff" for char in name)


def _entry(path: str, found: os.stat_result) -> Entry:
    if not _is_unicode(path):
        return Entry(in_unicode(path), 0, FOREIGN_NAME)
    if stat.S_ISREG(found.st_mode):
        return Entry(path, found.st_size)
    return Entry(path, 0, _KINDS.get(stat.S_IFMT(found.st_mode), "it is a device"))


_KINDS = {
    stat.S_IFLNK: "it is a symbolic link",
    stat.S_IFDIR: "it is a folder",
    stat.S_IFIFO: "it is a named pipe",
    stat.S_IFSOCK: "it is a socket",
}
