"""Values of a known form: dates, times, durations, URLs, identifiers, paths, and patterns such as `<slug>-<date>`."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any

from grader.judges.rules.finding import Finding, decided, unknown
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.values import scalar_text
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

_LONGEST = 2_000

# name -> (what it is called in a finding, the form)
FORMS: dict[str, tuple[str, re.Pattern[str]]] = {
    name: (said, re.compile(form))
    for name, said, form in (
        ("uuid", "a UUID", r"(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
        ("semver", "a semantic version", r"v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?"),
        ("url", "a URL", r"https?://[^\s/$.?#][^\s]*"),
        ("https", "an https URL", r"https://[^\s/$.?#][^\s]*"),
        ("email", "an e-mail address", r"[^@\s]+@[^@\s]+\.[^@\s]+"),
        ("kebab", "kebab-case", r"[a-z0-9]+(?:-[a-z0-9]+)*"),
        ("snake", "snake_case", r"[a-z0-9]+(?:_[a-z0-9]+)*"),
        ("camel", "camelCase", r"[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)*"),
        ("hms", "HH:MM:SS", r"\d{2,}:[0-5]\d:[0-5]\d"),
        ("hm", "HH:MM", r"(?:[01]\d|2[0-3]):[0-5]\d"),
        (
            "duration",
            "an ISO 8601 duration",
            r"P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?",
        ),
        ("hex", "hexadecimal", r"(?i)[0-9a-f]+"),
        ("sha1", "a commit hash", r"(?i)[0-9a-f]{7,40}"),
        ("month", "YYYY-MM", r"\d{4}-(?:0[1-9]|1[0-2])"),
        ("path", "a path", r"[^\s:*?\"<>|]+(?:/[^\s:*?\"<>|]+)*"),
    )
}


class Form(Measure):
    """The value has a known form, as a whole."""

    attributive = True
    name = "form"
    of_scalar = True
    of_kind = True
    phrases = (
        Phrase("{as}? {a}? (valid)? uuid~ (v4|version 4)?", {"form": "uuid"}),
        Phrase(
            "{as}? {a}? (valid)? (semantic version|semver|major . minor . patch|major.minor.patch) "
            "(string|number)? ({open} (major . minor . patch|major.minor.patch) {close})?",
            {"form": "semver"},
        ),
        Phrase("{as}? {a}? (valid|absolute|full|well-formed)? (url|uri)", {"form": "url"}),
        Phrase("{as}? {a}? (valid|absolute|full)? https (url|link|address)", {"form": "https"}),
        Phrase("(use|uses|over|is|are) https (only)?", {"form": "https"}),
        Phrase("{as}? {a}? (valid)? (e-mail|email) (address)?", {"form": "email"}),
        Phrase("{as}? {a}? (kebab-case|kebab case) (identifier|name|slug|string)?", {"form": "kebab"}),
        Phrase("{as}? {a}? (snake_case|snake case) (identifier|name|string)?", {"form": "snake"}),
        Phrase("{as}? {a}? (camelcase|lowercamelcase|camel case) (identifier|name|string)?", {"form": "camel"}),
        Phrase(
            "{as}? {a}? (iso-8601|iso {quantity}|iso8601|iso) (calendar)? date ({open} {date_form} {close})?",
            {"form": "date"},
        ),
        Phrase("{as}? {a}? date {as}? {open}? {date_form} {close}?", {"form": "date"}),
        Phrase("{as} {date_form}", {"form": "date"}),
        Phrase("{start} {date_form} {finish}", {"form": "date"}, of_value=True),
        Phrase(
            "{as}? {a}? (iso-8601|iso {quantity}|iso8601|iso|rfc {quantity}|rfc3339|utc)? (utc)? "
            "(timestamp|datetime|date-time)",
            {"form": "datetime"},
        ),
        Phrase("{as}? {a}? (iso-8601|iso {quantity}|iso8601|iso) duration", {"form": "duration"}),
        Phrase("{start} {a}? date {finish}", {"form": "date"}, of_value=True),
    )

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        form = requirement.params["form"]
        text = scalar_text(view)
        if text is None or len(text) > _LONGEST:
            return unknown("the output is no single value")
        if form in {"date", "datetime"}:
            said = "an ISO date" if form == "date" else "an ISO timestamp"
            holds = _is_date(text) if form == "date" else _is_datetime(text)
        else:
            said, pattern = FORMS[form]
            holds = pattern.fullmatch(text) is not None
        return decided(holds, f"“{text[:80]}” is {said if holds else 'not ' + said}", (view.quote(),))


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == len("2026-01-01")


def _is_datetime(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return len(text) > len("2026-01-01")


_PLACEHOLDERS = {
    "yyyy-mm-dd": r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])",
    "date": r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])",
    "iso-date": r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])",
    "yyyymmdd": r"\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])",
    "yyyy-mm": r"\d{4}-(?:0[1-9]|1[0-2])",
    "yyyy": r"\d{4}",
    "slug": r"[a-z0-9]+(?:-[a-z0-9]+)*",
    "n": r"\d+",
    "nn": r"\d{2}",
    "nnn": r"\d{3}",
    "number": r"\d+",
    "int": r"\d+",
    "uuid": FORMS["uuid"][1].pattern.removeprefix("(?i)").replace("a-f", "a-fA-F"),
    "hash": r"[0-9a-fA-F]{6,64}",
    "sha": r"[0-9a-fA-F]{7,40}",
    "hex": r"[0-9a-fA-F]+",
    "url": r"https?://\S+",
    "semver": r"\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.-]+)?",
    "version": r"v?\d+(?:\.\d+)*",
    "hh": r"\d{2}",
    "mm": r"\d{2}",
    "ss": r"\d{2}",
}


_PLACEHOLDER = re.compile(r"<([A-Za-z][^<>]*)>")


def pattern_of(template: str) -> re.Pattern[str]:
    """The form that a template such as `<slug>-<YYYY-MM-DD>` describes.

    A placeholder of no known kind stands for any text without white space.
    """
    parts = _PLACEHOLDER.split(template.strip())
    form = "".join(
        re.escape(part) if index % 2 == 0 else f"(?:{_PLACEHOLDERS.get(part.strip().lower(), '[^' + chr(92) + 's]+?')})"
        for index, part in enumerate(parts)
    )
    return re.compile(form)


class Template(Measure):
    """The value follows a template with placeholders in angle brackets."""

    attributive = True
    name = "template"
    of_scalar = True
    phrases = (
        Phrase("{start} {pattern} {finish}", of_value=True),
        Phrase("{as}? {a}? (pattern|format|form|shape|template|scheme|convention)? :? {pattern}"),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        """The template; None for a lone placeholder of no known kind, which may as well be a tag: `<table>`."""
        lone = _PLACEHOLDER.fullmatch(match.words("pattern").strip())
        known = lone is None or lone[1].strip().lower() in _PLACEHOLDERS
        return {"pattern": match.words("pattern")} if known else None

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        template = requirement.params["pattern"]
        text = scalar_text(view)
        if text is None or len(text) > _LONGEST:
            return unknown("the output is no single value")
        return decided(
            pattern_of(template).fullmatch(text) is not None, f"“{text[:80]}”; {template} promised", (view.quote(),)
        )


class Affix(Measure):
    """A value begins, ends or lies under a literal."""

    attributive = True
    name = "affix"
    of_scalar = True
    phrases = (
        Phrase(
            "(lie|lies|live|lives|sit|sits|is|are|be) (under|in|inside|below) (the)? (folder|directory)? {code}",
            {"where": "start"},
        ),
        Phrase("{code} followed by {quantity} (digit|digits)", {"where": "digits"}),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        quantity = match.slots["quantity"][0].quantity if "quantity" in match.slots else None
        return {"literal": match.words("code"), "quantity": quantity, **match.phrase.fixed}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        literal, text = requirement.params["literal"], scalar_text(view)
        if text is None:
            return unknown("the output is no single value")
        if requirement.params["where"] == "digits":
            rest = text.removeprefix(literal)
            holds = (
                text.startswith(literal) and rest.isdigit() and requirement.params["quantity"].holds(len(rest)) == "met"
            )
        else:
            holds = text.startswith(literal)
        return decided(holds, f"“{text[:80]}”; {requirement.text} promised", (view.quote(),))


class InYear(Measure):
    """A date that falls in a year or month."""

    name = "in-period"
    of_scalar = True
    phrases = (Phrase("(fall|falls|lie|lies|is|are|be|dated) (in|within|during) {quantity}"),)

    def params(self, match: Match) -> dict[str, Any] | None:
        quantity = match.slots["quantity"][0].quantity
        if quantity is None or not quantity.exact or quantity.low is None or not 1900 <= quantity.low <= 2200:
            return None
        return {"year": int(quantity.low)}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        text = scalar_text(view)
        if text is None or not (_is_date(text[:10])):
            return unknown("the output is no single date")
        return decided(text.startswith(f"{requirement.params['year']}-"), f"“{text}”", (view.quote(),))


class HexDigits(Measure):
    """So many hexadecimal digits."""

    name = "hex-digits"
    of_scalar = True
    phrases = (Phrase("{a}? {quantity} (hexadecimal|hex|lowercase hex|lower-case hex) (character~|digit~)"),)

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        text = scalar_text(view)
        if text is None:
            return unknown("the output is no single value")
        holds = FORMS["hex"][1].fullmatch(text) is not None and requirement.params["quantity"].holds(len(text)) == "met"
        return decided(holds, f"“{text[:80]}”, {len(text)} characters", (view.quote(),))


class PathsExist(Measure):
    """The file paths that the output names are files of the run."""

    name = "paths-exist"
    phrases = (
        Phrase(
            "(every|each|all|any) (file)? (path|paths|file|files) (named|mentioned|listed|cited|"
            "referenced|it names)? (exist|exists|is there|are there|can be found) (in|inside|"
            "within)? (the run|this run|the run directory)?"
        ),
    )

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        paths = re.findall(r"(?<![\w/:.])(?:[\w.-]+/)+[\w.-]+\.\w{1,8}", view.text)
        if not paths:
            return unknown("no items to check")
        missing = [path for path in dict.fromkeys(paths) if path not in facts.run_files]
        if missing:
            return unknown(f"not among the run's outputs, inputs and log: {missing[0]}")
        spans = [view.text.find(path) for path in dict.fromkeys(paths)]
        return decided(
            holds=True,
            text=f"all {len(spans)} paths exist",
            quotes=(view.quote(at, at + len(path)) for at, path in zip(spans, dict.fromkeys(paths), strict=True)),
        )


MEASURES: tuple[Measure, ...] = (Form(), Template(), Affix(), InYear(), HexDigits(), PathsExist())
