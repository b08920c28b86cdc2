"""What type a value has: string, number, boolean, null, an array of strings, not null, not empty."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from grader.judges.rules.far_numbers import FarNumber
from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.items import find_items
from grader.judges.rules.joining import Tester
from grader.judges.rules.lexicon import HAVING, KINDS, VAGUE, idle_reason
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.scalars import number_in, scalar_text
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.reading import json_trouble
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import MISSING, View
from grader.judges.rules.wordlists import words

_NAMES = {
    word: name
    for name, group in {
        "string": "string str strings text texts",
        "integer": "integer int integers ints",
        "number": "number float numbers floats numeric decimal double",
        "boolean": "boolean bool booleans bools",
        "array": "array arrays list lists",
        "object": "object objects dict dictionary map mapping mappings dictionaries maps dicts",
        "null": "null none",
    }.items()
    for word in group.split()
}
_ONE = (
    "(string|str|integer|int|number|float|numeric|decimal|boolean|bool|array|object|dict|dictionary|map|mapping|null)"
)
_MANY = "(strings|integers|ints|numbers|floats|booleans|bools|arrays|objects|dictionaries|dicts|mappings|lists|texts)"
_ARRAY = "(string[]|str[]|integer[]|int[]|number[]|float[]|boolean[]|bool[]|object[]|dict[])"
_IS = "({must}? (be|is|are|as|of type|with type|has type|typed as|given as|a|an))? {a}? (json|single|plain|valid)?"
_OR_NULL = "((,)? or (a|the value)? (null|none|#null))?"
_MAYBE_TRUTHS = words("yes no on off y n")
_TRUTHS = {"true", "false"}


def is_type(view: View, name: str) -> bool | None:
    """Whether a value is of a type; None where the format doesn't tell types apart and the text leaves it open."""
    value = view.value
    if value is MISSING or (isinstance(value, str) and not view.typed):
        return _written_type(view, name)
    if isinstance(value, bool) and _is_unsure(view):
        return None if name in {"boolean", "string"} else False
    return _TYPES[name](value)


def _is_unsure(view: View) -> bool:
    """Whether YAML of different versions reads a value as a truth or as a text: `yes`, `off`."""
    return view.quote().text.split()[-1].casefold().strip("\"',}]") in _MAYBE_TRUTHS


_TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: (
        (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())
    ),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}


def _written_type(view: View, name: str) -> bool | None:
    """What a plain text is written as."""
    text = scalar_text(view)
    if name == "string":
        return not view.blank
    if name in {"array", "object"}:
        return None if text is None else False
    if text is None:
        return None if name in {"integer", "number"} and len(view.text.split()) <= 3 else False
    number = number_in(text)
    if name in {"integer", "number"}:
        return number is not None and (name == "number" or number.denominator == 1)
    if name == "boolean" and text.casefold() in _MAYBE_TRUTHS:
        return None
    return text.casefold() in (_TRUTHS if name == "boolean" else {"null", "none"})


def type_of(view: View) -> str:
    """A value's type in words, for a report."""
    value = view.value
    if value is MISSING:
        return "a text"
    names = {
        dict: "an object",
        list: "an array",
        str: "a string",
        bool: "a boolean",
        int: "an integer",
        float: "a number",
        FarNumber: "a number",
        type(None): "null",
    }
    return names.get(type(value), "a date")  # YAML's dates and times


