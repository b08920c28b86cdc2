"""How many tokens a text has, about. Only the service can count them; four characters a token is the usual guess."""

from __future__ import annotations

_CHARACTERS = 4


def estimate(*texts: str) -> int:
    """The estimated tokens of some texts together."""
    return -(-sum(len(text) for text in texts) // _CHARACTERS)
