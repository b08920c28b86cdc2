"""What a value may be: one of a list, or null."""

from __future__ import annotations

import re
from typing import Any

from grader.judges.rules.finding import Finding, decided, met, unknown
from grader.judges.rules.joining import Tester
from grader.judges.rules.lexicon import HAVING
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.languages import CODES
from grader.judges.rules.measures.scalars import is_labelled, scalar_text
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import MISSING, View
from grader.judges.rules.wordlists import words

__all__ = ["MEASURES", "scalar_text"]

_ONE_OF = (
    "{must}? {be}? (always|exactly|either|set to|drawn from|chosen from|taken from|limited to|restricted "
    "to|an enum of|an enum :|enum|"
    "enum of)? (one of|either|any of|one of the following|one of these|one out of|exactly one of|among|in|from) (the)? "
    "(set|list|enum|allowed|following|these|fixed)? (set)? (of)? "
    "(values|options|strings|words|statuses|states|levels|labels|value|categories|kinds)? :? "
)
# Words that describe a value rather than being one of the values themselves.
_NO_CHOICES = words(
    "a an the of for in string strings integer number boolean bool null none array list object json yaml csv "
    "markdown html text "
    "and or more less fewer greater higher lower other others prose"
)


# What `and` may stand among values behind: "one of red and blue", "allowed values: red and blue".
_OF_SEVERAL = words(
    "one either any among set list enum values options strings words statuses states levels labels categories kinds "
    "values: allowed permitted possible valid legal accepted"
)
_LONGEST_VALUE = 6  # words; a longer text may say which of the values it means in other words


def _says(text: str, option: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(option)}(?!\w)", text, re.IGNORECASE) is not None


def _begins(text: str, option: str) -> bool:
    return re.match(rf"{re.escape(option)}(?!\w)", text, re.IGNORECASE) is not None


# What follows a list of values where more than the value is promised: "yes or no, followed by a reason".
_MORE = words("followed plus then with including along together accompanied")


_LEADING = words("and or , a an the either one of at least both")


def _are_fields(match: Match) -> bool:
    """Whether the names in backticks are fields, of which one will do: "has `a` and either `b` or `c`"."""
    lexemes = match.normal.lexemes
    listed = match.slots.get("list", ())
    if not listed or not listed[0].code:
        return False
    if any(lexeme.norm in HAVING for lexeme in lexemes[match.first : match.last]):
        return True
    at = match.first - 1
    while at >= 0 and (lexemes[at].norm in _LEADING or (lexemes[at].code and lexemes[at].slot in {"c", "l"})):
        at -= 1
    return at >= 0 and lexemes[at].norm in HAVING


_HOLDING = words(
    "contain contains containing include includes including mention mentions mentioning use uses using cite cites "
    "name names naming list lists listing cover covers covering carry carries discuss discusses feature features"
)


