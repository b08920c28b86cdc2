"""The run around an output, as measures see it."""

from __future__ import annotations

from grader.judges.rules.measure import Facts
from grader.model import Contract
from grader.run import Run


class RunFacts:
    """The facts of each contract of a run, put together once: a wide run has thousands of outputs."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._found: dict[str, Facts] = {}

    def of(self, contract: Contract) -> Facts:
        """What may bear on the contract's clauses besides the outputs that they name."""
        if contract.name not in self._found:
            self._found[contract.name] = self._read(contract)
        return self._found[contract.name]

    def _read(self, contract: Contract) -> Facts:
        documents = self._run.documents
        return Facts(
            contract=contract,
            inputs={each.name: documents[each.path] for each in self._run.inputs if each.path in documents},
            own=tuple(documents[binding.path] for binding in contract.bindings if binding.path in documents),
            others={
                binding.path: documents[binding.path]
                for other in self._run.contracts
                if other.name != contract.name
                for binding in other.bindings
                if binding.path in documents
            },
            log=self._run.log,
            log_document=documents.get(self._run.log_path or ""),
            error=documents.get(contract.error_file or ""),
            run_files=frozenset(documents),
        )
