"""Every measure by its name. A new one is a class in one of these modules, with its phrases, listed in `MEASURES`."""

from __future__ import annotations

from grader.judges.rules.measure import Measure
from grader.judges.rules.measures import fields, formats, items, length, numbers, phrases, values

_MODULES = (formats, length, phrases, values, numbers, fields, items)

MEASURES: dict[str, Measure] = {measure.name: measure for module in _MODULES for measure in module.MEASURES}
