"""The run around an output, as measures see it."""

from __future__ import annotations

from grader.judges.rules.measure import Facts
from grader.model import Contract
from grader.run import Run


def facts_of(contract: Contract, run: Run) -> Facts:
    """What may bear on the contract's clauses besides the outputs that they name."""
    own = tuple(run.documents[b.path] for b in contract.bindings if b.path in run.documents)
    others = {
        binding.path: run.documents[binding.path]
        for other in run.contracts
        if other.name != contract.name
        for binding in other.bindings
        if binding.path in run.documents
    }
    return Facts(
        contract=contract,
        inputs={each.name: run.documents[each.path] for each in run.inputs if each.path in run.documents},
        own=own,
        others=others,
        log=run.log,
        log_document=run.documents.get(run.log_path or ""),
        error=run.documents.get(contract.error_file or ""),
        run_files=frozenset(run.documents),
    )
