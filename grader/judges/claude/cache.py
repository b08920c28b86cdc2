"""Answers kept on disk, so that the same question is paid for once.

The store is diskcache's (SQLite), but none of its pickles: only short text is written, and whatever else a foreign
cache may hold is not even decoded. What is read is an answer like any other: it is parsed, its quotes are looked up
and its verdict is derived anew, so a cache can spare a call but never vouch for anything.
"""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Any, Protocol

import diskcache
from pydantic import Field, ValidationError

from grader.model import Frozen

_log = logging.getLogger(__name__)

_FORMAT = 1
_RAW = 1  # diskcache's mode of a value that stands in its row as it is
_WAIT = 5  # seconds that another process may hold the database
_FAILURES = (sqlite3.Error, diskcache.Timeout, OSError, ValueError, TypeError, KeyError, AttributeError)


class Entry(Frozen):
    """An answer that was accepted, word for word, and the try that brought it."""

    format: int = _FORMAT
    text: str = Field(max_length=1_000_000)
    tries: int = Field(ge=1, le=2)


class Store(Protocol):
    """Where earlier answers are kept."""

    def get(self, key: str) -> Entry | None:
        """The entry of that key, if there is a usable one."""
        ...

    def put(self, key: str, entry: Entry) -> None:
        """Keep the entry. Never raises."""
        ...

    def close(self) -> None:
        """Let go of the files."""
        ...


class NoStore:
    """Keeps nothing."""

    def get(self, key: str) -> Entry | None:
        """Nothing."""
        del key
        return None

    def put(self, key: str, entry: Entry) -> None:
        """Forget it."""

    def close(self) -> None:
        """Nothing to let go of."""


class _TextDisk(diskcache.Disk):  # type: ignore[misc]  # published without types
    """Reads and writes text in the database's own rows, and nothing else: no pickles and no files."""

    def store(self, value: str, read: bool, key: object = None) -> tuple[int, int, None, str]:  # noqa: FBT001 - the signature is diskcache's
        del read, key
        return 0, _RAW, None, value

    def fetch(self, mode: int, filename: str | None, value: Any, read: bool) -> str:  # noqa: FBT001 - the signature is diskcache's
        del read
        if mode != _RAW or filename is not None or not isinstance(value, str):
            raise ValueError("a value that isn't text")
        return value

    def get(self, key: Any, raw: bool) -> Any:  # noqa: FBT001 - the signature is diskcache's
        if not raw:
            raise ValueError("a key that isn't text")
        return key

    def remove(self, file_path: str) -> None:
        del file_path  # none of ours has files, and no foreign one is deleted


class DiskStore:
    """Entries in a folder. Whatever goes wrong with it is said once, and from then on it keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cache: diskcache.Cache | None = None
        try:
            self._cache = diskcache.Cache(str(folder), timeout=_WAIT, disk=_TextDisk)
        except _FAILURES as error:
            self._give_up(error)

    def get(self, key: str) -> Entry | None:
        """The entry of that key; None if there is none, or what is there isn't one."""
        if self._cache is None:
            return None
        try:
            value = self._cache.get(key)
        except sqlite3.Error as error:
            self._give_up(error)
            return None
        except _FAILURES as error:
            _log.warning("the answer cache in %s holds a foreign entry, which is ignored (%s)", self._folder, error)
            return None
        if value is None:
            return None
        try:
            entry = Entry.model_validate_json(value)
        except ValidationError:
            _log.warning("the answer cache in %s holds a corrupt entry, which is ignored", self._folder)
            return None
        return entry if entry.format == _FORMAT else None

    def put(self, key: str, entry: Entry) -> None:
        """Keep the entry, unless the disk or another process doesn't let us."""
        if self._cache is None:
            return
        try:
            self._cache.set(key, entry.model_dump_json())
        except _FAILURES as error:
            self._give_up(error)

    def close(self) -> None:
        """Close the database."""
        if self._cache is not None:
            self._cache.close()
            self._cache = None

    def _give_up(self, error: Exception) -> None:
        _log.warning("the answer cache in %s can't be used and is ignored (%s)", self._folder, error)
        self._cache = None
