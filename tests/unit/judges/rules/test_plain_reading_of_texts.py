"""What a promise about a Markdown text plainly says, written down as Python, against what the rules say of it.

The rules may leave a clause open; what they decide must be what the plain reading decides. Where several requirements
stand in one clause, its reading lists whether each is kept.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from grader.document import Document
from grader.judges.rules.judge import measure_clause
from grader.judges.rules.measure import Facts
from grader.judges.rules.subject import Subject
from grader.judges.rules.views import View
from grader.model import Clause, Contract, Outcome, Place, Role, Section

PLACE = Place(file="sources/worker.prose.md", lines=(9, 9))
FACTS = Facts(Contract(name="worker", role=Role.NODE, source=PLACE.file))
WORDS = "alpha beta gamma delta river stone light amber cedar quiet".split()
TITLES = ["Summary", "Risks", "Findings", "Sources", "Method"]


@dataclass
class Part:
    """A section: its title, its paragraphs and the bullets below them."""

    title: str
    paragraphs: list[str]
    bullets: list[str]

    @property
    def text(self) -> str:
        """All that stands under the title."""
        return " ".join([*self.paragraphs, *self.bullets])

    @property
    def words(self) -> int:
        """How many words stand under the title."""
        return len(re.findall(r"\w+", self.text))

    def has(self, word: str) -> bool:
        """Whether the word stands under the title."""
        return re.search(rf"\b{word}\b", self.text, re.IGNORECASE) is not None


@dataclass
class Text:
    """A text of sections, written with or without a title of its own."""

    parts: list[Part]
    titled: bool

    def __getitem__(self, title: str) -> Part | None:
        return next((part for part in self.parts if part.title == title), None)

    def at(self, title: str) -> Part:
        """The section of that title, or an empty one."""
        found = self[title]
        return Part(title, [], []) if found is None else found

    @property
    def bullets(self) -> list[str]:
        """All bullets."""
        return [bullet for part in self.parts for bullet in part.bullets]

    @property
    def paragraphs(self) -> list[str]:
        """All paragraphs."""
        return [paragraph for part in self.parts for paragraph in part.paragraphs]

    def count(self, word: str) -> int:
        """How often the word occurs."""
        return sum(len(re.findall(rf"\b{word}\b", part.text, re.IGNORECASE)) for part in self.parts)

    def __str__(self) -> str:
        blocks = ["# Report"] if self.titled else []
        for part in self.parts:
            blocks += [f"## {part.title}", *part.paragraphs]
            blocks += ["\n".join(f"- {bullet}" for bullet in part.bullets)] if part.bullets else []
        return "\n\n".join(blocks) + "\n"


Reading = Callable[[Text], bool | list[bool] | None]


def within(title: str, holds: Callable[[Part], bool | None]) -> Reading:
    """A reading of one section; nothing is said where there is none."""

    def read(text: Text) -> bool | None:
        part = text[title]
        return None if part is None else holds(part)

    return read


def of_bullets(holds: Callable[[list[str]], bool]) -> Reading:
    """A reading of all bullets; nothing is said where there are none."""
    return lambda text: holds(text.bullets) if text.bullets else None


def words_of(text: str) -> int:
    """How many words a text has."""
    return len(text.split())


READINGS: dict[str, Reading] = {
    "at least 2 sections": lambda text: len(text.parts) >= 2,
    "exactly 3 sections": lambda text: len(text.parts) == 3,
    "at most 2 sections": lambda text: len(text.parts) <= 2,
    "a `Risks` section": lambda text: text["Risks"] is not None,
    "no `Risks` section": lambda text: text["Risks"] is None,
    "has sections Summary, Risks and Sources": lambda text: [
        text[title] is not None for title in ("Summary", "Risks", "Sources")
    ],
    "the Summary section has at least 2 bullets": within("Summary", lambda part: len(part.bullets) >= 2),
    "the Summary section contains no bullets": within("Summary", lambda part: not part.bullets),
    "the Summary section is at most 12 words": within("Summary", lambda part: part.words <= 12),
    "the `Summary` section has one paragraph": within("Summary", lambda part: len(part.paragraphs) == 1),
    "the Findings section mentions `amber`": within("Findings", lambda part: part.has("amber")),
    "never mentions `amber` in the Findings section": within("Findings", lambda part: not part.has("amber")),
    "a `Summary` section of at most 12 words": lambda text: [
        text["Summary"] is not None,
        text.at("Summary").words <= 12,
    ],
    "a `Risks` section with at least 2 bullets": lambda text: [
        text["Risks"] is not None,
        len(text.at("Risks").bullets) >= 2,
    ],
    "a Sources section listing at least 2 items": lambda text: [
        text["Sources"] is not None,
        len(text.at("Sources").bullets) >= 2,
    ],
    "never mentions `amber`": lambda text: text.count("amber") == 0,
    "mentions `amber`": lambda text: text.count("amber") > 0,
    "mentions `amber` at least twice": lambda text: text.count("amber") >= 2,
    "mentions `amber` in every section": lambda text: all(part.has("amber") for part in text.parts),
    "the report mentions `amber` or `cedar`": lambda text: text.count("amber") + text.count("cedar") > 0,
    "the report mentions both `amber` and `cedar`": lambda text: [text.count("amber") > 0, text.count("cedar") > 0],
    "the report does not mention `amber` or `cedar`": lambda text: text.count("amber") + text.count("cedar") == 0,
    "contains neither `amber` nor `cedar`": lambda text: text.count("amber") + text.count("cedar") == 0,
    "each section has at least one bullet": lambda text: all(part.bullets for part in text.parts),
    "bullets in every section": lambda text: all(part.bullets for part in text.parts),
    "every section has at least one paragraph": lambda text: all(part.paragraphs for part in text.parts),
    "each section is at most 20 words": lambda text: all(part.words <= 20 for part in text.parts),
    "no section has more than 2 bullets": lambda text: all(len(part.bullets) <= 2 for part in text.parts),
    "at most 2 bullets per section": lambda text: all(len(part.bullets) <= 2 for part in text.parts),
    "no section is empty": lambda _: True,
    "at least 2 sections have bullets": lambda text: sum(map(bool, (part.bullets for part in text.parts))) >= 2,
    "exactly one section has bullets": lambda text: sum(map(bool, (part.bullets for part in text.parts))) == 1,
    "at least one section has no bullets": lambda text: not all(part.bullets for part in text.parts),
    "at least 2 sections contain the word `amber`": lambda text: sum(part.has("amber") for part in text.parts) >= 2,
    "all sections except Summary have bullets": lambda text: all(
        part.bullets for part in text.parts if part.title != "Summary"
    ),
    "bullets only in the Risks section": lambda text: (
        not any(part.bullets for part in text.parts if part.title != "Risks")
    ),
    "the Risks and Findings sections each have at least one bullet": lambda text: (
        bool(text["Risks"].bullets and text["Findings"].bullets)
        if text["Risks"] is not None and text["Findings"] is not None
        else None
    ),
    "if there is a Risks section, it has at least 2 bullets": lambda text: (
        len(text["Risks"].bullets) >= 2 if text["Risks"] is not None else None
    ),
    "either a `Risks` section or a `Findings` section": lambda text: (
        text["Risks"] is not None or text["Findings"] is not None
    ),
    "at least 3 bullets": lambda text: len(text.bullets) >= 3,
    "at most 4 bullets in total": lambda text: len(text.bullets) <= 4,
    "no bullets": lambda text: not text.bullets,
    "each bullet is at most 4 words": of_bullets(lambda found: all(words_of(each) <= 4 for each in found)),
    "every bullet ends with a period": of_bullets(lambda found: all(each.endswith(".") for each in found)),
    "no bullet ends with a period": of_bullets(lambda found: not any(each.endswith(".") for each in found)),
    "no bullet contains `amber`": of_bullets(lambda found: not any("amber" in each for each in found)),
    "at least one bullet contains `amber`": of_bullets(lambda found: any("amber" in each for each in found)),
    "each bullet starts with `alpha`": of_bullets(lambda found: all(each.startswith("alpha") for each in found)),
    "every bullet in the Risks section is at most 4 words": within(
        "Risks", lambda part: all(words_of(each) <= 4 for each in part.bullets) if part.bullets else None
    ),
    "each paragraph has at most 2 sentences": lambda text: (
        all(each.count(".") <= 2 for each in text.paragraphs) if text.paragraphs else None
    ),
    "the last section is Sources": lambda text: text.parts[-1].title == "Sources",
    "the first section is titled `Summary`": lambda text: text.parts[0].title == "Summary",
    "ends with a Sources section": lambda text: text.parts[-1].title == "Sources",
    "starts with a `Summary` section": lambda text: text.parts[0].title == "Summary",
}


def sentence(dice: random.Random) -> str:
    """A sentence of a few words."""
    return " ".join(dice.choices(WORDS, k=dice.randint(3, 7))).capitalize() + "."


def text_of(dice: random.Random) -> Text:
    """A text of one to four sections with paragraphs, bullets or both."""
    parts = []
    for title in dice.sample(TITLES, dice.randint(1, 4)):
        paragraphs = [
            " ".join(sentence(dice) for _ in range(dice.randint(1, 3))) for _ in range(dice.choice([0, 1, 1, 2]))
        ]
        bullets = [
            " ".join(dice.choices(WORDS, k=dice.randint(2, 6))) + dice.choice(["", "."])
            for _ in range(dice.choice([0, 0, 1, 2, 3]))
        ]
        parts.append(Part(title, paragraphs if paragraphs or bullets else [sentence(dice)], bullets))
    return Text(parts, titled=dice.random() < 0.5)


def decided(text: str, output: str) -> tuple[set[Outcome] | None, str]:
    """What the rules decided of a clause's requirements, None if they leave it open; and what they found."""
    clause = Clause(contract="worker", text=text, body=text, name=None, place=PLACE, section=Section.RETURNS)
    found = measure_clause(clause, Subject((View(Document.of_text("bindings/worker/report.md", output)),)), FACTS)
    outcomes = {each.outcome for each in found.results}
    shown = "; ".join(f"{each.text}: {each.outcome} ({each.finding})" for each in found.results)
    if Outcome.NOT_MET in outcomes:
        return outcomes - {Outcome.UNKNOWN}, shown
    open_ = not outcomes or Outcome.UNKNOWN in outcomes or found.compiled.remainder or found.compiled.vague
    return (None if open_ else outcomes), shown


@pytest.mark.parametrize("clause", READINGS)
def test_what_is_decided_is_what_it_plainly_says(clause: str) -> None:
    """Never kept where it is broken, nor broken where it is kept."""
    dice = random.Random(clause)  # noqa: S311 - made-up texts keep no secret
    for _ in range(40):
        text = text_of(dice)
        expected = READINGS[clause](text)
        found, shown = decided(clause, str(text))
        if found is None or expected is None:
            continue
        kept = expected if isinstance(expected, bool) else all(expected)
        assert (Outcome.NOT_MET not in found) is kept, f"{clause}\n{text}\n{shown}"
        if isinstance(expected, bool):
            assert len(found) == 1, f"{clause}\n{text}\n{shown}"


def test_most_of_it_is_decided() -> None:
    """Abstaining alone would pass the other test."""
    dice = random.Random(1)  # noqa: S311 - as above
    told = [decided(clause, str(text_of(dice)))[0] is not None for clause in READINGS for _ in range(3)]
    assert sum(told) > 0.6 * len(told)
