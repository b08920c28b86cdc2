"""What a value may be: one of a list, null, a string."""

from __future__ import annotations

import re

from grader.judges.rules.finding import Finding, decided, unknown
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.phrases import Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import MISSING, View

_LONGEST = 200  # characters of a text that may still be a lone value


def scalar_text(view: View) -> str | None:
    """The single value that a view is, as text: a JSON scalar, or a short text of one line. None if it is neither."""
    value = view.value
    if value is not MISSING:
        if isinstance(value, (dict, list)):
            return None
        if isinstance(value, bool) or value is None:
            return {True: "true", False: "false", None: "null"}[value]
        return str(value)
    lines = [line.strip() for line in view.text.splitlines() if line.strip()]
    if len(lines) != 1 or len(lines[0]) > _LONGEST:
        return None
    return re.sub(r"^[-*#>\s]+", "", lines[0]).strip("*_`\"' .").strip()


class OneOf(Measure):
    """One of the listed values, nothing else."""

    name = "one-of"
    phrases = (
        Phrase(
            "{must}? {be}? (exactly)? (one of|either|any of|one of the following|one of these) (the)? (following)? (values|options|strings|words)? :? {list}"
        ),
        Phrase("{start} {list} {finish}", of_value=True),
    )

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        options = requirement.params.get("list", ())
        found = scalar_text(view)
        if found is None:
            return unknown("the output is no single value")
        wanted = {option.strip(" .`\"'").casefold() for option in options}
        holds = found.casefold() in wanted
        return decided(holds, f"“{found}”; one of {', '.join(options)} promised", (view.quote(),))


MEASURES: tuple[Measure, ...] = (OneOf(),)
