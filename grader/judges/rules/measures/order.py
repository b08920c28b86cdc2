"""In which order items stand: by a field, by date, alphabetically; and which part comes before which."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from dateutil import parser as dates

from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.items import find_items
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.scalars import number_in, scalar_text
from grader.judges.rules.measures.scales import Scale, is_naming, is_ranked, scaled
from grader.judges.rules.names import words_of
from grader.judges.rules.parts import find_field
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.rows import RowView
from grader.judges.rules.views import MISSING, View
from grader.judges.rules.wordlists import words

_SORTED = (
    "(sorted|ordered|ranked|arranged|listed|sequenced|given|presented|shown|in "
    "order|appear|appears|come|comes|stand|sort|order|organised|organized|kept|returned|placed)"
)
_LEAD = f"(({{must}}? (be|is|are|appear|come|stand)) )? (already)? {_SORTED}? "
_DOWN = (
    "(highest first|largest first|biggest first|greatest first|best first|top first|most first|highest to "
    "lowest|high to low|largest to "
    "smallest|biggest to smallest|descending|descending order|in descending order|decreasing|in decreasing "
    "order|from highest to lowest|"
    "from high to low|from largest to smallest|desc|descendingly|starting with the highest|highest score "
    "first|high-to-low|worst first|"
    "in reverse order|from most to least|most to least|most severe first|most critical first|most urgent first|"
    "most important first|critical first|highest severity first|highest priority first|highest risk first|most "
    "severe to least severe|from most severe to least severe|from most to least severe|severest first)"
)
_UP = (
    "(lowest first|smallest first|least first|ascending|ascending order|in ascending order|increasing|in "
    "increasing order|from lowest to "
    "highest|from low to high|lowest to highest|low to high|smallest to largest|from smallest to "
    "largest|asc|starting with the lowest|"
    "low-to-high|from least to most|numerically)"
)
_NEW = (
    "(newest first|latest first|most recent first|newest to oldest|newest at the top|most recent at the "
    "top|latest to oldest|from newest to oldest|"
    "from latest to oldest|in reverse chronological order|reverse chronological order|reverse "
    "chronologically|reverse-chronologically|"
    "reverse-chronological|most recent entries first|in reverse-chronological order|reverse "
    "chronological|newest entries first|newest on top)"
)
_OLD = (
    "(oldest first|earliest first|oldest to newest|earliest to latest|from oldest to newest|in chronological "
    "order|chronological order|"
    "chronologically|in time order|from earliest to latest|oldest at the top|chronological|in date order|by date)"
)
_ALPHA = (
    "(alphabetically|in alphabetical order|alphabetical order|alphabetic order|in alphabetic order|a to "
    "z|a-z|a - z|from a to z|lexicographically|"
    "in lexicographic order|alphabetical|in lexicographical order)"
)


def _longest_first(choice: str) -> str:
    return f"({'|'.join(sorted(choice.strip('()').split('|'), key=len, reverse=True))})"


_DIRECTIONS = {
    direction: _longest_first(choice)
    for direction, choice in {"down": _DOWN, "up": _UP, "new": _NEW, "old": _OLD, "alpha": _ALPHA}.items()
}
_BY = "(by|on|according to|in order of|in terms of) (the|its|their)? {name} (field|value|score|column|key)?"
_DATES = words(
    "date dated day time timestamp datetime created updated published released when at on modified started ended"
)


def _phrases() -> tuple[Phrase, ...]:
    found = []
    for direction, wording in _DIRECTIONS.items():
        fixed = {"direction": direction}
        found += [
            Phrase(f"{_LEAD} {_BY} (,|{{open}}|in|from|with|—|–|:)? (the)? {wording} {{close}}?", fixed),
            Phrase(f"{_LEAD} {wording} (order)? {_BY}", fixed),
            Phrase(
                f"{_LEAD} (by|in order of|in) {wording} (order of|order by)? {{name}} (field|value|values|order)?",
                fixed,
            ),
            Phrase(f"({{must}}? (be|is|are))? {wording} {_SORTED}", fixed),
            Phrase(f"{_LEAD} {wording} (order)? (of|by) (the|its|their)? {{name}} (field|value|column)?", fixed),
            Phrase(f"({{must}}? (be|is|are|appear|come)) {_SORTED} (,|in)? {wording}", fixed),
            Phrase(f"{_SORTED} (in|from|,)? {wording}", fixed),
            Phrase(f"{{start}} {wording} {{stop}}", fixed),
            Phrase(f"{wording} {{stop}}", fixed),
        ]
    found.append(Phrase(f"({{must}}? (be|is|are))? (sorted|ordered|arranged) {_BY}", {"direction": "sorted"}))
    found.append(Phrase(f"({{must}}? (be|is|are))? ranked {_BY}", {"direction": "ranked"}))
    return tuple(found)


_NO_NAMES = words("the in its their which order by of and descending ascending from")


# What names the end that comes first, rather than which way the values run.
_ENDS = re.compile(r"\b(?:first|highest|lowest|most|least|worst|best|top)\b", re.IGNORECASE)


class Order(Measure):
    """Items in the promised order, by a field where one is named; numbers as numbers, dates as dates."""

    name = "order"
    aggregates = True
    phrases = _phrases()

    def params(self, match: Match) -> dict[str, Any] | None:
        name = match.words("name")
        if name.casefold() in _NO_NAMES:
            return None
        ends = _ENDS.search(match.text) is not None
        return {"direction": match.phrase.fixed["direction"], "by": name or None, **({"ends": True} if ends else {})}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        items = find_items(view, "", requirement.params.get("own"))
        if isinstance(items, str):
            return unknown(f"the items can't be told: {items}")
        return self._ordered(items.views, requirement)

    def check_parts(self, requirement: Requirement, views: Sequence[View], facts: Facts) -> Finding:
        return self._ordered(views, requirement)

    def _ordered(self, items: Sequence[View], requirement: Requirement) -> Finding:
        direction, by = requirement.params["direction"], requirement.params["by"]
        if len(items) < 2:
            return unknown("fewer than two items have no order")
        ranked = _by_rank(items, direction, by)
        if ranked is not None:
            return self._of_ranks(*ranked, direction, ends=bool(requirement.params.get("ends")))
        keys = _keys(items, direction, by)
        if isinstance(keys, str):
            return unknown(keys)
        return self._of_keys(keys, direction)

    def _of_ranks(self, keys: Keyed, scale: Scale, direction: str | None, *, ends: bool) -> Finding:
        """By words whose order is known; where nobody says which end comes first, the usual one does."""
        if scale.labels and direction in {"up", "down"} and not ends:
            return unknown("which end of it comes first can't be told", (view.quote() for _, view in keys[:3]))
        usual = {"most": "ranked", "least": "sorted"}.get(scale.usual)
        if direction in {"ranked", "sorted"}:
            direction = usual
        if direction is None:
            return unknown("which direction is meant isn't said", (view.quote() for _, view in keys[:3]))
        return self._of_keys(keys, direction)

    def _of_keys(self, keys: Keyed, direction: str | None) -> Finding:
        values = [key for key, _ in keys]
        rising = all(left <= right for left, right in pairwise(values))
        falling = all(left >= right for left, right in pairwise(values))
        holds = self._holds(direction, rising=rising, falling=falling)
        if holds is None:
            return unknown("which direction is meant isn't said", (view.quote() for _, view in keys[:3]))
        if holds:
            return met(f"{len(keys)} items in order", (view.quote() for _, view in keys[:3]))
        at = self._break(values, down=direction in {"down", "new", "ranked"})
        texts = " before ".join(" ".join(view.text.split())[:60] for _, view in keys[at : at + 2])
        return not_met(f"out of order: {texts}", (view.quote() for _, view in keys[at : at + 2]))

    @staticmethod
    def _holds(direction: str | None, *, rising: bool, falling: bool) -> bool | None:
        if direction in {"ranked", "sorted"}:  # the usual direction is met, the other may be what is meant
            usual = falling if direction == "ranked" else rising
            return True if usual else (None if rising or falling else False)
        return falling if direction in {"down", "new"} else rising

    @staticmethod
    def _break(values: Sequence[Any], *, down: bool) -> int:
        pairs = enumerate(pairwise(values))
        return next((at for at, (left, right) in pairs if (left < right if down else left > right)), 0)


Keyed = list[tuple[Any, View]]


def _keys(items: Sequence[View], direction: str | None, by: str | None) -> Keyed | str:
    """What each item is ordered by, all of one kind, or why that can't be told."""
    if by is not None:
        parts = [find_field(item, by) for item in items]
        if not all(isinstance(part, View) for part in parts):
            if by.casefold() not in {"date", "time", "name", "title"} or direction not in {
                "new",
                "old",
                "alpha",
                "down",
                "up",
            }:
                return f"`{by}` is no field of every item"
            parts = []
        if parts:
            return _comparable([part for part in parts if isinstance(part, View)], direction, by)
    if direction in {"new", "old"} or (by or "").casefold() in {"date", "time"}:
        return _dated(items)
    if direction == "alpha":
        return [(_letters(_naming(item)), item) for item in items]
    values = [number_in(scalar_text(item) or "") for item in items]
    if all(value is not None for value in values):
        return list(zip(values, items, strict=True))
    return _only_number(items)


