"""A quote is found exactly where it stands, whatever its white space and normal form, and nowhere else."""

from __future__ import annotations

import io
import unicodedata
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.document import LARGE, Document
from grader.judges.quotes import QuoteFinder, count_words, has_words
from grader.model import Origin, Place

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
FORMS: list[Form] = ["NFC", "NFD", "NFKC", "NFKD"]

REPORT = Document.of_text(
    "bindings/writer/report.md",
    "# Findings\n\nThe café opened in 1912 and\nclosed   after the\tflood.\n\n- Verdict: **passed**\n- Done.\n\n"
    "| name | state |\n|---|---|\n| cache | warm |\n",
)


def find(text: str, quote: str, path: str = "bindings/a/b.md") -> str | None:
    """The text found for a quote, if any."""
    found = QuoteFinder([Document.of_text(path, text)]).find(quote)
    return None if found is None else found.text


def counts(text: str, quote: str, path: str = "bindings/a/b.md") -> bool:
    """Whether the quote counts as a judge's evidence."""
    return QuoteFinder([Document.of_text(path, text)]).find_evidence(quote) is not None


def test_returns_the_documents_own_text_with_file_and_lines() -> None:
    """A quote with other white space comes back as the document has it, line break and all."""
    found = QuoteFinder([REPORT]).find("opened in 1912  and closed after the flood.")
    assert found is not None
    assert found.text == "opened in 1912 and\nclosed   after the\tflood."
    assert found.place == Place(file="bindings/writer/report.md", lines=(3, 4))
    assert found.origin is Origin.OUTPUT


def test_counts_lines_from_the_files_start_where_a_header_was_left_out() -> None:
    """The lines of a caller input are those of the file, header included."""
    document = Document.of_text("bindings/caller/q.md", "first\nthe question itself\n", skip_lines=4)
    found = QuoteFinder([document]).find("the question itself")
    assert found is not None
    assert found.place.lines == (6, 6)


@pytest.mark.parametrize("form", FORMS)
def test_finds_a_quote_in_any_normal_form(form: Form) -> None:
    """However quote and document compose their letters, the document's own letters come back."""
    text = "L'\u0061\u030angstro\u0308m, \ufb01nes \u1e9b\u0323, \uac00\uac01 and H\u2082O."
    spelling = unicodedata.normalize(form, "ångström, \ufb01nes \u1e9b\u0323, \uac00\uac01 and H\u2082O")
    found = find(text, spelling)
    assert found == "\u0061\u030angstro\u0308m, \ufb01nes \u1e9b\u0323, \uac00\uac01 and H\u2082O"


def test_finds_a_quote_across_windows_line_ends() -> None:
    """CRLF is a line wrap like any other, and stays in what is returned."""
    assert find("one two\r\nthree four\r\n", "two three four") == "two\r\nthree four"


def test_finds_a_quote_that_leaves_invisible_characters_out() -> None:
    """What nobody can see doesn't keep a quote from being found, and stays in what is returned."""
    assert find("no \u202eevil\u202c tri\u200bcks here", "evil tricks here") == "evil\u202c tri\u200bcks here"


def test_finds_a_quote_across_a_wrap_in_a_script_without_spaces() -> None:
    """Chinese text wrapped in the document is found by its unwrapped quote."""
    assert find("本报告包含三个\n主要发现。", "包含三个主要发现") == "包含三个\n主要发现"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("The flood came.", "the flood came."),
        ("the results improved", "the results have improved"),
        ("the results (2024) improved", "the results … improved"),
        ("a cafe\u0301 there", "a cafe"),
        ("가나다 라마바", "\u1100 라마바"),
        ("about \u00bd of it", "about 1"),
        ("", "anything at all"),
        ("some text here", ""),
        ("some text here", " \u200b\n"),
        ("broken \ufffd bytes here", "broken \ufffd bytes here"),
    ],
)
def test_finds_nothing_where_the_words_differ(text: str, quote: str) -> None:
    """Other case, words put in or left out, torn letters, undecodable or empty text are no quotes."""
    assert find(text, quote) is None


def test_looks_in_the_first_document_first() -> None:
    """Where several documents hold the words, the earlier one is quoted."""
    first, second = Document.of_text("a.md", "shared words here"), Document.of_text("b.md", "shared words here")
    found = QuoteFinder([first, second]).find("shared words here")
    assert found is not None
    assert found.place.file == "a.md"


def test_cuts_a_long_quote_to_an_exact_prefix() -> None:
    """A long quote is shortened from its end only."""
    text = "word " * 200
    found = find(text, text)
    assert found is not None
    assert text.startswith(found)
    assert len(found) <= 300


