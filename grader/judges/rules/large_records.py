"""One pass over a large text of records: a JSON array, an object with arrays, JSON Lines, CSV."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar

from grader.document import Document, DocumentTooLarge
from grader.judges.rules.duplicates import settled
from grader.judges.rules.expression import Evaluation
from grader.judges.rules.expression_values import Unknown
from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.item_nouns import FIELDS, read_noun
from grader.judges.rules.joining import Tally, all_of
from grader.judges.rules.lexemes import as_python
from grader.judges.rules.measure import Facts, quantity_of
from grader.judges.rules.measures.expressions import given_value
from grader.judges.rules.names import same_name, same_noun, singular, words_of
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.stream import Element, elements, kind_of, lines_of, rows_of
from grader.judges.rules.views import View
from grader.model import Quote

TOO_LARGE = "the output is too large for this measurement"
_LARGEST_MEMBER = 1 << 20  # characters of an object's member that is kept for measuring
_NO_SEPARATORS = "one column has no separators"
_KINDS = {"array": "[", "object": "{"}


class _Each:
    """A requirement that holds for each record of an array, or for the value of a field of each."""

    def __init__(self, requirement: Requirement, field: str | None, document: Document, facts: Facts) -> None:
        from grader.judges.rules.engine import tester_of  # noqa: PLC0415 - the engine hands large documents over to here

        self.requirement = requirement.model_copy(update={"each": None, "source": None, "many": None, "within": None})
        self.many = requirement.many
        self.field = field
        self.document = document
        self.facts = facts
        self.test = tester_of(self.requirement)
        self.tally = Tally()
        self.quick = {True: 0, False: 0}

    def take(self, element: Element, number: int) -> None:
        value = element.value
        if self.field is not None:
            if type(value) is not dict or self.field not in value:
                return
            value = value[self.field]
        answer = self.test(value) if self.test is not None else None
        if answer is not None and not self.tally.wants(met=answer):
            self.quick[answer] += 1
            return
        view = view_of(self.document, element, f"item {number}")
        view = view if self.field is None else view.child(self.field)
        self.tally.add(view, self._check(view))

    def _check(self, view: View) -> Finding:
        from grader.judges.rules.engine import check  # noqa: PLC0415 - see above

        return check(self.requirement, (view,), self.facts, None)

    def finding(self) -> Finding:
        self.tally.count(met=self.quick[True], not_met=self.quick[False])
        self.quick = {True: 0, False: 0}
        what = "entries" if self.field is None else f"values of `{self.field}`"
        return self.tally.each(what) if self.many is None else self.tally.so_many(self.many, what)


class _Array:
    """One array of the document, and what its entries said of each requirement."""

    def __init__(self) -> None:
        self.number = 0
        self.first: Quote | None = None
        self.each: dict[int, _Each] = {}


class _Records(ABC):
    """What the passes over records of any format share."""

    by_line: ClassVar[bool]  # whether a record is a line

    def __init__(self, requirements: Sequence[Requirement], document: Document, facts: Facts, own: str | None) -> None:
        self.requirements = requirements
        self.document = document
        self.facts = facts
        self.own = own
        self.arrays: dict[str | None, _Array] = {}
        self.members: dict[str, Element] = {}
        self.doubled: list[str] = []  # members of one name
        self.header: Element | None = None
        self.wrong: str | None = None  # why it isn't in its format
        self.held = True  # whether all of it could be held record by record

    @abstractmethod
    def records(self) -> Iterator[Element]:
        """The document's elements. Raises ValueError where it isn't in its format."""

    @abstractmethod
    def format(self, requirement: Requirement) -> Finding | None:
        """What a measure of the format says; None if it is another."""

    def run(self) -> list[Finding]:
        """One finding per requirement."""
        try:
            for element in self.records():
                self._take(element)
        except DocumentTooLarge:
            self.held = False
        except (ValueError, RecursionError) as error:
            self.wrong = str(error)
        return [settled(each, self._finding(index, each), self.doubled) for index, each in enumerate(self.requirements)]

    def _take(self, element: Element) -> None:
        if not element.listed:
            if element.key is not None and (element.key in self.arrays or element.key in self.members):
                self.doubled.append(element.key)
            if element.key is None:
                self.header = element
            elif element.text == "[":
                self.arrays[element.key] = _Array()
            elif len(element.text) <= _LARGEST_MEMBER:
                self.members[element.key] = element
            return
        array = self.arrays.get(element.key)
        if array is None or array.number == 0:
            array = self._begin(element)
        array.number += 1
        for each in array.each.values():
            each.take(element, array.number)

    def _begin(self, element: Element) -> _Array:
        array = self.arrays[element.key] = _Array()
        array.first = view_of(self.document, element).quote()
        for index, requirement in enumerate(self.requirements):
            if requirement.each is not None and self._may_be(requirement.source or requirement.within, element.key):
                found = self._of_entries(requirement, element)
                if found is not None:
                    array.each[index] = found
        return array

    def _may_be(self, name: str | None, key: str | None) -> bool:
        """Whether a part that a requirement names can be the array under that key."""
        return name is None or (key is not None and same_name(name, key)) or (key is None and self._is_own(name))

    def _of_entries(self, requirement: Requirement, first: Element) -> _Each | None:
        noun = requirement.each or ""
        named = requirement.source is not None or requirement.within is not None
        if named or self._is_entry(noun, first.key):
            return _Each(requirement, None, self.document, self.facts)
        members = first.value if isinstance(first.value, dict) else {}
        field = next((name for name in members if same_noun(name, noun)), None)
        if field is None or (isinstance(members[field], list) and requirement.of_arrays):
            return None
        return _Each(requirement, field, self.document, self.facts)

    def _is_own(self, name: str) -> bool:
        stem = self.document.path.rpartition("/")[2].partition(".")[0]
        return any(same_noun(each, name) for each in (self.own, stem) if each)

    def _is_entry(self, noun: str, key: str | None) -> bool:
        """Whether the entries of an array go by a noun."""
        read = read_noun(noun)
        if read.generic and read.head not in FIELDS and (self.by_line or read.joined != "line"):
            return True
        names = [key] if key is not None else []
        tails = [words_of(name)[-1:] for name in (key, self.own) if name]
        return (
            any(same_noun(name, noun) for name in names)
            or self._is_own(noun)
            or any(tail and singular(tail[0]) == singular(noun.casefold()) for tail in tails)
        )

    # --- findings -----------------------------------------------------------------------------------------------------

    def _finding(self, index: int, requirement: Requirement) -> Finding:
        if not self.held:
            return unknown(TOO_LARGE)
        found = self.format(requirement) if requirement.each is None and requirement.within is None else None
        if found is not None:
            return found
        if self.wrong is not None:
            return unknown(f"the output can't be read to its end: {self.wrong}")
        if requirement.each is not None:
            return self._each(index)
        if requirement.measure == "items":
            return self._count(requirement)
        if requirement.measure == "expression":
            return self._expression(requirement)
        if requirement.within is not None:
            return self._part(requirement)
        return self._field(requirement) if requirement.measure == "field" else unknown(TOO_LARGE)

    def _each(self, index: int) -> Finding:
        found = [key for key, array in self.arrays.items() if index in array.each]
        found = self._called(self.requirements[index].each or "", found) or found
        if len(found) == 1:
            return self.arrays[found[0]].each[index].finding()
        if not found and self.arrays and all(array.number == 0 for array in self.arrays.values()):
            return unknown("no items to check")
        return unknown("several arrays could be meant" if found else TOO_LARGE)

    def _called(self, noun: str, keys: Sequence[str | None]) -> list[str | None]:
        """Of several arrays, those that go by the noun or by the output's own name."""
        names = [name for name in (noun, self.own) if name]
        return [key for key in keys if key is not None and any(same_noun(key, name) for name in names)]

    def _count(self, requirement: Requirement) -> Finding:
        noun, quantity = requirement.params["noun"], quantity_of(requirement)
        where = requirement.within
        keys = [key for key in self.arrays if self._may_be(where, key) and (where or self._is_entry(noun, key))]
        keys = self._called(noun, keys) or keys
        if quantity.name is not None or requirement.params.get("modifiers") or requirement.params.get("distinct"):
            return unknown(TOO_LARGE)
        if len(keys) != 1:
            return unknown(f"{noun} can't be counted: several arrays or none could be meant")
        array = self.arrays[keys[0]]
        text = f"{array.number} entries; {quantity.text} {noun} promised"
        shown = (array.first,) if array.first is not None else ()
        if requirement.narrowed and not quantity.too_few(array.number):
            return unknown(f"{text}, and not all of them need be meant", shown)
        return Finding(quantity.holds(array.number), text, shown)

    def _expression(self, requirement: Requirement) -> Finding:
        evaluation = Evaluation(self._resolve)
        try:
            holds = evaluation.run(as_python(requirement.params["code"]))
        except Unknown as error:
            return unknown(str(error))
        sides = ", ".join(
            f"{side} is {value}" for side, value in evaluation.seen.items() if not isinstance(value, list)
        )
        quotes = [array.first for array in self.arrays.values() if array.first is not None]
        return decided(holds, sides, quotes)

    def _resolve(self, name: str) -> Any:
        """A member's value, an array of which only the length is known, or what the run gives."""
        for key, element in self.members.items():
            if same_name(key, name):
                return element.value
        for array_key, array in self.arrays.items():
            if (array_key is None and self._is_own(name)) or (array_key is not None and same_name(array_key, name)):
                return _Counted(array.number)
        return given_value(name, self.facts)

    def _part(self, requirement: Requirement) -> Finding:
        from grader.judges.rules.engine import check  # noqa: PLC0415 - see above

        name = requirement.within or ""
        element = next((each for key, each in self.members.items() if same_name(key, name)), None)
        if element is None:
            return unknown(TOO_LARGE)
        view = view_of(self.document, element, f"`{name}`")
        return check(requirement.model_copy(update={"within": None}), (view,), self.facts, name)

    def _field(self, requirement: Requirement) -> Finding:
        from grader.judges.rules.engine import check  # noqa: PLC0415 - see above

        name = requirement.params["name"]
        for key, array in self.arrays.items():
            if key is not None and same_name(key, name) and not requirement.inner:
                return met(f"`{name}` is there", (array.first,) if array.first is not None else ())
        element = next((each for key, each in self.members.items() if same_name(key, name)), None)
        if element is None:
            return unknown(TOO_LARGE)
        view = view_of(self.document, element, f"`{name}`")
        if requirement.inner:
            return all_of(check(each, (view,), self.facts, name) for each in requirement.inner)
        if element.value in (None, ""):
            return unknown(f"`{name}` is {element.text}", (view.quote(),))
        return met(f"`{name}` is there", (view.quote(),))


