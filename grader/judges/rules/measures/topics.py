"""Whether a format is what a text is about, rather than what it is written in: "compares Markdown and HTML"."""

from __future__ import annotations

from collections.abc import Sequence

from grader.judges.rules.lexemes import Lexeme
from grader.judges.rules.phrases import Match
from grader.judges.rules.scope import segment
from grader.judges.rules.wordlists import words

_NAMES = words("json jsonl ndjson json-lines yaml yml csv html html5 xhtml markdown md gfm plain plaintext plain-text")
_DATA = _NAMES - words("markdown md gfm plain plaintext plain-text")  # nobody writes about plain text
# What a text does with what it is about, and what such a text is called.
_SPEAKING = words(
    "explain explains explaining describe describes describing discuss discusses discussing document documents "
    "documenting mention mentions introduce introduces compare compares comparing contrast contrasts cover covers "
    "covering define defines teach teaches clarify clarifies illustrate illustrates recommend recommends prefer "
    "prefers suggest suggests support supports supporting accept accepts read reads reading parse parses parsing "
    "validate validates validating import imports load loads convert converts converting transform transforms "
    "translate translates migrate migrates migrating turn turns "
    "comparison comparisons contrast explanation introduction guide tutorial difference differences essay "
    "instructions advice tips question questions conversion migration parser converter"
)
_ASKING = words("how why whether")  # "explains how to write valid JSON"
_ABOUT = words("of about between from on for than versus vs to into against over like via through")
_BEING = words(
    "be is are as in using written formatted given returned emitted presented rendered delivered produced expressed "
    "provided encoded saved stored published output serialized serialised structured wrapped formed printed"
)
_IN = words("in using")
_TURNED = words("converted exported rendered serialized serialised transformed translated turned written saved")
# "a block of JSON", "in the form of a JSON array": these are made of what stands behind `of`.
_MADE = words(
    "block blob piece string form format shape consist consists consisting made up document file kind sort instead "
    "array list lines line stream body page fragment"
)
_DEFINITE = words("the its their this that these those")
_GIVING = words("return returns returning output outputs emit emits produce produces print prints write writes")
# What is said to give something is code, which gives it when it runs: "a script that prints JSON".
_PROGRAMS = words(
    "script scripts program programs function functions code command commands query queries tool tools service api "
    "endpoint endpoints prompt macro pipeline library"
)
_JOINERS = words("and or , / & and/or a an the both either valid")
_PART_ENDS = words(", : — – ( )")
# "the JSON parser", "a YAML example": something that has to do with the format.
_PIECES = words(
    "example examples snippet snippets flag flags option options sample samples parser parsers schema schemas library "
    "libraries converter converters tool tools import imports importer export exporter validator validators editor "
    "editors specification standard input inputs request requests endpoint endpoints api apis config configuration "
    "template templates support linter linters viewer reader readers writer writers processor generator migration "
    "entities injection column columns"
)

_SEVERAL = words("files documents")  # "names only JSON files"


def is_topic(match: Match) -> bool:
    """Whether the words around a format's name say that the text speaks of it."""
    lexemes, last = match.normal.lexemes, match.last
    if last < len(lexemes) and lexemes[last].norm in _PIECES:
        return True
    begin, _ = segment(match.normal, match.first)
    first = _part(lexemes, begin, match.first)
    before = [lexeme.norm for lexeme in lexemes[first : match.first]]
    if last < len(lexemes) and lexemes[last].norm in _SEVERAL and before and before[-1] != "of":
        return True
    own = [lexeme.norm for lexeme in lexemes[match.first : last]]
    led = own[: next((at for at, norm in enumerate(own) if norm in _NAMES), 0)]
    if not _ASKING.isdisjoint(before):
        return True
    being = next((at for at in range(len(led), 0, -1) if led[at - 1] in _BEING), 0)
    definite = not _DEFINITE.isdisjoint(led[being:])
    if being:
        given = led[being - 1] in _IN and (definite or _names_data(own)) and not _SPEAKING.isdisjoint(before)
        return given or (led[being - 1] in _IN and definite)  # "the columns in the CSV"
    if "to" in led:
        return not before or before[-1] not in _TURNED
    if before and before[-1] in _GIVING:
        return not _PROGRAMS.isdisjoint(before)
    return not _SPEAKING.isdisjoint(before) or _is_about(before, definite=definite)


def _part(lexemes: Sequence[Lexeme], begin: int, end: int) -> int:
    """Where the part of a sentence begins that ends at lexeme `end`; formats in a row don't end one."""
    for at in range(end - 1, begin - 1, -1):
        if lexemes[at].norm in _PART_ENDS and (at == begin or lexemes[at - 1].norm not in _NAMES):
            return at + 1
    return begin


def _names_data(norms: Sequence[str]) -> bool:
    return not _DATA.isdisjoint(norms)


def _is_about(before: Sequence[str], *, definite: bool) -> bool:
    """Whether a format stands behind "of", "between" or another preposition, or is one that is known already."""
    at = len(before)
    while at > 0 and before[at - 1] in _JOINERS | _NAMES:
        at -= 1
    if at == 0:
        return False
    if before[at - 1] in _ABOUT:
        return definite or before[at - 1] != "of" or at < 2 or before[at - 2] not in _MADE
    return definite and before[at - 1] not in _BEING
