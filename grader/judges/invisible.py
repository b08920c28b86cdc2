"""Which characters leave no mark on a page, and could so hide or disguise text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

# Unicode calls these letters, marks or symbols, but they are drawn as nothing at all.
_DRAWN_AS_NOTHING = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_VARIATION_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


@lru_cache(maxsize=4096)
def is_invisible(character: str) -> bool:
    """Whether the character is a control, a format or bidirectional mark, a filler or a variation selector.

    White space, line ends and tabs included, is not invisible: it shows as a gap.
    """
    if character.isspace():
        return False
    if unicodedata.category(character) in {"Cc", "Cf", "Cs"} or character in _DRAWN_AS_NOTHING:
        return True
    return any(ord(character) in selectors for selectors in _VARIATION_SELECTORS)
