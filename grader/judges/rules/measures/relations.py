"""How an output relates to what the run was given: its inputs and other contracts' outputs."""

from __future__ import annotations

from typing import Any

from grader.judges.rules.finding import Finding, met, not_met, unknown
from grader.judges.rules.measure import Facts, Measure, Over
from grader.judges.rules.names import same_name
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.resolve import entries, resolve, stands_in
from grader.judges.rules.views import MISSING, View, view_of

_SHOWN = 5
_LISTED = "(listed|named|given|mentioned|found|contained|passed|supplied|requested|the caller lists)"
_THINGS = (
    "(each|every|all|all the|all of the|everything|each of the|every single|every one of the) {things}? "
    f"{_LISTED}? (in|from|of|under|within|by)? (the|the caller's|the caller 's|caller's)? (input|list|inputs)? {{text}}"
)
_APPEAR = (
    "(must|should|shall|will)? (be|is|are)? (appear|appears|mentioned|present|covered|listed|included|kept|preserved|"
    "named|contained|found|quoted|repeated|occur|occurs|show up|shows up|survive|survives)"
)
_WHERE = "(in|within|somewhere in)? {a}? {place}?"


class AllOf(Measure):
    """Everything that an input or another output lists stands in this output."""

    name = "all-of"
    over = Over.ANY
    phrases = (
        Phrase(f"{_THINGS} {_APPEAR} {_WHERE} (verbatim|word for word|unchanged|by name)?"),
        Phrase(
            f"(mention|mentions|cover|covers|contain|contains|include|includes|keep|keeps|preserve|preserves|list|lists|"
            f"names|name|repeat|repeats) {_THINGS}"
        ),
        Phrase(f"{_THINGS} (has|have) (an entry|a row|a section|an item|one entry) (in|under) {{a}}? {{place}}"),
    )

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        name = requirement.params["text"]
        source = _other(name, view, facts)
        if source is None:
            return unknown(f"`{name}` isn't part of this run")
        wanted = [entry for entry in entries(source) if entry]
        if not wanted:
            return unknown(f"`{name}` lists nothing")
        found = {entry: stands_in(entry, view.text) for entry in wanted}
        missing = [entry for entry, span in found.items() if span is None]
        if missing:
            shown = ", ".join(f"“{entry}”" for entry in missing[:_SHOWN])
            return not_met(f"{len(missing)} of {len(found)} in `{name}` are missing: {shown}")
        return met(f"all {len(found)} in `{name}` occur", (view.quote(*span) for span in found.values() if span))


class NoneOf(Measure):
    """Nothing that an input or another output lists stands in this output."""

    name = "none-of"
    over = Over.ALL
    phrases = tuple(
        Phrase(pattern, negated=True)
        for pattern in (
            (
                f"(no|none of the|not any of the|not any) {{things}}? {_LISTED}? (in|from|of|under) "
                "(the|the caller's)? "
                f"(input|list)? {{text}} (must|should|shall|will|may)? (be|is|are)? "
                "(appear|appears|proposed|mentioned|present|listed|included|repeated|occur|occurs|suggested|used|reused|"
                "contained|named|returned)? (again)?"
            ),
            (
                "{no} (contain|contains|include|includes|list|lists|propose|proposes|repeat|repeats|"
                "mention|mentions|suggest|"
                "suggests|return|returns|use|uses) (a|an|any|any of the)? {things}? (listed|named|"
                "given)? (in|from|of) {a}? "
                "(input|list)? {text} (again)?"
            ),
        )
    )

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        name = requirement.params["text"]
        source = _other(name, view, facts)
        if source is None:
            return unknown(f"`{name}` isn't part of this run")
        listed = entries(source)
        if listed and not any(listed):
            return unknown(f"nothing says what is in `{name}`")
        spans = {entry: stands_in(entry, view.text) for entry in listed if entry}
        found = [entry for entry, span in spans.items() if span is not None]
        quotes = [view.quote(*span) for span in spans.values() if span is not None]
        if found:
            shown = ", ".join(f"“{entry}”" for entry in found[:_SHOWN])
            return not_met(f"{len(found)} of `{name}` occur: {shown}", quotes)
        return met(f"none of the {len(spans)} in `{name}` occurs")


