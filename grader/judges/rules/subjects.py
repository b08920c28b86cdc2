"""The part of the output that a promise names as its subject: "`tags` is an array", "confidence lies between ..."."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grader.judges.rules.lexemes import Lexeme, Normal
from grader.judges.rules.lexicon import GUARDS, KINDS, NEGATIONS, VAGUE, idle_reason
from grader.judges.rules.measures.languages import CODES
from grader.judges.rules.nouns import OUTPUT_WORDS, PART_WORDS, PREPOSITIONS, VERBS, plain
from grader.judges.rules.phrases import Phrase
from grader.judges.rules.scope import LISTING, SENTENCE_ENDS, Scope, segment
from grader.judges.rules.wordlists import words

_OPENERS = SENTENCE_ENDS | words(", : and but — – - ( whose while") | {"|"}
_ARTICLES = words(
    "the its their your our this that a an whose both field column key section property attribute value values"
)
_LINKS = words(
    "is are be was were must should shall will always also has have had contains contain includes include lists list "
    "itself each all themselves only a an the cites cite names name gives give needs need to carries carry holds hold "
    "provides provide shows show"
)
# Nouns that speak of the output as a whole or of one of its measures, not of a part of it.
WHOLE = words(
    "it this they there that which everything length size total count number format word words output overall you "
    "essay article letter email poem story guide post blog memo pitch blurb paper page plan note document "
    "digest report "
    "summary text response answer file list array object table entries entry items item they them these"
)
# Nouns that name a kind of text, and as often a section of one.
SECTIONS = words(
    "summary overview introduction intro conclusion conclusions findings recommendations recommendation results "
    "discussion body abstract background appendix references analysis review notes insights context assessment "
    "evaluation explanation description details data table list plan proposal brief digest"
)
# Those of them that are never the whole: without such a section, nobody can tell where an introduction ends.
_SECTIONS_ONLY = words("introduction intro conclusion conclusions discussion background appendix references")
_IN = words("in within under inside below")
_BEHIND = words(", . ; : and or — – ) ( but")
_HOLDING = words("listing containing holding with storing carrying giving being that which")
_QUANTIFIERS = words("no never without not each every any all most only")
_TESTS = words("ends starts begins opens matches contains closes concludes")
_TESTED = words("ending starting beginning opening matching")  # these begin what is measured
_COUNTING = words("listing containing holding storing carrying")
# What a measured promise may begin with, right behind its subject.
_PREDICATES = words("in among from = ≥ ≤ < > >= <= stays stay adds add sums sum sorted ordered ranked arranged listed")
_MOST_WORDS = 3
_WITHIN = (
    Phrase(
        "(in|within|under|inside|below) {a}? {name} (section|heading|field|column|key|part|property|array|list|object)"
    ),
    Phrase("(in|within|under|inside|below) {a}? (section|heading|field|column|key|property|array|list|object) {name}"),
    Phrase("(in|within|under|inside|below) {a}? {code}"),
)


def read_subjects(
    normal: Normal, covered: Sequence[bool], own: frozenset[str], others: Sequence[int] = ()
) -> Iterator[Scope]:
    """One scope per named subject, reaching to the next subject or to the end of its sentence.

    `others` are lexemes at which something else becomes the subject: "..., and every status ...".
    """
    found = []
    at = 0
    while at < len(normal.lexemes):
        subject = _subject_at(normal, covered, at, own)
        if subject is None:
            at += 1
            continue
        found.append(subject)
        at = subject[1]
    for index, (first, last, names, certain) in enumerate(found):
        _, end = segment(normal, first)
        end = min([end, *(other for other in others if other > first)])
        if index + 1 < len(found):
            end = min(end, found[index + 1][0])
        loosely = _section_word(normal, first, last, own) if not names else None
        yield Scope(first, last, first, end, within=names, loosely=loosely, certain=certain)


def _section_word(normal: Normal, first: int, last: int, own: frozenset[str]) -> str | None:
    """The word among some lexemes that names a kind of text, but may name a section; None if there is none."""
    found = [each.norm for each in normal.lexemes[first:last] if each.norm in SECTIONS and each.norm not in own]
    return found[0] if len(found) == 1 else None


def _capitalised(normal: Normal, first: int, last: int) -> bool:
    """Whether some lexemes are words written as a title: "the Findings", "under Next Steps"."""
    return all(
        not each.slot and len(each.norm) > 3 and normal.source[each.start].isupper() and not _is_code(normal, each)
        for each in normal.lexemes[first:last]
    )


def _is_code(normal: Normal, lexeme: Lexeme) -> bool:
    return lexeme.norm in CODES or normal.source[lexeme.start : lexeme.end].isupper()


def _titles(normal: Normal, covered: Sequence[bool], own: frozenset[str]) -> Iterator[Scope]:
    """`in the Findings`, `under Next Steps`: titles behind a preposition; in small letters only if there is one."""
    for index, lexeme in enumerate(normal.lexemes[:-1]):
        if lexeme.norm not in _IN or covered[index]:
            continue
        first = index + 1
        while first < len(normal.lexemes) and normal.lexemes[first].norm in {"the", "its", "your"}:
            first += 1
        last = first
        while last < len(normal.lexemes) and last - first < _MOST_WORDS and _capitalised(normal, last, last + 1):
            last += 1
        title = last > first and (first > index + 1 or lexeme.norm == "under")
        if not title:
            last = first + 1
        ends = last >= len(normal.lexemes) or normal.lexemes[last].norm in _BEHIND
        if last > len(normal.lexemes) or any(covered[index:last]) or not ends:
            continue
        name = " ".join(each.norm for each in normal.lexemes[first:last])
        if name in own or not (title or (first > index + 1 and name in SECTIONS)):
            continue
        begin, end = segment(normal, index)
        if index > begin and normal.lexemes[index - 1].norm not in {",", "and"}:
            begin, end = _part_before(normal, begin, index), index
        named = title or name in _SECTIONS_ONLY
        yield Scope(index, last, begin, end, within=(name,) if named else (), loosely=None if named else name)


def _subject_at(
    normal: Normal, covered: Sequence[bool], at: int, own: frozenset[str]
) -> tuple[int, int, tuple[str, ...], bool] | None:
    """First and last lexeme of a subject that begins at `at`, its names (none: the output), and whether certain."""
    lexemes = normal.lexemes
    if covered[at] or (at > 0 and lexemes[at - 1].norm not in _OPENERS):
        return None
    start = at
    while start < len(lexemes) and not covered[start] and lexemes[start].norm in _ARTICLES and start - at < 3:
        start += 1
    if start + 1 < len(lexemes) and lexemes[start].norm == "of" and lexemes[start - 1].norm in {"value", "values"}:
        start += 1
        start += start + 1 < len(lexemes) and lexemes[start].norm in {"the", "its"}
    if start >= len(lexemes) or covered[start]:
        return None
    lexeme = lexemes[start]
    if lexeme.slot in {"c", "l"} and lexeme.code:
        end = start + 1
        while (
            end < len(lexemes)
            and not covered[end]
            and lexemes[end].norm in PART_WORDS | {"values", "fields", "columns"}
        ):
            end += 1
        if not _is_said_of(normal, covered, end, certain=True):
            return None
        return at, end, tuple(literal.lstrip("# ") for literal in lexeme.literals), True
    return _bare(normal, covered, at, start, own)


def _bare(
    normal: Normal, covered: Sequence[bool], at: int, start: int, own: frozenset[str]
) -> tuple[int, int, tuple[str, ...], bool] | None:
    lexemes = normal.lexemes
    end = start
    while end < len(lexemes) and end - start <= _MOST_WORDS and not covered[end] and _is_name(lexemes[end].norm):
        end += 1
    if not start < end <= start + _MOST_WORDS or not _is_said_of(normal, covered, end, certain=False):
        return None
    name = [plain(lexeme) for lexeme in lexemes[start:end]]
    part = len(name) > 1 and name[-1] in PART_WORDS | {"values"}
    if part:
        name.pop()
    elif start > at and _capitalised(normal, start, end) and not own.issuperset(name) and SECTIONS.issuperset(name):
        return at, end, (" ".join(name),), False  # "the Summary", of an output of another name
    if not part and all(word in WHOLE | KINDS | OUTPUT_WORDS | own or idle_reason(word) for word in name):
        return at, end, (), False
    return at, end, (" ".join(name),), part


def _is_name(norm: str) -> bool:
    return norm[0].isalpha() and norm not in VERBS | _LINKS | PREPOSITIONS | GUARDS | NEGATIONS | VAGUE


def _is_said_of(normal: Normal, covered: Sequence[bool], at: int, *, certain: bool) -> bool:
    """Whether something measured is said of what ends at `at`: a verb leads to it, or it stands right there."""
    begin = at
    lexemes = normal.lexemes
    while at < len(lexemes) and not covered[at] and lexemes[at].norm in _LINKS | {":"}:
        at += 1
    if at >= len(lexemes):
        return False
    if certain:
        return at > begin or covered[at] or lexemes[at].slot == "q"
    return (covered[at] or lexemes[at].slot == "q") and (at > begin or _begins_with_verb(normal, at))


def _begins_with_verb(normal: Normal, at: int) -> bool:
    return normal.lexemes[at].norm in VERBS | _PREDICATES | NEGATIONS


def read_places(normal: Normal, covered: Sequence[bool], own: frozenset[str] = frozenset()) -> Iterator[Scope]:
    """`... in the Risks section`: what stands right before it; at the start of a sentence, all that follows."""
    yield from _titles(normal, covered, own)
    for phrase in _WITHIN:
        for match in phrase.find(normal):
            if any(covered[match.first : match.last]):
                continue
            names = (match.words("name") or match.words("code"),)
            begin, end = segment(normal, match.first)
            if match.first > begin and normal.lexemes[match.first - 1].norm not in {",", "and"}:
                begin, end = _part_before(normal, begin, match.first), match.first
            yield Scope(match.first, match.last, begin, end, within=names, certain=bool(match.words("code")))


def read_described(normal: Normal, measured: Sequence[bool]) -> Iterator[Scope]:
    """`a summary field containing Markdown prose`: what is measured behind it is said of the field."""
    for index in range(1, len(normal.lexemes) - 1):
        tested = normal.lexemes[index].norm in _TESTED and measured[index] and not measured[index - 1]
        if not tested and (normal.lexemes[index].norm not in _HOLDING or measured[index]):
            continue
        last = index + (not tested)
        while last < len(normal.lexemes) - 1 and not measured[last] and normal.lexemes[last].norm in _LINKS:
            last += 1
        word = normal.lexemes[index].norm
        counts = normal.lexemes[last].slot == "q" and word in _COUNTING
        names = word in {"that", "which"} and normal.lexemes[last - 1].norm in LISTING
        if not (measured[last] or counts or (names and normal.lexemes[last].slot in {"c", "l", "t", "q"})):
            continue
        name = index - 1
        part = normal.lexemes[name].norm in PART_WORDS and name > 0
        name -= part
        lexeme = normal.lexemes[name]
        if name > 0 and normal.lexemes[name - 1].norm in _QUANTIFIERS:
            continue
        # "a `tags` field", "a Sources section"
        named = lexeme.slot == "c" or (part and normal.source[lexeme.start].isupper())
        if not named or not (part or normal.lexemes[index].norm != "with"):
            continue
        _, end = segment(normal, index)
        ends = (
            at
            for at in range(index, end)
            if normal.lexemes[at].norm in {",", "and", "—"}
            and not measured[at]
            and not (measured[at + 1 : at + 2] == [True] and normal.lexemes[at + 1].norm in _TESTED | _TESTS)
        )
        last -= not (measured[last] or counts)  # the verb leads to the names
        called = lexeme.literals[0] if lexeme.literals else normal.source[lexeme.start : lexeme.end]
        yield Scope(index, last, index, next(ends, end), within=(called,), certain=lexeme.slot == "c")


def _part_before(normal: Normal, begin: int, index: int) -> int:
    parts = [at + 1 for at in range(begin, index) if normal.lexemes[at].norm in {",", ":", "and", "—", "("}]
    return max(parts, default=begin)
