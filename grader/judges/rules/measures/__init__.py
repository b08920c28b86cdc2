"""Every measure by its name. A new one is a class in one of these modules, with its phrases, listed in `MEASURES`."""

from __future__ import annotations

from grader.judges.rules.measure import Measure
from grader.judges.rules.measures import (
    boundaries,
    bullets,
    case,
    fields,
    formats,
    items,
    keywords,
    language,
    length,
    letters,
    logic,
    marks,
    numbers,
    options,
    paragraphs,
    patterns,
    phrases,
    punctuation,
    relations,
    repetition,
    run_log,
    sections,
    values,
)

_MODULES = (
    logic,
    relations,
    run_log,
    patterns,
    formats,
    repetition,
    sections,
    marks,
    bullets,
    options,
    boundaries,
    case,
    punctuation,
    letters,
    language,
    paragraphs,
    length,
    keywords,
    phrases,
    values,
    numbers,
    fields,
    items,
)

MEASURES: dict[str, Measure] = {measure.name: measure for module in _MODULES for measure in module.MEASURES}
