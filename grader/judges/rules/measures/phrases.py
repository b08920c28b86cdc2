"""What an output says literally: exact phrases, quoted texts, keywords, and texts that must not occur."""

from __future__ import annotations

import re

from grader.judges.rules.finding import Finding, decided, met, not_met
from grader.judges.rules.measure import Facts, Measure, Over
from grader.judges.rules.phrases import Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View


def occurrences(text: str, literal: str, *, ignore_case: bool = True) -> list[tuple[int, int]]:
    """Where a literal stands as whole words: "grids" isn't "grid". White space in it matches any white space."""
    parts = [re.escape(part) for part in literal.split()]
    if not parts:
        return []
    left = r"(?<!\w)" if re.match(r"\w", literal.strip()) else ""
    right = r"(?!\w)" if re.search(r"\w$", literal.strip()) else ""
    pattern = left + r"\s+".join(parts) + right
    return [match.span() for match in re.finditer(pattern, text, re.IGNORECASE if ignore_case else 0)]


class ExactPhrase(Measure):
    """The exact phrase, capitals included."""

    name = "phrase"
    over = Over.ANY
    phrases = (
        Phrase(
            "({response} {must}?)? {contain} {a}? (exact|literal|verbatim|following|fixed)? "
            "(phrase|text|string|words|word|line|sentence|marker|token) :? {text} (verbatim|exactly|literally)?"
        ),
        Phrase("(exactly|verbatim|literally) {text}"),
        Phrase("{a} (exact|literal|verbatim) (phrase|text|string|words|word|line|sentence|marker|token) :? {text}"),
    )

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:  # noqa: ARG002
        literal = requirement.params["text"]
        found = occurrences(view.text, literal, ignore_case=False)
        if found:
            return met(f"“{literal}” occurs {len(found)} times", (view.quote(*span) for span in found))
        return not_met(f"“{literal}” doesn't occur")


class Keywords(Measure):
    """Words that must, or must not, occur; capitals aside. Every one of a list."""

    name = "keywords"
    over = Over.ANY
    phrases = (
        Phrase(
            "({response} {must}?)? {contain} {a}? (following)? (keyword~|key word~|term~|word~) :? {texts} {response}?"
        ),
    )

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:  # noqa: ARG002
        words = requirement.params["texts"]
        missing = [word for word in words if not occurrences(view.text, word)]
        quotes = [view.quote(*occurrences(view.text, word)[0]) for word in words if word not in missing]
        text = f"missing: {', '.join(missing)}" if missing else f"all {len(words)} occur"
        return decided(not missing, text, quotes)


MEASURES: tuple[Measure, ...] = (ExactPhrase(), Keywords())
