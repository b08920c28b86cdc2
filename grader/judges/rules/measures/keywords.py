"""Words that must, or must not, occur in a text, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.lexemes import Lexeme
from grader.judges.rules.lexicon import HAVING
from grader.judges.rules.literals import in_entry, inside, places, unseen
from grader.judges.rules.measure import Facts, Measure, Over, quantity_of
from grader.judges.rules.measures.amounts import read_amount
from grader.judges.rules.measures.target import TextMeasure, runs_on
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.judges.rules.wordlists import words as words_of

_SHOWN = 8
_WHICH = "(following|these|given|listed|specified|specific|exact|important|required|two|three|four|five|six)"
_NOUNS = (
    f"(({{a}}|(all|both|each|every one) of (the|these|those)?|all of the|all|both|each of the|"
    f"every one of the|all of these|each of these)? {_WHICH}? {_WHICH}? "
    f"{{word_nouns}} :?)"
)
_USE = (
    "({contain}|say|says|bring in|bring up|weave in|weave|slip in|drop in|fit in|put in|work|make use "
    "of|makes use of|refer to|"
    "employ|employs|involve|add|insert|contain all of|be sure to use|make reference to|touch on|touches on)"
)
_ANY_CASE = (
    "({open}? (in any case|case-insensitively|case insensitively|ignoring case|regardless of case|case-insensitive|"
    "in upper or lower case|capitals aside) {close}?)"
)
_EITHER = "(at least one of|one of|any of|one or more of|at least one|either|any one of)"


def listed_words(match: Match) -> tuple[str, ...]:
    """The words that a match names: literals as they are, bare ones between commas and `and`."""
    found: list[str] = []
    for name in ("texts", "term", "listing", "marker_word", "code"):
        current: list[str] = []
        for lexeme in match.slots.get(name, ()):
            if lexeme.literals:
                found.extend(lexeme.literals)
            elif lexeme.norm in {",", "and", "or", "nor", "&", "/"}:
                found.append(" ".join(current))
                current = []
            else:
                current.append(match.normal.source[lexeme.start : lexeme.end])
        found.append(" ".join(current))
    return tuple(dict.fromkeys(word.strip() for word in found if word.strip()))


_WORD_NOUNS = words_of("word words keyword keywords term terms token tokens string strings phrase phrases expressions")
_MENTION = "(mention|mentions|mentioning|say|says|quote|quotes)"


class Keywords(TextMeasure):
    """Words that must occur, capitals aside: every one of a list, or one of it where the clause says so."""

    name = "keywords"
    over = Over.ANY
    contained = True
    phrases = (
        Phrase(f"{_USE} {_EITHER} {{a}}? {_WHICH}? {{word_nouns}}? :? {{texts}}", {"any": True}),
        Phrase(f"{_USE} {_EITHER} {{a}}? {_WHICH}? {{word_nouns}} :? {{listing}} {{in_it}}? {{stop}}", {"any": True}),
        Phrase(f"{_USE} {{quantity}} of {{a}}? {_WHICH}? {{word_nouns}}? :? {{texts}} {{in_it}}?"),
        Phrase(f"{_USE} {_NOUNS} {{texts}} (somewhere)? {{in_it}}?"),
        Phrase(f"{_USE} {_NOUNS} {{listing}} (somewhere)? {{in_it}}? {{stop}}"),
        Phrase(f"{_USE} (all of|both|each of)? {{quoted}} (somewhere)? {{in_it}}? {_ANY_CASE}?"),
        Phrase(f"{_USE} (all of|both|each of)? {{list}} (somewhere)? {{in_it}}?", {"prose": True}),
        Phrase(f"{_NOUNS} {{texts}} (all|both|each)? {{must}}? (all|both|each)? {{appear}} (somewhere)? {{in_it}}?"),
        Phrase(f"{_NOUNS} {{listing}} (all|both|each)? {{must}} (all|both|each)? {{appear}} (somewhere)? {{in_it}}?"),
        Phrase("{list} (all|both|each)? {must} (all|both|each)? {appear} (somewhere)? {in_it}?", {"prose": True}),
        Phrase("{quoted} {must}? {appear} (somewhere)? {in_it}?"),
        Phrase(f"{_MENTION} (all of|both|each of)? {{codes}} (somewhere)? {{in_it}}?", {"coded": True}),
        Phrase(
            "(required|mandatory|must-have|obligatory|compulsory) (keywords|keyword|words|terms|word|term) "
            "(:|are|is|-)? {listing} {stop}"
        ),
        Phrase(
            "(keywords|words|terms) (that|which)? (you)? {must} {be}? "
            "(included|include|used|use|mention|mentioned|appear) (:|are)? {listing} {stop}"
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | list[dict[str, Any]] | None:
        """One requirement for each word of a list, one for all of them where any or so many of them will do."""
        found = super().params(match)
        if not isinstance(found, dict) or found.get("any") or "quantity" in found or len(found["words"]) < 2:
            return found
        return [{**found, "words": (word,), "said": f"{match.text} (“{word}”)"} for word in found["words"]]

    def read(self, match: Match) -> dict[str, Any] | None:
        """The words, and whether any of them will do; None for a list of names in backticks, which are fields."""
        lexemes = [*match.slots.get("list", ()), *match.slots.get("quoted", ()), *match.slots.get("texts", ())]
        lexemes += [*match.slots.get("listing", ()), *match.slots.get("codes", ())]
        if match.phrase.fixed.get("prose") and any(lexeme.code for lexeme in lexemes):
            return None
        if runs_on(match):
            return None  # `has "status" and "owner" fields`
        named = _are_names(match, lexemes)
        if named and match.normal.lexemes[match.last - 1].slot == "c":
            return None  # "has either a `url` or a `doi`"
        words = listed_words(match) or tuple(word for lexeme in lexemes for word in lexeme.literals)
        some = match.slots.get("quantity")
        if some and some[0].quantity is not None and words:
            least = some[0].quantity
            told = {"words": words, **({"named": True} if named else {})}
            return {**told, **({"any": True} if least.low == 1 and least.high is None else {"quantity": least})}
        anyone = bool(match.phrase.fixed.get("any")) or any(
            lexeme.joiner == "or" or lexeme.norm == "or" for lexeme in lexemes
        )
        coded = {"coded": True} if match.phrase.fixed.get("coded") else {}
        told = {**coded, **({"any": True} if anyone else {}), **({"named": True} if named else {})}
        return {"words": words, **told} if words else None

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        words = requirement.params["words"]
        meant = _stands_for_more(requirement, view, facts)
        if meant is not None:
            return unknown(f"`{meant}` stands for what this run calls so")
        members = view.members() if requirement.params.get("named") else None
        if members is None:
            spans = {word: places(view, word, every=False) for word in words}
            found = {word: view.quote(*at[0]) for word, at in spans.items() if at}
        else:  # of an object, names in backticks are its fields
            keys = {word: view.key(word) for word in words}
            found = {word: view.child(key).quote() for word, key in keys.items() if key is not None}
        missing = [word for word in words if word not in found]
        quotes = list(found.values())
        hidden = unseen(view, missing)
        if hidden is not None:
            return unknown(f"“{hidden}” stands only in the page's markup", quotes)
        part = inside(view, missing) or in_entry(view, words)
        if part is not None:
            return unknown(f"“{part}” stands only inside a longer text", quotes)
        if "quantity" in requirement.params:
            quantity, number = quantity_of(requirement), len(words) - len(missing)
            text = f"{number} of {', '.join(words[:_SHOWN])} occur; {quantity.text} promised"
            return Finding(quantity.holds(number), text, tuple(quotes[:_SHOWN]))
        if requirement.params.get("any"):
            return decided(
                len(missing) < len(words), f"{len(words) - len(missing)} of {', '.join(words)} occur", quotes
            )
        text = f"missing: {', '.join(missing[:_SHOWN])}" if missing else f"all of {', '.join(words[:_SHOWN])} occur"
        return decided(not missing, text, quotes)


def _are_names(match: Match, lexemes: Sequence[Lexeme]) -> bool:
    """Whether what something has of several is said in backticks: of an object, these are fields."""
    lexeme = match.normal.lexemes[match.first]
    nouns = _WORD_NOUNS.isdisjoint(each.norm for each in match.normal.lexemes[match.first : match.last])
    return lexeme.norm in HAVING and nouns and bool(lexemes) and all(each.code for each in lexemes)


def _stands_for_more(requirement: Requirement, view: View, facts: Facts) -> str | None:
    """The name in backticks that is more than a text: an input's, another output's or a field's."""
    from grader.judges.rules.resolve import resolve  # noqa: PLC0415 - what a name stands for is known above the measures

    names = requirement.params["words"] if requirement.params.get("coded") else ()
    return next((name for name in names if resolve(name, view, facts) is not None), None)


