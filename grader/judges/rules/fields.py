"""Nested items that name fields of what their parent lists: `` `confidence`: 0 to 1`` below "each finding has:"."""

from __future__ import annotations

import re

from grader.judges.base import Remainder
from grader.judges.rules.holder import Holder, items_of, lists_items
from grader.judges.rules.requirement import Compiled, Idle, Requirement
from grader.judges.rules.shapes import member_shape
from grader.model import Item

_ITEM = re.compile(
    r"^(?:\*\*|__)?`?(?P<name>[A-Za-z_][\w.\[\]-]*)(?P<optional>\?)?`?(?:\*\*|__)?(?P<optional2>\?)?"
    r"(?:\s*\((?P<note>[^()]{1,80})\))?\s*(?:(?::|—|–|\s-\s|=)\s*(?P<rest>.*))?$",
    re.DOTALL,
)
_CODE = re.compile(r"(?:\*\*|__)?`([^`\n]{1,400})`")
_LIST_INTRODUCTION = re.compile(
    r"(?:each|every|all)\b.*(?:has|have|with|contains?|includes?|carr(?:y|ies))|(?:with|has|contain(?:s|ing)?|"
    r"includ(?:es|ing)|"
    r"fields|keys|columns|sections|of)\s*:?\s*$|:\s*$",
    re.IGNORECASE | re.DOTALL,
)
_KIND = re.compile(r"\b(?:(?P<column>columns?|headers?)|(?P<section>sections?|headings?))\b", re.IGNORECASE)
_OPTIONAL = re.compile(r"[(,]?\s*\b(?:optional|if any|when present|if present)\b[,)]?\s*", re.IGNORECASE)


def read_field_item(item: Item, introduction: str, holder: Holder | None = None) -> Compiled | None:
    """A nested item that names a field. None if it is no such item.

    What its description promises is measured on the field's value; what can't be measured goes to the remainder.
    `introduction` is the parent's own text, `holder` the field that the parent is, if it is one.
    """
    match = _ITEM.match(item.text)
    if match is None or not (holder or _introduces(introduction)):
        return None
    if (code := _CODE.match(item.text)) is not None and member_shape(code[1]) is not None:
        # A shape of its own; what it is nested in, a shape can't say.
        return Compiled(remainder=(Remainder(text=item.text),)) if holder is not None and holder.path else None
    holder = holder or Holder(noun=_noun(introduction))
    name = _name(match)
    rest = " ".join(filter(None, (match["note"], match["rest"])))
    optional = bool(match["optional"] or match["optional2"]) or _OPTIONAL.search(rest) is not None
    described = _described(_OPTIONAL.sub(" ", rest).strip(), name)
    if optional and not described.requirements and not described.remainder:
        return Compiled(idle=(Idle(words=item.text, reason="may be absent"),))
    kind = _KIND.search(introduction)
    requirement = Requirement(
        measure="field",
        text=item.text,
        params={
            "name": f"{holder.path}.{name}" if holder.path else name,
            "sure": True,
            "optional": optional,
            "kind": "field" if kind is None else ("column" if kind["column"] else "section"),
        },
        each=holder.noun,
        source=holder.source,
        inner=described.requirements,
    )
    more = described.remainder or ((Remainder(text=item.text),) if described.vague else ())
    remainder = tuple(
        Remainder(text=f"{name}: {each.text}" if each.text != item.text else each.text, negated=each.negated)
        for each in more
    )
    return Compiled(requirements=(requirement,), remainder=remainder, idle=described.idle)


def holder_of(item: Item, introduction: str, holder: Holder | None) -> Holder | None:
    """The field that an item is, for the names nested below it; None for an item that is none."""
    match = _ITEM.match(item.text)
    if match is None:
        return None  # pragma: no cover - only asked of an item that is a field
    outer = holder or Holder(noun=_noun(introduction))
    name = _name(match)
    if lists_items(item.text) or match["name"].endswith("[]"):
        return Holder(noun="", source=name)
    return Holder(path=f"{outer.path}.{name}" if outer.path else name, noun=outer.noun, source=outer.source)


def _name(match: re.Match[str]) -> str:
    return match["name"].removesuffix("[]")


def _noun(introduction: str) -> str | None:
    noun = items_of(introduction)
    return "" if noun is None and lists_items(introduction) else noun


def _introduces(introduction: str) -> bool:
    return not introduction.strip() or _LIST_INTRODUCTION.search(introduction) is not None


def _described(text: str, name: str) -> Compiled:
    from grader.judges.rules.compile import compile_promise  # noqa: PLC0415 - a description is a text of its own

    return compile_promise(text, name, of_value=True) if text else Compiled()
