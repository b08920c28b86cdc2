"""Whether a field, column, label or section is there, and whether its value is what was promised."""

from __future__ import annotations

import re
from typing import Any

from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.joining import Tester, any_of, each_of, one_test
from grader.judges.rules.measure import Facts, Measure, Over, quantity_of
from grader.judges.rules.measures.text import occurrences
from grader.judges.rules.name_lists import KIND_WORDS
from grader.judges.rules.names import folded, same_name, same_noun, same_title, words_of
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.parts import find_field, find_parts, labels
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.rows import RowView, tables
from grader.judges.rules.view_lists import are_views
from grader.judges.rules.view_lists import entries as entries_of
from grader.judges.rules.views import MISSING, ValueView, View
from grader.model import Quote

__all__ = ["MEASURES", "find_field"]

_FEWEST = 3  # characters of a name whose absence from a text says something


class Field(Measure):
    """A named field, column or section with a value; for an unsure name, a missing one is no proof."""

    name = "field"
    over = Over.ANY

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        name, kind = requirement.params["name"], requirement.params.get("kind", "any")
        if kind == "any" and requirement.within is not None and _is_value(view):
            return _holds(view, name)
        found = find_named(view, name, kind)
        if isinstance(found, View) and kind == "column" and not isinstance(view, RowView) and not requirement.inner:
            return met(f"there is a column `{name}`", (found.quote(),))  # whatever its first cell holds
        if kind in {"any", "field"} and isinstance(view.value, list) and found is not view:
            return self._in_entries(requirement, view, facts)
        if isinstance(found, View):
            return self._present(requirement, name, found, facts)
        if requirement.params.get("optional"):
            return met(f"`{name}` is optional and absent") if found is None else unknown(f"`{name}`: {found}")
        if isinstance(found, str):
            return self._in_text(requirement, view, found)
        if not self._sure(requirement, view) or _similar(view, name, kind) or _is_deeper(view, name):
            return unknown(f"no {_word(kind)} is called `{name}`")
        return not_met(f"no {_word(kind)} is called `{name}`", _instead(view, kind))

    @staticmethod
    def _present(requirement: Requirement, name: str, found: View, facts: Facts) -> Finding:
        from grader.judges.rules.engine import check_inner  # noqa: PLC0415 - a field's value is measured like an output

        if found.value is None and not requirement.inner:
            return unknown(f"`{name}` is null", (found.quote(),))
        if found.value is None and requirement.params.get("optional"):
            return met(f"`{name}` is optional and null", (found.quote(),))
        if requirement.inner:
            return check_inner(requirement.inner, found, facts)
        blank = found.value in {MISSING, ""} if not isinstance(found.value, (dict, list)) else False
        blank = blank and found.blank and not requirement.params.get("described")
        return decided(not blank, f"`{name}` is empty" if blank else f"`{name}` is there", (found.quote(),))

    def _in_entries(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        """An array of objects, where a promise of fields speaks of its entries."""
        entries = entries_of(view)
        if not entries or not all(isinstance(value, dict) for value in view.value):
            return unknown(f"`{requirement.params['name']}`: the value has no fields")
        return each_of(
            entries,
            lambda entry: self.check(requirement, entry, facts),
            "entries of the array",
            self.tester(requirement),
        )

    def tester(self, requirement: Requirement) -> Tester | None:
        name, params = requirement.params["name"], requirement.params
        if params.get("kind", "any") == "section" or params.get("optional") or "." in name:
            return None
        anything, of_value = not requirement.inner, one_test(_inner_testers(requirement))
        known: dict[tuple[Any, ...], bool] = {}  # by the keys of an object, whether the name is surely absent

        def test(value: Any) -> bool | None:
            if type(value) is not dict:
                return None
            found = value.get(name)
            if found is not None and found != "":
                return True if anything else of_value(found)
            keys = tuple(value)
            if keys not in known:
                known[keys] = bool(params.get("sure")) and not any(_alike(name, str(key)) for key in keys)
            return False if known[keys] else None

        return test

    @staticmethod
    def _in_text(requirement: Requirement, view: View, reason: str) -> Finding:
        """A text without such a part: where the name doesn't even occur, the part isn't there."""
        name, kind = requirement.params["name"], requirement.params.get("kind", "any")
        literal = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", view.text)
        if literal is not None and kind == "any" and view.value is MISSING:
            return met(f"`{name}` is mentioned", (view.quote(*literal.span()),))
        wanted = folded(name)
        if requirement.params.get("sure") and len(wanted) >= _FEWEST and wanted not in folded(view.text):
            return not_met(f"no {_word(kind)} is called `{name}`", _instead(view, kind))
        return unknown(f"`{name}`: {reason}")

    @staticmethod
    def _sure(requirement: Requirement, view: View) -> bool:
        """A name written as one, or a plain word whose neighbours in the list are there as fields."""
        if requirement.params.get("sure", True):
            return True
        siblings = [each for each in requirement.params.get("siblings", ()) if each != requirement.params["name"]]
        kind = requirement.params.get("kind", "any")
        return any(isinstance(find_named(view, each, kind), View) for each in siblings)


def _inner_testers(requirement: Requirement) -> list[Tester] | None:
    """Quick tests of what a field's value must fulfil; None if something has none."""
    from grader.judges.rules.engine import tester_of  # noqa: PLC0415 - the engine knows all measures

    tests = [None if each.each is not None else tester_of(each) for each in requirement.inner]
    return None if None in tests else [test for test in tests if test is not None]


def _alike(name: str, key: str) -> bool:
    return same_noun(key, name) or set(words_of(name)) <= set(words_of(key))


def find_named(view: View, name: str, kind: str) -> View | str | None:
    """The field, column or section of that name; None if there is certainly none; a reason if nobody can tell."""
    if kind == "section" and view.members() is None:
        section = view.section(name)
        return section or _heading_like(view, name) or _lone_line(view, name) or view.doubt("heading")
    if kind == "column" and not isinstance(view, RowView):
        return _column(view, name)
    found = find_field(view, name)
    if isinstance(found, str) and kind in {"any", "field"}:
        parts = find_parts(view, name)
        if are_views(parts):
            return parts[0]
        if isinstance(view.value, list):
            return None
    return found


def _heading_like(view: View, name: str) -> View | None:
    """A line that stands as a heading without being one: `**Risks**`, `Risks:`."""
    for match in re.finditer(
        r"(?m)^[ \t]*(?:\*\*|__)(?P<bold>[^*_\n]{1,80}?):?(?:\*\*|__):?[ \t]*$|^(?P<plain>[A-Z][^\n:]{0,60}):[ \t]*$",
        view.text,
    ):
        if same_title(match["bold"] or match["plain"], name):
            return view.part(match.start(), len(view.text), f"section “{name}”")
    return None


def _lone_line(view: View, name: str) -> str | None:
    """Whether a paragraph is nothing but that title: it may be a heading."""
    lines = (view.text[b.start : b.end] for b in view.blocks if b.kind is BlockKind.PARAGRAPH)
    return "a line of its own may be its heading" if any(same_title(line, name) for line in lines) else None


def _column(view: View, name: str) -> View | str | None:
    if "," in name:  # a header written as one: `id,note`
        found = [_column(view, each.strip()) for each in name.split(",") if each.strip()]
        return next((each for each in found if not isinstance(each, View)), view)
    if isinstance(view.value, list):
        rows = [each for each in view.children() if each.members() is not None]
        found = [row.child(key) for row in rows if (key := row.key(name)) is not None]
        return found[0] if found else (None if rows or view.csv is not MISSING else "there are no rows")
    header = _csv_header(view)
    if header is not None:
        return view if any(same_name(cell, name) for cell in header) else None
    blocks = tables(view)
    doubt = view.doubt("table") or next((table.info for table in blocks if table.info), None)
    for table in [] if doubt is not None else blocks:
        for cell in table.rows[0]:
            if same_name(cell.strip("*`_ "), name):
                start, end = table.row_spans[0]
                return view.part(start, end, f"column “{name}”")
    return doubt or (None if blocks else "there is no table")


def _csv_header(view: View) -> list[str] | None:
    text = view.bare_text.strip()
    if view.csv is MISSING or not text:
        return None
    return [cell.strip().strip('"') for cell in text.split("\n", 1)[0].split(",")]


def _word(kind: str) -> str:
    return "field" if kind == "any" else kind


def names_in(view: View, kind: str) -> list[str]:
    """What the output has instead."""
    members = view.members()
    if members is not None:
        return [str(key) for key in members]
    if isinstance(view, RowView):
        return list(view.header)
    if kind == "column":
        rows = [each for each in view.value if isinstance(each, dict)] if isinstance(view.value, list) else []
        header = [str(key) for key in rows[0]] if rows else _csv_header(view)
        return header if header is not None else [cell for table in tables(view) for cell in table.rows[0]]
    headings = [view.text[b.content : b.content_end] for b in view.blocks if b.kind is BlockKind.HEADING]
    return headings if kind == "section" else [*labels(view), *headings]


def _instead(view: View, kind: str) -> list[Quote]:
    headings = (
        [view.quote(b.start, b.end) for b in view.blocks if b.kind is BlockKind.HEADING] if kind == "section" else []
    )
    return headings or [view.quote()]


def _is_value(view: View) -> bool:
    """Whether a part has no fields of its own: a text inside structured data, or a list of texts."""
    entries = view.value if isinstance(view.value, list) else [view.value]
    return isinstance(view, ValueView) and bool(entries) and all(isinstance(each, str) for each in entries)


def _holds(view: View, name: str) -> Finding:
    """`tags` that contains `alpha`: an entry that is it; a text that has it in it."""
    if isinstance(view.value, list):
        held = any(each.strip().casefold() == name.casefold() for each in view.value)
        return decided(held, f"“{name}” is {'an' if held else 'no'} entry", (view.quote(),))
    held = bool(occurrences(view.text, name))
    return decided(held, f"“{name}” {'occurs' if held else 'does not occur'}", (view.quote(),))


def _is_deeper(view: View, name: str) -> bool:
    """Whether entries of an array further down have the field: "the items have a `score`"."""
    return isinstance(view.value, dict) and are_views(find_parts(view, name))


def _similar(view: View, name: str, kind: str) -> bool:
    """Whether some other name could be what the promise means, such as `source_url` for `source`."""
    wanted = set(words_of(name.rpartition(".")[2]))
    begun = [words_of(name)[:size] for size in range(1, len(words_of(name)))]
    names = names_in(view, kind if kind == "column" else "any")
    if any(words_of(each) in begun for each in names):
        return True  # `due` may be what "due day" means
    return any(wanted <= set(words_of(each)) or same_noun(each, name) for each in names)


class NamedCount(Measure):
    """So many sections or headings of one title: "exactly one heading called Risks"."""

    name = "named-count"
    phrases = (
        Phrase(
            "{quantity} (level-1|level-2|level-3)? (section|sections|heading|headings) (called|"
            "titled|named|headed|with the title) {text}"
        ),
        Phrase("{quantity} {text} (section|sections|heading|headings)"),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        quantity = match.slots["quantity"][0].quantity
        if (
            quantity is None
            or quantity.text.casefold() in {"one", "1", "a single"}
            or not match.words("text").strip("# ")
        ):
            return None
        return {"quantity": quantity, "name": match.words("text")}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        name, quantity = requirement.params["name"], quantity_of(requirement)
        titles = [block for block in view.blocks if block.kind is BlockKind.HEADING]
        found = [block for block in titles if same_title(view.text[block.content : block.content_end], name)]
        text = f"{len(found)} headings called “{name}”; {quantity.text} promised"
        return Finding(
            quantity.holds(len(found)), text, tuple(view.quote(b.start, b.end) for b in (found or titles)[:3])
        )


class Present(Measure):
    """A field that is said to be there."""

    name = "present"
    phrases = (
        Phrase(
            "(the)? (key|field|section|column|property)? {codes} (key|field|section|column|property|"
            "keys|fields)? ({must}? (be|is|are)) (always)? (present|there|included|provided|supplied)"
        ),
    )

    def params(self, match: Match) -> list[dict[str, Any]] | None:
        words = [lexeme.norm for lexeme in match.normal.lexemes[match.first : match.last]]
        kind = next((KIND_WORDS[word] for word in words if word in KIND_WORDS), "any")
        names = match.literals("codes")
        either = {"either": names} if match.slots["codes"][0].joiner == "or" else {}
        told = {"sure": True, "optional": False, "kind": kind, **either}
        return [{"name": name, **told} for name in (names[:1] if either else names)]

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        names = requirement.params.get("either", (requirement.params["name"],))
        single = (
            requirement.model_copy(update={"params": {**requirement.params, "name": name, "either": (name,)}})
            for name in names
        )
        return any_of(self._present(each, view, facts) for each in single)

    @staticmethod
    def _present(requirement: Requirement, view: View, facts: Facts) -> Finding:
        found = find_named(view, requirement.params["name"], requirement.params["kind"])
        if isinstance(found, View) and found.value is None:
            return met(f"`{requirement.params['name']}` is there", (found.quote(),))
        return FIELD.check(requirement, view, facts)


class NamedOrder(Measure):
    """The named parts stand in the order in which they are listed."""

    name = "named-order"

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        names = requirement.params["names"]
        found = [each.strip("*`_# ") for each in names_in(view, requirement.params["kind"])]
        if not found and requirement.params["kind"] == "any":
            found = names_in(view, "column")
        places = [next((at for at, each in enumerate(found) if same_title(each, name)), None) for name in names]
        there = [place for place in places if place is not None]
        if len(there) < 2:
            return unknown("fewer than two of them are there")
        text = f"the order is {', '.join(found[place] for place in sorted(there))}"
        return decided(there == sorted(there), text, _instead(view, requirement.params["kind"]))


FIELD = Field()
MEASURES: tuple[Measure, ...] = (FIELD, NamedOrder(), NamedCount(), Present())
