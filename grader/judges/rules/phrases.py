"""The small language in which a measure lists the wordings that it understands.

    {contain} {quantity} word~        words as they stand; `~` also matches the plural in -s
    (a|b c)?                          alternatives, optional parts
    {contain}, {response}, {must} ... classes of words that mean the same here (`CLASSES`)
    {quantity}, {text}, {free} ...    slots, whose content the measure reads (`SLOTS`)
    {start}, {finish}, {open}, {close}  the ends of the text, and brackets (`ANCHORS`)

A phrase becomes one regular expression over the lexemes of a clause. Everything that repeats in it is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from grader.judges.rules import vocabulary
from grader.judges.rules.lexemes import Lexeme, Normal

CLASSES: dict[str, str] = {
    "a": "(a|an|the|one|any|some|its|your|this|that)",
    "be": "(is|are|be|being)",
    "must": "(must|should|shall|will|has to|have to|needs to|need to|is to|are to|is required to|are required to|"
    "make sure to|be sure to|please|ensure)",
    "contain": "(contain|contains|containing|include|includes|including|have|has|having|feature|features|use|"
    "uses|using|used|mention|mentions|mentioning|carry|carries|carrying|with|provide|provides|"
    "providing|give|gives|holds|hold|holding|comprise|comprises|consist of|consists of|"
    "consisting of|made up of|featuring|list|lists|listing|write|present|presents|offer|offers|"
    "names|name|naming|incorporate|incorporates|work in|cite|cites|citing)",
    "response": "(in|within|throughout|across|of|for|to)? "
    "(the|your|this|its|an|all of the|all of your|the whole of the)? "
    "(entire|whole|full|complete|overall|final)? (response|answer|output|reply|text|document|message|file|"
    "content|result|completion)",
    "no": "(no|not|never|without|zero|do not|does not|don't|doesn't|must not|should not|shall not|cannot|can not|can't|"
    "mustn't|shouldn't|may not|avoid|avoids|avoiding|refrain from|free of|free from|exclude|excludes|excluding|"
    "omit|omits|leave out|leaves out|not any|nothing|neither|is not|are not|isn't|aren't|no longer|keep out|"
    "not allowed to|not permitted to|steer clear of|stay away from)",
    "each": "(each|every|all|all of the|all the|each of the|every one of the|each one of the|any)",
    "end": "(.|!|;)",
    "as": "(is|are|be|as|in|follow|follows|following|match|matches|matching|of|use|uses|given as|formatted as|"
    "written as|is given as|are given as|in the|follows the|follow the|matches the|conforms to|conform to|must be|"
    "has the|have the)",
    "date_form": "(yyyy-mm-dd|yyyy - mm - dd|iso-8601|iso {quantity}|iso8601|iso format|iso {quantity} format)",
    "hatch": "(when|if|where|whenever|wherever|as|as far as|to the extent)",
    **vocabulary.CLASSES,
}
_WORD = "(?: [^\\W\\d_][\\w-]* )"
SLOTS: dict[str, str] = {
    "quantity": " #q\\d+ ",
    "text": "(?: #[tc]\\d+ )",
    "texts": "(?: #[ltc]\\d+ )",
    "quoted": "(?: #t\\d+ )",
    "code": "(?: #c\\d+ )",
    "codes": "(?: #[lc]\\d+ )",
    "list": "(?: #l\\d+ )",
    "shape": "(?: #s\\d+ )",
    "pattern": "(?: #p\\d+ )",
    "expression": "(?: #e\\d+ )",
    "url": "(?: #u\\d+ )",
    "date": "(?: #d\\d+ )",
    "word": "(?: \\w[^ ]* )",
    "name": "(?: #[tc]\\d+ | [^\\W\\d_][\\w-]* )",
    "noun": "(?: [^\\W\\d_][\\w-]* ){1,3}?",
    "free": "(?: [^ ]+ ){1,24}?",
    "rest": "(?: [^ ]+ ){1,24}",
    "things": "(?: [^\\W\\d_][\\w-]* ){1,3}?",
    "place": "(?: #[tc]\\d+ | [^\\W\\d_][\\w-]* )",
    "choices": f"(?:{_WORD}(?: , {_WORD}){{0,10}}(?: , )? or {_WORD}|{_WORD}(?: / {_WORD}){{1,10}}|"
    f"{_WORD}(?: \\| {_WORD}){{1,10}})",
    "choice_list": f"(?:{_WORD}(?: , (?: or | and )?{_WORD}| or {_WORD}| and {_WORD}| / {_WORD}){{1,11}})",
    **vocabulary.SLOTS,
}
ANCHORS: dict[str, str] = {
    "start": r"(?:^|(?<= [.;:] )|(?<= and ))",
    "finish": "(?:(?: [.;] )?$)",
    "open": "(?: [(\\[] )",
    "close": "(?: [)\\]] )",
    "stop": "(?= [.;:!?)] |$)",
}
_SINGLE = re.compile(r"\(\?: ([^ |()]+) \)")  # what a plain word compiles to
_PIECE = re.compile(r"\{(?P<ref>\w+)\}|(?P<mark>[()|?])|(?P<word>[^\s(){}|?]+)")


@dataclass(frozen=True)
class Phrase:
    """One wording. `fixed` are parameters that the wording itself settles; `negated` promises absence."""

    pattern: str
    fixed: dict[str, Any] = field(default_factory=dict)
    negated: bool = False
    of_value: bool = False  # understood only where a single value is described: a field's type, a scalar output

    @cached_property
    def _read(self) -> tuple[str, tuple[frozenset[str], ...]]:
        return _Compiler(self.pattern).run()

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        # Compiling takes milliseconds and there are hundreds of phrases: only what may match is ever compiled.
        return re.compile(self._read[0])

    def find(self, normal: Normal) -> Iterator[Match]:
        """Every place where the phrase matches, left to right."""
        if any(forms.isdisjoint(normal.forms) for forms in self._read[1]):
            return
        for found in self._expression.finditer(normal.string):
            first, last = normal.offsets[found.start()], normal.offsets[found.end()]
            if first < last:
                yield Match(self, normal, first, last, _slots(found, normal))


@dataclass(frozen=True)
class Match:
    """A phrase found in a clause: lexemes `first` up to, not including, `last`, and the content of its slots."""

    phrase: Phrase
    normal: Normal
    first: int
    last: int
    all_slots: tuple[tuple[str, tuple[Lexeme, ...]], ...]

    @cached_property
    def slots(self) -> dict[str, tuple[Lexeme, ...]]:
        """The content of the slots by their name; of several of one name, the last."""
        return dict(self.all_slots)

    @property
    def text(self) -> str:
        """The author's words."""
        return self.normal.wording(self.first, self.last)

    def words(self, slot: str) -> str:
        """The author's words in a slot, a literal without its quotes; "" if the slot is empty."""
        return self.text_of(self.slots.get(slot, ()))

    def text_of(self, lexemes: tuple[Lexeme, ...]) -> str:
        """The author's words in some lexemes, a literal without its quotes."""
        if len(lexemes) == 1 and lexemes[0].literals:
            return lexemes[0].literals[0]
        return self.normal.source[lexemes[0].start : lexemes[-1].end] if lexemes else ""

    def every(self, slot: str) -> tuple[str, ...]:
        """The literal texts of all slots of that kind, in order, where a phrase has several."""
        return tuple(
            literal
            for name, lexemes in self.all_slots
            if name == slot
            for lexeme in lexemes
            for literal in lexeme.literals
        )

    def literals(self, slot: str) -> tuple[str, ...]:
        """The literal texts of a slot."""
        return tuple(literal for lexeme in self.slots.get(slot, ()) for literal in lexeme.literals)


