"""How promises hang together: equal to a value, one or the other, one only where another holds."""

from __future__ import annotations

from typing import Any

from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.values import scalar_text
from grader.judges.rules.names import same_name
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.judges.rules.wordlists import words

_IS = "(is|are|equals|equal|=|==|must be|should be|shall be|is set to|is always|must equal|reads|is equal to)"


_COMPUTING = words("times plus minus divided multiplied × * + / ÷")


class Equals(Measure):
    """The value is exactly the one that is stated."""

    name = "equals"
    phrases = (
        Phrase(f"{_IS} (exactly|always|literally|the string|the value|set to)? {{text}}"),
        *(Phrase(f"{_IS} (always|exactly|set to)? {word}", {"text": word}) for word in ("true", "false", "null")),
    )

    def params(self, match: Match) -> dict[str, Any] | list[dict[str, Any]] | None:
        """None where a computation follows: "is `qty` times `price`"."""
        behind = match.normal.lexemes[match.last].norm if match.last < len(match.normal.lexemes) else ""
        return None if behind in _COMPUTING else super().params(match)

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        found, wanted = scalar_text(view), requirement.params["text"]
        if found is None:
            return unknown("the output is no single value")
        wanted = wanted.strip().strip("`\"'").casefold()
        typed = wanted in {"null", "true", "false"} and isinstance(view.value, str)  # "null" is no null
        holds = found.casefold() == wanted and not typed
        return decided(holds, f"“{found[:80]}”; “{wanted}” promised", (view.quote(),))


class OnlyWhen(Measure):
    """A field is there only where another has a certain value."""

    name = "only-when"
    phrases = tuple(
        Phrase(pattern)
        for pattern in (
            (
                "{a}? {code} (field|key|property)? (must|should|may|can)? (be|is|are)? "
                "(present|set|given|included|filled|non-null|appears|appear|there|exists|shows up|"
                "occurs) only (when|if|where) "
                f"{{a}}? {{code}} (field|key|property)? {_IS} {{text}}"
            ),
            "only (when|if|where) {a}? {code} (field|key)? "
            + _IS
            + " {text} ,? (is|may|does|should|must|can)? {a}? {code} "
            "(field|key)? (be|is)? (present|set|given|included|appear|appears)",
        )
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        codes = list(match.every("code"))
        swapped = match.text.lower().startswith("only")
        field, other = reversed(codes) if swapped else codes
        return {"field": field, "other": other, "value": match.words("text")}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        field, other, value = (requirement.params[key] for key in ("field", "other", "value"))
        objects = (
            [view] if isinstance(view.value, dict) else [each for each in view.children() if each.members() is not None]
        )
        if not objects:
            return unknown("the output is no object and no array of objects")
        bad = []
        for each in objects:
            present, key = each.key(field), each.key(other)
            if present is None or each.value[present] is None:
                continue
            holder = scalar_text(each.child(key)) if key is not None else None
            if holder is None or not same_name(holder, value):
                bad.append(each)
        if bad:
            return not_met(f"`{field}` is there although `{other}` isn't “{value}”", (each.quote() for each in bad))
        return met(f"`{field}` is there only where `{other}` is “{value}”", (each.quote() for each in objects))


class AnyOf(Measure):
    """One of several promises is kept. Sentences make it of requirements that stand beside `or`."""

    name = "any-of"

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        from grader.judges.rules.engine import any_of, check  # noqa: PLC0415 - the engine knows all measures

        return any_of(check(inner, (view,), facts, requirement.params.get("own")) for inner in requirement.inner)


class Jointly(Measure):
    """Several promises are kept by one and the same item: "no entry has a `score` that is above 5"."""

    name = "jointly"

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        from grader.judges.rules.engine import all_of, check  # noqa: PLC0415 - the engine knows all measures

        return all_of(check(inner, (view,), facts, requirement.params.get("own")) for inner in requirement.inner)


MEASURES: tuple[Measure, ...] = (Equals(), OnlyWhen(), AnyOf(), Jointly())
