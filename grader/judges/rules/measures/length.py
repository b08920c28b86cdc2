"""How long a text is: words, sentences, paragraphs, characters, lines."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import Any, ClassVar

from grader.judges.rules.finding import Finding, unknown
from grader.judges.rules.joining import Tester
from grader.judges.rules.measure import Facts, quantity_of
from grader.judges.rules.measures.amounts import read_amount
from grader.judges.rules.measures.paragraphs import SEPARATED, divider_of, paragraph_spans
from grader.judges.rules.measures.target import TextMeasure, beside_parts, leads, qualified, runs_on
from grader.judges.rules.measures.text import LONG, count_lines, count_sentences, count_words
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.judges.rules.wordlists import words
from grader.model import Outcome, Quote

_IN_ALL = "(long|in length|in total|total|in all|overall|altogether|of text|of prose|in size|deep)"
_REACH = (
    "({must}? (be|is|of|stay|stays|remain|remains|come to|comes to|:|reach|reaches|fall|falls|total|in the "
    "range of|range|ranges|run|runs|-)?)"
)
_LEAD = "({keep}|{must} {be}|{contain}|is|are|be|has to have)"


def _limit_phrases(noun: str) -> tuple[Phrase, ...]:
    """The wordings that say what a length must not be."""
    return (
        Phrase(f"within {{quantity}} {noun}"),
        Phrase(
            f"{_LEAD}? {{no}} {{contain}}? (exceed|exceeds|exceeding|go over|go beyond|go "
            "above|surpass|top|pass|run over|"
            f"be longer than|be more than|be over|longer than) {{quantity}} {noun} {_IN_ALL}?",
            {"limit": "high"},
        ),
        Phrase(
            f"{_LEAD}? {{no}} (be|fall below|go below|drop below|fall short of|be shorter than|dip below) "
            f"{{quantity}} "
            f"{noun} {_IN_ALL}?",
            {"limit": "low"},
        ),
        Phrase(f"{_LEAD}? (fall|drop|dip) {{quantity}} {noun} {_IN_ALL}?"),  # "not below 50" is one quantity
        Phrase(f"(exceed|exceeds|exceeding|go over|surpass|surpasses|pass) {{quantity}} {noun}", {"limit": "above"}),
    )


def _count_phrases(noun: str, hyphenated: str) -> tuple[Phrase, ...]:
    """The wordings that all units of length share; `noun` is the unit, `hyphenated` its form in "a 300-word text"."""
    return (
        Phrase(
            f"{_LEAD}? {{a}}? (total of|length of|full|span of)? {{quantity}} {noun} {_IN_ALL}? {{tail}}? {_IN_ALL}?"
        ),
        Phrase(
            f"(total|overall|entire)? ({hyphenated} count|number of {noun}|count of {noun}|{hyphenated} "
            f"total) {{in_it}}? "
            f"{_REACH} {{quantity}} ({{open}}|,)? {noun}? {_IN_ALL}? {{tail}}?"
        ),
        Phrase(f"(total|overall|entire)? length {{in_it}}? {_REACH} {{quantity}} {noun} {_IN_ALL}? {{tail}}?"),
        Phrase(f"{{a}}? {{quantity}} - {hyphenated} (long)?"),
        Phrase(f"{{a}}? {{quantity}} - {hyphenated} (limit|maximum|cap|ceiling)", {"limit": "high"}),
        Phrase(f"{{a}}? {{quantity}} - {hyphenated} (minimum|floor)", {"limit": "low"}),
        Phrase(
            f"{{a}}? (max|maximum|upper|highest|permitted|allowed) ({hyphenated} count|number of "
            f"{noun}|{hyphenated} limit) "
            f"(:|of|is|must be|at|,)? {{quantity}} {noun}? ({{be}} (allowed|permitted))?",
            {"limit": "high"},
        ),
        Phrase(
            f"{{a}}? (min|minimum|lowest|least) ({hyphenated} count|number of {noun}) (:|of|is|must be|at|,)? "
            f"{{quantity}} {noun}? ({{be}} (required|needed|expected))?",
            {"limit": "low"},
        ),
        Phrase(
            f"{{a}}? ({hyphenated} limit|{hyphenated} cap) {{in_it}}? (:|of|is|must be|at|,)? {{quantity}} {noun}?",
            {"limit": "high"},
        ),
        Phrase(
            f"{{a}}? ((max|maximum|upper|permitted|allowed) (length|limit|size)|limit|cap|length limit) "
            f"{{in_it}}? (:|of|is|must be|at|,)? "
            f"{{quantity}} {noun} ({{be}} (allowed|permitted))?",
            {"limit": "high"},
        ),
        Phrase(
            f"{{a}}? (min|minimum|lowest) (length|size) {{in_it}}? (:|of|is|must be|at|,)? "
            f"{{quantity}} {noun} ({{be}} (required|needed|expected))?",
            {"limit": "low"},
        ),
        *_limit_phrases(noun),
    )


_BLOCKS = words("sentence paragraph line")


_AWAY = words("below above apart away later earlier ahead further down")


def _is_distance(match: Match) -> bool:
    """Whether a count says how far something is from something else: "two lines below"."""
    return match.last < len(match.normal.lexemes) and match.normal.lexemes[match.last].norm in _AWAY


class Length(TextMeasure):
    """A count of the whole text against a quantity."""

    unit: ClassVar[str]

    @abstractmethod
    def count(self, view: View, requirement: Requirement) -> int:
        """How many units the text has."""

    def doubtful(self, view: View, requirement: Requirement) -> int:
        """How many of them may be none."""
        return 0

    def read(self, match: Match) -> dict[str, Any] | None:
        """The quantity; None where nothing tells what it is."""
        found = read_amount(match)
        limit = match.phrase.fixed.get("limit")
        if found is None or ("-" in match.text and runs_on(match)) or _is_distance(match):
            return None
        if qualified(match):
            found["qualified"] = True
            found["leads"] = leads(match) and not self._again(match)
        elif self.unit in _BLOCKS and beside_parts(match):
            found["qualified"] = True
        if limit is None:
            return found
        quantity = found["quantity"]
        if not quantity.exact:  # it has a bound of its own
            return found
        ends = {"high": {"high": quantity.high}, "low": {"low": quantity.low}}.get(
            limit, {"low": quantity.low, "above": True}
        )
        text = {"high": "at most", "low": "at least"}.get(limit, "more than")
        bounded = quantity.model_copy(update={"low": None, "high": None, "text": f"{text} {quantity.text}", **ends})
        return {**found, "quantity": bounded}

    def tester(self, requirement: Requirement) -> Tester | None:
        params = requirement.params
        within = quantity_of(requirement).counts
        if within is None or any(params.get(key) for key in ("of", "qualified", "absent", "divider")):
            return None
        low, high = within
        count = self.count_plain

        def test(value: Any) -> bool | None:
            if type(value) is not str:
                return None
            number = count(value)
            return None if number is None else low <= number <= high

        return test

    def count_plain(self, text: str) -> int | None:
        """How many units a text has that is a value; None if that takes a view."""
        return None

    def _again(self, match: Match) -> bool:
        """Whether the clause counts more of the same: "two sentences on the market and one on prices"."""
        others = [*match.normal.lexemes[: match.first], *match.normal.lexemes[match.last :]]
        return any(lexeme.quantity is not None or lexeme.norm.rstrip("s") == self.unit for lexeme in others)

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        quantity = quantity_of(requirement)
        number = self._enough(quantity, view, requirement)
        if number is None:
            number = self.count(view, requirement)
        return self.judge(requirement, number, view.quote())

    def judge_all(self, requirement: Requirement, number: int, doubtful: int, quote: Quote | None) -> Finding:
        """What so many units mean for the requirement, if some of them may be none."""
        finding = self.judge(requirement, number, quote)
        if doubtful and self.judge(requirement, number - doubtful, None).outcome is not finding.outcome:
            return unknown(f"{finding.text}, and whether a line in bold is one can't be told", finding.quotes)
        return finding

    def judge(self, requirement: Requirement, number: int, quote: Quote | None) -> Finding:
        """What so many units mean for the requirement."""
        quantity = quantity_of(requirement)
        unit = self.unit if number == 1 else self.unit + "s"
        text = f"{number} {unit}; {quantity.text} promised"
        quotes = (quote,) if quote is not None and number else ()
        enough = not quantity.too_few(number) and (quantity.low is not None or quantity.too_many(number))
        whole = requirement.params.get("leads") and requirement.params.get("own") is not None
        if requirement.params.get("qualified") and enough and not whole:
            return unknown(f"{text}, and not all of them need be meant", quotes)
        return Finding(quantity.holds(number), text, quotes)

    def _enough(self, quantity: Quantity, view: View, requirement: Requirement) -> int | None:
        """A count of the beginning of a long text, if that settles it: there are at least as many."""
        if len(view.text) < LONG or type(view) is not View:
            return None
        start = View(view.document, view.start, view.start + LONG)
        number = self.count(start, requirement) - 1  # the last one may be cut in two
        settled = quantity.too_many(number) or (quantity.high is None and not quantity.too_few(number))
        return number if settled else None


class Words(Length):
    """Running words, as a reader counts them."""

    name = "words"
    unit = speaks_of = "word"
    phrases = _count_phrases("word~", "word")

    def reads(self, requirement: Requirement) -> bool:
        return True

    def count(self, view: View, requirement: Requirement) -> int:
        return count_words(view.text)

    def count_plain(self, text: str) -> int | None:
        return count_words(text)


class Sentences(Length):
    """Sentences, ended by punctuation or by the end of their block."""

    name = "sentences"
    unit = speaks_of = "sentence"
    phrases = (
        *_count_phrases("(full|complete|short|separate|distinct)? sentence~", "sentence"),
        Phrase(f"{_LEAD}? a single sentence", {"single": True}),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        return {"single": True} if match.phrase.fixed.get("single") else super().read(match)

    def count(self, view: View, requirement: Requirement) -> int:
        return count_sentences(view.text)[0]

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        finding = super().measure(requirement, view, facts)
        if finding.outcome is Outcome.UNKNOWN or self._enough(quantity_of(requirement), view, requirement) is not None:
            return finding
        most = count_sentences(view.text)[1]
        if quantity_of(requirement).holds(most) is finding.outcome:
            return finding
        return unknown(f"{finding.text}, and nobody can tell whether {most} are meant", finding.quotes)


_PARTS = (
    f"({_LEAD}|{{in_it}}? (divide|split|structure|organize|organise|break|arrange|lay out|separate|divided|split "
    f"into) {{whole}}? (up)? (into|as|in))"
)
_DIVIDED = (
    f"{_PARTS}? {{quantity}} (full|separate|distinct|short)? paragraph~",
    (
        f"{_PARTS}? {{quantity}} (full|separate|distinct|short)? paragraph~ (,|;|—|-)? (all|each|and)? "
        f"(that|which)? ({{must}}? be|are|is)? (only)? "
        f"{SEPARATED} ((from|with) (each other|one another|the next|the others))? (by|with|using|via) {{divider}}"
    ),
    (
        f"{_PARTS}? {{quantity}} (full|separate|distinct|short)? paragraph~ (,|;|—|-|and|with|by)? (and|with|by)? "
        f"(with|put|place|insert|use|using|have|placing|putting)? {{divider}} "
        "(between|separating|dividing|to separate|to divide|as {a}? (divider|separator|delimiter) (between)?) "
        "(each of|every two|each|the|your|all)? (paragraph~|them|of them|{one})?"
    ),
    (
        "(use|put|place|insert|have|add) {divider} (between|separating|dividing) (each|all|every "
        "one)? (of)? (the|your)? "
        "{quantity} paragraph~"
    ),
)


_HEADLINE = re.compile(r"(\*\*|__)[^\n]{1,120}\1:?")  # a line all in bold


class Paragraphs(Length):
    """Paragraphs, by the divider that the clause states, else by the text's own structure."""

    name = "paragraphs"
    unit = speaks_of = "paragraph"
    phrases = (
        *_count_phrases("(full|separate|distinct|short)? paragraph~", "paragraph"),
        *(Phrase(each) for each in _DIVIDED),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        found = super().read(match)
        divider = divider_of(match.normal.source) if found is not None else None
        return {**found, "divider": divider} if found is not None and divider is not None else found

    def count(self, view: View, requirement: Requirement) -> int:
        return len(paragraph_spans(view, requirement.params.get("divider")))

    def doubtful(self, view: View, requirement: Requirement) -> int:
        """The lines all in bold, which may be headings."""
        spans = paragraph_spans(view, requirement.params.get("divider"))
        return sum(_HEADLINE.fullmatch(view.text[start:end].strip()) is not None for start, end in spans)

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        return self.judge_all(
            requirement, self.count(view, requirement), self.doubtful(view, requirement), view.quote()
        )


class Characters(Length):
    """Characters, white space at the ends aside."""

    name = "characters"
    unit = speaks_of = "character"
    phrases = _count_phrases("(character~|char~)", "(character|char)")

    def reads(self, requirement: Requirement) -> bool:
        return True

    def count(self, view: View, requirement: Requirement) -> int:
        return len(view.text.strip())

    def count_plain(self, text: str) -> int | None:
        return len(text.strip())


class Lines(Length):
    """Lines that aren't blank."""

    name = "lines"
    unit = speaks_of = "line"
    phrases = _count_phrases("(non-empty|non-blank)? line~", "line")

    def count(self, view: View, requirement: Requirement) -> int:
        return count_lines(view.text)


MEASURES = (Words(), Sentences(), Paragraphs(), Characters(), Lines())
