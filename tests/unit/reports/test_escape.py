"""Hostile text reaches a terminal, Markdown, HTML or a log as those very characters, and as nothing else."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Callable, Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from grader.reports import escape
from tests import drawn

EMOJI = "\u26a0\ufe0f \U0001f469\u200d\U0001f4bb \U0001f469\U0001f3fd\u200d\U0001f4bb"

GFM = MarkdownIt("gfm-like")

PIECES = [*drawn.PIECES, "\ud800"]
hostile = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=12).map("".join)


def _inline(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _inline(token.children or [])


def _shown(markdown: str) -> str:
    """What a reader sees of Markdown: its text and code, without its elements."""
    return "".join(token.content for token in _inline(GFM.parse(markdown)) if token.type in {"text", "code_inline"})


# --- what can't be seen ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("é ü 中 😀", "é ü 中 😀"),
        ("\x1b[31mred\x07", "␛[31mred␇"),
        ("a\r\nb", "a\nb"),
        ("a\rb", "a␍b"),
        ("\x7f\x9b", "␡⟨U+009B⟩"),
        ("user\u202etxt.exe", "user⟨U+202E⟩txt.exe"),
        ("a\u200bb\u2060c\ufeffd\xade", "a⟨U+200B⟩b⟨U+2060⟩c⟨U+FEFF⟩d⟨U+00AD⟩e"),
        ("a\u2028b", "a⟨U+2028⟩b"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("\u3164", "⟨U+3164⟩"),
        ("\ud800", "⟨U+D800⟩"),
        (EMOJI, EMOJI),
        ("a\u200db a\ufe0f", "a⟨U+200D⟩b a⟨U+FE0F⟩"),
    ],
)
def test_what_cannot_be_seen_is_made_visible(text: str, shown: str) -> None:
    """Controls become pictures, other invisible characters their number; letters and whole emoji stay."""
    assert escape.visible(text) == shown


@given(hostile | st.text())
def test_no_invisible_character_is_left(text: str) -> None:
    """Nothing but line feeds and tabs is left of the control and format characters, joiners in an emoji aside."""
    left = {it for it in escape.visible(text) if unicodedata.category(it) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}
    assert left <= {"\n", "\t", "\u200d"}
    assert not escape.visible("".join(left - {"\u200d"}), keep="").strip("␊␉")


@given(hostile | st.text())
def test_a_terminal_gets_no_control_character(text: str) -> None:
    """No C0 or C1 control but the line feed reaches a terminal."""
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", escape.terminal(text))


# --- Markdown --------------------------------------------------------------------------------------------------------

INERT = {"paragraph_open", "paragraph_close", "inline", "text", "code_inline"}


@given(hostile)
@example("``` x")
@example("a\n:-:\n")
@example("*(blank)*")
@example("` `")
def test_prose_is_one_paragraph_of_text_and_code(text: str) -> None:
    """No link, image, HTML, emphasis, heading, list, table or rule comes of a run's text."""
    assert {token.type for token in _inline(GFM.parse(escape.prose(text)))} <= INERT


@given(hostile)
def test_prose_shows_the_text_itself(text: str) -> None:
    """What a reader sees is the text, on one line, with its own code marks turned into code."""
    line = escape.one_line(text)
    if "`" not in line:
        assert _shown(escape.prose(text)) == line
    else:
        bare = re.compile(r"[`\s]")
        assert bare.sub("", _shown(escape.prose(text))) == bare.sub("", line)


@given(hostile)
@example("``@octocat``@octocat``")
@example("`a``b`")
@example("`` ```@x")
def test_nothing_active_is_left_outside_of_code(text: str) -> None:
    """No mention, reference, commit, address, formula or emoji stands where GitHub would make something of it."""
    tokens = _inline(GFM.parse(escape.prose(text)))
    outside = "\0".join(token.content for token in tokens if token.type == "text")
    assert not re.search(r"[@#$]\w|://|www\.|:[a-z]+:|(?<![\w])[0-9a-f]{7,40}(?![\w])|\bGH-\d", outside)


@given(hostile)
def test_code_is_one_code_span_with_the_exact_text(text: str) -> None:
    """A code span holds the text, line feeds as spaces, whatever backticks it has."""
    line = escape.visible(re.sub(r"[\n\t ]+", " ", text), keep="")
    tokens = [token for token in _inline(GFM.parse(escape.code(text))) if token.content and token.type != "inline"]
    if line.strip():
        assert [(token.type, token.content) for token in tokens] == [("code_inline", line)]
    else:
        assert [token.content for token in tokens] == ["(blank)"]


