"""That there is no field, column or section of a name, or none but the named ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.fields import find_named, names_in
from grader.judges.rules.name_lists import KIND_WORDS
from grader.judges.rules.names import folded, same_name
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

_KIND = "(section|sections|heading|headings|field|fields|key|keys|column|columns|property|properties)"
_BUT = "(other than|besides|except|except for|beyond|apart from|aside from|but)"


def _kind(match: Match) -> str | None:
    """What the words of a match name: fields, columns or sections."""
    norms = {lexeme.norm for lexeme in match.normal.lexemes[match.first : match.last]}
    return next((kind for word, kind in KIND_WORDS.items() if word in norms), None)


class OnlyNamed(Measure):
    """There are no fields, columns or sections but the named ones."""

    name = "only-named"
    phrases = tuple(
        Phrase(phrase, negated=True)
        for phrase in (
            f"({{contain}}|there are|there is)? no other {_KIND} than {{codes}}",
            f"({{contain}}|there are|there is)? {{no}} (any)? {_KIND} {_BUT} {{codes}}",
            f"({{contain}}|there is)? nothing {_BUT} (the)? {_KIND} {{codes}}",
        )
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        """The names, which may be absent themselves, and what they name."""
        return {"names": match.literals("codes"), "kind": _kind(match) or "field"}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        names, kind = requirement.params["names"], requirement.params["kind"]
        if isinstance(view.value, list):
            found = [str(key) for each in view.value if isinstance(each, dict) for key in each]
        else:
            found = names_in(view, kind)
        if not found:
            return unknown("the output has no names to compare")
        others = [
            each for each in dict.fromkeys(found) if not any(same_name(each.strip("*`_# "), name) for name in names)
        ]
        text = f"besides: {', '.join(others[:5])}" if others else "there is nothing else"
        if others and kind == "section" and not _beside(view, names, others):
            return unknown(f"{text}, at other levels", (view.quote(),))
        return decided(not others, text, (view.quote(),))


def _beside(view: View, names: Sequence[str], others: Sequence[str]) -> bool:
    """Whether one of the other headings stands at the level of a named one, so that it is neither title nor part."""
    headings = [block for block in view.blocks if block.kind is BlockKind.HEADING]
    titled = [(block.level, view.text[block.content : block.content_end]) for block in headings]
    levels = {level for level, title in titled if any(same_name(title.strip("*`_# "), name) for name in names)}
    return not levels or any(level in levels and title in others for level, title in titled)


class AbsentNamed(Measure):
    """There is no field, column or section of that name."""

    name = "absent-named"
    phrases = (
        Phrase(
            f"({{contain}}|there is|there are|there must be|with)? {{no}} (a|an|any)? {{texts}} {_KIND}", negated=True
        ),
        Phrase(
            f"({{no}} (contain|contains|include|includes|have|has|carry|use)) (a|an|any)? {{texts}} {_KIND}",
            negated=True,
        ),
        Phrase(
            f"({{contain}}|there is|there are|with)? {{no}} (a|an|any)? {_KIND} (called|named|titled) {{texts}}",
            negated=True,
        ),
        Phrase(f"(omit|omits|omitting|leaves out|leave out) (the)? {_KIND}? {{codes}} {_KIND}?", negated=True),
    )

    def params(self, match: Match) -> list[dict[str, Any]] | None:
        kind = _kind(match) or ("field" if "codes" in match.slots else None)
        names = match.literals("texts") or match.literals("codes")
        return [{"name": name.lstrip("# "), "kind": kind} for name in names] if kind is not None else None

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        name, kind = requirement.params["name"], requirement.params["kind"]
        found = find_named(view, name, kind)
        if isinstance(found, View) and found.value is None:
            return unknown(f"`{name}` is null", (found.quote(),))
        if isinstance(found, View):
            return not_met(f"there is a {kind} called `{name}`", (found.quote(),))
        if isinstance(found, str) and folded(name) in folded(view.text):
            return unknown(f"`{name}`: {found}")
        return met(f"no {kind} is called `{name}`")


MEASURES: tuple[Measure, ...] = (OnlyNamed(), AbsentNamed())
