"""Whether a field, column, label or section is there, and whether its value is what was promised."""

from __future__ import annotations

import re

from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.names import same_name, words_of
from grader.judges.rules.phrases import Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.rows import RowView
from grader.judges.rules.views import MISSING, View
from grader.model import Outcome

_LABEL = re.compile(
    r"^[ \t]*(?:[-*+•]|\d+[.)])?[ \t]*(?:\*\*|__|`)?(?P<name>[A-Za-z][\w /-]{0,40}?)(?:\*\*|__|`)?:(?:\*\*|__)?[ \t]*(?P<value>[^\n]*)",
    re.MULTILINE,
)


def find_field(view: View, name: str) -> View | str | None:
    """The field of that name in a view; None if it is certainly not there; a reason if nobody can tell."""
    if isinstance(view, RowView):
        return view.cell(name)
    if "." in name and isinstance(view.value, dict):
        head, _, tail = name.partition(".")
        inner = find_field(view, head)
        return find_field(inner, tail) if isinstance(inner, View) else inner
    if isinstance(view.value, dict):
        key = view.key(name)
        return view.child(key) if key is not None else None
    if view.value is not MISSING:
        return "the value has no fields"
    labels = {match["name"]: match for match in _LABEL.finditer(view.text)}
    for label, match in labels.items():
        if same_name(label, name):
            return View(
                view.document, view.start + match.start("value"), view.start + match.end("value"), label=f"“{label}”"
            )
    section = view.section(name)
    if section is not None:
        return section
    return None if len(labels) > 1 else "the text has no labelled fields"


class Field(Measure):
    """A named field with a value; for an unsure name, a missing one is no proof."""

    name = "field"
    phrases = (
        Phrase(
            "({response} {must}?)? {contain} {a}? (top-level|non-empty|required)? {code} (field|key|property|column|attribute)"
        ),
    )

    def params(self, match):  # type: ignore[no-untyped-def]
        return {"name": match.words("code"), "sure": True}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        from grader.judges.rules.engine import check_inner  # noqa: PLC0415 - a field's value is measured like an output

        name = requirement.params["name"]
        found = find_field(view, name)
        if isinstance(found, str):
            return unknown(f"`{name}`: {found}")
        if found is None:
            if requirement.params.get("optional"):
                return met(f"`{name}` is optional and absent")
            if not requirement.params.get("sure", True) or self._similar(view, name):
                return unknown(f"no field is called `{name}`")
            return not_met(f"no field is called `{name}`", (view.quote(),))
        if requirement.inner:
            return check_inner(requirement.inner, found, facts)
        blank = found.value is MISSING and found.blank
        return decided(not blank, f"`{name}` is empty" if blank else f"`{name}` is there", (found.quote(),))

    @staticmethod
    def _similar(view: View, name: str) -> bool:
        """Whether some other key could be what the promise means, such as `source_url` for `source`."""
        members = view.members()
        keys = (
            [str(key) for key in members]
            if members is not None
            else (list(view.header) if isinstance(view, RowView) else [])
        )
        wanted = set(words_of(name))
        return any(wanted & set(words_of(key)) for key in keys)


MEASURES = (Field(),)
_ = Outcome