def _slots(found: re.Match[str], normal: Normal) -> tuple[tuple[str, tuple[Lexeme, ...]], ...]:
    return tuple(
        (name.rsplit("_", 1)[0], normal.lexemes[normal.offsets[found.start(name)] : normal.offsets[found.end(name)]])
        for name in found.groupdict()
        if found.start(name) >= 0
    )


@cache
def _slots_in(name: str) -> bool:
    """Whether a class of words holds slots, so that each use of it needs names of its own."""
    refs = re.findall(r"\{(\w+)\}", CLASSES[name])
    return any(ref in SLOTS or (ref in CLASSES and _slots_in(ref)) for ref in refs)


@cache
def _class(name: str) -> tuple[str, list[frozenset[str]]]:
    expression, needed = _Compiler(CLASSES[name]).run()
    return expression, list(needed)


def _gathered(branches: list[str]) -> list[str]:
    """The same choice with its single words in one branch, behind those of several words: half as much to compile."""
    single = [match[1] for branch in branches if (match := _SINGLE.fullmatch(branch))]
    others = [branch for branch in branches if not _SINGLE.fullmatch(branch)]
    return [*others, f"(?: (?:{'|'.join(single)}) )"] if single else others


class _Compiler:
    """Turns a pattern into a regular expression, and into the sets of forms of which a clause must hold one each."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.pieces = list(_PIECE.finditer(pattern))
        self.at = 0
        self.named = 0

    def run(self) -> tuple[str, tuple[frozenset[str], ...]]:
        """The expression's text, and what is needed."""
        expression, needed = self._alternatives()
        if self.at < len(self.pieces):
            message = f"unbalanced phrase: {self.pattern}"
            raise ValueError(message)
        return expression, tuple(needed)

    def _alternatives(self) -> tuple[str, list[frozenset[str]]]:
        branches, needs = [], []
        while True:
            expression, needed = self._sequence()
            branches.append(expression)
            needs.append(needed)
            if self.at < len(self.pieces) and self.pieces[self.at]["mark"] == "|":
                self.at += 1
                continue
            break
        if len(branches) == 1:
            return branches[0], needs[0]
        # A choice needs one form out of its branches' first needs; nothing can be said if a branch needs nothing.
        union = frozenset().union(*(needed[0] for needed in needs)) if all(needs) else frozenset()
        return f"(?:{'|'.join(_gathered(branches))})", [union] if union else []

    def _sequence(self) -> tuple[str, list[frozenset[str]]]:
        parts: list[str] = []
        needed: list[frozenset[str]] = []
        while self.at < len(self.pieces) and self.pieces[self.at]["mark"] not in {"|", ")"}:
            expression, needs = self._piece()
            if self.at < len(self.pieces) and self.pieces[self.at]["mark"] == "?":
                self.at += 1
                expression, needs = f"(?:{expression})?", []
            parts.append(expression)
            needed.extend(needs)
        return "".join(parts), needed

    def _piece(self) -> tuple[str, list[frozenset[str]]]:
        piece = self.pieces[self.at]
        self.at += 1
        if piece["mark"] == "(":
            expression, needed = self._alternatives()
            self.at += 1  # the closing bracket
            return f"(?:{expression})", needed
        if piece["ref"]:
            return self._reference(piece["ref"])
        word = piece["word"]
        forms = {word[:-1], word[:-1] + "s"} if word.endswith("~") else {word}
        return f"(?: {' | '.join(re.escape(form) for form in sorted(forms))} )", [frozenset(forms)]

    def _reference(self, name: str) -> tuple[str, list[frozenset[str]]]:
        if name in ANCHORS:
            return ANCHORS[name], []
        if name in CLASSES:
            if _slots_in(name):
                inner = _Compiler(CLASSES[name])
                inner.named = self.named
                expression, needed = inner._alternatives()
                self.named = inner.named
            else:
                expression, needed = _class(name)
            return f"(?:{expression})", needed
        self.named += 1
        slot = SLOTS[name]
        letters = re.match(r"(?:\(\?:)? #(?:\[(\w+)\]|(\w))\\d\+ \)?$", slot)
        needs = [frozenset(f"#{letter}" for letter in letters[1] or letters[2])] if letters else []
        return f"(?P<{name}_{self.named}>{slot})", needs
