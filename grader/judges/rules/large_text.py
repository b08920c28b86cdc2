"""One pass over a large text, stretch by stretch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from grader.document import Document
from grader.judges.rules.finding import SHOWN, Finding, decided, met, not_met, unknown
from grader.judges.rules.item_nouns import Noun, read_noun
from grader.judges.rules.large_records import TOO_LARGE
from grader.judges.rules.measure import Facts, Over, quantity_of
from grader.judges.rules.measures import MEASURES
from grader.judges.rules.measures.layout import things_in
from grader.judges.rules.measures.length import Length
from grader.judges.rules.names import same_title
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.stream import kind_of, stretches
from grader.judges.rules.text_items import KINDS, TEXT_ITEMS
from grader.judges.rules.views import View
from grader.model import Outcome, Quote

_ADDING = frozenset({"words", "lines", "paragraphs"})
_SECTIONS = frozenset({"section", "chapter", "subsection"})


class _Seen:
    """What the stretches so far said of one requirement. `take` looks at one; `finding` says what they add up to."""

    speaks_of = ""  # the kind of thing that is looked for, which markup may leave open

    def __init__(self, requirement: Requirement) -> None:
        self.requirement = requirement
        self.quotes: list[Quote] = []
        self.doubt: str | None = None  # why some stretch leaves open what it has

    def look(self, view: View) -> None:
        """Looks at one stretch, unless an earlier one has left open what the text has."""
        self.doubt = self.doubt or (view.doubt(self.speaks_of) if self.speaks_of else None)
        if self.doubt is None:
            self.take(view)

    def take(self, view: View) -> None:
        """Looks at one stretch."""

    def told(self) -> Finding:
        """What all of them say, as far as none leaves it open."""
        return unknown(self.doubt) if self.doubt is not None else self.finding()

    def finding(self) -> Finding:
        """What all of them say."""
        return unknown(TOO_LARGE)


class _Length(_Seen):
    """A length that is the sum of its stretches'."""

    number = doubtful = 0

    def __init__(self, requirement: Requirement, measure: Length) -> None:
        super().__init__(requirement)
        self.measure = measure
        self.speaks_of = measure.speaks_of

    def take(self, view: View) -> None:
        self.quotes = self.quotes or [view.quote()]
        self.number += self.measure.count(view, self.requirement)
        self.doubtful += self.measure.doubtful(view, self.requirement)

    def finding(self) -> Finding:
        quote = self.quotes[0] if self.quotes else None
        return self.measure.judge_all(self.requirement, self.number, self.doubtful, quote)


class _Phrase(_Seen):
    """Something that one occurrence anywhere is enough for."""

    best: Finding | None = None

    def __init__(self, requirement: Requirement, facts: Facts) -> None:
        super().__init__(requirement)
        self.facts = facts
        self.speaks_of = MEASURES[requirement.measure].speaks_of

    def take(self, view: View) -> None:
        if self.best is None or self.best.outcome is Outcome.NOT_MET:
            found = MEASURES[self.requirement.measure].check(self.requirement, view, self.facts)
            self.best = found if self.best is None or found.outcome is not Outcome.NOT_MET else self.best

    def finding(self) -> Finding:
        return self.best or unknown(TOO_LARGE)


class _Section(_Seen):
    """A section of that title."""

    speaks_of = "heading"

    def take(self, view: View) -> None:
        for block in view.blocks:
            if len(self.quotes) < SHOWN and block.kind is BlockKind.HEADING:
                title = view.text[block.content : block.content_end]
                if same_title(title, self.requirement.params["name"]):
                    self.quotes.append(view.quote(block.start, block.end))

    def finding(self) -> Finding:
        name = self.requirement.params["name"]
        if self.quotes:
            return met(f"there is a section `{name}`", self.quotes)
        sure = self.requirement.params.get("sure", True)
        return not_met(f"no section is called `{name}`") if sure else unknown(f"no section is called `{name}`")


class _Things(_Seen):
    """Links, tables, code blocks and the like: that there are some, or none."""

    number = 0
    doubtful = False  # whether some piece may have such things

    def take(self, view: View) -> None:
        found = things_in(view, self.requirement.params["thing"])
        if found is None:
            self.doubtful = True
            return
        self.number += len(found)
        self.quotes.extend(view.quote(*span) for span in found[: SHOWN - len(self.quotes)])

    def finding(self) -> Finding:
        thing = self.requirement.params["thing"]
        if self.doubtful and self.number == 0:
            return unknown(f"whether there are {thing} can't be told")
        holds = self.number == 0 if self.requirement.negated else self.number > 0
        return decided(holds, f"{self.number} {thing} found", self.quotes)


