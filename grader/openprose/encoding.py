"""What a file's first bytes say of the rest: whether it is text, and in which encoding.

UTF-8 is the rule. A byte order mark names UTF-16 and UTF-32. What is neither is read as windows-1252, as browsers
do, unless it holds bytes that no text has.
"""

from __future__ import annotations

import codecs
import io
from typing import BinaryIO, Final, cast

HEAD: Final = 64 * 1024  # bytes that are looked at

_MARKS: Final = (  # the longer mark first: UTF-32's begins with UTF-16's
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OTHER: Final = "windows-1252"
_BINARY_STARTS: Final = (b"%PDF-", b"%!PS", b"\x1f\x8b", b"\x7fELF", b"PK\x03\x04", b"\xff\xd8\xff")
_NEVER_IN_TEXT: Final = bytes(set(range(32)) - {7, 8, 9, 10, 11, 12, 13, 27})


def encoding_of(head: bytes) -> str | None:
    """The encoding of a text that begins with these bytes (up to `HEAD` of them); None if it isn't text."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if b"\0" in head or head.startswith(_BINARY_STARTS):
        return None
    try:
        # not final: the head may end inside a character
        codecs.getincrementaldecoder("utf-8")().decode(head, final=len(head) < HEAD)
    except UnicodeDecodeError:
        return None if _is_noise(head) else _OTHER
    return "utf-8"


def decode(data: bytes) -> str | None:
    """The text of a whole file, byte order mark left off; None if any of it isn't text. Bad bytes become U+FFFD."""
    encoding = encoding_of(data[:HEAD])
    if encoding is None:
        return None
    try:
        text = data.decode(encoding)
        guessed = encoding == _OTHER
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
        guessed = encoding in {_OTHER, "utf-8", "utf-8-sig"}
    return None if "\0" in text or (guessed and _is_noise(data)) else text


def _is_noise(data: bytes) -> bool:
    """Whether bytes that are no UTF-8 hold some that no other text has either."""
    return len(data.translate(None, _NEVER_IN_TEXT)) < len(data)


def as_utf8(stream: BinaryIO, encoding: str) -> BinaryIO:
    """The same stream if it is UTF-8; else one that gives its text in UTF-8, without holding all of it."""
    if encoding in {"utf-8", "utf-8-sig"}:
        return stream
    return cast("BinaryIO", io.BufferedReader(_Recoded(stream, encoding)))


class _Recoded(io.RawIOBase):
    """A stream of another encoding, read as UTF-8."""

    def __init__(self, stream: BinaryIO, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._ready = b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]  # Buffer has a name only from Python 3.12 on
        while not self._ready and not self._ended:
            raw = self._stream.read(HEAD)
            self._ended = not raw
            self._ready = self._decoder.decode(raw, final=self._ended).encode("utf-8", "replace")
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def close(self) -> None:
        self._stream.close()
        super().close()
