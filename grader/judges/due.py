"""Which clauses are due: degraded paths, branches and contracts that never ran, by grading-rules.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.judges.conditions import Held
from grader.judges.rules.names import mentions, same_name
from grader.model import Cause, Clause, Contract, Progress, Role
from grader.run import Run

NOT_ON_BRANCH = "not due on this branch"
SUPERSEDED = "superseded by the degraded path"
MAY_BE_SUPERSEDED = "may be superseded"
NOT_DUE = "not due"
MAY_NOT_BE_DUE = "may not be due"
NOT_IN_RUN = "not part of this run"
SAYS_WHAT_IS_IMMATERIAL = "speaks of change detection, not of content"
_IMMATERIAL = re.compile(r"[*_`]*immaterial\b", re.IGNORECASE)  # openprose-runs: "`- immaterial: ...` lines"


@dataclass(frozen=True, slots=True)
class Coverage:
    """Whether conditionals cover a contract's error, and which contracts own those that do (or may)."""

    covered: bool | None  # None: unknown
    owners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiver:
    """Why a clause isn't due: for good, or only if it turns out unmet."""

    cause: Cause
    reason: str
    only_if_unmet: bool = False


Conditions = Mapping[tuple[str, int], Held]  # by the owner's name and the index in its conditional clauses


