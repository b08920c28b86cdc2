"""Which batches are under way, kept in a file, so that whoever stopped waiting can wait on."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from grader.model import Frozen

_log = logging.getLogger(__name__)

_FORMAT = 1

BatchId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,128}$")]
Key = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,64}$")]


class _File(Frozen):
    format: int = _FORMAT
    batches: dict[BatchId, tuple[Key, ...]]


class BatchState:
    """The keys of the requests in each batch that is under way. Without a path it is kept in memory only."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._batches: dict[str, tuple[str, ...]] = self._read()

    def batch_of(self, key: str) -> str | None:
        """The batch that the request is in, if it was sent."""
        return next((batch for batch, keys in self._batches.items() if key in keys), None)

    def sent(self, batch: str, keys: Iterable[str]) -> None:
        """Note a new batch."""
        self._batches[batch] = tuple(keys)
        self._write()

    def drop(self, keys: Iterable[str]) -> None:
        """Forget requests that are answered, or that are to be sent anew."""
        gone = set(keys)
        left = {batch: tuple(it for it in held if it not in gone) for batch, held in self._batches.items()}
        self._batches = {batch: held for batch, held in left.items() if held}
        self._write()

    def _read(self) -> dict[str, tuple[str, ...]]:
        if self._path is None:
            return {}
        try:
            found = _File.model_validate_json(self._path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError):
            _log.warning("the state of earlier batches in %s can't be read and is ignored", self._path)
            return {}
        return dict(found.batches) if found.format == _FORMAT else {}

    def _write(self) -> None:
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            partial = self._path.with_name(f"{self._path.name}.partial")
            partial.write_text(_File(batches=self._batches).model_dump_json(), "utf-8")
            partial.replace(self._path)
        except OSError as error:
            _log.warning("the state of the batches can't be kept in %s (%s)", self._path, error.strerror)
            self._path = None
