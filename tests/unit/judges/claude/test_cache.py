"""The answer cache holds text alone, and what goes wrong with it costs no more than its answers."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import diskcache
import pytest

from grader.judges.claude.cache import DiskStore, Entry

ENTRY = Entry(text="{}", tries=1)


def test_what_was_put_is_got(tmp_path: Path) -> None:
    """By the next process too; another key has nothing."""
    DiskStore(tmp_path).put("key", ENTRY)

    store = DiskStore(tmp_path)
    assert store.get("key") == ENTRY
    assert store.get("other") is None


@pytest.mark.parametrize("first", ["get", "put"])
def test_a_database_that_broke_is_told_once_and_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, first: str
) -> None:
    """Reading or writing, whichever comes first; then nothing is kept, and nothing raises."""
    store = DiskStore(tmp_path)
    store.put("key", ENTRY)
    with sqlite3.connect(tmp_path / "cache.db") as database:
        database.execute("DROP TABLE Cache")
    database.close()
    if first == "put":
        store.put("key", ENTRY)

    assert store.get("key") is None
    store.put("key", ENTRY)
    assert store.get("key") is None
    store.close()
    assert len(caplog.records) == 1
    assert str(tmp_path) in caplog.text


def test_no_foreign_key_is_decoded(tmp_path: Path) -> None:
    """A key that was pickled into the same folder by somebody else is refused, not unpickled."""
    DiskStore(tmp_path).put("key", ENTRY)
    with diskcache.Cache(str(tmp_path)) as foreign:
        foreign["pickled", "key"] = "value"

    store = DiskStore(tmp_path)
    assert store._cache is not None
    with pytest.raises(ValueError, match="a key that isn't text"):
        list(store._cache)
    assert store.get("key") == ENTRY
    store.close()
