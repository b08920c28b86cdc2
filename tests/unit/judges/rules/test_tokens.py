"""A clause's tokens: what is set apart, and that nothing visible is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.judges.rules.tokens import Kind, tokenize


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one `a b` two", [(Kind.WORD, "one"), (Kind.CODE, "a b"), (Kind.WORD, "two")]),
        ('say "yes, no"', [(Kind.WORD, "say"), (Kind.QUOTE, "yes, no")]),
        ("say “yes”", [(Kind.WORD, "say"), (Kind.QUOTE, "yes")]),
        ("either 'a' or 'b c'", [(Kind.WORD, "either"), (Kind.QUOTE, "a"), (Kind.WORD, "or"), (Kind.QUOTE, "b c")]),
        ("the author's word", [(Kind.WORD, "the"), (Kind.WORD, "author's"), (Kind.WORD, "word")]),
        ("1,200 words", [(Kind.NUMBER, "1,200"), (Kind.WORD, "words")]),
        ("on 2026-06-01", [(Kind.WORD, "on"), (Kind.DATE, "2026-06-01")]),
        ("`x`: { a, b? }", [(Kind.CODE, "x"), (Kind.PUNCT, ":"), (Kind.SHAPE, "{ a, b? }")]),
        ("<slug>-<YYYY-MM-DD>", [(Kind.PATTERN, "<slug>-<YYYY-MM-DD>")]),
        ("x >= 3", [(Kind.WORD, "x"), (Kind.COMPARE, ">="), (Kind.NUMBER, "3")]),
        ("add a P.S. here", [(Kind.WORD, "add"), (Kind.WORD, "a"), (Kind.WORD, "P.S."), (Kind.WORD, "here")]),
        ("**bold** word", [(Kind.WORD, "bold"), (Kind.WORD, "word")]),
        ("est_cost_usd", [(Kind.WORD, "est_cost_usd")]),
    ],
)
def test_what_must_not_be_read_as_words_is_one_token(text: str, expected: list[tuple[Kind, str]]) -> None:
    """Code, quotes, numbers, dates, shapes and patterns are one token each, without their delimiters."""
    assert [(token.kind, token.value) for token in tokenize(text)] == expected


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
def test_every_visible_character_is_in_a_token(text: str) -> None:
    """Tokens are in order, don't overlap, and leave out nothing but white space and emphasis marks."""
    tokens = tokenize(text)
    at = 0
    for token in tokens:
        assert at <= token.start < token.end <= len(text)
        assert set(text[at : token.start].split()) <= {"*", "_", "**", "__"} | {
            part for part in text[at : token.start].split() if set(part) <= set("*_")
        }
        at = token.end
    assert set("".join(text[at:].split())) <= set("*_")
