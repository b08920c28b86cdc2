"""An answer that is one of the options that the clause gives."""

from __future__ import annotations

from typing import Any

from grader.judges.rules.finding import Finding, met, not_met, unknown
from grader.judges.rules.measure import Facts
from grader.judges.rules.measures.keywords import listed_words
from grader.judges.rules.measures.target import TextMeasure
from grader.judges.rules.measures.text import LONG, occurrences, sentence_spans
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

_ANSWER = (
    "(answer|answers|respond|responds|reply|replies|your answer must "
    "be|choose|pick|select|give|return|say|{response} {must}? (be|consist of)|use)"
)
_ONE = (
    "(exactly|only|just)? (one|any|either|{quantity}) (of)? (the|these|those)? "
    "(following|{quantity}|given|allowed|listed|below)? (following|possible)? "
    "(options|answers|values|responses|choices|sentences|phrases|replies|statements|possibilities|option)? "
    "(below|here|verbatim|exactly)? (,|:|—|-)?"
)


class Choice(TextMeasure):
    """The answer is one of the options, or says one of them as a sentence of its own."""

    name = "choice"
    phrases = (
        Phrase(
            f"{_ANSWER} (with|using|by saying|in|from|between|among|as)? {_ONE} {{open}}? {{list}} {{close}}? {{only}}?"
        ),
        Phrase("(exactly)? one of {list} {must}? (be)? (the|your|its)? (answer|response|reply)"),
        Phrase(
            f"(pick|choose|select) {_ONE} (and|then) (answer|respond|reply) (with|using)? (it|that|that "
            f"one|this)? :? {{list}}"
        ),
        Phrase(
            "(possible|allowed|permitted|valid|acceptable|only) (answers|responses|replies|options) (are|:|is) {list}"
        ),
        Phrase(f"{_ANSWER} (with|only)? (only|just|exactly|either)? (with)? (one of)? {{list}} {{finish}}"),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """The options."""
        lexemes = match.slots.get("list", ())
        options = listed_words(match) or tuple(each for lexeme in lexemes for each in lexeme.literals)
        joined_by_and = lexemes[-1].joiner == "and" if lexemes else False
        if joined_by_and and "one" not in match.text.lower():
            return None
        return {"options": options} if len(options) > 1 else None

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        options = requirement.params["options"]
        promised = f"one of {', '.join(options)} promised"
        whole = _bare(view.text)
        if any(whole == _bare(option) for option in options):
            return met(f"“{view.text.strip()[:80]}”; {promised}", (view.quote(),))
        near = [option for option in options if occurrences(view.text, option.strip(" .!?"))]
        if not near:
            return not_met(f"none of the options is said; {promised}", (view.quote(0, 200),))
        spans = sentence_spans(view.text) if len(view.text) < LONG else []
        said = [(option, span) for span in spans for option in options if _same(view.text[slice(*span)], option)]
        if len({option for option, _ in said}) == 1 and " " in said[0][0].strip():
            return met(f"says “{said[0][0]}”; {promised}", (view.quote(*span) for _, span in said))
        return unknown(f"the answer holds more than an option; {promised}")


def _bare(text: str) -> str:
    return " ".join(text.split()).strip(" .!?*_`\"'“”").casefold()


def _same(sentence: str, option: str) -> bool:
    return sentence.strip(" .!?*_`\"'“”\n") == option.strip(" .!?*_`\"'“”")


MEASURES = (Choice(),)
