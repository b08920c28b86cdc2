"""How long a text is, by every measure that GitHub is known to cut by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """A length, or the limit of one: UTF-16 units (never fewer than characters) and UTF-8 bytes."""

    characters: int
    bytes: int

    @classmethod
    def of(cls, text: str) -> Size:
        """The size of a text."""
        return cls(len(text.encode("utf-16-le", "surrogatepass")) // 2, len(text.encode("utf-8", "surrogatepass")))

    def fits(self, limit: Size) -> bool:
        """Whether it keeps within a limit by both measures."""
        return self.characters <= limit.characters and self.bytes <= limit.bytes

    def minus(self, other: Size) -> Size:
        """What is left of a limit."""
        return Size(self.characters - other.characters, self.bytes - other.bytes)
