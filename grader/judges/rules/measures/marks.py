"""Marks inside a text: placeholders in brackets, highlighted passages, a title in angle brackets, a postscript."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import Any

from grader.judges.rules.finding import Finding, met, not_met, unknown
from grader.judges.rules.measure import Facts, quantity_of
from grader.judges.rules.measures.amounts import read_amount
from grader.judges.rules.measures.target import DENIAL, TextMeasure, with_denials
from grader.judges.rules.measures.text import LONG
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.quantity import Quantity
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View

_SHOWN = 3
_SOME = Quantity(text="at least 1", low=1)  # type: ignore[arg-type] # pydantic reads an integer as a fraction
_ASK = "({contain}|put|leave|leaves|keeps|add|insert|there {must}? be|there are|supply|place|incorporate|create)"


class _Marked(TextMeasure):
    """So many passages that bear a mark."""

    def read(self, match: Match) -> dict[str, Any] | None:
        """How many; at least one where the clause gives no number."""
        if "quantity" not in match.slots and "frequency" not in match.slots:
            return {**match.phrase.fixed, "quantity": _SOME}
        found = read_amount(match)
        return {**match.phrase.fixed, "quantity": found["quantity"]} if found is not None else None

    @abstractmethod
    def spans(self, view: View, requirement: Requirement) -> list[tuple[int, int]]:
        """Where the marked passages stand."""

    noun = "passages"

    def _found(self, view: View, requirement: Requirement, quantity: Quantity) -> list[tuple[int, int]]:
        """The passages; of a long text only those at its beginning, if they settle it."""
        if type(view) is View and len(view.text) > LONG:
            begun = self.spans(View(view.document, view.start, view.start + LONG), requirement)
            found = [span for span in begun if span[1] < LONG]  # one that ends there may go on
            if quantity.too_many(len(found)) or (quantity.high is None and not quantity.too_few(len(found))):
                return found
        return self.spans(view, requirement)

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        quantity = quantity_of(requirement)
        found = self._found(view, requirement, quantity)
        text = f"{len(found)} {self.noun}; {quantity.text} promised"
        return Finding(quantity.holds(len(found)), text, tuple(view.quote(*span) for span in found[:_SHOWN]))


_BRACKETED = (
    "(,)? (each|all|both)? (of (them|which))? (that are|which are|and|being|are|is)? "
    "(represented|marked|written|shown|given|enclosed|wrapped|indicated|denoted|set|placed|put|surrounded|"
    "framed|bracketed|formatted|styled|made|each)? "
    "(by|in|with|inside|within|using|as|between)? (the|a pair of)? (square)? (- )? (brackets|bracket)"
)
_SAMPLE = "({such_as} {example} {stop})"
_HOLDER = (
    "(placeholder~|place-holder~|fill-in field~|fill-in~|template field~|blank~|fields to fill "
    "in|slots|slot|placeholder field~)"
)


class Placeholders(_Marked):
    """Placeholders in square brackets, such as `[address]`; links and check boxes aside."""

    name = "placeholders"
    noun = "placeholders in square brackets"
    phrases = (
        Phrase(
            f"{DENIAL} {{contain}}? (any|all)? {_HOLDER} {{in_it}}? {_BRACKETED} {{in_it}}? ({{such_as}} [ "
            f"{{example}} ])?",
            {"absent": True},
            negated=True,
        ),
        Phrase(
            f"{_ASK}? {{quantity}} (different|distinct)? {_HOLDER} {{in_it}}? {_BRACKETED} {{in_it}}? "
            f"({{such_as}} [ {{example}} ] {{in_it}}?)?"
        ),
        Phrase(
            f"{_ASK}? {{quantity}} (square)? (- )? (bracketed|square-bracketed|square-bracket|[bracketed]) (- "
            f")? {_HOLDER} {{in_it}}? ({{such_as}} [ {{example}} ])?"
        ),
        Phrase(
            f"{_ASK}? {{quantity}} (different|distinct)? {_HOLDER} {{in_it}}? ({{such_as}}|,|in the form|of the "
            "form|in the style of|written as|written|each written as|in the form of|written like|:|formatted "
            f"like|formatted as) (this|so)? ,? :? {{open}}? [ {{example}} ] {{close}}? {{in_it}}?"
        ),
        Phrase(f"{_ASK}? {{quantity}} (different|distinct)? placeholder~ {{in_it}}?"),
        Phrase(
            f"{_ASK}? (square)? (- )? (bracketed|square-bracketed|square-bracket|bracket) {_HOLDER} {{in_it}}? "
            f"({{such_as}} [ {{example}} ] ,?)? {{frequency}} {{in_it}}?"
        ),
        Phrase(
            f"{_ASK}? {_HOLDER} {{in_it}}? {_BRACKETED} {{in_it}}? ({{such_as}} [ {{example}} ] ,?)? {{shall}} "
            f"{{appear}}? {{frequency}} {{in_it}}?"
        ),
        Phrase(
            f"{_ASK} (some|any|a|the)? {_HOLDER} {{in_it}}? {_BRACKETED} {{in_it}}? ({{such_as}} [ {{example}} "
            f"] {{in_it}}?)?"
        ),
        Phrase(
            f"(use|put|place) (square)? brackets (for|around|to mark) {{quantity}} {_HOLDER} {{in_it}}? "
            f"({{such_as}} [ {{example}} ])? {{in_it}}?"
        ),
        Phrase(
            f"{_ASK}? {{quantity}} (things|items|spots|words|pieces of "
            f"information|details|parts|fields|gaps|variables|values) {{in_it}}? {_BRACKETED} {{in_it}}? (as "
            f"{_HOLDER})? ({{such_as}} [ {{example}} ] {{in_it}}?)?"
        ),
    )

    def spans(self, view: View, requirement: Requirement) -> list[tuple[int, int]]:
        return [match.span() for match in _PLACEHOLDER.finditer(view.text)]


_PLACEHOLDER = re.compile(r"\[(?![ xX]?\])[^\[\]\n]{1,300}\](?!\(|: ?https?:)")

_PARTS = (
    "(section~|part~|passage~|phrase~|word~|portion~|piece~|bit~|segment~|term~|keyword~|place~|spot~|area~|"
    "snippet~|sentence~|point~|key point~|"
    "key phrase~|key term~|span~|element~|item~|line~|fragment~|excerpt~|stretch of text|stretches of "
    "text|text section~|sections of text|parts of text|pieces of text)"
)
_KEY = "(different|key|important|separate|distinct|main|of the|crucial)"
_HOW = (
    "({open}? (using|with|in|by|via|through|by means of|by using)? (markdown|asterisks|markdown "
    "formatting|markdown emphasis|markdown syntax|markdown highlighting|"
    "single asterisks|bold|italics|italic|bold type|emphasis|markdown italics|markdown bold|stars|bold or "
    "italics|bold or italic|italics or bold|markdown asterisks|"
    "asterisk symbols|single or double asterisks|highlighting|markdown style|markdown format|"
    "markdown italics or bold|markdown bold or italics|bold or italic markdown) "
    "(formatting|emphasis|text|type|markup)? {close}?)"
)
_EXAMPLE = "({such_as} (this)? (:)? {example} {stop}|{open} {example} {close})"
_LIT = (
    "(highlight|highlights|emphasizes|emphasises|highlighted|highlighting|emphasize|"
    "emphasise|emphasized|emphasised|emphasizing|mark|mark up|set "
    "off|accentuate|stress|emphasis)"
)
_BOLD = "(bold|embolden|bolded|boldface|boldfaced|bolding|bold-face)"
_ITALIC = "(italicize|italicise|italicized|italicised|italic|italics|italicizing)"
_BOTH = f"({_BOLD} (and|or|/|and/or) {_ITALIC}|{_ITALIC} (and|or|/|and/or) {_BOLD}|bold - or italic)"


def _highlighting(verb: str, noun: str) -> tuple[str, ...]:
    """The wordings that ask for passages in a style; `verb` is what to do with them, `noun` what they then are in."""
    return (
        f"({verb}) {{quantity}} {_KEY}? {_KEY}? {_PARTS} {{tail}}? {{in_it}}? {_HOW}? {{in_it}}? {_EXAMPLE}?",
        f"{_ASK}? {{quantity}} {_KEY}? ({verb}) {_PARTS} {{in_it}}? {_HOW}? {{in_it}}? {_EXAMPLE}?",
        (
            "(put|set|place|write|render|have|make|show|print|format|get|turn|style|contain|include|with|mark|"
            f"present)? {{quantity}} {_KEY}? {_KEY}? {_PARTS} {{in_it}}? ({{must}}? be|that are|are|which "
            "are|is)? (set|put|written|shown|rendered|marked|formatted|appear)? (in|into|as|with)? (markdown)? "
            f"({noun}|{verb}) (type|text|font|formatting)? {{in_it}}? {_HOW}? {_EXAMPLE}?"
        ),
    )


class Highlights(_Marked):
    """Highlighted passages: bold or italic, or only one of the two where the clause says which."""

    name = "highlights"
    noun = "highlighted passages"
    phrases = (
        *(
            Phrase(
                f"{DENIAL} {{contain}}? (any|all)? {style} (text|type|formatting|{_PARTS})? {{in_it}}?",
                fixed,
                negated=True,
            )
            for style, fixed in (
                (_BOLD, {"style": "bold", "absent": True}),
                (_ITALIC, {"style": "italic", "absent": True}),
            )
        ),
        *(Phrase(each) for each in _highlighting(_LIT, "(highlighted|emphasis|asterisks|single asterisks)")),
        *(Phrase(each) for each in _highlighting(_BOTH, _BOTH)),
        *(Phrase(each, {"style": "bold"}) for each in _highlighting(_BOLD, "(bold|boldface|double asterisks)")),
        *(Phrase(each, {"style": "italic"}) for each in _highlighting(_ITALIC, "(italics|italic|single asterisks)")),
        Phrase(
            f"(use|apply|using) {_HOW} to {_LIT} {{quantity}} {_KEY}? {_KEY}? {_PARTS} {{in_it}}? {_EXAMPLE}?",
        ),
        Phrase(
            "(use|apply|using) (markdown|markdown emphasis|markdown formatting|asterisks|emphasis|bold or "
            f"italics|markdown highlighting|highlighting) (to)? ({_LIT}|{_BOTH})? (on|for)? {{quantity}} "
            f"{_KEY}? {_KEY}? {_PARTS} {{in_it}}? {_EXAMPLE}?"
        ),
        Phrase(
            f"{_ASK}? {{quantity}} (highlights|highlight|markdown highlights|highlighted|emphasised|emphasized) "
            f"{{in_it}}? {_HOW}? {_EXAMPLE}?"
        ),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """How many, in which style, and whether the clause shows asterisks, so that underscores don't do.

        Open where nothing says that a look is meant: "highlights three key points" may speak of the contents.
        """
        found = super().read(match)
        if not _LOOK.search(match.text):
            counted = match.normal.lexemes[match.last - 1].norm in {"highlight", "highlights"}  # "three highlights"
            return None if found is None or counted else {**found, "open": True}
        if found is not None and "style" not in found and _BOLD_ONLY.search(match.text):
            found["style"] = "bold"
        return {**found, "stars": True} if found is not None and "*" in match.text else found

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        if requirement.params.get("open"):
            return unknown("whether passages are to stand out by their look can't be told")
        return super().measure(requirement, view, facts)

    def spans(self, view: View, requirement: Requirement) -> list[tuple[int, int]]:
        if view.layout is not None:
            style = requirement.params.get("style")
            stressed = [each for each in view.layout.stressed if style in {None, each[2]}]
            return [(a - view.start, b - view.start) for a, b, _ in stressed if view.start <= a <= b <= view.end]
        found = emphasised(view.text, requirement.params.get("style"))
        if not requirement.params.get("stars"):
            return found
        return [span for span in found if view.text[span[0]] == "*"]


_BOLD_ONLY = re.compile(r"\bin bold(?!\w)(?!.*(?:ital|asterisk|\*))", re.IGNORECASE)
_LOOK = re.compile(r"markdown|asterisk|\*|\bbold|\bitali|embolden|emphasis\b|underscore|formatt", re.IGNORECASE)
_STYLES = {
    "bold": re.compile(
        r"(?<!\*)\*\*(?=[^\s*])[^\n*]{1,2000}\*\*(?!\*)|(?<![\w_])__(?=[^\s_])[^\n_]{1,2000}__(?![\w_])"
    ),
    "italic": re.compile(
        r"(?<!\*)\*(?=[^\s*])[^\n*]{1,2000}(?<=\S)\*(?!\*)|(?<![\w_])_(?=[^\s_])[^\n_]{1,2000}(?<=\S)_(?![\w_])"
    ),
}
_STRONG = re.compile(r"(?<!\*)\*\*\*(?=[^\s*])[^\n*]{1,2000}\*\*\*(?!\*)")
_FENCES = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def emphasised(text: str, style: str | None = None) -> list[tuple[int, int]]:
    """The passages in bold or italics; one inside a line, as Markdown has them."""
    patterns = [_STYLES[style]] if style is not None else list(_STYLES.values())
    found = {match.span() for pattern in [*patterns, _STRONG] for match in pattern.finditer(text)}
    return sorted(found)


_ANGLES = (
    "((double)? (angular|angle|angled|pointed|pointy) (brackets|bracket|parentheses) (signs)?|double "
    "chevrons|chevrons|guillemets|double angle brackets)"
)
_PART_OF = "((,)? {must} (be)? (part of|included in|present in|included|present|appear|appear in|there) {in_it}?)"
_WRAPPED = (
    "(wrapped|enclosed|put|placed|set|surrounded|given|written|inside|marked|bracketed|contained|framed|"
    "formatted|presented|that is wrapped|that is enclosed|which is wrapped|sitting|stands|stand|sits|is|be|and)"
)


class AngleTitle(TextMeasure):
    """A title in double angle brackets."""

    name = "angle-title"
    phrases = with_denials(
        Phrase(
            f"({_ASK}|give|gives|have|has|need|needs)? ({{whole}})? (a|the|your|its|it a)? title (and)? "
            f"(put|place|wrap|enclose)? (it)? {{in_it}}? ,? (that|which)? {{must}}? {_WRAPPED}? {_WRAPPED}? "
            f"(in|with|by|inside|within|between|using)? {_ANGLES} ({{open}} < < > > {{close}})? "
            f"({{such_as}} (this)? (<)? {{pattern}} (>)? )? "
            f"{_PART_OF}?"
        ),
        Phrase(
            f"({_ASK}|give|gives|have|has)? ({{whole}})? (a|the|its|it a)? title {{in_it}}? ,? "
            "(in|of|with|as|using|written|wrapped|formatted|like|inside|between)? (in|as|like)? (the)? "
            f"(form|format|style)? (of)? ({{such_as}})? (: )? < {{pattern}} > {{in_it}}?"
        ),
        Phrase(
            "({contain}|put|place|add|wrap|give|enclose|write|have|use|set)? {a}? title {in_it}? ,? "
            "(in|between|inside|within|with|wrapped in|enclosed in|surrounded by|set in|using)? (double)? (< "
            "<|<<) (and|...|…|title)? (> >|>>)? {in_it}? ((,)? {must}? (be)? (part of|included in|present "
            "in|included|present|appear|appear in|there) {in_it}?)?"
        ),
        Phrase(
            f"(start|starts|begin|begins|open|opens) {{in_it}}? with (a|the)? title ,? {_WRAPPED}? "
            f"{_WRAPPED}? (in|with|by|inside|within|between)? {_ANGLES} ({{open}} < < > > {{close}})? "
            f"({{such_as}} (<)? {{pattern}} "
            "(>)?)?",
            {"first": True},
        ),
        Phrase(
            f"(wrap|enclose|put|place|set|surround) (the|a|your|its)? title {{in_it}}? "
            f"(in|with|inside|within|between|by|using) {_ANGLES} ({{open}} < < > > {{close}})? "
            f"({{such_as}} < {{pattern}} >)?"
        ),
        Phrase(f"{_ANGLES} {{must}}? (wrap|surround|enclose|go around|around|hold|contain) (the|a|its)? title"),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """Nothing but that there is one: the clause must show or name double brackets."""
        source = match.normal.source
        shown = "<<" in source or re.search(r"\b(?:double|chevrons|guillemets)\b", source, re.IGNORECASE)
        return dict(match.phrase.fixed) if shown else None

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        for match in _TITLE.finditer(view.text):
            if requirement.params.get("first") and view.text[: match.start()].strip("#*_ \n"):
                return not_met("the text doesn't start with a <<title>>", (view.quote(0, 80),))
            if match[0].strip("<> \t"):
                return met(f"there is a title {match[0][:80]}", (view.quote(*match.span()),))
        return not_met(f"no <<title>> in {view.document.path}")


_TITLE = re.compile(r"<<[^\n<>]{1,500}>>")

_ADD = (
    "({contain}|add|adds|append|appends|put|attach|tack on|close with|end with|finish with|conclude with|sign "
    "off with|ends with|finishes with|insert|explicitly add|write|there {must}? be|finish {response} with|end "
    "{response} with|finish off with|close {response} with|conclude {response} with|round off {response} "
    "with|wrap up with|place|supply)"
)
_WHERE = (
    "(at the (very)? (end|bottom|close) {in_it}?|after {response}|as (the|a) (last|final|closing) "
    "(line|part|thing|paragraph)|{in_it}|to (the end of)? {response}|to finish|below|after (the|your)? (main)? "
    "(text|body|content|part)|underneath|last)"
)
_PS = "(p.s.|p.p.s|p.p.s.|ps|pps|p.s|{quoted}|{code})"


class Postscript(TextMeasure):
    """A postscript that begins with its marker."""

    name = "postscript"
    phrases = with_denials(
        Phrase(
            f"({_WHERE} ,? (please)? (explicitly)?)? ({_ADD} (explicitly)?)? {{a}}? (explicit|short)? "
            f"(postscript|post-script|post script) {_WHERE}? ,? (that|which)? {{must}}? "
            "(starting|starts|start|beginning|begins|begin|marked|introduced|opening|opens|labelled|labeled|"
            "headed|prefixed|indicated|signalled|led) (off)? (with|by|as)? (the)? "
            f"(marker|letters|words|text|abbreviation|label|characters)? {_PS} .? {_WHERE}?"
        ),
        Phrase(
            f"({_WHERE} ,? (please)? (explicitly)?)? {_ADD} {{a}}? {_PS} "
            f"(note|postscript|line|section|message|remark|at the end)? {_WHERE}? ({_WHERE})?"
        ),
        Phrase(
            f"({_WHERE} ,? (please)? (explicitly)?)? {_ADD} {{a}}? (postscript|post-script) {_WHERE}? ,? "
            f"(using|with|as|:|,|—|-|{{open}})? (the)? (marker|letters|label|abbreviation)? ({_PS} {{close}}?)? "
            f"{_WHERE}?"
        ),
        Phrase(
            f"{{a}}? (postscript|post-script) (that|which)? "
            f"(starting|starts|beginning|begins|marked|introduced|opening) (with|by)? {_PS} {{must}} (be)? "
            f"(added|appended|appear|follow|included|come|present|close|there) {_WHERE}?"
        ),
        Phrase(
            f"{{a}}? (postscript|{_PS}) (note|line)? {{must}} (be)? "
            f"(added|appended|appear|follow|included|come|present|close) {_WHERE}?"
        ),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """The marker: "P.S." unless the clause names another; None for literals that are none."""
        literal = match.words("quoted") or match.words("code")
        named = literal or match.text
        found = re.search(r"\bp\.?\s?p\.?\s?s\b", named, re.IGNORECASE)
        if (
            found is None
            and re.search(r"\bp\.?\s?s\b", named, re.IGNORECASE) is None
            and (literal or "post" not in match.text.lower())
        ):
            return None
        return {"marker": "P.P.S." if found is not None else "P.S."}

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        marker = requirement.params["marker"]
        found = _POSTSCRIPTS[marker].search(view.text, max(0, len(view.text) - LONG))  # at the end of a long text
        if found is None:
            return not_met(f"no line begins with “{marker}” in {view.document.path}")
        end = view.text.find("\n", found.end())
        return met(f"a postscript “{marker}”", (view.quote(found.start("mark"), end if end > 0 else None),))


_POSTSCRIPTS = {
    "P.S.": re.compile(r"(?:^|[.!?\n]\s)[^\w\n]{0,12}(?P<mark>P\.?\s?S\b)", re.IGNORECASE | re.MULTILINE),
    "P.P.S.": re.compile(r"(?:^|[.!?\n]\s)[^\w\n]{0,12}(?P<mark>P\.?\s?P\.?\s?S\b)", re.IGNORECASE | re.MULTILINE),
}

MEASURES: tuple[TextMeasure, ...] = (Placeholders(), Highlights(), AngleTitle(), Postscript())
