"""The page that HTML tags and texts make: what is read of it, and what its blocks, links and stressed passages are."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.judges.rules.html_table import Rows, Table
from grader.judges.rules.mapped import Mapped
from grader.judges.rules.outline import Block, BlockKind
from grader.judges.rules.rendered import Layout
from grader.judges.rules.wordlists import words

_MARKUP = "nobody can tell whether the markup counts"
_DEEPEST = 200  # open elements; what is nested deeper is read, but nobody can tell what it belongs to
_SPACE = re.compile(r"[ \t\n\r\f]+")
_UNSEEN = words("script style template head title noscript iframe datalist object textarea select xmp")
_VOID = words("area base br col embed hr img input link meta source track wbr")
_BLOCKS = words(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody "
    "td tfoot th thead tr ul"
)
_LISTS = words("ul ol menu")
_STYLES = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic"}
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight|brush)[-:]\s*([\w+#-]+)")
_TEXTS = words("alt aria-label cite content data-label href label placeholder src summary title value")
_ROWS = words("tr thead tbody tfoot")
# What a start tag closes, and what bounds it.
_CLOSES = {
    **dict.fromkeys(("td", "th"), (words("td th"), words("tr table"))),
    "tr": (words("tr"), words("table")),
    **dict.fromkeys(("thead", "tbody", "tfoot"), (_ROWS, words("table"))),
    "li": (words("li"), _LISTS),
    **dict.fromkeys(("dt", "dd"), (words("dt dd"), words("dl"))),
    **dict.fromkeys(_BLOCKS - words("td th tr thead tbody tfoot li dt dd caption"), (words("p"), words("table li"))),
}
# Elements that make a text a paragraph of no kind: labels, captions, terms.
_LABELS = words("dt dd summary legend figcaption button label address")


@dataclass(slots=True, eq=False)
class _Open:
    """An open element; `start` is where its first text begins, -1 before there is any."""

    name: str
    attributes: dict[str, str]
    start: int = -1
    block: Block | None = None


class Page:
    """Takes tags and texts in order; `mapped` is the text so far, `finish` gives its layout."""

    def __init__(self) -> None:
        self.mapped = Mapped()
        self.layout = Layout(doubts={"line": "a page has no lines of its own", "character": _MARKUP})
        self._open: list[_Open] = []
        self._hidden = 0  # open elements whose content isn't shown
        self._block: Block | None = None  # the one that further text belongs to
        self._settled = False  # whether it is known which block that is
        self._gap = ""  # what stands between the last text and the next
        self._table: Table | None = None
        self._rows: list[tuple[Block, Rows]] = []  # of each table

    def text(self, piece: str, start: int, end: int) -> None:
        """Characters that stand between two tags; white space counts as one blank, but in `pre`."""
        if self._hidden:
            return
        if self._inside("pre") is not None or len(piece) != end - start:  # or what an entity stands for
            self._add(piece, start, end)
            return
        at = 0
        for space in _SPACE.finditer(piece):
            if at < space.start():
                self._add(piece[at : space.start()], start + at, start + space.start())
            self._gap = self._gap or " "
            at = space.end()
        if at < len(piece):
            self._add(piece[at:], start + at, end)

    def open(self, name: str, attributes: dict[str, str]) -> None:
        """A start tag."""
        if name == "body" or (name in _BLOCKS and self._open and self._open[-1].name == "head"):
            self._close_to(words("head"), frozenset())
        if name in _CLOSES:
            self._close_to(*_CLOSES[name])
        if name in _UNSEEN:
            self._hidden += name not in _VOID
            if name in {"textarea", "select", "object", "iframe"}:
                self._doubt("text", f"a <{name}> shows what the text doesn't say")
        elif not self._hidden:
            self._begin(name, attributes)
        if name in _VOID:
            return
        if len(self._open) >= _DEEPEST:
            self._doubt("text", "the page is nested too deeply")
            self._hidden -= name in _UNSEEN
            return
        self._open.append(_Open(name, attributes))

    def close(self, name: str) -> None:
        """An end tag; one that closes nothing is nothing."""
        self._close_to(frozenset({name}), frozenset() if name == "table" else words("table") - {name})

    def finish(self) -> Layout:
        """The layout of the whole text, once every element is closed."""
        while self._open:
            self._pop()
        self.layout.blocks.sort(key=lambda block: block.start)
        text = self.mapped.text
        for block, rows in self._rows:
            block.rows = [tuple(text[start:end].strip() for start, end in row) for row in rows]
        return self.layout

    # --- elements -------------------------------------------------------------------------------------------------

    def _doubt(self, kind: str, reason: str) -> None:
        self.layout.doubts.setdefault(kind, reason)

    def _inside(self, name: str) -> _Open | None:
        return next((each for each in reversed(self._open) if each.name == name), None)

    def _close_to(self, names: frozenset[str], bounds: frozenset[str]) -> None:
        """Closes the last open element of such a name with all that is in it, unless another bounds it."""
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at].name in names:
                while len(self._open) > at:
                    self._pop()
                return
            if self._open[at].name in bounds:
                return

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        if "hidden" in attributes or _HIDDEN.search(attributes.get("style", "")):
            self._doubt("text", "some of the text is hidden")
        self.layout.attributes.extend(value for key, value in attributes.items() if key in _TEXTS and value)
        if name in _BLOCKS:
            self._break()
        at = self.mapped.length
        if name == "br":
            self._gap = self._gap if "\n" in self._gap else "\n"
        elif name == "hr":
            self.layout.blocks.append(Block(BlockKind.RULE, at, at))
        elif name == "img":
            self.layout.images.append((at, at))
        elif name == "li" and (self._inside("nav") is not None or self._table is not None):
            self._doubt("item", "some lists are no part of the text")
        elif name == "dl":
            self._doubt("item", "there is a list of terms")
        elif name in {"table", "tr", "td", "th"}:
            self._begin_table(name, attributes, at)

    def _begin_table(self, name: str, attributes: dict[str, str], at: int) -> None:
        if self._table is None:
            self._table = Table(at) if name == "table" else None
        elif name == "table":
            self._table.reason = "a table stands in the table"
            self._doubt("table", self._table.reason)
        else:
            gap = self._table.begin(name, attributes, at, headed=self._inside("thead") is not None)
            self._gap = gap or self._gap

    def _pop(self) -> None:
        """Closes the innermost element."""
        element = self._open.pop()
        name, end = element.name, self.mapped.length
        start = element.start if element.start >= 0 else end
        if name in _UNSEEN:
            self._hidden -= 1
        elif self._hidden:
            return
        elif name == "a" and "href" in element.attributes:
            self.layout.links.append((start, end, element.attributes["href"]))
        elif name in _STYLES and start < end:
            self.layout.stressed.append((start, end, _STYLES[name]))
        elif name == "li" and element.block is None and self._table is None:
            self._item(element, end, len(self._open))
        elif name in {"td", "th"} and self._table is not None:
            self._table.end_cell(start, end)
        elif name == "table" and self._table is not None and self._inside("table") is None:
            block, rows = self._table.block(end)
            self.layout.blocks.append(block)
            self._rows.append((block, rows))
            self._table = None
        if name in _BLOCKS:
            self._break()

    def _item(self, element: _Open, at: int, depth: int) -> None:
        """Makes the list item that `element` is, with `depth` elements open around it."""
        lists = [each.name for each in self._open[:depth] if each.name in _LISTS]
        info = "1." if lists and lists[-1] == "ol" else "•"
        element.block = Block(BlockKind.ITEM, at, at, level=max(0, len(lists) - 1), content=at, info=info)
        self.layout.blocks.append(element.block)

    # --- text -----------------------------------------------------------------------------------------------------

    def _break(self) -> None:
        """What comes next stands in a block of its own."""
        self._block, self._settled = None, False
        self._gap = "\n\n"

    def _add(self, piece: str, start: int, end: int) -> None:
        if self._gap and self.mapped.length:
            self.mapped.add(self._gap, start, start)
        self._gap = ""
        at = self.mapped.length
        first = next((n for n in range(len(self._open), 0, -1) if self._open[n - 1].start >= 0), 0)
        for index in range(first, len(self._open)):
            self._open[index].start = at
            if self._open[index].name == "li" and self._table is None:
                self._item(self._open[index], at, index)
        if not self._settled:
            self._block, self._settled = self._block_here(at), True
        self.mapped.add(piece, start, end)
        if self._block is not None:
            self._block.end = self._block.content_end = self.mapped.length

    def _block_here(self, at: int) -> Block | None:
        """The block that text at `at` belongs to: a new one, or its list item; None in a cell."""
        kind, level, info, loose = BlockKind.PARAGRAPH, 0, "", True
        for index in range(len(self._open) - 1, -1, -1):
            name = self._open[index].name
            if name in {"table", "caption"}:
                return None
            if name == "li":
                return self._open[index].block
            if name == "pre":
                kind, info = BlockKind.FENCE, self._language(index)
                break
            if name in {"h1", "h2", "h3", "h4", "h5", "h6"}:
                kind, level = BlockKind.HEADING, int(name[1])
            elif name == "blockquote" and kind is BlockKind.PARAGRAPH:
                kind = BlockKind.QUOTE
            elif name in _LABELS:
                self._doubt("paragraph", f"a <{name}> may be a paragraph")
                return None
            loose = loose and name != "p"
        if kind is BlockKind.PARAGRAPH and loose:
            self._doubt("paragraph", "some text stands in no <p>")
        made = Block(kind, at, at, level=level, content=at, info=info)
        self.layout.blocks.append(made)
        return made

    def _language(self, index: int) -> str:
        """What the classes of the element at `index`, and of those in it, say of its language."""
        found = _LANGUAGE.search(" ".join(each.attributes.get("class", "") for each in self._open[index:]))
        return found[1] if found is not None else ""
