"""Comparisons in backticks: `len(queries) >= min_queries`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grader.document import Document
from grader.judges.rules.expression import Evaluation
from grader.judges.rules.expression_values import Spread, Unknown
from grader.judges.rules.finding import Finding, decided, unknown
from grader.judges.rules.items import find_items
from grader.judges.rules.lexemes import as_python
from grader.judges.rules.lexicon import VAGUE
from grader.judges.rules.measure import Facts, Measure, Over
from grader.judges.rules.measures.scalars import number_in, scalar_text
from grader.judges.rules.names import singular
from grader.judges.rules.numerals import shown_number
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.parts import find_parts
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.resolve import named_document
from grader.judges.rules.rows import tables
from grader.judges.rules.text_items import top_items
from grader.judges.rules.view_lists import are_views
from grader.judges.rules.views import MISSING, View, view_of
from grader.model import Quote

_LEAD = "(postcondition|postconditions|invariant|condition|constraint|assertion|rule)"
_HOLDS = "(holds|hold|is true|must hold|always holds|is satisfied|holds true|must be true|evaluates to true)"
_MOST_GLOSS = 12  # words of an explanation that the expression itself replaces


class Expression(Measure):
    """A comparison whose names stand for fields of the output, caller inputs, or other contracts' outputs."""

    name = "expression"
    over = Over.ANY
    phrases = (
        Phrase(f"({{a}}? {_LEAD})? {_HOLDS}? :? {{expression}} {_HOLDS}?"),
        Phrase(
            "{start} {free} (:|—|–|,)? (:|—|–|i.e.|that is|meaning|meaning that|such that|so that|in other "
            "words) ,? {expression} {stop}",
            {"gloss": True},
        ),
        Phrase("{expression} {open} {free} {close} {stop}", {"gloss": True}),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        code = match.literals("expression")[0]
        if match.phrase.fixed.get("gloss"):
            gloss = match.slots["free"]
            if len(gloss) > _MOST_GLOSS or any(lexeme.slot or lexeme.norm in VAGUE for lexeme in gloss):
                return None
        return {"code": code}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        names = _Names(view, facts, requirement.params.get("own"))
        evaluation = Evaluation(names.resolve)
        code = requirement.params["code"]
        try:
            holds = evaluation.run(as_python(code))
        except Unknown as error:
            return unknown(str(error), names.quotes())
        sides = ", ".join(f"{side} is {_shown(value)}" for side, value in evaluation.seen.items() if _showable(value))
        return decided(holds, sides or f"{code} {'holds' if holds else 'doesn’t hold'}", names.quotes())


def given_value(name: str, facts: Facts) -> Any:
    """What a name stands for that isn't in the output: a caller input, another output. Raises Unknown."""
    head, _, tail = name.partition(".")
    document = named_document(head, facts)
    if document is None or document.large:
        raise Unknown(f"`{name}` is neither in the output nor an input")
    return _Names(view_of(document), facts, None).given(document, head, tail)


def _showable(value: Any) -> bool:
    return value is None or isinstance(value, (str, bool, Fraction, Spread))


def _shown(value: Any) -> str:
    if isinstance(value, Fraction):
        return shown_number(value)
    if isinstance(value, list):
        return ", ".join(_shown(each) for each in value[:5]) + (" …" if len(value) > 5 else "")
    return f"“{value[:60]}”" if isinstance(value, str) else str(value).lower()


class _Names:
    """What names stand for: the output first, then the caller's inputs, then what other contracts published."""

    def __init__(self, view: View, facts: Facts, own: str | None) -> None:
        self.view = view
        self.facts = facts
        self.own = own
        self.found: list[View] = []

    def quotes(self) -> tuple[Quote, ...]:
        """Where the names' values stand."""
        return tuple(view.quote() for view in self.found[:3])

    def resolve(self, name: str) -> Any:
        """The value that a name stands for. Raises Unknown."""
        for document in (None, *self.facts.own):
            view = self.view if document is None else view_of(document)
            if document is not None and (document is self.view.file or document.large):
                continue
            found = self._in(view, name, self.own if document is None else None)
            if found is not None:
                return found
        head, _, tail = name.partition(".")
        given = named_document(head, self.facts)
        if given is not None and not given.large:
            return self.given(given, head, tail)
        raise Unknown(f"`{name}` is neither in the output nor an input")

    def given(self, document: Document, name: str, tail: str) -> Any:
        """What a caller input or another contract's output holds, or its part `tail`. Raises Unknown."""
        view = view_of(document)
        if tail:
            found = self._in(view, tail, None)
            if found is None:
                raise Unknown(f"`{name}` has no `{tail}`")
            return found
        if view.value is not MISSING:
            inner = find_parts(view, name) if isinstance(view.value, dict) else None
            if are_views(inner) and len(inner) == 1 and inner[0] is not view:
                return inner[0].value
        return self._whole(view, name, None)

    def _in(self, view: View, name: str, own: str | None) -> Any:
        parts = find_parts(view, name, own)
        if are_views(parts):
            self.found.extend(parts[:3])
            if len(parts) == 1 and parts[0] is view:
                return self._whole(view, name, own)
            if len(parts) == 1 and parts[0].value is MISSING:
                return self._part(parts[0], name)
            values = [_plain(part) for part in parts]
            if len(parts) == 1 and not _in_array(parts[0]):
                return values[0]
            spread = Spread(values)
            spread.of = tuple(getattr(part, "path", (at, name))[:-1] for at, part in enumerate(parts))
            return spread
        items = find_items(view, name, own)
        if not isinstance(items, str) and items.named and (items.views or isinstance(view.value, (dict, list))):
            self.found.extend(items.views[:3] or [view])
            return [_plain(item) for item in items.views]
        return None

    def _whole(self, view: View, name: str, own: str | None) -> Any:
        """The output itself: its only array where it wraps one, its items where it is a text with a list."""
        if isinstance(view.value, dict):
            arrays = [each for each in view.value.values() if isinstance(each, list)]
            if len(arrays) == 1:
                return arrays[0]
            if len(arrays) > 1:
                raise Unknown(f"`{name}` holds several arrays")
            return view.value
        if view.value is not MISSING:
            return view.value
        return self._text(view, name, own)

    def _part(self, view: View, name: str) -> Any:
        """A section or a labelled text: its list's items, or its text if it has no list. Raises Unknown."""
        if not top_items(view) and not tables(view):
            return _lone(view, name)
        if any(block.kind is BlockKind.PARAGRAPH for block in view.blocks):
            raise Unknown(f"the text of `{name}`, or the list in it, could be meant")
        return self._text(view, name, None)

    @staticmethod
    def _text(view: View, name: str, own: str | None) -> Any:
        """A text that stands for itself: the value that it is, or its list's items. Raises Unknown."""
        if scalar_text(view) is not None and not top_items(view):
            return _lone(view, name)
        items = find_items(view, name, own)
        if isinstance(items, str):
            raise Unknown(f"what `{name}` lists can't be told: {items}")
        return [_plain(item) for item in items.views]


def _lone(view: View, name: str) -> Any:
    """A text without a list; one whose name is a plural may list things in other ways. Raises Unknown."""
    value = _plain(view)
    if isinstance(value, str) and singular(name) != name:
        raise Unknown(f"`{name}` is a text without a list")
    return value


def _in_array(view: View) -> bool:
    return any(isinstance(step, int) for step in getattr(view, "path", ()))


def _plain(view: View) -> Any:
    if view.value is not MISSING:
        return view.value
    text = scalar_text(view)
    if text is None:
        return view.text.strip()
    number = number_in(text)
    return text if number is None else number


MEASURES: tuple[Measure, ...] = (Expression(),)
