"""Everything under one run directory, read safely and within limits.

A run is hostile input: the listing follows no link, stops at the limits, and is the same on every machine. Files of
nested runs (`imports/`) and everything below a folder whose name begins with a dot are no part of it.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Mapping
from typing import BinaryIO

from grader.document import Document
from grader.limits import Limits
from grader.lines import with_line_feeds
from grader.model import Media, Origin
from grader.openprose.encoding import HEAD, as_utf8, decode, encoding_of
from grader.openprose.tree import Entry, RunTree

NESTED_RUNS = "imports"
_BLOCK = 1024 * 1024  # bytes hashed at a time


class Unreadable(Exception):
    """A file that can't be read as asked; the message says why, as the end of a sentence that begins with its path."""


class RunFiles:
    """The files of a run by path, sorted, and their bytes and text on request.

    `breach` says which limit of the whole run was broken, if one was; the listing is then incomplete. An entry with a
    problem stands in the listing but can't be read.
    """

    def __init__(self, tree: RunTree, limits: Limits) -> None:
        self.tree = tree
        self.limits = limits
        self.breach: str | None = None
        self.entries: Mapping[str, Entry] = self._walk()
        self._paths = list(self.entries)
        self._encodings: dict[str, str | None] = {}

    def __contains__(self, path: object) -> bool:
        return path in self.entries

    def exists(self, path: str) -> bool:
        """Whether a file stands at a path, or a folder that holds one."""
        return path in self.entries or bool(self.under(path))

    def under(self, folder: str) -> list[str]:
        """The paths below a folder, sorted; the folder's own path if it is a link or can't be listed."""
        below = self._paths[
            bisect_left(self._paths, f"{folder}/") : bisect_left(self._paths, f"{folder}0")
        ]  # "0" is next
        return [folder, *below] if folder in self.entries else below

    def size(self, path: str) -> int:
        """The file's size in bytes, as listed."""
        return self.entries[path].size

    def media(self, path: str) -> tuple[Media, str | None]:
        """What kind of thing a file's bytes are, and why it can't be read, if so."""
        problem = self.entries[path].problem
        if problem is not None:
            return Media.UNREADABLE, problem
        try:
            return (Media.BINARY if self._encoding(path) is None else Media.TEXT), None
        except OSError as error:
            return Media.UNREADABLE, _refusal(error)

    def text(self, path: str) -> str:
        """The whole text of a small file. Raises Unreadable."""
        entry = self.entries.get(path) or self.tree.entry(path)
        if entry is None:
            raise Unreadable("doesn't exist")
        if entry.problem is not None:
            raise Unreadable(f"can't be read: {entry.problem}")
        cap = min(self.limits.file_bytes, self.limits.parsed_bytes)
        try:
            with self.tree.open(path) as stream:
                data = stream.read(cap + 1)
        except OSError as error:
            raise Unreadable(f"can't be read: {_refusal(error)}") from error
        if len(data) > cap:
            raise Unreadable(f"is larger than {cap:,} bytes, the limit for a file that is parsed")
        text = decode(data)
        if text is None:
            raise Unreadable("isn't text")
        return with_line_feeds(text)

    def document(self, path: str, origin: Origin = Origin.OUTPUT, *, skip_lines: int = 0) -> Document:
        """A text file as a document. What isn't UTF-8 is given as UTF-8. Raises OSError if it can't be opened."""
        encoding = self._encoding(path) or "utf-8"

        def opened() -> BinaryIO:
            return as_utf8(self.tree.open(path), encoding)

        return Document(path, self.size(path), opened, origin=origin, skip_lines=skip_lines)

    def sha256(self, path: str) -> str | None:
        """The hash of the file's bytes, in hexadecimal digits, without holding them; None if it can't be read."""
        if self.entries[path].problem is not None:
            return None
        digest = hashlib.sha256()
        try:
            with self.tree.open(path) as stream:
                while block := stream.read(_BLOCK):
                    digest.update(block)
        except OSError:
            return None
        return digest.hexdigest()

    def _encoding(self, path: str) -> str | None:
        if path not in self._encodings:
            with self.tree.open(path) as stream:
                self._encodings[path] = encoding_of(stream.read(HEAD))
        return self._encodings[path]

    def _walk(self) -> dict[str, Entry]:
        """All files, level by level, so that what stands near the top is known even if a limit cuts the walk short."""
        found: list[Entry] = []
        level, depth, seen, total = [""], 0, 0, 0
        while level and self.breach is None:
            below: list[str] = []
            for folder in level:
                files, folders = self._list(folder)
                files = [self._limited(entry) for entry in files if not _hidden(entry.path)]
                below += [each for each in folders if not _hidden(each) and each != NESTED_RUNS]
                seen += len(files) + len(folders)
                total += sum(entry.size for entry in files if entry.problem is None)
                found += files
                if seen > self.limits.run_files:
                    self.breach = f"the run has more than {self.limits.run_files:,} files and folders"
                elif total > self.limits.run_bytes:
                    self.breach = f"the run's files have more than {self.limits.run_bytes:,} bytes"
                if self.breach:
                    break
            level, depth = below, depth + 1
            if level and depth > self.limits.depth and self.breach is None:
                self.breach = f"the run's folders are nested deeper than {self.limits.depth}: {level[0][:200]}"
        return {entry.path: entry for entry in sorted(found, key=lambda entry: entry.path)}

    def _list(self, folder: str) -> tuple[list[Entry], list[str]]:
        try:
            return self.tree.folder(folder)
        except OSError as error:
            if not folder:
                raise
            return [Entry(folder, 0, _refusal(error))], []

    def _limited(self, entry: Entry) -> Entry:
        if entry.problem is None and entry.size > self.limits.file_bytes:
            problem = f"it has {entry.size:,} bytes, more than the limit of {self.limits.file_bytes:,} for a file"
            return Entry(entry.path, entry.size, problem)
        return entry


def _hidden(path: str) -> bool:
    return path.rpartition("/")[2].startswith(".")


def _refusal(error: OSError) -> str:
    """The system's own words without the machine's path."""
    return (error.strerror or str(error)).lower()
