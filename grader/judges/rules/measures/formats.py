"""What format an output is in."""

from __future__ import annotations

from typing import Any

from grader.judges.rules.finding import Finding, decided
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import MISSING, View


class Json(Measure):
    """The whole output is JSON, or the only fenced block in it is."""

    name = "json"
    phrases = (
        Phrase(
            "(in|as|be|is)? {a}? (valid|well-formed|parseable|strict)? json (format|object|array|document|file|string)? (only)?"
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        kind = next((word for word in ("object", "array") if match.text.lower().endswith(word)), None)
        return {"kind": kind} if kind else {}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:  # noqa: ARG002
        kind = requirement.params.get("kind")
        if view.json is MISSING:
            return decided(False, "the output isn't valid JSON", (view.quote(),))
        wanted = {"object": dict, "array": list, None: object}[kind]
        return decided(isinstance(view.json, wanted), f"valid JSON ({type(view.json).__name__})", (view.quote(),))


MEASURES: tuple[Measure, ...] = (Json(),)