class Dues:
    """What is due in a run, once it is known which conditions held."""

    def __init__(self, run: Run, conditions: Conditions) -> None:
        self.run = run
        self.conditions = conditions
        self.coverages = {contract.name: self._coverage(contract) for contract in run.contracts if contract.had_error}

    def waiver(self, clause: Clause, contract: Contract, *, published: bool) -> Waiver | None:
        """Why an unconditional clause isn't due, or None. `published`: its output is there."""
        unpromised = self._unpromised(clause, contract, published=published)
        if unpromised is not None:
            return unpromised
        own = self.coverages.get(contract.name)
        if own is not None and own.covered:
            return Waiver(Cause.SUPERSEDED, SUPERSEDED)
        if own is not None and own.covered is None:
            return Waiver(Cause.SUPERSEDED, MAY_BE_SUPERSEDED, only_if_unmet=True)
        unreached = self._unreached(contract)
        if unreached is not None:
            return unreached
        for coverage in self.coverages.values():
            if coverage.covered and contract.name in coverage.owners:
                return Waiver(Cause.SUPERSEDED, SUPERSEDED, only_if_unmet=True)
        for coverage in self.coverages.values():
            if coverage.covered is None and contract.name in coverage.owners:
                return Waiver(Cause.SUPERSEDED, MAY_BE_SUPERSEDED, only_if_unmet=True)
        return None

    def _unreached(self, contract: Contract) -> Waiver | None:
        """Why nothing is due of a contract that never ran, if what kept it from running is covered, or may be."""
        if not self._never_ran(contract):
            return None
        causes = [self.coverages[name].covered for name in self._failed_upstream(contract)]
        if any(causes):
            return Waiver(Cause.NOT_DUE, NOT_DUE)
        return Waiver(Cause.NOT_DUE, MAY_NOT_BE_DUE, only_if_unmet=True) if None in causes else None

    def _unpromised(self, clause: Clause, contract: Contract, *, published: bool) -> Waiver | None:
        """Why a clause promises nothing of this run, whatever became of its contract."""
        if _IMMATERIAL.match(clause.body):
            return Waiver(Cause.UNMEASURABLE, SAYS_WHAT_IS_IMMATERIAL)
        if contract.role is Role.ROOT and self._speaks_of_absent(clause):
            return Waiver(Cause.NOT_IN_RUN, NOT_IN_RUN)
        if self._off_branch(clause, contract, published=published):
            return Waiver(Cause.NOT_DUE, NOT_ON_BRANCH)
        return None

    def never_ran_because(self, contract: Contract) -> str | None:
        """Why a contract never ran, in words; None if it ran."""
        if not self._never_ran(contract):
            return None
        failed = self._failed_upstream(contract)
        if failed:
            names = ", ".join(f"{name} ({self._error(name)})" for name in failed)
            return f"{contract.name} never ran: upstream {names} failed"
        return f"{contract.name} never ran: {contract.progress_note or 'the log says so'}"

    # --- errors -----------------------------------------------------------------------------------------------------

    def _error(self, name: str) -> str:
        contract = self.run.contract(name)
        return (contract.error_name if contract else None) or "error"

    def _coverage(self, contract: Contract) -> Coverage:
        """Declared and covered by a triggered conditional of its own or of the root."""
        if not any(contract.error_name and same_name(error.name, contract.error_name) for error in contract.errors):
            return Coverage(covered=False)
        sure: list[str] = []
        maybe: list[str] = []
        root = self.run.contract(self.run.root)
        for owner in {each.name: each for each in (contract, root) if each is not None}.values():
            for index in range(len(owner.conditional_clauses)):
                held = self.conditions[owner.name, index]
                if held.held and contract.name in held.errors_of:
                    sure.append(owner.name)
                elif held.held is None:
                    maybe.append(owner.name)
        if sure:
            return Coverage(covered=True, owners=tuple(sure))
        return Coverage(covered=None, owners=tuple(maybe)) if maybe else Coverage(covered=False)

    # --- branches -----------------------------------------------------------------------------------------------------

    def _off_branch(self, clause: Clause, contract: Contract, *, published: bool) -> bool:
        """An output that the manifest marks conditional, absent while another branch's output is there."""
        if published or clause.name is None:
            return False
        branches = [output for output in contract.expected_outputs if output.conditional]
        mine = [output for output in branches if same_name(output.name, clause.name)]
        mine += [
            output
            for other in self.run.contracts
            if contract.role is Role.ROOT
            for output in other.expected_outputs
            if output.conditional and same_name(output.name, clause.name)
        ]
        if not mine:
            return False
        others = [
            output
            for other in self.run.contracts
            for output in other.expected_outputs
            if output.conditional and output not in mine and output in {*branches, *other.expected_outputs}
        ]
        if not others:
            return True  # a lone conditional output that isn't there: its branch wasn't taken
        return any(output.path in self.run.documents for output in others if output.path)

    # --- contracts that never ran -----------------------------------------------------------------------------------

    def _never_ran(self, contract: Contract) -> bool:
        if contract.progress is Progress.NOT_RUN:
            return True
        silent = contract.progress is Progress.UNKNOWN and not contract.bindings and not contract.had_error
        return silent and contract.role is not Role.ROOT and bool(self._failed_upstream(contract))

    def _failed_upstream(self, contract: Contract) -> Sequence[str]:
        """The contracts before this one that failed: those it gets inputs from, waits for, or the log blames."""
        seen = {contract.name}
        todo = [contract]
        failed: list[str] = []
        while todo:
            current = todo.pop()
            for upstream in self._before(current):
                if upstream.name in seen:
                    continue
                seen.add(upstream.name)
                if upstream.had_error:
                    failed.append(upstream.name)
                todo.append(upstream)
        return failed

    def _before(self, contract: Contract) -> Iterator[Contract]:
        names = [source.node for source in contract.expected_inputs if source.node]
        for name in (*names, *contract.waits_for):
            upstream = self.run.contract(name)
            if upstream is not None:
                yield upstream
        if contract.progress is Progress.NOT_RUN and contract.progress_note:
            failed = (each for each in self.run.contracts if each.had_error)
            yield from (each for each in failed if mentions(contract.progress_note, each.name))

    # --- a root larger than its run -----------------------------------------------------------------------------------

    def _speaks_of_absent(self, clause: Clause) -> bool:
        return any(_speaks_of(clause, name) for name in self.run.absent_contracts)


def _speaks_of(clause: Clause, contract: str) -> bool:
    """Whether a clause speaks of the contract; of a common noun ("a summary") only where it is marked as a name."""
    if clause.name is not None and same_name(clause.name, contract):
        return False
    name = re.escape(contract)
    if contract.isalpha():
        marked = rf"`{name}`|\*\*{name}\*\*|\b{name}(?:'s)? (?:contract|service|agent|function|node|worker|step)\b"
        return re.search(marked, clause.text, re.IGNORECASE) is not None
    return mentions(clause.text, contract)
