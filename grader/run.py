"""A run as extracted: its contracts with what they promised, and the documents that they published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.document import Document
from grader.model import CallerInput, Contract, LogEvent, Notice


@dataclass(frozen=True, slots=True)
class Run:
    """What phase 1 hands to phase 2.

    `contracts` holds every graded contract once, the root first, the others in execution order. `documents` maps
    run-relative paths to text: published bindings, caller inputs (header stripped), the log and error files.
    `absent_contracts` are contracts that the root speaks of and that were never part of this run.
    """

    path: str  # as the caller named it
    run_id: str
    system: str
    generation: str  # "G1", "G2" or "G3"
    root: str  # the root contract's name
    contracts: tuple[Contract, ...]
    inputs: tuple[CallerInput, ...]
    system_outputs: tuple[str, ...]  # paths of the system's output files
    documents: Mapping[str, Document]
    log: tuple[LogEvent, ...]
    log_path: str | None
    absent_contracts: tuple[str, ...]
    warnings: tuple[Notice, ...]
    hashes: Mapping[str, str]  # sha256 of each source, the manifest and each binding, by path

    def contract(self, name: str) -> Contract | None:
        """The graded contract of that name."""
        return next((contract for contract in self.contracts if contract.name == name), None)