_BAN = (
    "({no} ({contain}|say|make use of|use of|the use of|any use of|any of|contain any of|employ|the use|mention of|"
    "any mention of|write|be using|allow|do|let|resort to) (any of|either of|of)?"
    "|no|avoid|avoids|avoiding|without|zero|free of|free from|exclude|excludes|excluding|omit|omits|leave "
    "out|leaves out|"
    "keep out|steer clear of|stay away "
    "from|ban|bans|forbid|forbids|prohibit|prohibits|drop|skip|eschew|shun|keep clear of|stay clear of|do "
    "without|none of|not one of|"
    "not a single one of|dispense with|avoid using|avoid the use of|refrain from using|refrain from the use of|"
    "avoid any mention of|avoid mentioning|abstain from using|abstain from|never use|never mention)"
)


class ForbiddenWords(TextMeasure):
    """Words that must not occur, capitals aside."""

    name = "forbidden-words"
    over = Over.ALL
    contained = True
    phrases = (
        Phrase(f"{_BAN} {_NOUNS} {{texts}} {{in_it}}?", negated=True),
        Phrase(f"{_BAN} {_NOUNS} {{listing}} {{in_it}}? {{stop}}", negated=True),
        Phrase(f"{_BAN} {{quoted}} (left|remaining)? {{in_it}}?", negated=True),
        Phrase(f"{{no}} {_MENTION} (any of|either of|either)? {{codes}} {{in_it}}?", {"coded": True}, negated=True),
        Phrase(f"{_BAN} {{list}} {{in_it}}?", {"prose": True}, negated=True),
        Phrase(
            f"neither of {_NOUNS} ({{texts}}|{{listing}}) (may|can|should|must|is to|are to) "
            f"({{appear}}|{{be}} allowed) {{in_it}}?",
            negated=True,
        ),
        Phrase(
            f"({{no}}|none of) {_NOUNS} {{texts}} (may|can|should|must|is to|are to)? "
            f"({{appear}}|{{be}} allowed) {{in_it}}?",
            negated=True,
        ),
        Phrase(
            f"none of {_NOUNS} {{listing}} (may|can|should|must|is to|are to)? ({{appear}}|{{be}} allowed) {{in_it}}?",
            negated=True,
        ),
        Phrase(
            "(neither)? {list} (may|can|should|must|is to|are to)? ({appear}|be allowed) {in_it}?",
            {"neither": True},
            negated=True,
        ),
        Phrase(
            f"{_NOUNS}? {{texts}} ({{must}}|can|may|do|does|is|are)? {{no}} (be)? {{appear}} {{in_it}}?", negated=True
        ),
        Phrase(f"{_NOUNS} {{listing}} ({{must}}|can|may|do|does)? {{no}} (be)? {{appear}} {{in_it}}?", negated=True),
        Phrase(
            f"{_NOUNS}? {{texts}} ({{must}})? (be|is|are|stay|stays|remain|remains) {{banned}} {{in_it}}?", negated=True
        ),
        Phrase(
            f"{_NOUNS} {{listing}} ({{must}})? (be|is|are|stay|stays|remain|remains) {{banned}} {{in_it}}?",
            negated=True,
        ),
        Phrase(f"{_NOUNS} ({{must}} be|are|is) {{banned}} {{in_it}}? : {{listing}} {{stop}}", negated=True),
        Phrase(f"{_NOUNS} ({{must}}|may|can) {{no}} (be)? {{appear}} {{in_it}}? : {{listing}} {{stop}}", negated=True),
        Phrase(
            f"({_BAN}|{{no}}) (unresolved|remaining|open|leftover)? {{marker_word}} "
            "(markers|marker|placeholders|placeholder|comments|comment|tokens|tags|strings|notes|"
            f"items|entries|left|remain|text)? {{in_it}}?",
            negated=True,
        ),
        Phrase(
            "(forbidden|banned|prohibited|disallowed|taboo) {word_nouns} (:|are|is|-)? {listing} {stop}", negated=True
        ),
        Phrase(
            "{word_nouns} (to avoid|not to use|to leave out|you must not use|that must not appear|to "
            "exclude) (:|are|-)? {listing} {stop}",
            negated=True,
        ),
        Phrase(
            "neither {a}? {word_noun}? {text} nor {a}? {word_noun}? {text} (may|can|should|must|is "
            "to|{be})? ({appear}|be allowed|allowed) {in_it}?",
            {"every": True},
            negated=True,
        ),
        Phrase(
            f"{_USE} neither ({{a}}? {{word_noun}})? {{text}} nor ({{a}}? {{word_noun}})? {{text}} {{in_it}}?",
            {"every": True},
            negated=True,
        ),
        Phrase(
            f"({_BAN}|{{no}}) {{code}} (marker~|comment~|placeholder~|left|remaining|remain|remains) {{in_it}}?",
            negated=True,
        ),
        Phrase(f"(keep|leave) {_NOUNS} {{listing}} (out of {{response}}|out|out of it|aside) {{stop}}", negated=True),
        Phrase(f"(keep|leave) ({_NOUNS})? {{texts}} (out of {{response}}|out|out of it|aside)", negated=True),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """The words; None for names in backticks, which are fields, and for a list that isn't denied."""
        lexemes = [*match.slots.get("list", ()), *match.slots.get("quoted", ()), *match.slots.get("codes", ())]
        if match.phrase.fixed.get("prose") and any(lexeme.code for lexeme in lexemes):
            return None
        if runs_on(match):
            return None  # `has "status" and "owner" fields`
        first = match.normal.lexemes[match.first].norm
        if match.phrase.fixed.get("neither") and first != "neither":
            return None
        words = listed_words(match) or tuple(word for lexeme in lexemes for word in lexeme.literals)
        if match.phrase.fixed.get("every"):
            words = match.every("text")
        coded = {"coded": True} if match.phrase.fixed.get("coded") else {}
        return {"words": words, **coded} if words else None

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        words = requirement.params["words"]
        meant = _stands_for_more(requirement, view, facts)
        if meant is not None:
            return unknown(f"`{meant}` stands for what this run calls so")
        entry = in_entry(view, words)
        if entry is not None:
            return unknown(f"“{entry}” stands only inside a longer entry", (view.quote(),))
        for word in words:
            found = places(view, word)
            if found:
                return not_met(f"“{word}” occurs {len(found)} times", (view.quote(*span) for span in found[:_SHOWN]))
        hidden = unseen(view, words)
        if hidden is not None:
            return unknown(f"“{hidden}” stands only in the page's markup")
        part = inside(view, words)
        if part is not None:
            return unknown(f"“{part}” stands only inside a word", (view.quote(),))
        return met(f"none of {', '.join(words[:_SHOWN])} occurs in {view.document.path}")


_TERM = "{a}? (exact)? {word_noun} :? {term}"
_COUNTED = "(occurrences|occurrence|mentions|mention|instances|instance|uses|use|appearances|repetitions|counts)"


class KeywordFrequency(TextMeasure):
    """How often a word occurs, as a whole word, capitals aside."""

    name = "keyword-frequency"
    over = Over.ONE
    phrases = (
        Phrase(f"{_TERM} {{shall}} {{appear}}? {{in_it}}? (a total of)? {{frequency}} {{in_it}}?"),
        Phrase("{text} {shall} {appear} {in_it}? (a total of)? {frequency} {in_it}?"),
        Phrase("{start} {term} {must} {appear} {in_it}? {frequency} {in_it}?"),
        Phrase(
            f"(do|does)? ({_USE}|repeat|repeats|drop|write) ({_TERM}|{{term}}) (in|into)? {{in_it}}? (a total "
            f"of)? {{frequency}} {{in_it}}?"
        ),
        Phrase(f"{_TERM} {{must}}? {{no}} {{appear}} {{in_it}}? {{frequency}} {{in_it}}?", {"denied": True}),
        Phrase("{text} {must}? {no} {appear} {in_it}? {frequency} {in_it}?", {"denied": True}),
        Phrase(
            f"{{must}}? {{no}} ({_USE}|repeat) ({_TERM}|{{term}}) {{in_it}}? {{frequency}} {{in_it}}?", {"denied": True}
        ),
        Phrase(
            f"{_USE}? {{in_it}}? {{quantity}} {_COUNTED} of ({_TERM}|{{term}}) {{in_it}}? ({{be}} "
            "(needed|required|expected|necessary|there))?"
        ),
        Phrase(
            f"{{frequency}} ,? {{in_it}}? ,? ({_USE}|repeat|do {_USE}|does {_USE}|do repeat) ({_TERM}|{{term}}) "
            f"{{in_it}}?"
        ),
        Phrase(f"(keep|limit|restrict|hold) ({_TERM}|{{text}}) (to|at|under) {{frequency}} {{in_it}}?"),
        Phrase(
            f"(number of|count of) (({_COUNTED} of|times) ({_TERM}|{{term}})|{_TERM}|{{text}}) ({{appear}})? {{must}}? "
            f"(be|is|:)? {{quantity}}"
        ),
        Phrase(f"{_USE} {{quantity}} (more)? {_COUNTED} of {{texts}}"),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """The word and how often; None where it isn't said or isn't one word."""
        found = read_amount(match)
        words = listed_words(match) or match.literals("text")
        if found is None or len(words) != 1:
            return None
        return {"word": words[0], "quantity": found["quantity"]}

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        word, quantity = requirement.params["word"], quantity_of(requirement)
        found = places(view, word)
        if unseen(view, [word]) is not None:
            return unknown(f"“{word}” stands in the page's markup, too")
        text = f"“{word}” occurs {len(found)} times; {quantity.text} promised"
        return Finding(quantity.holds(len(found)), text, tuple(view.quote(*span) for span in found[:3]))


MEASURES: tuple[Measure, ...] = (KeywordFrequency(), Keywords(), ForbiddenWords())