def _comparable(parts: Sequence[View], direction: str | None, by: str) -> Keyed | str:
    texts = [scalar_text(part) for part in parts]
    numbers = [number_in(text or "") for text in texts]
    if all(number is not None for number in numbers) and direction not in {"new", "old"}:
        return list(zip(numbers, parts, strict=True))
    moments = [_date_in(text or "") for text in texts]
    if all(moment is not None for moment in moments):
        return list(zip(moments, parts, strict=True))
    letters = [(_letters(text or ""), part) for text, part in zip(texts, parts, strict=True)]
    named = direction == "sorted" and not is_ranked(by) and (is_naming(by) or letters == sorted(letters, key=_first))
    if all(text is not None for text in texts) and (direction == "alpha" or named):
        return letters
    return f"the values of `{by}` can't be compared"


def _first(keyed: tuple[Any, View]) -> Any:
    return keyed[0]


def _by_rank(items: Sequence[View], direction: str | None, by: str | None) -> tuple[Keyed, Scale] | None:
    """The ranks of a field's values, where their order is known: severities, priorities, sizes."""
    if by is None or direction in {"new", "old", "alpha"}:
        return None
    parts = [part for item in items if isinstance(part := find_field(item, by), View)]
    found = scaled([scalar_text(part) for part in parts]) if len(parts) == len(items) else None
    return (list(zip(found[0], parts, strict=True)), found[1]) if found is not None else None


