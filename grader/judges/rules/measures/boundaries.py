"""How a text begins and ends: exact words at its start or end, and marks around it."""

from __future__ import annotations

import re
from typing import Any

from grader.judges.rules.finding import Finding, decided, unknown
from grader.judges.rules.measure import Facts
from grader.judges.rules.measures.punctuation import marks_in
from grader.judges.rules.measures.target import TextMeasure, with_denials
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.seen import alike, seen
from grader.judges.rules.views import View

_EXACT = "(exact|following|literal|verbatim|fixed|specific|precise|very|closing|opening|final)"
_UNIT = (
    "(phrase|words|word|sentence|heading|line|text|string|statement|phrasing|wording|message|sign-off|remark|greeting|"
    "salutation|signature|marker|token)"
)
_NAMED = f"({{a}}? {_EXACT}? {_EXACT}? {_UNIT})? (exactly|precisely|literally|just)? (:|,|of|that says|saying|reading)?"
START = (
    "(start|starts|starting|begin|begins|beginning|open|opens|opening|commence|commences|kick off|kicks off|lead "
    "off|lead|leads)"
)
END = (
    "(end|ends|ending|finish|finishes|finishing|conclude|concludes|concluding|close|closes|closing|wrap up|wraps "
    "up|sign off|signs off|terminate|terminates|finish off|close out|round off)"
)
_AFTER = (
    "(.|,|;|—|–|-|and|with)? (and|with)? ("
    "(there)? (should|must)? (be)? (no|nothing) (other|further|more|additional|else)? "
    "(words|word|text|content|thing|characters|anything)? "
    "(else|more)? (should|must|may|can|shall)? (be)? "
    "(follow|follows|following|come|comes|coming|appear|appears|added|after|stand|stands|written|comes) "
    "(after|behind|beyond|past|following)? (it|that|this|the)? (phrase|sentence|line|words|text|question|point|one)?"
    "|(add|write|say|put) nothing (else|more|further)? (after|behind)? (it|that|this)?|"
    "nothing (else|more|further)|do not (add|write|include|put|say) (anything|any words|any "
    "text|a "
    "word|more) (else)? (after|behind|beyond|following) (it|that|this|the) "
    "(phrase|sentence|line|words|point)?"
    "|without (adding)? (anything|any words|any text) (else)? (after|behind|following) (it|that|this)? "
    "(phrase|sentence|line)?"
    "|(that|this|it) (is|must be|should be) (the)? (very)? (last thing|end|last line|last words|final words)"
    "|nothing (else)? {must}? (come|follow|appear|be) (after|behind)? (it|that|this)?"
    "|no (more|other) words|full stop|period|and stop (there|here)|then stop"
    ")"
)


