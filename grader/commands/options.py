"""Click options made from the fields of `Settings`, so that the command line and the action never drift apart."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

import click
from pydantic.fields import FieldInfo

from grader.settings import Settings, Unit, option_name

Command = TypeVar("Command", bound=Callable[..., Any])

JUDGE = (
    "judge",
    "model",
    "effort",
    "votes",
    "confirm_violations",
    "judge_chars",
    "concurrency",
    "max_calls",
    "max_cost_usd",
    "cache",
    "cache_dir",
    "batch",
)
LIMITS = ("max_file_size", "max_run_size", "max_run_files", "max_depth")


def settings_options(*names: str) -> Callable[[Command], Command]:
    """A decorator that gives a command one option per named field; they arrive as keyword arguments of that name.

    An option that isn't given is None, so that `settings_from` leaves the field's default in force.
    """

    def decorate(command: Command) -> Command:
        for name in reversed(names):
            command = click.option(*_flags(name), **_attributes(Settings.model_fields[name]))(command)
        return command

    return decorate


def settings_from(values: dict[str, Any]) -> Settings:
    """The settings of the options that were given. Raises UsageError."""
    return Settings.of({name: value for name, value in values.items() if value is not None})


def _flags(name: str) -> tuple[str, ...]:
    field = Settings.model_fields[name]
    long = f"--{option_name(name)}"
    return (f"{long}/--no-{option_name(name)}" if field.annotation is bool and field.default else long, name)


def _attributes(field: FieldInfo) -> dict[str, Any]:
    help_text = f"{field.description} {_default(field)}".strip()
    if field.annotation is bool:
        return {"default": None, "is_flag": True, "help": help_text}
    kind = _bare(field.annotation)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"type": click.Choice([member.value for member in kind]), "help": help_text}
    unit = next((it.name for it in field.metadata if isinstance(it, Unit)), "PATH")
    return {"metavar": unit, "help": help_text}


def _bare(annotation: Any) -> Any:
    """The type itself of `X | None`."""
    if isinstance(annotation, types.UnionType):
        return next(it for it in typing.get_args(annotation) if it is not types.NoneType)
    return annotation


def _default(field: FieldInfo) -> str:
    if field.default is None or isinstance(field.default, bool):
        return ""
    return f"[default: {_shown(field.default)}]"


def _shown(value: object) -> str:
    human: Callable[[], str] | None = getattr(value, "human_readable", None)
    return human() if human else str(value)