class JsonPass(_Records):
    """A JSON array, or an object whose members may be large arrays."""

    by_line = False

    def records(self) -> Iterator[Element]:
        """The elements of the format."""
        return elements(self.document, nested=True)

    def format(self, requirement: Requirement) -> Finding | None:
        """What a measure of the format says."""
        if requirement.measure not in {"json", "json-lines", "type", "csv", "yaml", "html", "markdown"}:
            return None
        kind = requirement.params.get("kind")
        kinds: set[str] = {kind} if kind else set(requirement.params.get("types", ()))
        if self.wrong is not None:
            return not_met(f"the output isn't valid JSON: {self.wrong}") if requirement.measure == "json" else None
        if requirement.measure in {"csv", "markdown"} or (requirement.measure == "json-lines" and self._has_lines()):
            return not_met("the output is JSON", self._shown())
        if (
            requirement.measure not in {"json", "type"}
            or not kinds <= set(_KINDS)
            or requirement.params.get("entries_of")
        ):
            return unknown(TOO_LARGE)
        fits = not kinds or kind_of(self.document).opening in {_KINDS[each] for each in kinds}
        number = sum(array.number for array in self.arrays.values())
        return decided(fits, f"valid JSON with {number} entries", self._shown())

    def _has_lines(self) -> bool:
        """Whether it is written on several lines, so that a line is no value."""
        return next(islice(self.document.lines(), 1, None), None) is not None

    def _shown(self) -> Sequence[Quote]:
        return [array.first for array in self.arrays.values() if array.first is not None]


