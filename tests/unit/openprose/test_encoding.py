"""Whether a file is text, and in which encoding."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.openprose.encoding import HEAD, as_utf8, decode, encoding_of

TEXT = "Größe: 3 — ok\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_reads_what_says_its_encoding(encoding: str) -> None:
    """UTF-8 with or without a mark, and the wider ones with one, are text; the mark is no part of it."""
    assert decode(TEXT.encode(encoding)) == TEXT


def test_reads_other_text_as_windows_1252() -> None:
    """Bytes that are no UTF-8 but could be text are read as browsers read them."""
    assert decode("Größe – naïve".encode("windows-1252")) == "Größe – naïve"


@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"%PDF-1.7\n1 0 obj", b"PK\x03\x04zip", b"abc\0def", bytes(range(1, 256))],
    ids=["png", "pdf", "zip", "nul", "noise"],
)
def test_knows_what_is_not_text(data: bytes) -> None:
    """Pictures, archives and noise have no encoding."""
    assert encoding_of(data) is None


@pytest.mark.parametrize(
    ("end", "is_text"),
    [
        (b"\0", False),
        (b"\xff\x01", False),
        ("ü\x01".encode(), True),
        (b"caf\xe9", True),
    ],
    ids=["nul", "noise", "escape", "a bad byte"],
)
@pytest.mark.parametrize("start", ["plain", "caf\u00e9"])
def test_a_whole_file_is_judged_to_its_end(start: str, end: bytes, is_text: bool) -> None:
    """What would be no text in the head is none behind it; a bad byte alone is only lost."""
    data = (start + " " * HEAD).encode() + end
    assert (decode(data) is not None) is is_text


def test_other_text_is_judged_to_its_end_too() -> None:
    """Read as windows-1252 for want of UTF-8, and then no text after all."""
    head = "café".encode("windows-1252") + b" " * HEAD
    assert decode(head) == "café" + " " * HEAD
    assert decode(head + b"\x01") is None


def test_a_wide_encoding_that_breaks_off_is_text() -> None:
    """Half a character at the end is lost, and no more."""
    assert decode(TEXT.encode("utf-16") + b"x") == TEXT + "\ufffd"
    assert decode((TEXT + "\0").encode("utf-16")) is None


def test_a_character_cut_by_the_end_of_the_head_is_still_utf8() -> None:
    """The first bytes may end inside a character."""
    data = ("a" * (HEAD - 1) + "ü").encode()
    assert encoding_of(data[:HEAD]) == "utf-8"


def test_control_characters_alone_do_not_make_a_binary() -> None:
    """A text with escape sequences is a text, and a hostile one at that."""
    assert encoding_of(b"\x1b[31mred\x1b[0m \x01") == "utf-8"


@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"])), encoding=st.sampled_from(["utf-16", "utf-32"]))
def test_a_stream_of_another_encoding_reads_as_utf8(text: str, encoding: str) -> None:
    """Transcoding while reading loses nothing, whatever is asked for at a time."""
    with as_utf8(io.BytesIO(text.encode(encoding)), encoding) as stream:
        pieces = iter(lambda: stream.read(3), b"")
        assert b"".join(pieces).decode("utf-8") == text


@given(data=st.binary())
def test_decoding_is_total(data: bytes) -> None:
    """Any bytes are text or not; none raise."""
    assert decode(data) is None or isinstance(decode(data), str)