@given(hostile, hostile)
def test_a_cell_stays_one_cell(one: str, other: str) -> None:
    """Bars, backslashes and backticks never split, end or join the cells of a table."""
    first, second = escape.prose(one, in_table=True), escape.code(other, in_table=True)
    row = f"| {first} | {second} |"
    tokens = GFM.parse(f"| a | b |\n| --- | --- |\n{row}\n")
    cells = [after for it, after in itertools.pairwise(tokens) if it.type == "td_open"]
    assert len(cells) == 2
    assert {token.type for token in _inline(cells)} <= INERT | {"em_open", "em_close"}  # "(blank)"
    assert _shown_cell(cells[1]) == _shown(escape.code(other))


def _shown_cell(cell: Token) -> str:
    return "".join(token.content for token in _inline([cell]) if token.type in {"text", "code_inline"})


@given(hostile, st.sampled_from(["", "  ", "> "]))
def test_a_fence_holds_the_text_and_ends_where_it_should(text: str, indent: str) -> None:
    """No run of backticks in the text ends its block, and the text in it is exact."""
    lead = "- item\n\n" if indent == "  " else ""
    tokens = GFM.parse(f"{lead}{escape.fence(text, indent)}\n\nafter\n")
    fences = [token for token in tokens if token.type == "fence"]
    assert [token.content.rstrip("\n") for token in fences] == [escape.visible(text).strip("\n").replace("\0", "�")]
    assert fences[0].info == "text"
    assert tokens[-2].content == "after"


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("`summary`: at least 50 words", "`summary`: at least 50 words"),
        ("a *b* _c_ <d> [e](f)", r"a \*b\* \_c\_ \<d\> \[e\](f)"),
        ("ask @octocat about #12", "ask `@octocat` about `#12`"),
        ("see https://example.com.", "see `https://example.com.`"),
        ("- item", r"\- item"),
        ("2. item", r"2\. item"),
        ("a 2-3 paragraph summary.", "a 2-3 paragraph summary."),
        ("``a`b``", "``a`b``"),
        ("a ` b", r"a \` b"),
        ("a ` ` b", r"a \` \` b"),
        ("`a`@b", "`a@b`"),
    ],
)
def test_prose_stays_readable_as_source(text: str, markdown: str) -> None:
    """Only what must be escaped is: most text reads the same in the file as on the page."""
    assert escape.prose(text) == markdown


@given(st.integers(1, 40))
def test_many_unmatched_backticks_take_no_longer(length: int) -> None:
    """Pairing backticks is linear: runs that never match don't make it slow."""
    text = "x".join("`" * run for run in range(1, length))
    assert _shown(escape.prose(text)) == text


CMARK = shutil.which("cmark-gfm")


@pytest.mark.skipif(CMARK is None, reason="cmark-gfm is not installed")
@pytest.mark.parametrize("make", [escape.prose, escape.code])
def test_github_s_own_parser_agrees(make: Callable[[str], str]) -> None:
    """GitHub's parser, with all its extensions, finds only paragraphs and code in hostile text."""
    ordered = [f"{one}{between}{other}" for between in ("", " ") for one in PIECES for other in PIECES]
    document = "\n\n".join(make(text.replace("\0", "")) for text in ordered)
    extensions = [arg for name in ("table", "strikethrough", "autolink", "tasklist") for arg in ("-e", name)]
    command = [str(CMARK), "--unsafe", *extensions, "-e", "footnotes"]
    page = subprocess.run(command, input=document.encode("utf-8", "replace"), capture_output=True, check=True).stdout
    assert set(re.findall(rb"<(/?\w+)", page)) <= {b"p", b"/p", b"code", b"/code", b"em", b"/em"}


# --- the runner's log ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "data", "prop"),
    [
        ("50% of\r\nit", "50%25 of%0Ait", "50%25 of%0Ait"),
        ("a:b,c\rd", "a:b,c␍d", "a%3Ab%2Cc␍d"),
        ("x\n::error::y", "x%0A::error::y", "x%0A%3A%3Aerror%3A%3Ay"),
    ],
)
def test_a_workflow_command_stays_one_command(text: str, data: str, prop: str) -> None:
    """Line ends and separators can't end a message or a property."""
    assert (escape.command_data(text), escape.command_property(text)) == (data, prop)
