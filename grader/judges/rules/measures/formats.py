"""What format an output is in: JSON, JSON Lines, YAML, CSV, HTML, Markdown, plain text."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import Any, ClassVar

from grader.judges.rules.finding import Finding, decided, not_met, unknown
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.topics import is_topic
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.reading import csv_rows, is_yaml, json_trouble
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import MISSING, View

_BE = (
    "(be|is|are|as|in|using|to|written|formatted|given|returned|emitted|presented|rendered|delivered|"
    "produced|expressed|"
    "provided|encoded|saved|stored|published|output|serialized|serialised|structured|wrapped|formed|printed)"
)
_BEFORE = (
    f"({{response}} {{must}}?)? ({_BE} (in|as|using|to|into|inside)? )? {{a}}? "
    "(only|pure|raw|single|strictly|entirely)? "
)
_VALID = (
    "(valid|well-formed|parseable|parsable|strict|proper|machine-readable|syntactically valid|legal|correct|raw|pure|"
    "parsable,|compact|clean)? "
)
_AFTER = (
    " (format|formatted|document|file|text|string|syntax|output|payload|blob|data|notation|markup|encoded|"
    "response|body)? "
    "((,|and|with)? (nothing else|nothing but that|only|alone|no prose|no other text|no extra text))?"
)
_TAGS = re.compile(
    r"<!doctype "
    r"html|</?(?:html|head|body|title|main|article|section|header|footer|nav|div|span|p|h[1-6]|ul|ol|li|table|"
    r"thead|"
    r"tbody|tr|td|th|a|img|br|hr|strong|em|b|i|pre|code|blockquote|form|input|button|style|script|link|"
    r"meta)\b[^<>\n]{0,400}/?>",
    re.IGNORECASE,
)


def _phrases(names: str, after: str = _AFTER) -> tuple[Phrase, ...]:
    return (Phrase(f"{_BEFORE}{_VALID}{names}{after}"),)


class _Written(Measure):
    """A measure of what the whole output, or the only fenced block in it, is written in."""

    attributive = True
    of_source = True

    def params(self, match: Match) -> dict[str, Any] | list[dict[str, Any]] | None:
        """None where the format is what a text speaks of: "explains the JSON flag", "a note about CSV"."""
        return None if is_topic(match) else super().params(match)


class Format(_Written):
    """The whole output, or the only fenced block in it, is in a format."""

    title: ClassVar[str]

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        holds = self.holds(view, requirement.params)
        if holds is None:
            return unknown(f"whether it is {self.title} can't be told", (view.quote(),))
        text = f"it is {self.title}" if holds else f"the output isn't {self.title}"
        return decided(holds, text, (view.quote(),))

    @abstractmethod
    def holds(self, view: View, params: dict[str, Any]) -> bool | None:
        """Whether the view is in the format; None if it can't be told."""


_JSON_KINDS = {
    "object": dict, "objects": dict, "dict": dict, "dictionary": dict, "mapping": dict, "map": dict,
    "array": list, "arrays": list, "list": list,
}  # fmt: skip