class Subset(Measure):
    """Everything that this output lists is in an input or another output."""

    name = "subset"
    phrases = (
        Phrase("({text} {be})? {a}? (strict|proper)? subset of (the|the caller's)? (input|list)? {text}"),
        Phrase(
            "(everything|every entry|every item|each entry|each item|all entries|all items) in {text} "
            "(was|is|are|were|comes|come|stems)? (one of|among|in|from|taken from|drawn from|part of) "
            "(the|the caller's)? (input|list)? {text}"
        ),
        Phrase(
            "(only|nothing but) {things}? (listed|named|given)? (in|from|of) (the|the caller's)? (input|list)? {text}"
        ),
        Phrase(
            "(contain|contains|include|includes|list|lists|name|names|use|uses) nothing (outside|beyond|but) {text}"
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        literals = match.every("text")
        own = literals[0] if len(literals) > 1 else None
        return {"text": literals[-1], "part": own}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        name, part = requirement.params["text"], requirement.params["part"]
        source = _other(name, view, facts)
        own = resolve(part, view, facts) if part else view
        if source is None or own is None:
            return unknown(f"`{name if source is None else part}` isn't part of this run")
        allowed = {entry.casefold() for entry in entries(source)}
        listed = entries(own)
        if not listed:
            return unknown("no items to check")
        stray = [entry for entry in listed if entry.casefold() not in allowed]
        if stray:
            shown = ", ".join(f"“{entry}”" for entry in stray[:_SHOWN])
            return not_met(f"{len(stray)} of {len(listed)} aren't in `{name}`: {shown}", (own.quote(),))
        return met(f"all {len(listed)} are in `{name}`", (own.quote(),))


class Repeats(Measure):
    """The output holds an input's text as it is."""

    name = "repeats"
    over = Over.ANY
    phrases = (
        Phrase(
            "(repeat|repeats|quote|quotes|restate|restates|echo|echoes|include|includes|contain|"
            "contains|cite|cites|begins with|copy|copies) "
            "(the|the caller's|the caller 's)? (input|original)? {text} (verbatim|word for word|"
            "unchanged|literally|exactly|as given|as is)"
        ),
        Phrase("(state|states|name|names|mention|mentions|give|gives|echo|echoes|repeat|repeats) the caller's {codes}"),
        Phrase(
            "(state|states|name|names|mention|mentions|give|gives|echo|echoes) (the|the caller's)? {codes} "
            "(given|passed|supplied|provided|named) (by the caller|as input|in the request)?"
        ),
        Phrase(
            "(states|names|mentions|gives|echoes) the {code} and the {code} (given|passed|supplied|"
            "provided) (by the caller)?"
        ),
    )

    def params(self, match: Match) -> list[dict[str, Any]]:
        return [{"text": name} for name in match.every("text") or match.every("codes") or match.every("code")]

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        name = requirement.params["text"]
        source = _other(name, view, facts)
        if source is None:
            return unknown(f"`{name}` isn't part of this run")
        wanted = " ".join(source.text.split())
        span = stands_in(wanted, view.text)
        if span is None:
            return not_met(f"“{wanted[:100]}” doesn't occur")
        return met(f"`{name}` occurs as given", (view.quote(*span),))


def _other(name: str, view: View, facts: Facts) -> View | None:
    """What a name stands for, this very output aside; a caller's input before anything in the output."""
    given = next((document for key, document in facts.inputs.items() if same_name(key.rsplit("/", 1)[-1], name)), None)
    found = resolve(name, view, facts) if given is None or given.large else view_of(given)
    if found is not None and found.document is view.document and found.text == view.text:
        return None
    return found if found is None or found.value is not MISSING or not found.blank else None


MEASURES: tuple[Measure, ...] = (AllOf(), NoneOf(), Subset(), Repeats())
