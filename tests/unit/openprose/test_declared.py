"""What a contract declares beside its commitments."""

from __future__ import annotations

import pytest

from grader.openprose.source import SourceContract, parse_source


def worker(text: str) -> SourceContract:
    """The own contract of a source."""
    return parse_source(text, "worker.prose.md").contracts[0]


@pytest.mark.parametrize(
    ("body", "name", "description"),
    [
        ("- no-results: nothing was found", "no-results", "nothing was found"),
        ("- `no-results`: nothing was found", "no-results", "nothing was found"),
        ("- **no-results** — nothing was found", "no-results", "nothing was found"),
        ("- no-results", "no-results", ""),
        ("- `no-results`", "no-results", ""),
        ("- no-results (when nothing was found)", "no-results", "(when nothing was found)"),
        ("- no results (when nothing was found)", "no results", "(when nothing was found)"),
        ("- no results: nothing was found", "no results", "nothing was found"),
        ("- signals `no-results` when nothing was found", "no-results", "signals `no-results` when nothing was found"),
        ("- no-results: if the feed is empty: stop", "no-results", "if the feed is empty: stop"),
        ("- no-results: nothing\n  was found\n  - retry once\n  - if late: stop", "no-results", None),
        ("1. no-results: nothing was found", "no-results", "nothing was found"),
        ("`no-results`: nothing was found", "no-results", "nothing was found"),
        ("| error | meaning |\n|---|---|\n| `no-results` | nothing was found |", "no-results", "nothing was found"),
        ("- no-results: <!-- todo --> nothing was found", "no-results", "nothing was found"),
    ],
)
def test_errors_are_named_and_described(body: str, name: str, description: str | None) -> None:
    """Bullets with or without backticks, dashes, brackets, paragraphs, tables. None: any description."""
    (error,) = worker(f"### Errors\n{body}\n").errors
    assert error.name == name
    assert description is None or error.description == description


def test_what_is_nested_below_an_error_describes_it() -> None:
    """In one line, conditionals too."""
    (error,) = worker("### Errors\n- stale: too\n  old\n  - a day\n  - if late: an hour\n").errors
    assert error.description == "too old a day if late: an hour"


@pytest.mark.parametrize("body", ["", "(none)", "- none", "Nothing goes wrong here.", "```\n- a: b\n```"])
def test_a_section_may_list_nothing(body: str) -> None:
    """Prose without a name is no error."""
    assert worker(f"### Errors\n{body}\n").errors == ()


@pytest.mark.parametrize("section", ["Parameters", "Requires", "PARAMETERS", "requires:"])
def test_parameters_are_listed_under_either_name(section: str) -> None:
    """Functions have parameters, older source requires."""
    parameters = worker(f"### {section}\n- `question`: what to find out\n- limit — integer, optional\n").parameters
    assert [(each.name, each.description) for each in parameters] == [
        ("question", "what to find out"),
        ("limit", "integer, optional"),
    ]


SYSTEM = """\
### Services
- researcher: finds
- `critic`
- [writer](./writer.prose.md) writes
- `editor` edits
- The rest

### Execution
```prose
const a = session researcher(x)
const b = call judge
# call the rest
session extract(a)
```

#### extract
Reads.

### Strategies
- session other
"""


def test_other_contracts_are_those_listed_and_called() -> None:
    """A phase that has a heading of its own in the contract is no other contract."""
    assert worker(SYSTEM).mentions == ("researcher", "critic", "writer", "editor", "judge")
