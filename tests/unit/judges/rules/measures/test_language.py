"""Telling languages apart, and knowing when that can't be done."""

from __future__ import annotations

import pytest

from grader.document import Document
from grader.judges.rules.engine import check
from grader.judges.rules.measure import Facts
from grader.judges.rules.measures.languages import CODES, letters_by_script, script_decides, scripts_of
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.model import Contract, Outcome, Role

FACTS = Facts(contract=Contract(name="worker", role=Role.NODE))
GERMAN = "Die Prüfung ist bestanden, und wir können die neue Fassung heute noch veröffentlichen."
ENGLISH = "The check has passed, and we can publish the new version before the end of the day."


def told(text: str, language: str) -> Outcome:
    """What the measure says of a text."""
    requirement = Requirement(
        measure="language", text=f"in {language}", params={"language": language, "code": CODES[language.lower()]}
    )
    return check(requirement, (View(Document.of_text("bindings/worker/a.md", text)),), FACTS, None).outcome


@pytest.mark.parametrize(
    ("text", "language", "outcome"),
    [
        (GERMAN, "German", Outcome.MET),
        (GERMAN.upper(), "German", Outcome.MET),
        (ENGLISH, "German", Outcome.NOT_MET),
        (f"```python\nfor line in lines: print(line)\n```\n\n{GERMAN}", "German", Outcome.MET),
        (f"{GERMAN}\n\n{ENGLISH}", "German", Outcome.UNKNOWN),
        ("OK", "German", Outcome.UNKNOWN),
        ("12, 13", "German", Outcome.UNKNOWN),
        ("안녕하세요", "Korean", Outcome.MET),
        ("Hello there", "Korean", Outcome.NOT_MET),
        ("Here is what you asked me for in Korean: 안녕하세요 여러분", "Korean", Outcome.NOT_MET),
        ("Google Maps에 새로운 기능이 추가되었습니다", "Korean", Outcome.MET),
        ("यह एक छोटा सा संदेश है और इसमें कुछ भी नया नहीं है", "Hindi", Outcome.MET),
        ("यह एक छोटा सा संदेश है और इसमें कुछ भी नया नहीं है", "Marathi", Outcome.NOT_MET),
    ],
)
def test_a_language_is_told_or_left_open(text: str, language: str, outcome: Outcome) -> None:
    """A text in the language meets it, one in another doesn't, and what can't be told stays open."""
    assert told(text, language) is outcome


@pytest.mark.parametrize("code", sorted(set(CODES.values())))
def test_every_language_has_a_script(code: str) -> None:
    """A script that decides alone belongs to a single language of the table."""
    scripts = scripts_of(code)
    assert scripts
    if script_decides(code):
        assert [each for each in set(CODES.values()) if scripts_of(each)[0] == scripts[0]] == [code]


def test_letters_are_counted_by_script() -> None:
    """Signs and digits belong to no script."""
    assert letters_by_script("ab, Жя 1 한") == {"latin": 2, "cyrillic": 2, "hangul": 1}
