"""Exact phrases that an output must hold, capitals included."""

from __future__ import annotations

from grader.judges.rules.finding import Finding, met, not_met, unknown
from grader.judges.rules.literals import inside, places, unseen
from grader.judges.rules.measure import Facts, Measure, Over
from grader.judges.rules.measures.target import TextMeasure
from grader.judges.rules.phrases import Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

_UNIT = "(phrase|text|string|words|word|line|sentence|marker|token|statement|disclaimer|wording)"
_EXACTLY = "(verbatim|exactly|literally|word for word|exactly as written)"


class ExactPhrase(TextMeasure):
    """The exact phrase, capitals included."""

    name = "phrase"
    over = Over.ANY
    contained = True
    phrases = (
        Phrase(
            f"{{contain}} {{a}}? (exact|literal|verbatim|fixed|following exact|exact following) {_UNIT} :? "
            f"{{text}} {_EXACTLY}? {{in_it}}?"
        ),
        Phrase(
            "{contain} {a}? (following)? "
            f"(phrase|text|string|line|sentence|marker|token|statement|disclaimer|wording) :? {{text}} "
            f"{_EXACTLY}? {{in_it}}?"
        ),
        Phrase(
            f"(there {{must}}? be|there is|stands|stand|appears|appear|is found|comes) {{a}} (exact|"
            f"literal)? {_UNIT} :? {{text}} "
            f"{_EXACTLY}? {{in_it}}?"
        ),
        Phrase(f"({{contain}})? {_EXACTLY} {{text}}"),
        Phrase(f"{{contain}} {{text}} {_EXACTLY}"),
        Phrase(f"{{a}} (exact|literal|verbatim) {_UNIT} :? {{text}} ({{must}}? {{appear}})? {{in_it}}?"),
    )

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        literal = requirement.params["text"]
        found = places(view, literal, ignore_case=False)
        if found:
            times = "once" if len(found) == 1 else f"{len(found)} times"
            return met(f"“{literal}” occurs {times}", (view.quote(*span) for span in found))
        if unseen(view, [literal]) is not None:
            return unknown(f"“{literal}” stands only in the page's markup")
        if inside(view, [literal]) is not None:
            return unknown(f"“{literal}” stands only inside a word", (view.quote(),))
        return not_met(f"“{literal}” doesn't occur in {view.document.path}")


MEASURES: tuple[Measure, ...] = (ExactPhrase(),)