class Type(Measure):
    """A value of a type, or null where that is allowed."""

    attributive = True
    name = "type"
    of_kind = True
    phrases = (
        Phrase(f"{_IS} (non-empty)? {_ONE} (value|type|literal)? (or|/) {_ONE}"),
        Phrase(f"{_IS} (non-empty|nullable|optional)? {_ONE} (value|type|literal|or null|, or null)?", of_value=True),
        Phrase(
            f"{{must}}? (be|is|are|as|of type) {{a}}? (json|single|plain|valid)? (non-empty|nullable)? {_ONE} "
            "(value|type|literal|or null|, or null)?"
        ),
        Phrase(
            f"{_IS} (non-empty|nullable|possibly empty|flat|json)? (array|list|sequence|set) (of)? (zero or "
            f"more|unique|non-empty|plain|short)? {_MANY}"
        ),
        Phrase(f"{_IS} (non-empty|flat)? {_ONE} (array|list)"),
        Phrase(f"{_IS} {_ARRAY}", of_value=True),
        Phrase(f"{{must}}? (be|is|are|as|of type) {{a}}? {_ARRAY}"),
        Phrase(
            f"{_IS} {_ONE} (value)? ,? (and|but)? (not|never|instead of|rather than) {{a}}? {_ONE}", {"first": True}
        ),
        Phrase(f"{{start}} {_MANY} {{finish}}", of_value=True),
        Phrase(f"(is|are|must be|be) {_MANY}"),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        norms = [lexeme.norm for lexeme in match.normal.lexemes[match.first : match.last]]
        if norms[-1].endswith("[]"):
            return {"filled": False, "types": ("array",), "entries_of": _NAMES[norms[-1].removesuffix("[]")]}
        names = [_NAMES[norm] for norm in norms if norm in _NAMES]
        if not names or "the" in norms or (match.first > 0 and match.normal.lexemes[match.first - 1].norm == "the"):
            return None
        if _is_part(match):
            return None
        behind = match.normal.lexemes[match.last].norm if match.last < len(match.normal.lexemes) else ""
        if names == ["number"] and behind == "of":  # "an even number of items"
            return None
        if match.phrase.fixed.get("first"):
            return {"filled": False, "types": (names[0],)}
        params: dict[str, Any] = {"filled": "non-empty" in norms}
        many = next((norm for norm in norms if norm in _NAMES and norm.endswith("s")), None)
        if {"array", "list", "sequence", "set"} & set(norms):
            listed = [_NAMES.get(norm, "array") for norm in norms if norm in _NAMES or norm in {"sequence", "set"}]
            inner = [name for name in listed if name != "array"] or listed[1:]  # "a list of lists"
            return {**params, "types": ("array",), "entries_of": inner[-1] if inner else None}
        if many is not None:
            return {**params, "types": (_NAMES[many],), "entries": True}
        nullable = "nullable" in norms
        return {**params, "types": tuple(dict.fromkeys([*names, *(["null"] if nullable else [])]))}

    def tester(self, requirement: Requirement) -> Tester | None:
        params = requirement.params
        if params.get("entries") or params.get("filled") or params.get("entries_of"):
            return None
        tests = [_TYPES[name] for name in params["types"]]
        # A text may be one that only shows a number, as in CSV: the measure itself knows the format.
        return lambda value: any(test(value) for test in tests) if type(value) is not str else None

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        params = requirement.params
        if params.get("entries") and isinstance(view.value, list):
            return self._entries(view, params["types"][0])
        found = [is_type(view, name) for name in params["types"]]
        words = " or ".join(params["types"])
        if not any(found):
            if view.value is MISSING and view.whole and "json" in requirement.text.casefold().split():
                trouble = json_trouble(view.bare_text)
                return unknown(trouble) if trouble else not_met("the output isn't valid JSON", (view.quote(),))
            if None in found:
                yaml = isinstance(view.value, bool)
                doubt = "YAML of different versions reads it as a truth value or as a text"
                return unknown(doubt if yaml else f"whether it is {words} can't be told", (view.quote(),))
            shown = scalar_text(view)
            instead = f"“{shown[:80]}” is {type_of(view)}" if shown is not None else f"it is {type_of(view)}"
            return not_met(f"{instead}; {words} promised", (view.quote(),))
        if params.get("filled") and view.value in ("", [], {}):
            return not_met("it is empty", (view.quote(),))
        if params.get("entries_of") and view.value is not MISSING and view.value is not None:
            return self._entries(view, params["entries_of"])
        return met(f"it is {type_of(view)}", (view.quote(),))

    @staticmethod
    def _entries(view: View, name: str) -> Finding:
        entries = list(view.children())
        bad = [entry for entry in entries if is_type(entry, name) is False]
        if bad:
            shown = "; ".join(f"{entry.label} is {type_of(entry)}" for entry in bad[:3])
            return not_met(f"{shown}; {name} promised", (entry.quote() for entry in bad[:3]))
        if any(is_type(entry, name) is None for entry in entries):
            return unknown(f"whether the entries are {name} can't be told")
        return met(f"an array of {len(entries)} entries, each {name}", (view.quote(),))


def _is_part(match: Match) -> bool:
    """Whether a type is that of something in the output: "has a list of strings", "a tags array of strings"."""
    if match.first == 0:
        return False
    before, first = match.normal.lexemes[match.first - 1], match.normal.lexemes[match.first]
    noun = before.norm[0].isalpha() and idle_reason(before.norm) is None and before.norm not in KINDS | VAGUE
    return before.norm in HAVING or (noun and first.norm in _NAMES)


_KINDS = words("list array object")


class Filled(Measure):
    """A value that isn't null, or isn't empty; or one that is."""

    name = "filled"
    phrases = (
        Phrase(
            "{must}? (is|are|be|may be|can be|should be|must be)? (not|never|cannot be|can't be|must not "
            "be|isn't|aren't|is not|are not|may not be|should not be) (be|ever)? (null|none|nil|#null)",
            {"null": False},
        ),
        Phrase("(non-null|nonnull|not-null)", {"null": False}),
        Phrase(
            "{a}? (non-null|nonnull) {code} (field|key|value|property|array|list|object)?",
            {"null": False, "part": True},
        ),
        Phrase(
            "{a}? (non-empty|nonempty|non-blank) {code} (field|key|value|property|array|list|object|string)?",
            {"empty": False, "part": True},
        ),
        Phrase(
            "(a|an|any)? (empty|blank) {code} (field|key|value|property|array|list|object|string|cell)?",
            {"empty": True, "part": True},
        ),
        Phrase(
            "{must}? (is|are|be)? (not|never|cannot be|can't be|must not be|isn't|aren't|is not|are not|may "
            "not be|should not be) (be|ever|left)? (empty|blank|missing or empty|an empty "
            "(string|list|array|object))",
            {"empty": False},
        ),
        Phrase(
            "{must}? (is|are|be)? {a}? (non-empty|nonempty|not-empty|non-blank) "
            "(string|list|array|object|value|text|content)?",
            {"empty": False},
        ),
        Phrase(
            "{must}? (is|are|be) (always)? (populated|filled|filled in|filled out|set|given a value)", {"empty": False}
        ),
        Phrase(
            "({must}? (is|are|be)|has|have|left) (left|always)? (empty|blank|an empty (string|list|array|object))",
            {"empty": True},
        ),
        Phrase("{a} empty (string|list|array|object)", {"empty": True}),
        Phrase("(has|have) (a|some)? (non-empty)? value", {"empty": False}),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        fixed = dict(match.phrase.fixed)
        kinds = {
            _NAMES[lexeme.norm] for lexeme in match.normal.lexemes[match.first : match.last] if lexeme.norm in _KINDS
        }
        if len(kinds) == 1:
            fixed["kind"] = kinds.pop()
        return {**fixed, "within": match.words("code")} if fixed.pop("part", False) else fixed

    def tester(self, requirement: Requirement) -> Tester | None:
        if "null" in requirement.params:
            return lambda value: value is not None
        wanted = requirement.params["empty"]
        kind = requirement.params.get("kind")
        sure = [each for each, name in ((list, "array"), (dict, "object")) if kind in {None, name}]
        return lambda value: (not value) is wanted if type(value) in sure else None

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        params = requirement.params
        if "null" in params:
            is_null = view.value is None
            return decided(not is_null, "it is null" if is_null else "it isn't null", (view.quote(),))
        held = self._container(view, params["kind"]) if "kind" in params else view
        return held if isinstance(held, Finding) else self._empty(held, wanted=params["empty"])

    @staticmethod
    def _container(view: View, kind: str) -> View | Finding:
        """What is promised to be an array or object with content: the value itself, or the only array that it wraps."""
        if is_type(view, kind):
            return view
        if view.value is MISSING:
            items = find_items(view, "") if kind == "array" else "it is a text"
            if isinstance(items, str) or not items.views:
                return unknown("whether it is a list can't be told", (view.quote(),))
            return view
        if isinstance(view.value, dict) and kind == "array":
            arrays = [key for key, each in view.value.items() if isinstance(each, list)]
            return view.child(arrays[0]) if len(arrays) == 1 else unknown("which list is meant can't be told")
        return not_met(f"it is {type_of(view)}; {kind} promised", (view.quote(),)) if view.value is not None else view

    @staticmethod
    def _empty(view: View, *, wanted: bool) -> Finding:
        if view.value is None:
            return unknown("it is null") if wanted else not_met("it is null", (view.quote(),))
        if view.value is MISSING or isinstance(view.value, str):
            empty = view.blank
        elif isinstance(view.value, (dict, list)):
            empty = not view.value
        else:
            empty = False
        label = f"{view.label} " if view.label else ""
        return decided(empty is wanted, f"{label}is empty" if empty else f"{label}isn't empty", (view.quote(),))


# Words before a literal that say what kind of text it is, or that aren't names at all.
_NO_KEYS = words(
    "a an the word words phrase text string sentence line heading section title keyword keywords term terms name names "
    "called titled named like as only both either not no one of and or to with field fields "
    "key keys column columns each "
    "marker token label exact literal following value values marked flagged set labelled "
    "labeled tagged written given shown in by for on at from is are"
)


# What stands for one of several values, and isn't the value itself: `status: ok/failed`, `ids: [a, b]`, `level: ...`.
_SEVERAL = re.compile(r"\||\bor\b|[\"'`]\s*,|^\w+(?:/\w+)+$|\.\.\.|…")


class Pair(Measure):
    """A field with a stated value: `default: true`, "`default` set to true"."""

    name = "pair"
    phrases = (
        Phrase(
            "({contain}|whose|the)? {a}? {code} (field|key|flag)? "
            "(set to|equal to|equals|of value|with value|with the value|with a value of|being|=) "
            "(true|false|null|{text})",
            {"stated": True},
        ),
        Phrase("({contain})? {a}? {text} : (true|false|null|{text}|{quantity})", {"stated": True}),
        Phrase("({contain}|{be}|of) {word} {text}", {"stated": True, "bare": True}),
        Phrase(
            "({contain}|{be})? (is|are|be|marked|marked as|marked with|flagged|flagged as|set "
            "to|labelled|tagged|carrying)? (the)? {code}"
        ),
    )
    _FORM = re.compile(r"[\"']?(?P<key>[A-Za-z_][\w.-]*)[\"']?\s*(?::|=)\s*(?P<value>[^\s:={}\[\]][^:={}\[\]\n]*)")

    def params(self, match: Match) -> dict[str, Any] | None:
        if match.phrase.fixed.get("stated"):
            return self._stated(match)
        found = self._FORM.fullmatch(match.words("code").strip())
        if found is not None and _SEVERAL.search(found["value"]):
            return None
        return {"key": found["key"], "wanted": found["value"].strip().strip("\"'")} if found else None

    @staticmethod
    def _stated(match: Match) -> dict[str, Any] | None:
        """`default` set to true, "peer_reviewed": false, severity "blocking"."""
        texts = [match.text_of(lexemes) for slot, lexemes in match.all_slots if slot == "text"]
        key = match.words("code") or (match.words("word") if match.phrase.fixed.get("bare") else texts[0])
        if match.phrase.fixed.get("bare") and (
            key.casefold() in _NO_KEYS or match.normal.lexemes[match.last - 2].literals
        ):
            return None
        last = match.normal.lexemes[match.last - 1]
        number = last.quantity
        behind = match.normal.lexemes[match.last : match.last + 1]
        if number is not None and (not number.exact or any(each.norm[0].isalpha() for each in behind)):
            return None  # "`title`: at most ten words" bounds rather than states
        return {
            "key": key,
            "wanted": last.literals[0] if last.literals else match.normal.wording(match.last - 1, match.last),
        }

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        key, wanted = requirement.params["key"], requirement.params["wanted"]
        name = view.key(key) if view.members() is not None else None
        if name is None:
            if view.members() is None:
                return unknown(f"`{key}`: the value has no fields")
            return not_met(f"no field is called `{key}`", (view.quote(),))
        member = view.child(name)
        found = scalar_text(member)
        if found is None or re.fullmatch(r"\w+\(.*\)", wanted):  # `len(items)` is to be computed
            return unknown(f"`{key}` is no single value, or what it must be is none")
        return decided(
            found.casefold() == wanted.casefold(), f"`{key}` is {found}; {wanted} promised", (member.quote(),)
        )


MEASURES: tuple[Measure, ...] = (Type(), Filled(), Pair())
