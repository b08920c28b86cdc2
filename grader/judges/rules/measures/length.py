"""How long a text is: words, sentences, paragraphs, characters, lines."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import ClassVar

from grader.judges.rules.finding import Finding
from grader.judges.rules.measure import Facts, Measure, quantity_of
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.phrases import Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

WORD = re.compile(r"\w+(?:['’]\w+)?")


class _Length(Measure):
    """A count of the whole text against a quantity."""

    unit: ClassVar[str]

    @abstractmethod
    def count(self, view: View) -> int:
        """How many units the text has."""

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:  # noqa: ARG002 - no facts needed
        quantity = quantity_of(requirement)
        number = self.count(view)
        unit = self.unit if number == 1 else self.unit + "s"
        text = f"{number} {unit}; {quantity.text} promised"
        return Finding(quantity.holds(number), text, (view.quote(),) if number else ())


class Words(_Length):
    """Running words, as a reader counts them."""

    name = "words"
    unit = "word"
    phrases = (
        Phrase("{quantity} word~ (long|in length|in total|total|overall|altogether)?"),
        Phrase("(word count|length|word limit) (of|is|:|must be|should be)? {quantity} word~?"),
        Phrase("a? {quantity} - word (long)?"),
    )

    def count(self, view: View) -> int:
        return sum(1 for _ in WORD.finditer(view.text))


_ABBREVIATIONS = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|Sr|Jr|St|vs|etc|e\.g|i\.e|cf|al|Inc|Ltd|Co|No|Fig|approx|dept|est|Jan|Feb|Mar|Apr|Jun|Jul|"
    r"Aug|Sep|Sept|Oct|Nov|Dec|[A-Z])\.(?=\s)"
)
_SENTENCE_END = re.compile(r"[.!?…。！？]+[\"'”’)\]*_`]*(?=\s|$)")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text stand: cut at closing punctuation and at blank lines, abbreviations aside."""
    spans: list[tuple[int, int]] = []
    masked = _ABBREVIATIONS.sub(lambda match: match[0][:-1] + ",", text)
    for block in re.finditer(r"\S(?:[^\n]|\n(?![ \t]*\n))*", masked):
        start = block.start()
        for end in [match.end() for match in _SENTENCE_END.finditer(masked, block.start(), block.end())] + [
            block.end()
        ]:
            if WORD.search(masked, start, end):
                spans.append((start, end))
            start = end
    return spans


class Sentences(_Length):
    """Sentences, ended by punctuation or by the end of their block."""

    name = "sentences"
    unit = "sentence"
    phrases = (
        Phrase("{quantity} (full|complete)? sentence~ (long|in length|in total|total)?"),
        Phrase("a single sentence", {"single": True}),
        Phrase("a? {quantity} - sentence"),
    )

    def count(self, view: View) -> int:
        return len(sentence_spans(view.text))


class Paragraphs(_Length):
    """Paragraphs of prose, separated by blank lines."""

    name = "paragraphs"
    unit = "paragraph"
    phrases = (
        Phrase("{quantity} paragraph~ (long|in length|in total)?"),
        Phrase("a? {quantity} - paragraph"),
    )

    def count(self, view: View) -> int:
        return sum(block.kind is BlockKind.PARAGRAPH for block in view.blocks)


class Characters(_Length):
    """Characters, white space at the ends aside."""

    name = "characters"
    unit = "character"
    phrases = (Phrase("{quantity} character~ (long|in length|in total)?"), Phrase("{quantity} char~ (long)?"))

    def count(self, view: View) -> int:
        return len(view.text.strip())


class Lines(_Length):
    """Lines that aren't blank."""

    name = "lines"
    unit = "line"
    phrases = (Phrase("{quantity} (non-empty|non-blank)? line~ (long|in length|in total)?"),)

    def count(self, view: View) -> int:
        return sum(1 for line in view.text.split("\n") if line.strip())


MEASURES: tuple[Measure, ...] = (Words(), Sentences(), Paragraphs(), Characters(), Lines())