class JsonLinesPass(_Records):
    """One JSON value a line."""

    by_line = True
    others = 0  # values that are no objects

    def records(self) -> Iterator[Element]:
        """The elements of the format."""
        for element in lines_of(self.document):
            self.others += not isinstance(element.value, dict)
            yield element

    def format(self, requirement: Requirement) -> Finding | None:
        """What a measure of the format says."""
        if requirement.measure not in {"json", "json-lines"}:
            return None
        if self.wrong is not None:
            return not_met(f"not every line is JSON: {self.wrong}")
        array = self.arrays.get(None)
        shown = (array.first,) if array is not None and array.first is not None else ()
        if requirement.measure == "json":
            return not_met("JSON Lines is many JSON values, not one", shown)
        text = f"{array.number if array else 0} lines of JSON"
        if requirement.params.get("objects") and self.others:
            return not_met(f"{text}, {self.others} of which are no objects", shown)
        return decided(array is not None, text, shown)


class CsvPass(_Records):
    """Rows below a header."""

    by_line = True

    def records(self) -> Iterator[Element]:
        """The elements of the format."""
        for element in rows_of(self.document):
            yield element
            if not element.listed and len(element.value) < 2:
                raise ValueError(_NO_SEPARATORS)

    def format(self, requirement: Requirement) -> Finding | None:
        """What a measure of the format says."""
        header = self.header
        if requirement.measure == "csv":
            if header is not None and len(header.value) < 2:
                return unknown(_NO_SEPARATORS)
            if self.wrong is not None or header is None:
                return not_met(f"the output isn't CSV: {self.wrong or 'it has no header'}")
            return met("it is CSV", (view_of(self.document, header).quote(),))
        if requirement.measure != "field" or header is None or requirement.inner or self.wrong == _NO_SEPARATORS:
            return None
        name = requirement.params["name"]
        quote = view_of(self.document, header).quote()
        if any(same_name(cell, name) for cell in header.value):
            return met(f"there is a column `{name}`", (quote,))
        similar = any(set(words_of(name)) & set(words_of(cell)) or same_noun(cell, name) for cell in header.value)
        if similar or not requirement.params.get("sure"):
            return unknown(f"no column is called `{name}`", (quote,))
        return not_met(f"no column is called `{name}`", (quote,))


class _Counted(list[Any]):
    """An array of which only the number of entries is known."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[Any]:
        raise Unknown(TOO_LARGE)

    def __getitem__(self, index: Any) -> Any:
        raise Unknown(TOO_LARGE)


def view_of(document: Document, element: Element, label: str = "") -> View:
    """An element as a piece of its document; its value is known already."""
    piece = Document.of_piece(document.path, element.text, element.before, origin=document.origin)
    view = View(piece, label=label)
    view.__dict__["value"] = element.value
    return view
