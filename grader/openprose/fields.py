"""Reading JSON that a model wrote: keys in another case, values of another type, lists where objects were due.

Every reader here is total: whatever the JSON holds, it gives a value of the type that was asked for, or None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Any

from grader.openprose.names import fold
from grader.openprose.notices import Notices, shown

LONGEST = 4_000  # characters of a text: names, paths and conditions are shorter


def text_of(value: object) -> str | None:
    """A string, or a number as one, cut to `LONGEST`; None for all else and for blank strings.

    Lone surrogates, which no file can hold, become question marks.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value).strip()[:LONGEST].encode("utf-8", "replace").decode("utf-8") or None


def entries(value: object) -> Iterator[tuple[str | None, Any]]:
    """The entries of a list, or of an object with their keys. Anything else but null is one entry."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield text_of(key), each
    elif isinstance(value, list):
        for each in value:
            yield None, each
    elif value is not None:
        yield None, value


_fold_key = cache(fold)  # for the few keys that the format has


class Fields:
    """One JSON object, read tolerantly. A bare string stands for an object that has only a name.

    `label` is the key that the object stood under, or the bare string.
    """

    def __init__(self, value: object, file: str, notices: Notices, key: str | None = None) -> None:
        self._file = file
        self._notices = notices
        self._exact: dict[str, Any] = value if isinstance(value, dict) else {}
        self.label = key or (None if isinstance(value, dict) else text_of(value))

    def odd(self, code: str, message: str) -> None:
        """Note that something isn't as the format has it."""
        self._notices.add(code, message, self._file)

    def value(self, key: str) -> Any:
        """What stands under a key, case, hyphens and underscores aside; None if nothing does."""
        if key in self._exact or not self._exact:
            return self._exact.get(key)
        spelled = self._folded.get(_fold_key(key))
        if spelled is None:
            return None
        self.odd("manifest-key", f"The manifest spells {key} as {shown(spelled)}")
        return self._exact[spelled]

    @cached_property
    def _folded(self) -> Mapping[str, str]:
        return {fold(each): each for each in reversed(self._exact)}

    def text(self, *keys: str) -> str | None:
        """The first of these keys that holds a text or a number."""
        return next((text for key in keys if (text := text_of(self.value(key))) is not None), None)

    def name(self, what: str) -> str:
        """The entry's name: its `name`, its key in an object, or itself if it is a bare string."""
        found = self.text("name", "id") or self.label
        if found is None:
            self.odd(f"{what}-name", f"The manifest has an {what} without a name")
        return found or f"unnamed {what}"

    def fields(self, key: str) -> Fields:
        """The object under a key; an empty one if there is none."""
        return Fields(self.value(key), self._file, self._notices)

    def each(self, key: str) -> Iterator[Fields]:
        """The entries of the list under a key, of an object keyed by name, or the one entry that stands there alone."""
        found = self.value(key)
        if isinstance(found, dict) and text_of(found.get("name")):
            found = [found]
        for name, value in entries(found):
            if name is not None and isinstance(value, str):  # {"report": "bindings/a/report.md"}
                yield Fields({"name": name, "path": value, "description": value}, self._file, self._notices)
            else:
                yield Fields(value, self._file, self._notices, name)
