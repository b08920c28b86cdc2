"""Texts that are said again, and answers given twice."""

from __future__ import annotations

import re
from typing import Any

from grader.document import Document
from grader.judges.rules.finding import Finding, decided, not_met, unknown
from grader.judges.rules.measure import Facts, Measure, quantity_of
from grader.judges.rules.measures.paragraphs import BLANK, divided_spans, divider_of
from grader.judges.rules.measures.text import sentence_spans
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

_REPEAT = (
    "(repeat|repeats|repeating|restate|restating|copy|copying|reproduce|reproducing|quote|quoting|echo|echoing|"
    "rewrite|say|write out|write|duplicate|state)"
)
_ASKED = (
    "(the|my|this|your|that)? (original|entire|whole|full|exact|user|user's|caller's|given|initial)? "
    "(request|prompt|question|instruction|query|task|message|text of the request|text of the prompt|ask)"
)
_EXACT = (
    "((,)? (word for word|word - for - word|word-for-word|verbatim|exactly as it is|exactly as given|exactly "
    "as written|exactly|as it is|as is|as-is|literally|unchanged|without change|without any change|"
    "without changes|without changing anything|without changing a word|without alteration|without any "
    "changes|without modification|in full|exactly as written|"
    "letter for letter|as given|with no changes|without altering it|unaltered|exactly as written|exactly as "
    "it was written|as written|without rewording it|in its entirety|exactly as it was given))"
)
_BEFORE = (
    "(first|begin|start|start off|begin by|start by|start off by|before (answering|you answer|giving your "
    "answer|anything else|responding|replying|you respond)|at the start|(start|begin|open) {response} by|open "
    "by|opening by|to begin|first of all)"
)
_THEN = (
    "((,|;|.|and|—)? (and)? (only)? ({open})? (then|only then|after that|afterwards|before|and then|followed "
    "by|next|prior to) (you)? (should|must|may)? "
    "(give|giving|provide|providing|write|answer|answering|respond|responding|reply|replying|continue|add|"
    "with|go on to answer|you answer|you reply|you respond|supply|deliver|give me|proceed|proceed "
    "to|present) "
    "(to|with)? (it|to it|your|the|me|an|my)? (own|actual)? (answer|response|reply|the answer|answering)? ({close})?)"
)
_NO_WORDS_BEFORE = (
    "((say|write|add|put) nothing (before|ahead of|in front of) (it|this|that|repeating it|the request)|(do "
    "not|don't|without|never) (say|write|saying|writing|add|adding|put|putting|include) (any|anything|a single)? "
    "(words|word|text|thing|characters)? (or)? (characters|character|word|text|words)? (else)? (before|ahead "
    "of|in front of) (repeating)? (it|this|that|the request|the prompt|the repeated request|the repetition|the "
    "repeated prompt|your repetition)?)"
)
_EXCLUDED = (
    "((the request|the prompt|the text|what|the part) (you|that you|that)? (need to|must|should|have to|are "
    "to|are asked to)? (repeat|copy|restate)? (does not|doesn't|do not) include (this|these) "
    "(sentence|instruction|sentences|instructions|line))"
)


