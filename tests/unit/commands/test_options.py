"""Click options made from the shared settings."""

from __future__ import annotations

from typing import Any

import click
import pytest
from click.testing import CliRunner

from grader.commands.options import settings_from, settings_options
from grader.errors import UsageError
from grader.settings import FailOn, Settings

EVERY = tuple(Settings.model_fields)


def _settings(*arguments: str) -> Settings:
    """The settings that a command with every option gets for these arguments."""
    caught: list[Settings] = []

    @click.command()
    @settings_options(*EVERY)
    def command(**options: Any) -> None:
        caught.append(settings_from(options))

    result = CliRunner().invoke(command, arguments)
    if isinstance(result.exception, UsageError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return caught[0]


def test_without_arguments_the_defaults_hold() -> None:
    """No option overrides a default unless it is given."""
    assert _settings() == Settings()


def test_arguments_are_read_as_the_action_reads_its_inputs() -> None:
    """The same text gives the same settings from the command line and from an environment."""
    texts = {"fail-on": "clause", "on-error": "neutral", "min-evaluated": "50%", "max-file-size": "3MiB", "out": "x"}
    arguments = [f"--{name}={text}" for name, text in texts.items()]
    environ = {f"INPUT_{name.upper()}": text for name, text in texts.items()}
    assert _settings(*arguments) == Settings.from_environ(environ)
    assert _settings("--allow-missing-manifest").allow_missing_manifest
    assert _settings("--fail-on", "never").fail_on is FailOn.NEVER


def test_a_value_that_does_not_fit_is_a_wrong_call() -> None:
    """What click can't check itself is checked by the settings."""
    with pytest.raises(UsageError, match="min-evaluated can't be '200'"):
        _settings("--min-evaluated", "200")


def test_every_option_has_its_help() -> None:
    """The help page has each field's description and default."""

    @click.command()
    @settings_options(*EVERY)
    def command() -> None:
        """Not called."""

    page = " ".join(CliRunner().invoke(command, ["--help"], terminal_width=400).output.split())
    for field in Settings.model_fields.values():
        assert str(field.description) in page
    assert "[default: 256.0MiB]" in page
    assert "[default: violated]" in page
