"""What an output is laid out as, or what parts it has: lists, tables, code blocks, links, headings."""

from __future__ import annotations

import re
from typing import Any

from grader.judges.rules.finding import Finding, decided, met, not_met, unknown
from grader.judges.rules.items import find_items
from grader.judges.rules.links import doubtful_links, link_spans
from grader.judges.rules.measure import Facts, Measure, quantity_of
from grader.judges.rules.nouns import is_definite
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.rows import is_tabbed, tables
from grader.judges.rules.text_items import blocks_of, is_ordered, top_items
from grader.judges.rules.views import MISSING, View
from grader.judges.rules.wordlists import words

_AS = (
    "({response} {must}?)? ({contain}|be|is|are|as|in|using|structured as|formatted as|presented as|written "
    "as|given as|"
    "laid out as|organized as|organised as|shown as|show|shows|in the form of|rendered as|listed as|contain|with)? "
    "{a}? (a|an|one|single|simple|proper|valid|short|flat|at least one)? "
)
_BULLETED = "(bulleted|bullet|bullet-point|bulletted|unordered|dashed)"
_NUMBERED = "(numbered|ordered|enumerated)"


class ListLayout(Measure):
    """A list, of bullets or numbers if promised so; a JSON array is a list."""

    name = "list"
    speaks_of = "item"
    of_kind = True
    phrases = (
        Phrase(_AS + _BULLETED + " (list|lists) (format|form)?", {"ordered": False}),
        Phrase(_AS + "(markdown|md|gfm) (list|lists) (format|form)?"),
        Phrase(_AS + _BULLETED + " markdown (list|lists) (format|form)?", {"ordered": False}),
        Phrase(_AS + _NUMBERED + " markdown (list|lists) (format|form)?", {"ordered": True}),
        Phrase(_AS + "markdown " + _BULLETED + " (list|lists)", {"ordered": False}),
        Phrase(_AS + "markdown " + _NUMBERED + " (list|lists)", {"ordered": True}),
        Phrase(
            _AS + "(bullets|bullet points|bullet-points|bullet list|bullet form|bulleted points)", {"ordered": False}
        ),
        Phrase(_AS + _NUMBERED + " (list|lists|steps|items|points) (format|form)?", {"ordered": True}),
        Phrase(_AS + "(checklist|task list|to-do list|todo list)", {"ordered": False, "tasks": True}),
        Phrase("{start} {a}? (flat|simple|plain|short|markdown)? list {finish}", of_value=True),
        Phrase("{start} {a}? (flat|simple|plain|markdown)? list (of|with|that|,)", {"of": True}, of_value=True),
        Phrase("{be} {a}? list"),
        Phrase("(as|in|in the form of) {a} (markdown)? list"),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        following = match.normal.lexemes[match.last : match.last + 1]
        if is_definite(match) or (match.phrase.fixed.get("of") and following and following[0].quantity is not None):
            return None
        fixed = {key: value for key, value in match.phrase.fixed.items() if key != "of"}
        return {**fixed, "markdown": True} if "markdown" in match.text.lower().split() else fixed

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        ordered = requirement.params.get("ordered")
        if view.value is not MISSING:
            if ordered is not None or requirement.params.get("markdown"):
                return not_met("the output is no text with a list", (view.quote(),))
            if isinstance(view.value, list):
                return met("it is an array", (view.quote(),))
            wrapped = isinstance(view.value, dict) and [
                key for key, each in view.value.items() if isinstance(each, list)
            ]
            return unknown("an object that holds a list") if wrapped else not_met("it is no list", (view.quote(),))
        items = top_items(view)
        kept = [block for block in items if ordered in {None, is_ordered(block)}]
        if requirement.params.get("tasks"):
            kept = [block for block in items if re.match(r"\[[ xX]\]", view.text[block.content : block.content + 3])]
        word = {True: "numbered items", False: "bullets", None: "list items"}[ordered]
        quotes = [view.quote(block.start, block.end) for block in (kept or items)[:3]] or [view.quote()]
        if requirement.params.get("markdown") and view.layout is not None:
            return unknown("the page is HTML", quotes)
        if (
            not kept
            and ordered is None
            and not requirement.params.get("markdown")
            and len([line for line in view.text.split("\n") if line.strip()]) > 1
        ):
            return unknown("there are lines, but no list marks", quotes)
        return decided(bool(kept), f"{len(kept)} {word}", quotes)


class TableLayout(Measure):
    """A table, with so many columns if promised."""

    name = "table"
    of_kind = True
    phrases = (
        Phrase(_AS + "(markdown|pipe|gfm|summary|comparison)? (table|tables) (format|form)?"),
        Phrase(_AS + "{quantity} (-)? (column|columns) (wide)? (markdown)? table", {"columns": True}),
        Phrase("(tabular) (format|form|layout)"),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        found = super().params(match)
        if [lexeme.norm for lexeme in match.normal.lexemes[match.last : match.last + 2]] == ["of", "contents"]:
            return None
        return None if is_definite(match) or isinstance(found, list) else found

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        found = tables(view)
        if view.layout is not None and (requirement.params.get("columns") or "markdown" in requirement.text.lower()):
            reasons = [table.info for table in found if table.info]
            if reasons or "markdown" in requirement.text.lower():
                return unknown(reasons[0] if reasons else "the page is HTML")
        if not found:
            if re.search(r"<table\b", view.text, re.IGNORECASE):
                return met("an HTML table") if not requirement.params.get("columns") else unknown("an HTML table")
            if isinstance(view.value, list) or view.csv is not MISSING or is_tabbed(view):
                return unknown("rows that are no Markdown table")
            return not_met("there is no table", (view.quote(),))
        quotes = [view.quote(*table.row_spans[0]) for table in found]
        if not requirement.params.get("columns"):
            return met(f"{len(found)} tables", quotes)
        quantity = quantity_of(requirement)
        outcomes = {quantity.holds(len(table.rows[0])) for table in found}
        text = f"{', '.join(str(len(table.rows[0])) for table in found)} columns; {quantity.text} promised"
        return Finding(outcomes.pop(), text, tuple(quotes)) if len(outcomes) == 1 else unknown(text, quotes)


# languages by the tags that name them; a tag may stand for several
_TAGS = (
    "python py python3",
    "json jsonc",
    "yaml yml",
    "mermaid",
    "bash sh shell console zsh",
    "sql",
    "javascript js",
    "typescript ts",
    "go golang",
    "rust rs",
    "java",
    "html",
    "css",
    "xml",
    "toml",
    "diff patch",
    "ruby rb",
    "c",
    "dockerfile docker",
    "graphql",
    "dot graphviz",
    "latex tex",
    "markdown md",
)
_LANGUAGES = {tag: words(tags) for tags in _TAGS for tag in tags.split()}
_BLOCK = (
    "(code block|code blocks|code fence|fenced block|fenced code|code snippet|code sample|code example|fence|codeblock)"
)


class CodeBlock(Measure):
    """A fenced code block, in a language if promised."""

    name = "code-block"
    speaks_of = "code block"
    of_kind = True
    phrases = (
        Phrase(_AS + f"(fenced|markdown|runnable)? {_BLOCK}"),
        Phrase(
            _AS + f"(fenced|markdown)? {{name}} (fenced)? {_BLOCK} "
            "(in|with|tagged|labelled|labeled|marked|for)? (the)? (language|tag|info string)?"
        ),
        Phrase(
            _AS
            + f"(fenced|markdown)? {_BLOCK} (in|with|tagged|labelled|labeled|marked as|marked|for|whose language is) "
            "(the)? (language|tag|info string|as)? {name} (as (its|the) (language|tag))?"
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        if is_definite(match):
            return None
        name = match.words("name").casefold().lstrip("`")
        if not name or name in {"fenced", "markdown", "a", "code", "one", "the", "runnable", "triple-backtick"}:
            return {}
        return {"language": name} if name in _LANGUAGES else None

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        found = blocks_of(view, BlockKind.FENCE)
        language = requirement.params.get("language")
        quotes = [view.quote(block.start, block.end) for block in found]
        if language is None:
            return decided(bool(found), f"{len(found)} code blocks", quotes or (view.quote(),))
        accepted = _LANGUAGES[language]
        kept = [block for block in found if (block.info.split() or [""])[0].casefold() in accepted]
        if not kept and any(not block.info for block in found):
            return unknown(f"code blocks without a language; {language} promised", quotes)
        tags = ", ".join(block.info or "none" for block in found)
        text = f"languages: {tags}; {language} promised" if found else f"no code block; one in {language} promised"
        return decided(
            bool(kept), text, [view.quote(block.start, block.end) for block in kept] or quotes or (view.quote(),)
        )


_THINGS = (
    "(code block|code "
    "blocks|table|tables|link|links|url|urls|hyperlink|hyperlinks|heading|headings|header|headers|bullet|"
    "bullets|"
    "bullet point|bullet points|image|images|numbered list|numbered "
    "lists|list|lists|html|section|sections|bulleted list)"
)
_BEHIND_THINGS = words("and or in inside within anywhere nor please at of outside")
_IMAGES = re.compile(r"!\[[^\]\n]*\]\([^)\n]+\)|<img\b[^>\n]*>", re.IGNORECASE)
_HTML = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>\n]*)?>", re.IGNORECASE)


class NoThings(Measure):
    """There are no such things in the output."""

    name = "no-things"
    phrases = (
        Phrase(
            "({response} {must}?)? (has|have|contains|contain|uses|use|includes|include|there are|there "
            "is|there must be|with)? "
            f"{{no}} (any|a|an|external|outbound|raw|inline|embedded|fenced)? {_THINGS} (of any kind|at "
            "all|whatsoever|anywhere)?",
            negated=True,
        ),
        Phrase(
            f"({{no}} (any)? "
            "(contain|include|use|have|containing|including|using|contains|includes|uses|has|mention|mentions)) "
            f"(any|a|an|external|raw|fenced)? {_THINGS}",
            negated=True,
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        thing = re.search(
            r"(?i)(code blocks?|tables?|links?|urls?|hyperlinks?|headings?|headers?|bullet "
            r"points?|bullets?|images?|numbered lists?|bulleted lists?|lists?|html|sections?)\b[^a-z]*(?:of "
            r"any kind|at all|whatsoever|anywhere)?$",
            match.text.strip(),
        )
        after = match.normal.lexemes[match.last : match.last + 1]
        if after and (after[0].slot or (after[0].norm[0].isalpha() and after[0].norm not in _BEHIND_THINGS)):
            return None  # "no bullet exceeds ...", "no table captions"
        return {"thing": thing[1].lower()} if thing else None

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        thing, view = requirement.params["thing"], view.as_read
        found = things_in(view, thing)
        if found is None:
            return unknown(f"whether there are {thing} can't be told")
        quotes = [view.quote(*span) for span in found[:3]]
        return decided(not found, f"{len(found)} {thing} found" if found else f"no {thing} found", quotes)


def things_in(view: View, thing: str) -> list[tuple[int, int]] | None:
    """Where such things stand in a text; None if that can't be told."""
    if thing.startswith(("link", "url", "hyper")):
        return link_spans(view) or (None if view.doubt("link") or doubtful_links(view) else [])
    if thing.startswith("image"):
        return _images(view)
    if thing == "html":
        return None if view.layout is not None else [match.span() for match in _HTML.finditer(view.text)]
    if thing.startswith(("numbered", "list", "bullet")):
        if view.doubt("item"):
            return None
        blocks = [block for block in view.blocks if block.kind is BlockKind.ITEM]
        wanted = {"n": True, "b": False}.get(thing[0])
        return [(block.start, block.end) for block in blocks if wanted is None or is_ordered(block) is wanted]
    if isinstance(view.value, (dict, list)) or (thing.startswith("table") and is_tabbed(view)):
        return None
    found = find_items(view, thing)
    if isinstance(found, str):
        return [] if found.startswith("there is no") else None
    return [(item.start - view.start, item.end - view.start) for item in found.views]


def _images(view: View) -> list[tuple[int, int]]:
    images = view.layout.images if view.layout is not None else None
    if images is None:
        return [match.span() for match in _IMAGES.finditer(view.text)]
    return [(start - view.start, end - view.start) for start, end in images if view.start <= start <= end <= view.end]


class OnePerLine(Measure):
    """Each entry on a line of its own."""

    name = "one-per-line"
    speaks_of = "line"
    phrases = (
        Phrase(
            "(,|;|—|–|{open})? (with|exactly|written|listed|just|only)? {quantity} {name}? (per|on each|on "
            "every|a|to a|in each) line {close}?",
            {"single": True},
        ),
        Phrase(
            "(,|;|—|–|{open})? (each|every one|one|listed|all)? {name}? (is)? (each)? on (its own|a "
            "separate|separate|a line of its own|their own|a new) (line|lines)? {close}?"
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        quantity = match.slots["quantity"][0].quantity if "quantity" in match.slots else None
        single = quantity is None or (quantity.exact and quantity.low == 1)
        return {} if single and "line" in match.text.lower() else None

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        if view.value is not MISSING:
            return unknown("the output has no lines of its own")
        lines = [view.part(start, end, "line") for start, end in _line_spans(view.text)]
        joined = [line for line in lines if re.search(r"[,;|]\s*\S", line.text.strip())]
        if joined:
            return unknown("a line may hold several", (line.quote() for line in joined[:3]))
        if len(lines) < 2:
            return unknown("there is one line only")
        return met(f"{len(lines)} lines", (line.quote() for line in lines[:3]))


class SingleLine(Measure):
    """All of it on one line."""

    name = "single-line"
    speaks_of = "line"
    phrases = (
        Phrase(
            "{start} (exactly|just|only)? (a single|a|one single|a lone|just one) line (of text|of "
            "prose|only)? ({stop}|,|;|—|–)",
            of_value=True,
        ),
        Phrase(
            "({must}? (be|is|are|fit|fits|stays|stay)) (on|in)? (a single|one single|a|only a single) line "
            "(of text|only)?"
        ),
        Phrase("(no|without|contains no|free of) (line breaks|newlines|line break|newline characters)"),
    )

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        number = len(_line_spans(view.text.strip()))
        return decided(number == 1, f"{number} lines", (view.quote(),))


def _line_spans(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"[^\n]*\S[^\n]*", text)]


class HasThings(Measure):
    """At least one such thing is in the output."""

    name = "has-things"
    phrases = (
        Phrase(
            "{contain} (a|an|at least one|one or more|some|any)? "
            "(valid|working|markdown|clickable|external|inline|embedded|supporting)? "
            "(link|links|url|urls|hyperlink|hyperlinks|image|images)"
        ),
        Phrase(
            "{contain} (a|an|at least one|one or more|some) (bulleted list|bullet list|bullets|bullet "
            "points|numbered list|table|code block|list)"
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        if [lexeme.norm for lexeme in match.normal.lexemes[match.last : match.last + 2]] == ["of", "contents"]:
            return None
        last = match.normal.lexemes[match.last - 1].norm
        return {"thing": " ".join(match.text.lower().split()[-2:]) if last in {"list", "block"} else last}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        thing, view = requirement.params["thing"], view.as_read
        found = things_in(view, thing)
        if found is None:
            return unknown(f"whether there is a {thing} can't be told")
        quotes = [view.quote(*span) for span in found[:3]] or [view.quote()]
        return decided(bool(found), f"{len(found)} {thing} found" if found else f"no {thing} found", quotes)


MEASURES: tuple[Measure, ...] = (
    HasThings(),
    OnePerLine(),
    SingleLine(),
    ListLayout(),
    TableLayout(),
    CodeBlock(),
    NoThings(),
)