class Json(_Written):
    """JSON, of the promised kind if there is one."""

    name = "json"
    phrases = (
        *_phrases("json (object|array|list|dict|dictionary|mapping)?"),
        Phrase(
            "(parse|parses|parseable|parsable|loads|load|validates|deserializes) "
            "(cleanly|successfully|without errors)? as {a}? (valid)? json (object|array|list)?"
        ),
        Phrase(
            "({be}|must be)? {a}? (json)? (array|list|object) (at|on) the (top level|top-level|root|outermost level)"
        ),
        Phrase(
            "({be}|must be)? {a}? (top-level|bare|plain|json) (json)? (array|list|object) "
            "(,? (and)? (not|never) (wrapped|nested|contained) (in|inside|within) (an|any|another)? "
            "(object|wrapper|envelope|key))?"
        ),
        Phrase(
            "the (top level|top-level value|root|root value|outermost value) (is|must be|should be) {a}? "
            "(json)? (array|list|object)"
        ),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        if super().params(match) is None:
            return None
        kinds = [
            word for lexeme in match.normal.lexemes[match.first : match.last] if (word := lexeme.norm) in _JSON_KINDS
        ]
        if not kinds:
            return {}
        words = {lexeme.norm for lexeme in match.normal.lexemes[match.first : match.last]}
        root = bool(words & {"bare", "top-level", "top", "root", "wrapped", "outermost"})
        return {"kind": "array" if _JSON_KINDS[kinds[0]] is list else "object", "root": root}

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        if requirement.params.get("root") and not view.whole:
            view = View(view.document)
        if view.json is MISSING:
            trouble = json_trouble(view.bare_text)
            return unknown(trouble) if trouble else not_met("the output isn't valid JSON", (view.quote(),))
        kind = requirement.params.get("kind")
        found = "object" if isinstance(view.json, dict) else ("array" if isinstance(view.json, list) else "value")
        holds = kind is None or found == kind
        return decided(holds, f"valid JSON ({found})" if holds else f"a JSON {found}, no {kind}", (view.quote(),))


class JsonLines(Format):
    """One JSON value a line."""

    name = "json-lines"
    title = "JSON Lines"
    phrases = (
        *_phrases(
            "(json lines|jsonl|ndjson|json-lines|newline-delimited json|line-delimited json)",
            _AFTER + " ({open} {quantity}? json? (object|value) (per|on each|on every) line {close})?",
        ),
        Phrase("{quantity} json (object|value|record|document) (per|on each|on every|in each) line"),
        Phrase("each line (is|must be|holds|contains) {a}? (valid|complete|single)? json (object|value|document)?"),
    )

    def params(self, match: Match) -> dict[str, Any] | list[dict[str, Any]] | None:
        """Whether the lines are objects, and no other values."""
        if super().params(match) is None:
            return None
        norms = (lexeme.norm for lexeme in match.normal.lexemes[match.first : match.last])
        return {"objects": True} if "object" in norms else {}

    def holds(self, view: View, params: dict[str, Any]) -> bool | None:
        found = view.json_lines
        if found is MISSING or all(isinstance(each, dict) for each in found):
            return found is not MISSING
        if params.get("objects"):
            return False
        named = view.document.path.lower().endswith((".jsonl", ".ndjson"))
        several = len(found) > 1 and any(isinstance(each, (dict, list)) for each in found)
        return True if named or several else None  # a lone array or number needn't be a line of many


class Yaml(Format):
    """YAML; a text of another kind that happens to parse is left open."""

    name = "yaml"
    title = "valid YAML"
    phrases = _phrases("(yaml|yml) (mapping|list|sequence|object|frontmatter)?")

    def holds(self, view: View, params: dict[str, Any]) -> bool | None:
        if view.yaml is MISSING:
            named = view.document.path.lower().endswith((".yaml", ".yml"))
            return is_yaml(view.bare_text) if named else False
        suffix = view.document.path.rpartition(".")[2].lower()
        if suffix in {"yaml", "yml"} or (view.fenced and view.fenced[2].lower() in {"yaml", "yml"}):
            return True
        kinds = {block.kind for block in view.blocks}
        return None if suffix == "json" or kinds & {BlockKind.HEADING, BlockKind.TABLE} else len(view.yaml) > 1 or None


class Csv(Format):
    """CSV: a header and rows as wide as it."""

    name = "csv"
    title = "CSV"
    phrases = _phrases(
        "(csv|comma-separated values|comma separated values)",
        _AFTER + " (with|and|including)? (a|one)? (header row|header line|header|headers)?",
    )

    def holds(self, view: View, params: dict[str, Any]) -> bool | None:
        rows = csv_rows(view.bare_text)
        named = view.document.path.lower().endswith(".csv") or (
            view.fenced is not None and view.fenced[2].lower() == "csv"
        )
        if rows is None:
            alone = named and "," not in view.bare_text and view.bare_text.strip() != ""
            return None if alone else False
        if any(len(row) != len(rows[0]) for row in rows):
            return False
        if view.json is not MISSING or view.json_lines is not MISSING:  # its commas are JSON's
            return None if named else False
        return True if named else (len(rows) > 1 and all(len(cell) <= 40 for cell in rows[0])) or None


class Html(Format):
    """HTML: known tags, and no Markdown around them."""

    name = "html"
    title = "HTML"
    phrases = _phrases("(html|html5|xhtml) (document|page|fragment|markup|table|snippet)?")

    def holds(self, view: View, params: dict[str, Any]) -> bool | None:
        text = view.bare_text
        if _TAGS.search(text) is None:
            return False
        return True if text.lstrip().startswith("<") else None


class HtmlElements(Measure):
    """An element that an HTML output has."""

    name = "html-element"
    of_source = True
    phrases = (
        Phrase("({contain}|and|,)? {a}? {pattern} (element|tag|section|block)?"),
        Phrase("({contain}|and|,)? {a}? {code} (element|tag)"),
    )

    def params(self, match: Match) -> dict[str, Any] | None:
        literal = (match.words("pattern") or match.words("code")).strip()
        tag = re.fullmatch(r"<?([A-Za-z][A-Za-z0-9]*)\s*/?>?", literal)
        speaks_of_html = {"html", "element", "elements", "tag", "tags", "html5", "page"} & match.normal.forms
        return {"tag": tag[1].lower()} if tag and speaks_of_html and match.text.find("`") >= 0 else None

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        tag = requirement.params["tag"]
        found = re.search(rf"<{re.escape(tag)}(?:\s[^<>]{{0,400}})?/?>", view.text, re.IGNORECASE)
        if found is None and not view.whole:
            return unknown("which tags stand around a part can't be told")
        text = f"there is a <{tag}> element" if found else f"there is no <{tag}> element"
        return decided(found is not None, text, (view.quote(*found.span()),) if found else (view.quote(),))


class Markdown(Format):
    """Markdown: any text that is no other format."""

    name = "markdown"
    title = "Markdown"
    phrases = (
        Phrase(f"{_BEFORE}{_VALID}(github-flavored|github flavored|commonmark)? (markdown|md|gfm)" + _AFTER),
        Phrase("{a}? (markdown|md) (prose|report|page|summary|fragment)"),
    )

    def holds(self, view: View, params: dict[str, Any]) -> bool | None:
        if isinstance(view.value, (dict, list)):
            return False
        if _TAGS.search(view.text) and view.text.lstrip().startswith("<"):
            return None
        return True


class PlainText(Format):
    """Text without markup."""

    name = "plain-text"
    title = "plain text"
    phrases = (
        Phrase(
            f"{_BEFORE}(plain text|plaintext|plain-text)"
            + _AFTER
            + " ((,|with)? (no|without) (any)? (markup|markdown|formatting|markdown formatting))?"
        ),
        Phrase(
            "(no|without|free of|not contain|never contains|never uses) (any)? (markdown|markup|markdown "
            "formatting|markdown syntax|formatting marks)"
        ),
    )
    _MARKS = re.compile(
        r"\*\*[^*\n]+\*\*|__[^_\n]+__|\[[^\]\n]+\]\([^)\s]+\)|`[^`\n]+`|(?<![\w*])\*[^*\s][^*\n]*\*(?!\w)"
    )

    def holds(self, view: View, params: dict[str, Any]) -> bool | None:
        if isinstance(view.value, (dict, list)) or view.text.lstrip().startswith("<"):
            return False
        structure = {BlockKind.HEADING, BlockKind.FENCE, BlockKind.TABLE}
        if any(block.kind in structure for block in view.blocks) or self._MARKS.search(view.text):
            return False
        return (
            None
            if any(block.kind in {BlockKind.ITEM, BlockKind.QUOTE, BlockKind.RULE} for block in view.blocks)
            else True
        )


MEASURES: tuple[Measure, ...] = (Json(), JsonLines(), Yaml(), Csv(), Html(), HtmlElements(), Markdown(), PlainText())