class _Count(_Seen):
    """How many bullets, links, headings and the like there are; sections by the level that a reader would count."""

    def __init__(self, requirement: Requirement) -> None:
        super().__init__(requirement)
        self.noun = _noun(requirement)
        self.reader, what = next((reader, what) for names, reader, what in TEXT_ITEMS if self.noun.joined in names)
        self.speaks_of = KINDS[what]
        self.number = 0
        self.levels: Counter[int] = Counter()
        self.top: int | None = None  # the first heading's level

    def take(self, view: View) -> None:
        if self.noun.joined in _SECTIONS:
            for block in view.blocks:
                if block.kind is BlockKind.HEADING:
                    self.top = self.top or block.level
                    self.levels[block.level] += 1
                    if len(self.quotes) < SHOWN:
                        self.quotes.append(view.quote(block.start, block.end))
            return
        found = self.reader(view, self.noun)
        if isinstance(found, str):
            self.doubt = found
            return
        self.number += len(found)
        self.quotes.extend(found[at].quote() for at in range(min(len(found), SHOWN - len(self.quotes))))

    def finding(self) -> Finding:
        quantity = quantity_of(self.requirement)
        number = self._sections() if self.noun.joined in _SECTIONS else self.number
        text = f"{number} {self.requirement.params['noun']}; {quantity.text} promised"
        if self.requirement.narrowed and not quantity.too_few(number):
            return unknown(f"{text}, and not all of them need be meant", self.quotes)
        return Finding(quantity.holds(number), text, tuple(self.quotes))

    def _sections(self) -> int:
        if self.noun.level is not None:
            return self.levels[self.noun.level]
        if not self.levels:
            return 0
        level, lower = min(self.levels), sorted(self.levels)[1:]
        return self.levels[lower[0] if self.levels[level] == 1 and lower and self.top == level else level]


class _Format(_Seen):
    """JSON, CSV or HTML, which a text that begins otherwise isn't; Markdown, which any text is."""

    def __init__(self, requirement: Requirement, document: Document) -> None:
        super().__init__(requirement)
        # markup may be HTML with or without Markdown in it, and a quoted text may be a value of JSON
        self.open = kind_of(document).opening == {"json": '"'}.get(requirement.measure, "<")

    def take(self, view: View) -> None:
        self.quotes = self.quotes or [view.quote()]
        marked = self.requirement.measure == "html" and "<" in view.text
        self.open = self.open or marked or any(block.kind is BlockKind.FENCE for block in view.blocks)

    def finding(self) -> Finding:
        if self.open:
            return unknown(TOO_LARGE, self.quotes)
        if self.requirement.measure == "markdown":
            return met("it is Markdown", self.quotes)
        return not_met(f"the output isn't {self.requirement.measure.upper()}", self.quotes)


class TextPass:
    """All requirements on a large text, in one pass."""

    def __init__(self, requirements: Sequence[Requirement], document: Document, facts: Facts) -> None:
        self.document = document
        self.seen = [_seen(requirement, document, facts) for requirement in requirements]

    def run(self) -> list[Finding]:
        """One finding per requirement."""
        for piece in stretches(self.document):
            view = View(piece)
            for each in self.seen:
                each.look(view)
        return [each.told() for each in self.seen]


def _noun(requirement: Requirement) -> Noun:
    """What is counted; of what words before it say, all but a heading's level is its name."""
    return read_noun(" ".join((*requirement.params["modifiers"], requirement.params["noun"])))


def _seen(requirement: Requirement, document: Document, facts: Facts) -> _Seen:
    """How a requirement is followed over the stretches; left open where it can't be."""
    params, measure = requirement.params, requirement.measure
    quantity = params.get("quantity")
    if requirement.each is not None or requirement.within or params.get("of") or getattr(quantity, "name", None):
        return _Seen(requirement)
    words = params.get("texts", ("",))
    single = measure == "phrase" or (measure == "keywords" and len(words) == 1)
    if single and MEASURES[measure].over is Over.ANY and not requirement.negated:
        return _Phrase(requirement, facts)
    if measure in {"json", "html", "markdown"}:
        return _Format(requirement, document)
    if measure == "field" and params.get("kind") == "section" and not params.get("optional") and not requirement.inner:
        return _Section(requirement)
    counted = measure == "items" and not params.get("distinct")
    if counted and any(_noun(requirement).joined in names for names, _, _ in TEXT_ITEMS):
        return _Count(requirement)
    length = MEASURES[measure]
    if isinstance(length, Length) and measure in _ADDING and not params.get("divider"):
        return _Length(requirement, length)
    return _Things(requirement) if measure in {"no-things", "has-things"} else _Seen(requirement)