def _dated(items: Sequence[View]) -> Keyed | str:
    """The date of each item: the only field that holds dates, or the date that its text begins with or holds alone."""
    names = [str(key) for key in items[0].value] if isinstance(items[0].value, dict) else []
    if isinstance(items[0], RowView):
        names = list(items[0].header)
    usable = []
    for name in names:
        found = [find_field(item, name) for item in items]
        moments = [_date_in(scalar_text(part) or "") if isinstance(part, View) else None for part in found]
        if all(moment is not None for moment in moments):
            usable.append(
                (name, [(moment, part) for moment, part in zip(moments, found, strict=True) if isinstance(part, View)])
            )
    chosen = (
        usable
        if len(usable) == 1
        else [each for each in usable if set(words_of(each[0])) & {"date", "published", "released"}]
    )
    if len(chosen) == 1:
        return chosen[0][1]
    if names:
        return "no field holds the date of every item" if not usable else "several fields hold dates"
    moments = [_date_of_text(item.text) for item in items]
    return (
        list(zip(moments, items, strict=True)) if all(m is not None for m in moments) else "not every item has one date"
    )


_ISO = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?")
_WRITTEN = re.compile(
    r"\b(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* (?:\d{1,2},? )?\d{4}\b"
)


def _date_in(text: str) -> float | None:
    """The moment that a whole text names, as a number that sorts."""
    text = text.strip()
    if not (_ISO.fullmatch(text) or _WRITTEN.fullmatch(text) or re.fullmatch(r"\d{4}-\d{2}", text)):
        return None
    try:
        found = dates.parse(text, default=datetime(1, 1, 1))  # noqa: DTZ001 - a date without zone is compared as written
    except (ValueError, OverflowError):
        return None
    return found.toordinal() + (found.hour * 3600 + found.minute * 60 + found.second) / 86400 - _offset(found)


