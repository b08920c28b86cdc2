"""The shared options, from an action's inputs and from values."""

from __future__ import annotations

import pytest

from grader.errors import UsageError
from grader.limits import MIB, Limits
from grader.settings import FailOn, JudgeChoice, OnError, Settings


def test_defaults_are_those_of_the_rules() -> None:
    """Without any input, the options are as grading-rules gives them."""
    settings = Settings.from_environ({})
    assert (settings.judge, settings.fail_on, settings.on_error) == (
        JudgeChoice.AUTO,
        FailOn.VIOLATED,
        OnError.FAILURE,
    )
    assert settings.min_evaluated == 0
    assert not settings.allow_missing_manifest
    assert settings.limits == Limits()


def test_inputs_arrive_as_the_runner_writes_them() -> None:
    """Names are upper case with hyphens; an empty or blank input isn't set; other variables don't matter."""
    settings = Settings.from_environ(
        {
            "INPUT_FAIL-ON": "partial",
            "INPUT_ON-ERROR": " neutral\n",
            "INPUT_MIN-EVALUATED": "62.5 %",
            "INPUT_ALLOW-MISSING-MANIFEST": "true",
            "INPUT_MAX-FILE-SIZE": "10 MiB",
            "INPUT_JUDGE": "",
            "INPUT_OUT": "  ",
            "FAIL-ON": "never",
        }
    )
    assert settings == Settings(
        fail_on=FailOn.PARTIAL,
        on_error=OnError.NEUTRAL,
        min_evaluated=62.5,
        allow_missing_manifest=True,
        max_file_size=Settings.model_fields["max_file_size"].default.__class__(10 * MIB),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FAIL-ON", "sometimes"),
        ("JUDGE", "gpt"),
        ("MIN-EVALUATED", "101"),
        ("MIN-EVALUATED", "-1"),
        ("MIN-EVALUATED", "nan"),
        ("MIN-EVALUATED", "half"),
        ("MAX-FILE-SIZE", "lots"),
        ("MAX-FILE-SIZE", "0"),
        ("MAX-DEPTH", "0"),
        ("MAX-RUN-FILES", "1.5"),
        ("ALLOW-MISSING-MANIFEST", "maybe"),
    ],
)
def test_a_value_that_does_not_fit_is_named(name: str, value: str) -> None:
    """The error names the input as its user wrote it, the value, and what the option is for."""
    with pytest.raises(UsageError) as caught:
        Settings.from_environ({f"INPUT_{name}": value})
    assert caught.value.place == name.lower()
    assert caught.value.message.startswith(f"{name.lower()} can't be '{value}': ")
    assert caught.value.hint


def test_an_unknown_option_is_an_error() -> None:
    """A name that no field has isn't dropped silently."""
    with pytest.raises(UsageError, match="fail-often can't be"):
        Settings.of({"fail_often": "x"})


def test_every_option_says_what_it_is_for() -> None:
    """No field lacks its description, which is the help text and the action's documentation."""
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []
