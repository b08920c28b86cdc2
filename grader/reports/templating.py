"""The template environments: sandboxed, strict, and escaping whatever isn't explicitly marked as safe.

Markdown escapes in `finalize`, which sees every value that a template prints. Only a `Markdown` value passes as it is,
so a forgotten filter shows markup as characters and never lets it through.
"""

from __future__ import annotations

from functools import cache

from jinja2 import PackageLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from grader.reports.escape import Markdown, prose, visible


def _markdown(value: object) -> str:
    return value if isinstance(value, Markdown) else prose(str(value))


def _html(value: object) -> object:
    return value if isinstance(value, Markup) else visible(str(value))


def _sentence(text: str) -> str:
    """The text with its first letter in upper case (Jinja's own filter turns all others into lower case)."""
    return text[:1].upper() + text[1:]


@cache
def markdown_environment() -> ImmutableSandboxedEnvironment:
    """For the templates that end in `.md.j2`."""
    environment = ImmutableSandboxedEnvironment(
        loader=PackageLoader("grader.reports"),
        undefined=StrictUndefined,
        finalize=_markdown,
        autoescape=False,  # that would be HTML's; `finalize` escapes for Markdown
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["sentence"] = _sentence
    return environment


@cache
def html_environment() -> ImmutableSandboxedEnvironment:
    """For the templates that end in `.html.j2`."""
    environment = ImmutableSandboxedEnvironment(
        loader=PackageLoader("grader.reports"),
        undefined=StrictUndefined,
        finalize=_html,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["sentence"] = _sentence
    return environment