def _offset(found: datetime) -> float:
    shift = found.utcoffset()
    return shift.total_seconds() / 86400 if shift is not None else 0.0


def _date_of_text(text: str) -> float | None:
    found = [*_ISO.findall(text), *_WRITTEN.findall(text)]
    distinct = list(dict.fromkeys(found))
    return (
        _date_in(distinct[0])
        if len(distinct) == 1 or (found and text.lstrip("*_`[( ").startswith(distinct[0]))
        else None
    )


def _only_number(items: Sequence[View]) -> Keyed | str:
    names = [str(key) for key in items[0].value] if isinstance(items[0].value, dict) else []
    if isinstance(items[0], RowView):
        names = list(items[0].header)
    usable = []
    for name in names:
        parts = [find_field(item, name) for item in items]
        values = [number_in(scalar_text(part) or "") if isinstance(part, View) else None for part in parts]
        if all(value is not None for value in values):
            usable.append([(value, part) for value, part in zip(values, parts, strict=True) if isinstance(part, View)])
    return usable[0] if len(usable) == 1 else "what they are ordered by can't be told"


def _naming(item: View) -> str:
    """What an item is called: itself, its name or title, its first words."""
    for name in ("name", "title", "term", "key", "id", "label", "host"):
        found = find_field(item, name) if isinstance(item.value, dict) or isinstance(item, RowView) else None
        if isinstance(found, View):
            return found.text
    if isinstance(item, RowView):
        return item.row[0] if item.row else ""
    return item.text


def _letters(text: str) -> str:
    return re.sub(r"^[^\w]+", "", text.strip().casefold())


class Before(Measure):
    """One section or text stands before another."""

    name = "before"
    phrases = (
        Phrase(
            "({a}? {name} (section|heading|part)?) (must|should)? "
            "(comes|come|stands|stand|appears|appear|is placed|goes|precede|precedes|is) "
            "(right|directly|always)? (before|ahead of|above)? {a}? {name} (section|heading|part|one)?",
            {"after": False},
        ),
        Phrase(
            "({a}? {name} (section|heading|part)?) (must|should)? "
            "(comes|come|stands|stand|appears|appear|is placed|goes|follow|follows|is) "
            "(right|directly|always)? (after|below|behind)? {a}? {name} (section|heading|part|one)?",
            {"after": True},
        ),
    )
    _SAYS = re.compile(r"\b(?:before|ahead of|above|precedes?|after|below|behind|follows?)\b", re.IGNORECASE)

    def params(self, match: Match) -> dict[str, Any] | None:
        names = [match.text_of(lexemes).strip().lstrip("# ") for slot, lexemes in match.all_slots if slot == "name"]
        said = self._SAYS.search(match.text)
        literal = all(lexemes[0].literals for slot, lexemes in match.all_slots if slot == "name")
        sections = re.search(r"\b(?:section|heading)\b", match.text, re.IGNORECASE) is not None
        if len(names) != 2 or said is None or not (literal or sections):
            return None
        after = said[0].lower() in {"after", "below", "behind", "follow", "follows"}
        return {"first": names[1] if after else names[0], "second": names[0] if after else names[1]}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        first, second = requirement.params["first"], requirement.params["second"]
        places = [self._place(view, name) for name in (first, second)]
        if None in places:
            missing = first if places[0] is None else second
            return unknown(f"no section is called “{missing}”")
        spans = [place for place in places if place is not None]
        text = f"“{first}” stands before “{second}”" if spans[0] < spans[1] else f"“{second}” stands before “{first}”"
        return decided(spans[0] < spans[1], text, (view.quote(*span) for span in sorted(spans)))

    @staticmethod
    def _place(view: View, name: str) -> tuple[int, int] | None:
        section = view.section(name) if view.value is MISSING else None
        if section is None:
            return None
        at = view.text.rfind("\n", 0, max(section.start - view.start, 0))
        line = view.text.rfind("\n", 0, at) if view.text[at + 1 : section.start - view.start].strip() == "" else at
        return line + 1, section.start - view.start


MEASURES: tuple[Measure, ...] = (Order(), Before())