class StartsWith(TextMeasure):
    """The text begins with the literal text."""

    name = "starts-with"
    phrases = with_denials(
        Phrase(f"{START} (off)? {{in_it}}? (with|by saying|by writing|by) {_NAMED} {{text}}"),
        Phrase(f"{START} (off)? {{in_it}}? with (either|one of|any of)? {_NAMED} {{list}}"),
        Phrase(
            f"{START} (off)? {{in_it}}? (with|by saying) {{a}}? {_EXACT}? "
            f"(word|phrase|words|sentence|line) :? {{passage}} {{finish}}",
            {"bare": True},
        ),
        Phrase(
            f"{{a}}? (very)? (first|opening) {_UNIT} {{in_it}}? {{must}}? (be|is|are|reads|read|say|says|:) "
            f"{_NAMED} {{text}}"
        ),
        Phrase(
            f"{{text}} {{must}}? (be|is|are|come|comes|stand|stands|go|goes|appear|appears) (the|at|as)? "
            f"(very)? (the)? (first|opening|start|beginning|top) {_UNIT}? {{in_it}}?"
        ),
        Phrase(
            f"(at|in) the (very)? (start|beginning|top) {{in_it}}? ,? (write|put|place|say|must "
            f"be|include|comes|is) {_NAMED} {{text}}"
        ),
        Phrase(f"(put|place|write|say) {_NAMED} {{text}} at the (very)? (start|beginning|top) {{in_it}}?"),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """The text that is meant."""
        return _whole_line(match, _literal(match))

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        wanted = requirement.params["text"]
        if requirement.params.get("line"):
            return _line_is(view, requirement, last=False)
        start = len(view.text) - len(view.text.lstrip())
        beginning = view.text[start : start + len(wanted) * 4 + _MARKUP]
        marks = requirement.params.get("marks", (wanted,))
        found = any(_matches(beginning, each, at_end=False) for each in marks)
        found = found or (isinstance(view.value, str) and view.text.startswith(tuple(marks)))
        end = view.text.find("\n", start)
        first = view.quote(start, min(end if end > start else len(view.text), start + max(len(wanted), 80)))
        return decided(found, f"begins with “{first.text}”; “{wanted}” promised", (first,))


class EndsWith(TextMeasure):
    """The text ends with the literal text, white space and quotation marks around it aside."""

    name = "ends-with"
    phrases = with_denials(
        Phrase(f"{END} (off)? {{in_it}}? (with|in|on) (either|one of|any of)? {_NAMED} {{list}} {_AFTER}?"),
        Phrase(
            f"{END} (off)? {{in_it}}? (with|by saying|by writing|by asking|by|in|on) {_NAMED} {{text}} "
            f"{_AFTER}? {_AFTER}?"
        ),
        Phrase(
            f"{END} (off)? {{in_it}}? (with|by saying|on) {{a}}? {_EXACT}? {_EXACT}? {_UNIT} :? {{passage}} "
            f".? {_AFTER} {{finish}}",
            {"bare": True},
        ),
        Phrase(
            f"{END} (off)? {{in_it}}? (with|by saying|on) {{a}}? {_EXACT}? {_EXACT}? {_UNIT} :? {{passage}} {{finish}}",
            {"bare": True},
        ),
        Phrase(
            f"{{a}}? (very)? (last|final|closing|ending) {_UNIT} {{in_it}}? {{must}}? "
            f"(be|is|are|reads|read|say|says|:) {_NAMED} {{text}} {_AFTER}?"
        ),
        Phrase(
            f"{{a}}? (very)? (last|final|closing) {_UNIT} {{in_it}}? {{must}}? "
            f"(be|is|are|reads|read|say|says) :? {{passage}} {_AFTER}? {{finish}}",
            {"bare": True, "strict": True},
        ),
        Phrase(
            f"{{text}} {{must}}? (be|is|are|come|comes|stand|stands) (the|at|as)? (very)? (the)? "
            f"(last|final|closing|end) ({_UNIT}|thing|words)? {{in_it}}? {_AFTER}?"
        ),
        Phrase(f"make {{text}} (the|your|its)? (very)? (last|final|closing) ({_UNIT}|thing) {{in_it}}? {_AFTER}?"),
        Phrase(
            f"{END} (off)? {{in_it}}? (with|in|on) {{a}}? (single)? {{end_mark}} {{in_it}}? {{stop}}", {"mark": True}
        ),
        Phrase(
            f"(at|in) the (very)? (end|bottom|close) {{in_it}}? ,? (write|put|place|say|must "
            f"be|include|comes|is|add) {_NAMED} {{text}} {_AFTER}?"
        ),
        Phrase(
            f"(put|place|write|say|add|have|with|use|include) {_NAMED} {{text}} (at the (very)? "
            f"(end|bottom|close) {{in_it}}?|as (the|its) (very)? (last|final|closing) ({_UNIT}|thing)) {_AFTER}?"
        ),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """The text that is meant."""
        return _whole_line(match, _literal(match))

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        wanted = requirement.params["text"]
        if requirement.params.get("line"):
            return _line_is(view, requirement, last=True)
        end = len(view.text.rstrip())
        tail = view.text[max(0, end - len(wanted) * 4 - _MARKUP) : end]
        marks = requirement.params.get("marks", (wanted,))
        found = any(_matches(tail, each, at_end=True) for each in marks)
        found = found or (isinstance(view.value, str) and view.text.endswith(tuple(marks)))
        start = max(view.text.rfind("\n", 0, end) + 1, end - max(len(wanted), 120), 0)
        last = view.quote(start, end)
        return decided(found, f"ends with “{last.text}”; “{wanted}” promised", (last,))


_QUOTING = re.compile(
    r"\b(?:exact|literal|verbatim|following)\b"
    r"|\b(?:the|this|these) (?:words?|phrase) (?!of\b|that\b|which\b|count\b|from\b)",
    re.IGNORECASE,
)


def _literal(match: Match) -> dict[str, Any] | None:
    """The literal text, or for an unquoted one the clause's own words up to the end of it."""
    if match.phrase.fixed.get("mark"):
        marks = "".join(marks_in([lexeme.norm for lexeme in match.slots["end_mark"]]))
        return {"text": marks[0], "marks": (*marks, "...") if "…" in marks else tuple(marks)} if marks else None
    if "list" in match.slots:
        lexeme = match.slots["list"][0]
        return None if lexeme.joiner == "and" else {"text": " or ".join(lexeme.literals), "marks": lexeme.literals}
    if not match.phrase.fixed.get("bare"):
        return {"text": match.words("text")}
    lexemes = match.slots.get("passage", ())
    if not lexemes or (len(lexemes) == 1 and lexemes[0].literals):
        return None
    text = match.normal.source[lexemes[0].start : lexemes[-1].end].strip()
    if not text[:1].isupper() and (match.phrase.fixed.get("strict") or not _QUOTING.search(match.text)):
        return None  # "a sentence that names the product" describes, and quotes nothing
    if text.endswith("..") and not text.endswith("..."):
        text = text[:-1]  # the phrase's own full stop, and the clause's
    return {"text": text, "bare": True}


_IS_LINE = re.compile(r"\b(?:first|opening|last|final|closing)\s+line\b.*\b(?:be|is|are|reads?|says?)\b", re.IGNORECASE)


def _whole_line(match: Match, found: dict[str, Any] | None) -> dict[str, Any] | None:
    """`the first line is "Report"`: all of the line, and not only its beginning."""
    said = match.text.partition('"')[0].partition("`")[0].partition("“")[0]
    return {**found, "line": True} if found is not None and _IS_LINE.search(said) is not None else found


def _line_is(view: View, requirement: Requirement, *, last: bool) -> Finding:
    lines = list(re.finditer(r"[^\n]*\S[^\n]*", view.text))
    if not lines:
        return unknown("there is no line")
    line = lines[-1 if last else 0]
    marks = {_folded(each.strip('"“”')) for each in requirement.params.get("marks", (requirement.params["text"],))}
    shown = seen(line[0])
    forms = {_folded(line[0]), _folded(line[0]).strip(_AROUND)}
    forms |= {_folded(shown.text).strip(_AROUND)} if shown is not None else set()
    holds = bool(forms & (marks | {mark.strip(_AROUND) for mark in marks}))
    quote = view.quote(*line.span())
    return decided(holds, f"the line is “{quote.text}”; “{requirement.params['text']}” promised", (quote,))


_MARKUP = 600  # characters of emphasis, links and the like that may stand at either end of a text


def _folded(text: str) -> str:
    return " ".join(alike(text).split()).casefold()


def _matches(text: str, wanted: str, *, at_end: bool) -> bool:
    """Whether the text begins or ends with the wanted one, capitals and the marks around both aside."""
    raw, wanted = _folded(text), _folded(wanted.strip('"“”'))
    shown = seen(text)
    forms = (raw, raw.strip(_AROUND), _folded(shown.text).strip(_AROUND) if shown is not None else raw)
    return bool(wanted) and any(_bounded(each, wanted, at_end=at_end) for each in forms)


_AROUND = "\"'*_`# "


def _bounded(text: str, wanted: str, *, at_end: bool) -> bool:
    """Whether `wanted` stands there as whole words: "Dear teammates" doesn't begin with "Dear team"."""
    size = len(wanted)
    if at_end:
        return text.endswith(wanted) and not (wanted[0].isalnum() and text[-size - 1 : -size].isalnum())
    return text.startswith(wanted) and not (wanted[-1].isalnum() and text[size : size + 1].isalnum())


_MARKS = (
    "((double|single|straight|regular|standard|curly)? (- )? (quotation marks|quotation mark|quotes|quote "
    "marks|quotation characters|quotemarks|"
    "double-quotes|double-quotation marks|inverted commas|speech marks|double quotes))"
)
_WRAP = (
    "(have|write|give|wrap|wraps|wrapped|wrapping|put|place|placed|enclose|enclosed|encloses|surround|surrounded|"
    "surrounds|encase|encased|set|bracket|frame|framed|go|sit|sits|be|is|stand|stands|contained|bounded|delimit|"
    "delimited|present|quote)"
)


class Quoted(TextMeasure):
    """The whole text stands in quotation marks."""

    name = "quoted"
    phrases = with_denials(
        Phrase(
            f"({{response}}|{{whole}})? {{must}}? (be|is)? {_WRAP} (up)? ({{whole}}|everything|it all|all of "
            f"it|all|{{response}})? (up)? (in|with|inside|within|between|by|in between) (a|a pair of|a set "
            f"of|one pair of|opening and closing)? {_MARKS} {{in_it}}?"
        ),
        Phrase(
            "(start|starts|begin|begins|open|opens) and (end|ends|finish|finishes|close|closes) "
            f"(it|{{whole}})? with (a|an)? {_MARKS}"
        ),
        Phrase(
            f"(start|begin|open) {{whole}}? with (a|an)? {_MARKS} and (end|finish|close) (it)? with "
            f"(a|an|one|another)? (closing|second)? ({_MARKS}|one|another)"
        ),
        Phrase(
            f"{_MARKS} {{must}}? (go|be|stand|appear|are|wrap|surround|enclose|wrap around|frame) "
            "(around|round|at both ends of|on both sides of|at the start and end of|at the beginning and end "
            f"of)? ({{whole}}|everything|{{response}})"
        ),
        Phrase(
            f"(put|place|use|add|with) {_MARKS} (around|round|at both ends of|at the start and end of|at the "
            f"beginning and end of) ({{whole}}|everything|{{response}})"
        ),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """Whether single marks are meant; None where something else than the whole is put in quotation marks."""
        return {"single": "single" in match.text.lower()}

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        text = view.text.strip()
        pairs = {"''", "‘’"} if requirement.params["single"] else {'""', "“”"}
        found = len(text) > 1 and text[0] + text[-1] in pairs
        ends = f"begins with “{text[:1]}” and ends with “{text[-1:]}”"
        start = len(view.text) - len(view.text.lstrip())
        end = len(view.text.rstrip())
        return decided(found, ends, (view.quote(start, start + 60), view.quote(max(start, end - 60), end)))


MEASURES: tuple[TextMeasure, ...] = (StartsWith(), EndsWith(), Quoted())
