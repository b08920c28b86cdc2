"""Parts of a Markdown text that its reader may never see: front matter and comments.

Whether they count as text nobody says, so a promise is decided only where it makes no difference.
"""

from __future__ import annotations

import re

from grader.document import Document
from grader.judges.rules.mapped import Mapped
from grader.judges.rules.outline import BlockKind, front_matter
from grader.judges.rules.reading import once
from grader.judges.rules.rendered import Rendered
from grader.judges.rules.seen import is_plain, seen
from grader.judges.rules.views import MISSING, View


def trimmed(view: View) -> View | None:
    """The view without its front matter and comments; None where it has none."""
    text = view.text
    if type(view) is not View or view.layout is not None:
        return None
    begin = front_matter(text) if view.start == 0 else 0
    if (begin == 0 and "<!--" not in text) or view.value is not MISSING:
        return None
    spans = [(0, begin), *_comments(view)]
    mapped, at = Mapped(), 0
    for start, end in spans:
        if start >= at:
            mapped.add(text[at:start], view.start + at, view.start + start)
            at = end
    mapped.add(text[at:], view.start + at, view.end)
    left = View(Rendered(view.document, mapped), label=view.label)
    return left if left.text != text and not left.blank else None


def seen_of(view: View) -> Mapped | None:
    """What is seen of a view, made once for a whole document; None where it is the text itself."""
    return once(view.document, "seen", lambda: _made(view)) if view.whole else _made(view)


def _made(view: View) -> Mapped | None:
    """What is seen of a view: of structured data and pages, only the typography differs."""
    if is_plain(view.text):
        return None
    markup = view.layout is None and not isinstance(view.value, (dict, list))
    code = [(block.start, block.end) for block in view.blocks if block.kind is BlockKind.FENCE] if markup else []
    return seen(view.text, code, markup=markup)


def as_seen(view: View) -> View | None:
    """A Markdown text without its marks and its links' targets, to be measured, never quoted; None if it has none."""
    if view.layout is not None or isinstance(view.value, (dict, list)):
        return None
    return once(view.document, "seen text", lambda: _text_of(view)) if view.whole else _text_of(view)


def _text_of(view: View) -> View | None:
    shown = seen_of(view)
    text = view.text if shown is None else shown.text
    return None if text == view.text else View(Document.of_text("seen.md", text))


def _comments(view: View) -> list[tuple[int, int]]:
    """The comments of a text, those in code aside."""
    code = [(block.start, block.end) for block in view.blocks if block.kind is BlockKind.FENCE]
    found = []
    at = view.text.find("<!--")
    while at >= 0:
        end = view.text.find("-->", at + 4)
        if end < 0:
            break
        if not any(first <= at < last for first, last in code) and not _INLINE.search(view.text, max(0, at - 200), at):
            found.append((at, end + 3))
        at = view.text.find("<!--", end)
    return found


_INLINE = re.compile(r"`[^`\n]{0,200}\Z")  # a comment behind it is code, or may be
