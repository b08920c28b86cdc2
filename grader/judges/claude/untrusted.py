"""Text of a run, made fit to be shown to a model as data.

Whoever wrote an output may have written it for the judge. So each text stands between tags that carry a nonce which
its author can't know; characters that nobody sees are made visible; and what imitates a tag, a role or a prompt format
is broken. Everything odd becomes the same kind of mark, `⟦U+202E⟧`, so that one rule leads back to the original.
"""

from __future__ import annotations

import re

from grader.invisible import is_invisible

_OPEN_MARK = "⟦"
_MARK = re.compile(r"⟦U\+([0-9A-F]{4,6})⟧")

# Each group `odd` is the one character that becomes a mark; what follows is what makes it an imitation.
_IMITATIONS = (
    # tags that steer models, ours included, and the separators of chat formats
    re.compile(
        r"(?P<odd><)(?=(?:\s*/\s*)?(?:untrusted|system|assistant|user|human|instructions?|tool|function|invoke|parameter|"
        r"thinking|antml)(?:[\s>:_/-]|\Z))",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<odd><)(?=\||<\s*/?sys)", re.IGNORECASE),
    re.compile(r"(?P<odd>\[)(?=/?(?:inst|sys|system)\])", re.IGNORECASE),
    # a turn of another speaker
    re.compile(
        r"(?<![^\n])(?P<lead>[ \t>*_]{0,40})(?P<odd>[hasu])(?=(?:uman|ssistant|ystem|ser)[ \t*_]{0,9}:)", re.IGNORECASE
    ),
    # a heading that announces instructions
    re.compile(
        r"(?<![^\n])(?P<lead>[ \t]{0,40})(?P<odd>#)(?=#{0,5}[ \t]{0,9}(?:system|(?:new )?instructions?)\b)",
        re.IGNORECASE,
    ),
)


def show(text: str) -> str:
    """The text as a model may see it. `reveal` undoes it exactly."""
    if not text.isascii() or not text.isprintable():
        text = "".join(_mark(it) if it == _OPEN_MARK or is_invisible(it) else it for it in text)
    for imitation in _IMITATIONS:
        text = imitation.sub(_break, text)
    return text


def reveal(shown: str) -> str:
    """The original of a shown text, or of a part of it that a model quotes."""
    return _MARK.sub(_character, shown)


def show_line(text: str, limit: int = 300) -> str:
    """A short text (a name, a path, a sentence) as one line of shown text, cut to at most `limit` characters."""
    line = " ".join(text.split())
    return show(line if len(line) <= limit else line[: limit - 1] + "…")


def fence(nonce: str, kind: str, text: str, **attributes: str) -> str:
    """The shown text between tags that carry the nonce. The attributes may come from the run too."""
    tag = f"untrusted-{nonce}"
    written = "".join(f' {name}="{show_line(value).replace(chr(34), chr(39))}"' for name, value in attributes.items())
    body = show(text)
    return f'<{tag} kind="{kind}"{written}>\n{body}{"" if body.endswith(chr(10)) else chr(10)}</{tag}>'


def _mark(character: str) -> str:
    return f"⟦U+{ord(character):04X}⟧"


def _break(match: re.Match[str]) -> str:
    return match.groupdict().get("lead", "") + _mark(match["odd"])


def _character(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return chr(code) if code <= 0x10FFFF else match[0]