class OneOf(Measure):
    """One of the listed values, nothing else."""

    name = "one-of"
    of_value = of_scalar = True
    phrases = (
        Phrase(_ONE_OF + "{list} ((,)? or null)? (only|exclusively)?"),
        Phrase("{code} (of|from|out of|from among) (the)? (values|levels|options)? ({choices}|{list})", {"part": True}),
        Phrase(_ONE_OF + "{shape}"),
        Phrase(
            "{must}? {be}? {quantity} of (the)? (following|these|values)? (values|options)? :? {list} "
            "((,|and|with)? (no further text|nothing else|no other text|no explanation|no additional text|only))?"
        ),
        Phrase("{must}? {be}? {quantity} of (the)? (following|these|values)? (values|options)? :? ({shape}|{choices})"),
        Phrase(_ONE_OF + "{open}? {choices} {close}?"),
        Phrase(_ONE_OF + "{open}? {choice_list} {close}? {stop}"),
        Phrase(
            "({must}? (is|are|be|equals|reads|says|take|takes|has|have)) (always|either|set to|the value|the "
            "values|values)? {list}"
        ),
        Phrase("({must}? (is|are|be|equals|reads)) (always|either|set to)? {list} ,? or null"),
        Phrase("({must}? (is|are|be|equals|reads)) (always|either|set to)? {choices} (only)? ({stop}|,)"),
        Phrase(
            "{start} (either|exactly one of)? {list} ((,)? or null)? (only)? ({stop}|,|;|—|–|{open})", of_value=True
        ),
        Phrase("{start} (either)? {choices} (only)? ({stop}|,|;|—|–)", of_value=True),
        Phrase("(allowed|permitted|possible|valid|legal|accepted) values (are|:|include) {list}"),
        Phrase("(allowed|permitted|possible|valid|legal|accepted) values (are|:) {choice_list} {stop}"),
        Phrase("{open} {list} {close}", of_value=True),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        options = self._options(match)
        if options is not None and all(option.casefold() in CODES for option in options) and match.text[:3] == "in ":
            return None  # "in English or German" says in which language the text is
        if _are_fields(match):
            return None
        before = match.normal.lexemes[: match.first][-2:]
        if before and before[-1].norm in _HOLDING:
            return None  # "contains one of red, green or blue": somewhere in it, and more beside
        if match.phrase.pattern.startswith("{start}") and before and before[-1].norm == ":" and before[0].slot != "c":
            return None  # "each with: id / title / url"
        quantity = match.slots["quantity"][0].quantity if "quantity" in match.slots else None
        if quantity is not None and not (quantity.exact and quantity.low == 1):
            return None
        after = [each.norm for each in match.normal.lexemes[match.last : match.last + 3] if each.norm != ","]
        more = bool(after) and after[0] in _MORE and not {"no", "nothing"} & set(after)
        if not match.phrase.fixed.get("part") and options is not None and len(options) > 1 and more:
            return {"list": options, "more": True}
        if match.phrase.fixed.get("part") and options is not None and len(options) > 1:
            return {"list": options, "within": match.words("code")}
        return {"list": options} if options is not None and len(options) > 1 else None

    @staticmethod
    def _options(match: Match) -> tuple[str, ...] | None:
        if "list" in match.slots:
            joiner = match.slots["list"][0].joiner
            anchored = match.phrase.pattern.startswith(("{start}", "{open}"))
            if joiner == "" and match.phrase.pattern.startswith("{start}") and match.first > 0:
                return None
            if joiner == "and" and (anchored or "one" not in match.text.lower()):
                return None
            return (
                *match.literals("list"),
                *(["null"] if match.text.lower().rstrip(" .;,").endswith("or null") else []),
            )
        if "shape" in match.slots:
            inner = match.literals("shape")[0].strip("{} ")
            parts = [part.strip(" \"'`") for part in re.split(r"[,|/]", inner)]
            return tuple(parts) if not re.search(r"[:{}\[\]?]", inner) and all(parts) else None
        found = match.words("choices") or match.words("choice_list") or match.text
        if re.search(r"\band\b", found) and _OF_SEVERAL.isdisjoint(match.text.lower().split()):
            return None  # "in red and blue"
        parts = [part for part in re.split(r"\s*(?:,|/|\||\b(?:or|and|either)\b)\s*", found) if part]
        return tuple(parts) if not any(part.casefold() in _NO_CHOICES for part in parts) else None

    def tester(self, requirement: Requirement) -> Tester | None:
        exact = frozenset(requirement.params.get("list", ())) - {"true", "false", "null"}
        folded = {option.strip(" .`\"'").casefold() for option in requirement.params.get("list", ())}

        def test(value: Any) -> bool | None:
            if type(value) is not str or value in exact:
                return True if type(value) is str else None
            return False if len(value) < 20 and value.isalnum() and value.casefold() not in folded else None

        return test

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        options = requirement.params.get("list", ())
        if isinstance(view.value, list) and view.value and not any(isinstance(e, (dict, list)) for e in view.value):
            from grader.judges.rules.joining import each_of  # noqa: PLC0415 - only lists need it

            return each_of(list(view.children()), lambda each: self.check(requirement, each, facts), "entries")
        found = scalar_text(view)
        if found is None:
            if view.value is MISSING and len(view.text.split()) > 20:
                return unknown("the output is no single value")
            return unknown("the output is no single value", (view.quote(),))
        holds = found.strip(" .").casefold() in {option.strip(" .`\"'").casefold() for option in options}
        if not holds and requirement.params.get("more"):
            begun = next((option for option in options if _begins(found, option)), None)
            text = f"it begins with {begun}" if begun else f"“{found[:80]}” doesn't begin with a value"
            return met(text, (view.quote(),)) if begun else unknown(text, (view.quote(),))
        if not holds and len(found.split()) > _LONGEST_VALUE and any(_says(found, option) for option in options):
            return unknown(f"“{found[:80]}” is no single value", (view.quote(),))
        if not holds and view.value is MISSING and is_labelled(view):
            return unknown(f"whether “{found[:80]}” is the value can't be told", (view.quote(),))
        if holds and isinstance(view.value, str) and view.typed and found.casefold() in {"true", "false", "null"}:
            return unknown(f"“{found}” is a string", (view.quote(),))
        return decided(holds, f"“{found[:80]}”; one of {', '.join(options)} promised", (view.quote(),))


class OrNull(Measure):
    """A value that may be null: met if it is, else the rest of the promise decides."""

    name = "or-null"
    of_value = of_scalar = True
    phrases = (
        Phrase("{start} {free} (,|;|—|–)? or null ((if|when|where) {rest})? {finish}", of_value=True),
        Phrase("{start} null or {free} {finish}", of_value=True),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        return {"rest": match.words("free")}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        if view.value is None or (view.value is MISSING and (scalar_text(view) or "").casefold() == "null"):
            return met("null, which is allowed", (view.quote(),))
        return unknown(f"whether it is {requirement.params['rest']} needs judgement", (view.quote(),))


MEASURES: tuple[Measure, ...] = (OneOf(), OrNull())
