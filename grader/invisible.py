"""Which characters leave no mark on a page, and could so hide or disguise text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # controls, formats, half characters, separators of lines
# Unicode calls these letters, marks or symbols, but they are drawn as nothing at all.
_DRAWN_AS_NOTHING = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_NONCHARACTERS = frozenset("\ufffe\uffff")
_VARIATION_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


@lru_cache(maxsize=4096)
def leaves_no_mark(character: str) -> bool:
    """Whether the character is a control, a format or bidirectional mark, a filler or a variation selector.

    Line ends, tabs and separators of lines are among them; spaces of any width aren't.
    """
    return (
        unicodedata.category(character) in _CATEGORIES
        or character in _DRAWN_AS_NOTHING
        or character in _NONCHARACTERS
        or any(ord(character) in selectors for selectors in _VARIATION_SELECTORS)
    )


def is_invisible(character: str) -> bool:
    """Whether the character leaves no mark and no gap: white space of any kind, line ends and tabs, shows as a gap."""
    return leaves_no_mark(character) and not character.isspace()