@pytest.mark.parametrize(
    ("text", "quote", "path"),
    [
        ("The three words stand here.", "three words stand", "a.md"),
        ("intro\n- Done.\nmore", "Done", "a.md"),
        ("intro\n## Risks\n", "Risks", "a.md"),
        ("status: passed\n", "passed", "a.md"),
        ("- **Verdict:** passed, \n", "passed", "a.md"),
        ('  "state": "warm",\n', "warm", "a.md"),
        ("| name | state |\n| cache | warm |", "warm", "a.md"),
        ("name,state\ncache,warm\n", "warm", "a.csv"),
        ('{"a": {"state": "warm"}, "n": 5}', "warm", "a.json"),
        ('{"a": {"state": "warm"}, "n": 5}', "5", "a.json"),
        ("Yesterday came.\nYes\n", "Yes", "a.md"),
        ("发现三个问题并且", "三个问题", "a.md"),
    ],
)
def test_a_short_quote_counts_as_a_whole_line_cell_or_value(text: str, quote: str, path: str) -> None:
    """Three words count anywhere; less counts where it stands alone."""
    assert counts(text, quote, path)


@pytest.mark.parametrize(
    ("text", "quote", "path"),
    [
        ("The test passed today.", "passed", "a.md"),
        ("The test passed today.", "test passed", "a.md"),
        ('{"state": "it was warm, then cold"}', "warm", "a.json"),
        ('{"state": 1}', "state", "a.json"),
        ("It was cold, warm, hot.", "warm", "a.md"),
        (":", ":::", "a.md"),
    ],
)
def test_a_short_quote_amid_text_does_not_count(text: str, quote: str, path: str) -> None:
    """One or two words out of a sentence prove nothing."""
    assert not counts(text, quote, path)


def test_scans_a_large_document_without_holding_it() -> None:
    """Beyond the size that is held in memory a quote is still found, also across two windows, with its line."""
    filler = "".join(f"line {number} of filler text\n" for number in range(60_000))
    data = (filler + "the needle is\nright here now\n").encode()
    document = Document("bindings/a/big.txt", LARGE + 1, lambda: io.BytesIO(data))
    found = QuoteFinder([document]).find("the needle is right here now")
    assert found is not None
    assert found.text == "the needle is\nright here now"
    assert found.place.lines == (60_001, 60_002)


def test_takes_linear_time_on_hostile_repetition() -> None:
    """A text of one repeated mark, and a quote that nearly matches everywhere, are told apart at once."""
    text = "a\u0301" * 50_000 + " " + "x " * 50_000
    assert find(text, "a\u0301" * 500 + "b") is None
    assert find("e" + "\u0301\u0327" * 50_000, "e\u0327") is None


@pytest.mark.parametrize(("text", "words"), [("", 0), (":", 0), ("N/A", 1), ("it's a well-known", 3), ("三个字", 3)])
def test_counts_words(text: str, words: int) -> None:
    """Punctuation is no word; where a script has no spaces each character is one."""
    assert count_words(text) == words
    assert has_words(text, words)
    assert not has_words(text, words + 1)


SOUP = st.text(
    st.sampled_from("ab é e\u0301 \u0327\u0301 \u200b\u202e \r\n \t\u00a0 가\u1100\u1161 ﬁ½ 三个 .,|:\"'")
    | st.characters(exclude_categories=["Cs"])
)


@given(SOUP, SOUP, SOUP)
def test_what_is_found_is_an_exact_part_with_the_right_lines(before: str, quote: str, after: str) -> None:
    """Whatever is returned stands letter for letter in the document, on the lines that it names."""
    text = before + quote + after
    document = Document.of_text("a.md", text)
    text = document.text
    found = QuoteFinder([document]).find(quote)
    if found is None:
        return
    lines = text.split("\n")
    first, last = found.place.lines
    assert found.text in "\n".join(lines[first - 1 : last])
    assert found.text == found.text.strip()


WORDS = st.lists(st.text(st.sampled_from("abcé가ñ三"), min_size=1, max_size=6), min_size=1, max_size=12)
GAPS = st.sampled_from([" ", "\n", "\r\n", "  ", "\t", "\u00a0", "\n\n", " \u200b"])


@given(WORDS, st.data())
def test_finds_every_passage_however_it_is_respelled(words: list[str], data: st.DataObject) -> None:
    """Any run of whole words is found again after other wrapping, another normal form and lost invisible characters."""
    gaps = data.draw(st.lists(GAPS, min_size=len(words), max_size=len(words)))
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    form = data.draw(st.sampled_from(FORMS))
    text = "".join(word + gap for word, gap in zip(words, gaps, strict=True))
    quote = unicodedata.normalize(form, " ".join(words[first : last + 1]))
    found = find(text, quote)
    assert found is not None
    assert found in text
    assert unicodedata.normalize("NFD", "".join(found.replace("\u200b", "").split())) == unicodedata.normalize(
        "NFD", "".join(words[first : last + 1])
    )


@pytest.mark.parametrize(("before", "found"), [(998, True), (1001, False)])
def test_a_short_quote_is_looked_for_in_so_many_places(before: int, found: bool) -> None:
    """A word that hostile text repeats without end takes no time without end; a longer quote is found all the same."""
    text = "it has passed, they say. " * before + "\n\npassed\n"
    assert counts(text, "passed") is found
    assert counts(text, "they say. passed")
