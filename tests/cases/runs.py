"""Builds a run directory out of a case, so that a case is graded exactly as a real run is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.model import ClauseGrade
from grader.phases.extract import extract
from grader.phases.grade import grade
from tests.tables import read_table

CASES = Path(__file__).parent


def load_cases(folder: Path = CASES) -> list[dict[str, Any]]:
    """All cases below a folder, in the order of their files; each knows its file under `origin`."""
    found: list[dict[str, Any]] = []
    for path in sorted(folder.rglob("*.yaml")):
        origin = str(path.relative_to(CASES))
        found.extend({**case, "origin": origin} for case in read_table(path) or [])
    return found


def build_run(case: Mapping[str, Any], into: Path) -> Path:
    """Writes the run of a case: a root without promises, the contract `worker`, and other producers if it has any."""
    run = into / "runs" / "20260601-120000-abcdef"
    clause = "- " + str(case["clause"]).rstrip("\n").replace("\n", "\n  ")
    errors = f"### Errors\n\n- `{case['error']}`: it could not finish\n" if case.get("error") else ""
    _write(run / "root.prose.md", "---\nname: case\nkind: program\n---\n\n### Services\n\n- `worker`\n")
    _write(
        run / "sources" / "worker.prose.md",
        f"---\nname: worker\nkind: function\n---\n\n### Returns\n\n{clause}\n\n{errors}",
    )
    others = {name.split("/", 1)[0] for name in case.get("others", {})}
    for other in others:
        _write(run / "sources" / f"{other}.prose.md", f"---\nname: {other}\nkind: function\n---\n")
    nodes = [*sorted(others), "worker"]
    manifest = {
        "id": "case",
        "systemName": "case",
        "graph": [{"id": node, "sourcePath": f"sources/{node}.prose.md", "outputs": []} for node in nodes],
        "executionOrder": [{"nodeId": node} for node in nodes],
    }
    _write(run / "forme.manifest.json", json.dumps(manifest))
    for name, text in case.get("outputs", {}).items():
        _write(run / "bindings" / "worker" / name, text)
    for name, text in case.get("others", {}).items():
        _write(run / "bindings" / name, text)
    for name, text in case.get("inputs", {}).items():
        _write(
            run / "bindings" / "caller" / f"{name}.md", f"# {name}\n\nbinding: input\nsource: caller\n\n---\n\n{text}\n"
        )
    if not case.get("outputs") and not case.get("others"):
        _write(run / "bindings" / "elsewhere" / "kept.md", "Kept so that the run has an output.\n")
    if case.get("error"):
        _write(run / "workspace" / "worker" / "__error.md", f"# Error: {case['error']}\n\nIt could not finish.\n")
    events = case.get("log") or ("1→ worker ✗ " + case["error"] if case.get("error") else "1→ worker ✓")
    _write(run / "vm.log.md", f"# run:20260601-120000-abcdef case\n\n{events}\n---end 2026-06-01T12:00:00Z\n")
    return run


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")


def grade_case(case: Mapping[str, Any], into: Path) -> ClauseGrade:
    """The rules judge's grade of the only clause of a case."""
    graded = grade(extract(build_run(case, into)))
    found = [(*clauses, *conditionals) for contract, clauses, conditionals in graded if contract.name == "worker"]
    ((only,),) = found
    return only


def complaints(case: Mapping[str, Any], got: ClauseGrade) -> list[str]:
    """What differs between a case's expectation and its grade; empty if nothing does.

    `quotes` stand somewhere in what is quoted; `quoted` is all of it.
    """
    wrong = []
    verdict = got.verdict.value if got.verdict is not None else None
    if verdict != case["verdict"]:
        wrong.append(f"verdict {verdict}, not {case['verdict']} ({got.reason or got.evidence!r})")
    if "triggered" in case and got.triggered is not case["triggered"]:
        wrong.append(f"triggered {got.triggered}, not {case['triggered']}")
    proof = got.evidence + "\n" + "\n".join(q.text for result in got.requirements for q in result.quotes)
    flat = " ".join(proof.split())
    wrong.extend(f"no quote {quote!r}" for quote in case.get("quotes", ()) if " ".join(quote.split()) not in flat)
    quoted = [q.text for result in got.requirements for q in result.quotes]
    if quoted != case.get("quoted", quoted):
        wrong.append(f"quoted {quoted}, not {case['quoted']}")
    found = (got.evidence + "\n" + "\n".join(result.finding for result in got.requirements)).casefold()
    if "finding" in case and str(case["finding"]).casefold() not in found:
        wrong.append(f"no finding {case['finding']!r} in {got.evidence!r}")
    if "reason" in case and str(case["reason"]).casefold() not in (got.reason or "").casefold():
        wrong.append(f"reason {got.reason!r}, not {case['reason']!r}")
    return wrong