class RepeatsRequest(Measure):
    """The text begins with the caller's request, word for word."""

    name = "repeats-request"
    phrases = (
        Phrase(
            f"{_BEFORE}? ,? {_REPEAT} {_ASKED} {_EXACT}? {_EXACT}? {_BEFORE}? {_THEN}? ((.|,|;)? {{open}}? "
            f"({{quantity}} .)? {_NO_WORDS_BEFORE} ;? (and)? ({{quantity}} .)? ({_EXCLUDED})? {{close}}?)?"
        ),
        Phrase(
            f"{_BEFORE} (with|by|by giving)? {_ASKED} ,? (repeated|copied|restated|quoted|reproduced)? {_EXACT} "
            f"{_THEN}?"
        ),
        Phrase(
            f"{_ASKED} {{must}}? (be)? (repeated|copied|restated|quoted|reproduced) {_EXACT}? {_BEFORE}? (at "
            f"(the|its) (very)? (start|beginning|top)|first|before {{a}}? (answer|response|reply|answering))? "
            f"{_THEN}?"
        ),
        Phrase(f"(.|,|;)? {_NO_WORDS_BEFORE}", {"note": True}),
        Phrase(f"(.|,|;)? {_EXCLUDED}", {"note": True}),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        """Nothing: the request is the caller's. None for a wording that asks for no exact repetition at the start."""
        if match.phrase.fixed.get("note"):
            return {} if "repeat" in match.normal.source.lower() else None
        said = match.text.lower()
        verb = re.search(r"\b(?:repeat|copy|reproduc|echo|duplicat)", said)
        first = verb and re.search(r"\b(?:first|begin|start|before|then|open|top)\b", match.normal.source.lower())
        exact = re.search(
            r"word|verbatim|exact|chang|as it is|as is|as-is|literal|letter|alter|full|modif|as given", said
        )
        return {} if first or exact else None

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        request = _request(facts)
        if request is None:
            return unknown("the run holds no request that could have been repeated")
        wanted, found = _folded(_without_instruction(request.text)), _folded(view.text[: 2 * len(request.text) + 200])
        end = min(len(view.text.strip()), max(len(request.text.strip()), 60))
        start = len(view.text) - len(view.text.lstrip())
        quote = view.quote(start, start + end)
        if not wanted:
            return unknown("the caller's request is blank")
        return decided(
            found.startswith(wanted), f"begins with “{quote.text[:80]}”; {request.path} is to be repeated", (quote,)
        )


_NAMES = ("prompt", "request", "question", "query", "task", "instruction", "instructions", "message", "input")


def _request(facts: Facts) -> Document | None:
    """The caller's request: the input of that name, or the only one."""
    for name in _NAMES:
        if name in facts.inputs:
            return facts.inputs[name]
    return next(iter(facts.inputs.values())) if len(facts.inputs) == 1 else None


_INSTRUCTION = re.compile(
    r"\brepeat(?:ing|ed)?\b|\bword[ -]for[ -]word\b|\bverbatim\b|\bdo not (?:say|change|add|write) "
    r"any\b|\bthen (?:give|answer)",
    re.IGNORECASE,
)


def _without_instruction(request: str) -> str:
    """The request without the lines, or else the sentences, that ask for its repetition."""
    lines = request.split("\n")
    kept = [line for line in lines if not _INSTRUCTION.search(line)]
    if any(line.strip() for line in kept):
        return "\n".join(kept)
    spans = sentence_spans(request)
    return (
        " ".join(request[start:end] for start, end in spans if not _INSTRUCTION.search(request, start, end)) or request
    )


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


_ANSWERS = (
    "(different|distinct|separate|alternative|unique|differing|independent|varied)? (and|,)? "
    "(different|distinct|separate)? (response~|answer~|reply|replies|version~|alternative~|variant~|option~)"
)
_SEPARATED = "(separated|divided|split|delimited|set apart|parted)"


class SeveralAnswers(Measure):
    """So many answers, divided by a mark, no two of them alike."""

    name = "several-answers"
    phrases = (
        Phrase(
            f"({{contain}}|give|giving|supply|produce|offer|write|come up with|deliver|"
            f"return|generate|there {{must}}? be|there are|answer with|reply with|respond with|create)? "
            f"(me)? {{quantity}} {_ANSWERS} "
            "(to the (question|prompt|request))? ((that|which)? (differ|are different|are distinct))? "
            "(.|,|;|and|:|—|-|in total|that are|which are)? ((the)? "
            "(responses|answers|they|them|these|both|two) (and only (responses|answers|them|these))?)? "
            f"{{must}}? (be|are|is)? (only)? "
            f"{_SEPARATED} (from (each other|one another)|with each other)? (by|with|using|via) {{divider}}"
        ),
        Phrase(
            f"({{contain}}|give|giving|supply|produce|offer|write|come up with|deliver|"
            f"return|generate|there {{must}}? be|there are|answer with|reply with|respond with|create)? "
            f"(me)? {{quantity}} {_ANSWERS} ((that|which)? (differ|are different|are distinct))? "
            "(.|,|;|and|:|—|-)? "
            "(put|place|insert|use|with|using|and|have|write|separate|divide|split|separating|dividing|"
            "placing|putting) (them|the two|these|both|the responses|the answers|the)? "
            "(with|by|using|responses|answers)? {divider} "
            "((between|separating|dividing|to separate|to divide|as {a}? (divider|separator)) "
            "(between|for|of)? (each|the)? (two|them|responses|answers|the two|one|of them|versions)?)? "
            "((;|.|,) (and)? only (the)? (responses|answers|them) {must}? be (separated|divided) (this "
            "way|like this|that way|by it|so))?"
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        """How many answers, and the mark between them; None where no mark is named."""
        lexemes = next((lexemes for name, lexemes in match.all_slots if name == "quantity"), ())
        divider = divider_of(match.normal.source)
        if divider in {None, BLANK} or not lexemes or lexemes[0].quantity is None:
            return None
        return {"quantity": lexemes[0].quantity, "divider": divider}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        quantity, mark = quantity_of(requirement), requirement.params["divider"]
        spans = divided_spans(view.text, mark)
        quotes = tuple(view.quote(start, min(end, start + 80)) for start, end in spans[:3])
        text = f"{len(spans)} answers divided by “{mark.strip() or 'a blank line'}”; {quantity.text} promised"
        bodies = [_folded(view.text[start:end]) for start, end in spans]
        if len(set(bodies)) < len(bodies):
            return not_met(f"{text}, and two of them are alike", quotes)
        return Finding(quantity.holds(len(spans)), text, quotes)


MEASURES: tuple[Measure, ...] = (RepeatsRequest(), SeveralAnswers())
