"""Mending the tree where CommonMark's reading isn't the author's, seen at the parser's wrapper."""

from __future__ import annotations

from grader.openprose.blocks import Kind, Node
from grader.openprose.markdown import parse


def outline(text: str) -> list[object]:
    """The blocks of a text: a leaf as kind and text, a container as kind and children."""

    def shown(node: Node) -> object:
        return (node.kind.value, [shown(child) for child in node.children] if node.children else node.text)

    return [shown(node) for node in parse(text.split("\n"))]


def test_what_follows_the_continued_line_stays_where_it_was() -> None:
    """Only the paragraph of the nested block is taken back; its other blocks remain."""
    assert outline("- a b\n  + c\n    - d") == [
        ("list", [("item", [("paragraph", "a b\n+ c"), ("list", [("item", [("paragraph", "d")])])])])
    ]
    assert outline("a b\n> 5\n>\n> c") == [("paragraph", "a b\n> 5"), ("paragraph", "c")]


def test_several_lines_continue_what_is_left_open() -> None:
    """Up to the item that holds more than its text; those after it are a list again."""
    assert outline("a (b\n+ c\n+ d\n  - e\n+ f") == [
        ("paragraph", "a (b\n+ c\n+ d"),
        ("list", [("item", [("paragraph", "e")])]),
        ("list", [("item", [("paragraph", "f")])]),
    ]
    assert outline("a (b\n+ c\n+ ```\n  d\n  ```") == [
        ("paragraph", "a (b\n+ c"),
        ("list", [("item", [("fence", "d")])]),
    ]


def test_a_backtick_that_opens_nothing_leaves_the_line_open() -> None:
    """Also before a whole code span."""
    assert outline("a ``b `c`\n+ d\n+ e") == [("paragraph", "a ``b `c`\n+ d\n+ e")]


def test_deep_items_in_a_paragraph_keep_their_lines() -> None:
    """Each is an item on its own line, with the lines that continue it."""
    (_, nested) = parse(["a", "      - b", "        more", "      * c"])
    assert nested.kind is Kind.LIST
    assert [(item.first, item.last) for item in nested.children] == [(2, 3), (4, 4)]


def test_ten_thousand_continued_lines_are_one_paragraph() -> None:
    """Joined in one go, however many there are."""
    (paragraph,) = parse(["a (", *["+ b"] * 10_000])
    assert (paragraph.kind, paragraph.last) == (Kind.PARAGRAPH, 10_001)


def test_a_paragraph_begins_where_it_shows_something() -> None:
    """White space that the parser trims can be whole lines; the paragraph stands on none of them."""
    (paragraph,) = parse(["\xa0", "word"])
    assert (paragraph.text, paragraph.first, paragraph.last) == ("word", 2, 2)
