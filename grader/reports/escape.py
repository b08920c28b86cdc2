"""Text of a run on its way into a report (terminal, Markdown, HTML, a runner's log), and never as anything but text.

A run is hostile input. Its text may hold escape sequences, bidirectional overrides, markup, mentions, or a command for
the runner. Each function here takes raw text and gives a form that its reader shows as those very characters.
`Markdown` marks what is safe in Markdown; templates escape everything that isn't marked (`grader.reports.templating`).
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from operator import itemgetter

from grader.invisible import leaves_no_mark

# --- characters that can't be seen -----------------------------------------------------------------------------------

_EMOJI_STYLE, _JOINER = "\ufe0f", "\u200d"
_EMOJI_PARTS = frozenset({"So", "Sk"})  # symbols and skin tones


def visible(text: str, keep: str = "\n\t") -> str:
    """The text with every control, format, bidirectional and otherwise invisible character made visible.

    C0 controls become their pictures (␛), others `⟨U+202E⟩`. The characters of `keep` stay, and so do the joiners and
    selectors inside of an emoji. A CRLF counts as a line feed.
    """
    text = text.replace("\r\n", "\n")
    if text.isprintable() and text.isascii():
        return text
    if _EMOJI_STYLE in text or _JOINER in text:
        return "".join(_visible_in_context(text, keep))
    return "".join(it if it in keep else _shown(it) for it in text)


def _visible_in_context(text: str, keep: str) -> Iterator[str]:
    for before, it, after in zip(" " + text, text, text[1:] + " ", strict=False):
        of_emoji = (it == _EMOJI_STYLE and _is_emoji(before)) or (
            it == _JOINER and (_is_emoji(before) or before == _EMOJI_STYLE) and _is_emoji(after)
        )
        yield it if of_emoji or it in keep else _shown(it)


def _is_emoji(character: str) -> bool:
    return unicodedata.category(character) in _EMOJI_PARTS


@lru_cache(maxsize=4096)
def _shown(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if not leaves_no_mark(character):
        return character
    return "␡" if character == "\x7f" else f"⟨U+{code:04X}⟩"


def one_line(text: str) -> str:
    """The text on one line: visible, white space collapsed."""
    return visible(" ".join(text.split()), keep="")


def shortened(text: str, limit: int) -> str:
    """At most `limit` characters: a prefix and an ellipsis where the text is longer."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def terminal(text: str) -> str:
    """For a terminal: visible, tabs expanded, line feeds kept."""
    return visible(text).expandtabs(4)


# --- Markdown --------------------------------------------------------------------------------------------------------


class Markdown(str):
    """A piece of Markdown that needs no further escaping."""

    __slots__ = ()


# What GitHub makes something of, wherever it stands in running text: mentions, references to issues and commits,
# addresses, mathematics, emoji. No escape stops it (they are found after the Markdown is rendered), only code does.
_ACTIVE = re.compile(r"[@#$]|://|www\.|mailto:|xmpp:|:[\w+-]+:|\b[0-9a-f]{7,40}\b|\b(?:gh|ghsa|cve)-\w", re.IGNORECASE)
_MARKUP = re.compile(r"[\\`*_\[\]<>&|~]")
_BACKTICKS = re.compile(r"`+")
_ORDERED = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")
_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def prose(text: str, *, in_table: bool = False) -> Markdown:
    """The text as running Markdown on one line. Its `code` stays code; all other markup becomes characters."""
    parts: list[str] = []
    for is_code, pieces in itertools.groupby(_pieces(one_line(text)), key=itemgetter(1)):
        whole = "".join(piece for piece, _ in pieces)  # code beside code is one span, or their backticks would mix
        parts.append(code(whole, in_table=in_table) if is_code else _MARKUP.sub(r"\\\g<0>", whole))
    return Markdown(_at_line_start("".join(parts)))


def code(text: str, *, in_table: bool = False) -> Markdown:
    """The text as a code span on one line. In a table a bar would split the cell even inside of code."""
    line = visible(re.sub(r"[\n\t ]+", " ", text), keep="")
    if not line.strip():
        return Markdown("*(blank)*")
    ticks = "`" * _fence_length(line, 1)
    pad = " " if line[0] in "` " or line[-1] in "` " else ""
    if in_table:
        line = line.replace("|", r"\|")
    return Markdown(f"{ticks}{pad}{line}{pad}{ticks}")


def fence(text: str, indent: str = "", info: str = "text") -> Markdown:
    """The text as a fenced block, its fence longer than any in the text.

    `indent` begins each of its lines; `info` names the block's language and is never taken from a run.
    """
    lines = visible(text).strip("\n").split("\n")
    marks = "`" * _fence_length(text, 3)
    return Markdown("\n".join(f"{indent}{line}" for line in (f"{marks}{info}", *lines, marks)))


def _pieces(line: str) -> Iterator[tuple[str, bool]]:
    """The line cut into pieces, and whether each is to be code: the author's own code, and active words."""
    for part, is_code in _code_spans(line):
        if is_code:
            yield part, True
        else:
            yield from ((word, bool(_ACTIVE.search(word))) for word in re.split(r"(\s+)", part) if word)


def _code_spans(line: str) -> Iterator[tuple[str, bool]]:
    """The line cut into text and code (whether it is code), as CommonMark pairs runs of backticks. Linear."""
    runs = list(_BACKTICKS.finditer(line))
    closes: dict[int, int] = {}
    partner: list[int | None] = []
    for number in range(len(runs) - 1, -1, -1):
        length = len(runs[number][0])
        partner.append(closes.get(length))
        closes[length] = number
    partner.reverse()
    at, number = 0, 0
    while number < len(runs):
        close = partner[number]
        inner = "" if close is None else line[runs[number].end() : runs[close].start()].strip()
        if close is None or not inner:
            number += 1
            continue
        yield line[at : runs[number].start()], False
        yield inner, True
        at, number = runs[close].end(), close + 1
    yield line[at:], False


def _at_line_start(text: str) -> str:
    """The text so that it begins no heading, list, rule, table or code block."""
    text = text.strip()
    if text[:1] in _ASCII_PUNCTUATION and text[:1] not in "\\`*":
        return "\\" + text
    return _ORDERED.sub(r"\1\\\2", text)


def _fence_length(text: str, least: int) -> int:
    """More backticks than any run in the text."""
    return max(least, 1 + max((len(run[0]) for run in _BACKTICKS.finditer(text)), default=0))


# --- the runner's log ------------------------------------------------------------------------------------------------


def command_data(text: str) -> str:
    """The text as the message of a workflow command."""
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def command_property(text: str) -> str:
    """The text as a property of a workflow command."""
    return command_data(text).replace(":", "%3A").replace(",", "%2C")
