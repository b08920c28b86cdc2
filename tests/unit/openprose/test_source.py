"""One source file as contracts."""

from __future__ import annotations

from grader.openprose.source import parse_source

SOURCE = """\
---
name: inventory
kind: responsibility
---

# Inventory

### Maintains
- `queues`: every queue has an owner
- if the feed is down: the last known queues

### Errors
- no-feed: the feed didn't answer

## helper

### Returns
- `line`: one line
"""


def test_a_file_has_its_own_contract_and_its_inline_ones() -> None:
    """What stands before the first `##` is the file's own contract, each `##` another."""
    own, helper = parse_source(SOURCE, "sources/inventory.prose.md").contracts
    assert (own.name, own.kind, own.inline) == ("inventory", "responsibility", False)
    assert [clause.text for clause in own.clauses] == ["`queues`: every queue has an owner"]
    assert [clause.condition for clause in own.conditional_clauses] == ["the feed is down"]
    assert [error.name for error in own.errors] == ["no-feed"]
    assert (helper.name, helper.kind, helper.inline) == ("helper", None, True)
    assert [clause.place.lines for clause in helper.clauses] == [(18, 18)]
