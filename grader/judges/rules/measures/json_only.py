"""JSON and nothing else: prose around the fence breaks a promise that the entire output is JSON."""

from __future__ import annotations

from typing import Any

from grader.judges.rules.finding import Finding, decided, not_met, unknown
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.target import runs_on
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.reading import json_trouble
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import MISSING, View

_ALL = (
    "(the|your|this|its)? (entire|whole|complete|full|all of the|all of your|all the|all) (of)? (the|your|its)? "
    "(response|answer|output|reply|text|document|message|content|file|thing|body|result)"
)
_WRAPPED = (
    "(be|is|are)? "
    "(wrapped|enclosed|formatted|given|returned|written|presented|encoded|rendered|delivered|output|produced|"
    "provided|structured|expressed|placed|put)? (up)? (in|as|inside|into|within|using)? (only|just|purely)?"
)
_JSON = (
    "{a}? (single|one)? (valid|well-formed|parseable|strict|pure|raw)? {a}? (single)? json "
    "(format|object|array|document|syntax|block|structure|string|notation|blob|payload)?"
)
_NOTHING = (
    "((,|;|.|—|–|-|:|and|with)? (and|with)? (nothing else|nothing more|no other text|no prose|no text outside "
    "(it|of it|the json)?|no extra text|no additional text|no commentary|nothing outside (it|of it|the "
    "json)?|nothing around it|no surrounding text|nothing before or after it|no text before or after it|no "
    "explanation|no text around it|no preamble))"
)


class JsonOnly(Measure):
    """The whole output is JSON, in a fence or not, with no text around it."""

    name = "json-only"
    of_source = True
    phrases = (
        Phrase(f"{_ALL} {{must}}? {_WRAPPED} {_JSON} (only)? {_NOTHING}?"),
        Phrase(
            "(wrap|put|enclose|format|encode|return|give|write|present|render|output|provide|make|structure|"
            f"express|deliver) ({_ALL}|everything|it all|the whole thing) {_WRAPPED} {_JSON} (only)? {_NOTHING}?"
        ),
        Phrase(f"(everything|it all|the whole thing) {{must}}? {_WRAPPED} {_JSON} {_NOTHING}?"),
        Phrase(
            f"({{response}} {{must}}?)? (be|is|return|returns|output|outputs|reply with|reply in|respond "
            "with|respond in|answer with|answer in|give|give me|produce|emit|emits|contain|contains|consist "
            "of|consists of|in|as|provide|use|respond|write)? (only|nothing "
            f"but|just|solely|purely|exclusively|strictly) (in|with|as)? {_JSON} {_NOTHING}?"
        ),
        Phrase(
            "(be|is|return|returns|output|outputs|reply with|reply in|respond with|respond in|answer "
            f"with|answer in|give|produce|emit|in|as|write|formatted as|provide)? {_JSON} "
            f"(only|exclusively|alone|{_NOTHING})"
        ),
        Phrase(f"no text (outside|around|before or after) {_JSON}"),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        """The kind of JSON value, if one is named; None where a noun follows: "only JSON files are listed"."""
        if runs_on(match):
            return None
        kind = next((word for word in ("object", "array") if f" {word}" in match.text.lower()), None)
        return {"kind": kind} if kind else {}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        if view.json is MISSING:
            trouble = json_trouble(view.bare_text)
            return unknown(trouble) if trouble else not_met("the output isn't valid JSON", (view.quote(),))
        text = view.text.strip()
        if text[:1] not in {"{", "["} and "```" in text and not (text.startswith("```") and text.endswith("```")):
            before = text.split("```", 1)[0].strip() or text.rsplit("```", 1)[-1].strip()
            at = view.text.find(before)
            return not_met("there is text around the JSON", (view.quote(at, at + len(before)),))
        kind = requirement.params.get("kind")
        wanted = {"object": dict, "array": list, None: object}[kind]
        return decided(isinstance(view.json, wanted), f"JSON alone ({type(view.json).__name__})", (view.quote(),))


MEASURES: tuple[Measure, ...] = (JsonOnly(),)
