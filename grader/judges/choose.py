"""Which model judge decides what can't be measured, by the settings and the environment."""

from __future__ import annotations

from collections.abc import Mapping

from grader.errors import UsageError
from grader.judges.base import ModelJudge
from grader.settings import JudgeChoice, Settings


def choose_judge(settings: Settings, environ: Mapping[str, str]) -> ModelJudge | None:
    """The model judge, or None where the rules judge alone. Raises UsageError when the one asked for can't be had."""
    del environ
    if settings.judge is JudgeChoice.CLAUDE:
        raise UsageError(
            "the model judge isn't part of this version yet",
            place="judge",
            hint="Use --judge rules, or auto, which takes a model judge as soon as there is one.",
        )
    return None
