"""Phase 2 by the rules alone: which clauses are due, and what errors, branches and missing outputs make of them."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from grader.document import LARGE, Document
from grader.judges.claude.dry_run import DryRun
from grader.judges.claude.options import JudgeOptions
from grader.limits import Limits
from grader.model import Cause, ClauseGrade, Verdict
from grader.phases.extract import extract
from grader.phases.grade import grade
from grader.run import Run
from tests.run_on_disk import manifest, node, small_run

S, P, V, N = Verdict.SATISFIED, Verdict.PARTIALLY_SATISFIED, Verdict.VIOLATED, Verdict.NOT_EVALUABLE


def grades(run: Path) -> dict[str, list[ClauseGrade]]:
    """The grades of a run by contract, conditionals last."""
    return {contract.name: [*clauses, *conditionals] for contract, clauses, conditionals in grade(extract(run))}


def verdicts(run: Path, contract: str) -> list[Verdict | None]:
    """The verdicts on a contract's clauses, conditionals last."""
    return [each.verdict for each in grades(run)[contract]]


def source(name: str, returns: str, errors: str = "") -> str:
    """A contract's source with these bullets."""
    declared = f"\n### Errors\n\n{errors}" if errors else ""
    return f"---\nname: {name}\nkind: service\n---\n\n### Returns\n\n{returns}\n{declared}"


def test_every_clause_of_every_contract_is_graded_once(tmp_path: Path) -> None:
    """The root's clause and the writer's two each get a grade, in their order."""
    run = small_run(tmp_path / "run")
    assert {name: [each.clause.name for each in found] for name, found in grades(run).items()} == {
        "brief": ["brief"],
        "writer": ["brief", "sources"],
    }
    assert verdicts(run, "writer") == [S, S]


def test_a_missing_output_violates_its_clause_and_says_where_it_was_looked_for(tmp_path: Path) -> None:
    """Nothing is satisfied by default; the sentence of absence names the place."""
    run = small_run(tmp_path / "run", {"bindings/writer/sources.md": None})
    found = grades(run)["writer"][1]
    assert found.verdict is V
    assert "bindings/writer/sources.md" in found.evidence
    assert found.confidence is not None
    assert found.confidence >= 90


def test_a_blank_output_counts_as_missing(tmp_path: Path) -> None:
    """White space is no content."""
    run = small_run(tmp_path / "run", {"bindings/writer/sources.md": " \n\n"})
    assert verdicts(run, "writer") == [S, V]


FAILED = {
    "workspace/writer/__error.md": "# Error: no-sources\n\nNothing was found.\n",
    "vm.log.md": "# run:x brief\n\n1→ writer ✗ no-sources\n---end 2026-06-01T10:16:00Z\n",
    "bindings/writer/sources.md": None,
}
DEGRADED = (
    "- `brief`: at most 100 words\n- `sources`: at least 2 items\n- if no sources: `brief` has at least 2 words\n"
)


def test_a_covered_error_supersedes_every_unconditional_clause(tmp_path: Path) -> None:
    """Declared, and a triggered conditional covers it: the degraded promise is graded instead."""
    changes = {**FAILED, "sources/writer.prose.md": source("writer", DEGRADED, "- no-sources: none")}
    found = grades(small_run(tmp_path / "run", changes))["writer"]
    assert [each.verdict for each in found[:2]] == [N, N]
    assert {each.reason for each in found[:2]} == {"superseded by the degraded path"}
    assert found[2].triggered is True


def test_an_undeclared_error_excuses_nothing(tmp_path: Path) -> None:
    """Clauses are graded as they stand, so missing output is violated."""
    changes = {**FAILED, "sources/writer.prose.md": source("writer", DEGRADED)}
    assert verdicts(small_run(tmp_path / "run", changes), "writer")[:2] == [S, V]


def test_an_error_that_no_conditional_covers_excuses_nothing(tmp_path: Path) -> None:
    """Declared alone isn't covered."""
    plain = "- `brief`: at most 100 words\n- `sources`: at least 2 items\n"
    changes = {**FAILED, "sources/writer.prose.md": source("writer", plain, "- no-sources: none")}
    assert verdicts(small_run(tmp_path / "run", changes), "writer") == [S, V]


def test_an_error_that_may_be_covered_leaves_unmet_clauses_open(tmp_path: Path) -> None:
    """Where nobody can tell whether the conditional covers the error, only what is met is graded."""
    odd = "- `brief`: at most 100 words\n- `sources`: at least 2 items\n- if the archive looks thin: `brief` is short\n"
    changes = {**FAILED, "sources/writer.prose.md": source("writer", odd, "- no-sources: none")}
    found = grades(small_run(tmp_path / "run", changes))["writer"]
    assert [each.verdict for each in found] == [S, N, N]
    assert found[1].reason == "may be superseded"
    assert found[2].triggered is None


def test_an_untriggered_conditional_is_an_untested_path(tmp_path: Path) -> None:
    """No error, so the degraded promise isn't due: no verdict and no confidence."""
    changes = {"sources/writer.prose.md": source("writer", DEGRADED, "- no-sources: none")}
    last = grades(small_run(tmp_path / "run", changes))["writer"][-1]
    assert (last.verdict, last.confidence, last.triggered) == (None, None, False)


def test_a_resumed_contract_that_finished_is_graded_as_not_errored(tmp_path: Path) -> None:
    """The log's last event wins over an error file that was left behind."""
    log = "# run:x brief\n\n1→ writer ✗ no-sources\n---error x\n---resume y\n2→ writer ✓\n---end z\n"
    changes = {
        "workspace/writer/__error.md": "# Error: no-sources\n",
        "vm.log.md": log,
        "sources/writer.prose.md": source("writer", DEGRADED, "- no-sources: none"),
    }
    assert verdicts(small_run(tmp_path / "run", changes), "writer") == [S, S, None]


def test_a_contract_that_never_ran_says_why(tmp_path: Path) -> None:
    """Its clauses are graded as they stand; the evidence names the failed upstream contract."""
    reader = node("reader", "notes")
    writer = node("writer", "brief", "sources", inputs=[{"name": "notes", "from": "service", "sourceNodeId": "reader"}])
    changes = {
        "forme.manifest.json": manifest(reader, writer, caller={"returns": [{"name": "brief", "source": "writer"}]}),
        "sources/reader.prose.md": source("reader", "- `notes`: at least 1 item"),
        "bindings/reader/notes.md": "- one\n",
        "bindings/writer/brief.md": None,
        "bindings/writer/sources.md": None,
        "vm.log.md": "# run:x brief\n\n1→ reader ✗ stuck\n2→ writer ⊘ deferred (upstream)\n---error t\n",
    }
    found = grades(small_run(tmp_path / "run", changes))["writer"]
    assert [each.verdict for each in found] == [V, V]
    assert all("never ran" in each.evidence and "reader" in each.evidence for each in found)


STUCK = {
    "sources/reader.prose.md": source("reader", "- `notes`: at least 1 item", "- stuck: nothing could be read"),
    "workspace/reader/__error.md": "# Error: stuck\n",
    "bindings/caller/wish.md": "A wish.\n",
    "bindings/other/log.md": "Read and stopped.\n",
    "bindings/writer/brief.md": None,
    "bindings/writer/sources.md": None,
    "vm.log.md": "# run:x brief\n\n1→ reader ✗ stuck\n2→ writer ⊘ deferred\n---error t\n",
}
ORDER = [{"nodeId": "reader"}, {"nodeId": "writer", "dependsOn": ["reader"]}]
ROOT_THAT = "---\nname: brief\nkind: system\n---\n\n### Returns\n\n- `brief`: at most 100 words\n"


def stuck(folder: Path, **changes: str) -> dict[str, list[ClauseGrade]]:
    """The grades of a run whose reader failed, so that its writer never ran."""
    graph = manifest(node("reader", "notes"), node("writer", "brief", "sources"), executionOrder=ORDER)
    return grades(small_run(folder / "run", {"forme.manifest.json": graph, **STUCK, **changes}))


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {
            "forme.manifest.json": manifest(node("reader", "notes"), node("writer", "brief", "sources")),
            "vm.log.md": "# run:x brief\n\n1→ reader ✗ stuck\n2→ writer ⊘ deferred: reader failed\n---error t\n",
        },
    ],
    ids=["by the execution order", "by the log"],
)
def test_what_a_contract_waited_for_is_why_it_never_ran(tmp_path: Path, changes: dict[str, str]) -> None:
    """Where no input says so, the execution order does, or the log."""
    found = stuck(tmp_path, **changes)["writer"]
    assert [each.verdict for each in found] == [V, V]
    assert all("writer never ran: upstream reader (stuck) failed" in each.evidence for each in found)


def test_a_contract_that_never_ran_for_no_known_reason_owes_what_it_promised(tmp_path: Path) -> None:
    """The log's words are all that is known."""
    log = "# run:x brief\n\n1→ writer ⊘ out of time\n---error t\n"
    changes = {"bindings/writer/brief.md": None, "bindings/writer/sources.md": None, "vm.log.md": log}
    found = grades(small_run(tmp_path / "run", {**changes, "bindings/brief/brief.md": "A brief.\n"}))["writer"]
    assert [each.verdict for each in found] == [V, V]
    assert all("writer never ran: out of time" in each.evidence for each in found)


def test_what_waits_for_a_covered_error_is_not_due(tmp_path: Path) -> None:
    """The root's degraded promise covers the reader's error, and so whatever came of it."""
    root = ROOT_THAT + "- if reader signals `stuck`: `brief` may be missing\n"
    found = stuck(tmp_path, **{"root.prose.md": root})["writer"]
    assert [(each.verdict, each.reason) for each in found] == [(N, "not due")] * 2


def test_what_waits_for_an_error_that_may_be_covered_stays_open(tmp_path: Path) -> None:
    """Nobody can tell whether the root's conditional was meant for it."""
    root = ROOT_THAT + "- if the archive looks thin: `brief` may be missing\n"
    found = stuck(tmp_path, **{"root.prose.md": root})["writer"]
    assert [(each.verdict, each.reason) for each in found] == [(N, "may not be due")] * 2


BRANCHES = [
    {"name": "plan", "bindingPath": "bindings/writer/plan.md", "conditional": "when there is work"},
    {"name": "note", "bindingPath": "bindings/writer/note.md", "conditional": "when there is none"},
]
EITHER = source("writer", "- `plan`: at least 1 item\n- `note`: at most 20 words\n")


@pytest.mark.parametrize(
    ("published", "expected"),
    [({"plan": "- a\n"}, [S, N]), ({"note": "Nothing to do.\n"}, [N, S]), ({}, [V, V])],
)
def test_a_branch_that_was_not_taken_is_not_due(
    tmp_path: Path, published: dict[str, str], expected: list[Verdict]
) -> None:
    """Off its branch an output is not due; if no branch's output exists, all are violated."""
    graph = json.dumps({"id": "x", "graph": [{"id": "writer", "outputs": BRANCHES}]})
    changes: dict[str, str | bytes | None] = {
        "forme.manifest.json": graph,
        "sources/writer.prose.md": EITHER,
        "bindings/writer/brief.md": None,
        "bindings/writer/sources.md": None,
        "bindings/other/kept.md": "kept\n",
    }
    changes |= {f"bindings/writer/{name}.md": text for name, text in published.items()}
    run = small_run(tmp_path / "run", changes)
    assert verdicts(run, "writer") == expected
    assert {each.reason for each in grades(run)["writer"] if each.verdict is N} <= {"not due on this branch"}


def test_a_root_clause_about_a_contract_outside_the_run_is_not_evaluable(tmp_path: Path) -> None:
    """A root can be the snapshot of a larger system than the one that ran."""
    root = (
        "---\nname: brief\nkind: system\n---\n\n### Services\n\n- `writer`\n- `auditor`\n\n### Returns\n\n"
        "- `brief`: at most 100 words\n- `audit`: the findings of `auditor`, at least 3 items\n"
    )
    found = grades(small_run(tmp_path / "run", {"root.prose.md": root}))["brief"]
    assert [(each.verdict, each.cause) for each in found] == [(S, None), (N, Cause.NOT_IN_RUN)]


def test_a_node_without_a_source_is_held_to_its_outputs(tmp_path: Path) -> None:
    """Absent is violated; present is not evaluable, for nobody knows what was promised of it."""
    run = small_run(tmp_path / "run", {"sources/writer.prose.md": None, "bindings/writer/sources.md": None})
    found = grades(run)["writer"]
    assert [(each.clause.text, each.verdict) for each in found] == [("brief", N), ("sources", V)]
    assert found[0].reason == "source snapshot missing"


def test_a_binding_over_a_limit_makes_its_clauses_not_evaluable(tmp_path: Path) -> None:
    """The run goes on; the reason says what was too large."""
    run = small_run(tmp_path / "run", {"bindings/writer/sources.md": "- item\n" * 1000})
    graded = {contract.name: clauses for contract, clauses, _ in grade(extract(run, limits=Limits(file_bytes=2000)))}
    found = graded["writer"][1]
    assert found.verdict is N
    assert "bindings/writer/sources.md" in (found.reason or "")


def test_what_is_immaterial_is_no_promise_that_waits_for_a_judge(tmp_path: Path) -> None:
    """Such a line speaks of change detection: not evaluable, and no judge could help."""
    changes = {"sources/writer.prose.md": source("writer", "- `brief`: at most 100 words\n- immaterial: the date\n")}
    found = grades(small_run(tmp_path / "run", changes))["writer"]
    assert [(each.verdict, each.cause) for each in found] == [(S, None), (N, Cause.UNMEASURABLE)]


def test_a_condition_on_what_was_not_published_is_unknown(tmp_path: Path) -> None:
    """It speaks of no output of the contract, of no input, and of nothing else in the run."""
    odd = "- `brief`: at most 100 words\n- if `appendix` has at least 2 words: `brief` has at least 2 words\n"
    found = grades(small_run(tmp_path / "run", {"sources/writer.prose.md": source("writer", odd)}))["writer"][-1]
    assert (found.verdict, found.triggered, found.cause) == (N, None, Cause.NEEDS_JUDGE)


@pytest.mark.parametrize(
    ("promise", "text", "is_asked"),
    [
        ("one word that sums up the mood", "Hopeful\n", True),
        ("at most two words that calm the reader", "Stay calm\n", True),
        ("at most 100 words that calm the reader", "Stay calm\n", False),
        ("at least 1 word that calms the reader", "Calm\n", False),
    ],
)
def test_an_output_may_be_as_short_as_its_clause_asks(tmp_path: Path, promise: str, text: str, is_asked: bool) -> None:
    """Only a clause that allows no more than two words has so short an output judged."""
    changes = {"sources/writer.prose.md": source("writer", f"- `brief`: {promise}"), "bindings/writer/brief.md": text}
    asked, _ = planned(extract(small_run(tmp_path, changes)))
    assert asked == ([f"`brief`: {promise}"] if is_asked else [])


TONE = source("writer", "- `brief`: friendly towards beginners")


def planned(run: Run) -> tuple[list[str], ClauseGrade]:
    """The clauses that a model would be asked about, and the grade of the writer's only clause meanwhile."""
    judge = DryRun(JudgeOptions())
    graded = {contract.name: clauses for contract, clauses, _ in grade(run, judge)}
    return [call.clause for call in judge.planned], graded["writer"][0]


@pytest.mark.parametrize("text", ["Welcome!", "Welcome, friends.\n", "Welcome — — friends"])
def test_an_output_of_two_words_is_put_to_no_judge(tmp_path: Path, text: str) -> None:
    """Degenerate outputs fool judges: the clause says why it wasn't asked about, and waits for nobody."""
    changes = {"sources/writer.prose.md": TONE, "bindings/writer/brief.md": text}
    asked, found = planned(extract(small_run(tmp_path, changes)))
    assert asked == []
    assert (found.verdict, found.cause) == (N, Cause.UNMEASURABLE)
    assert found.reason == "an output of fewer than 3 words is never given to a model judge"


def test_words_are_counted_without_spaces_too(tmp_path: Path) -> None:
    """A text in a script that has none isn't one word."""
    changes = {"sources/writer.prose.md": TONE, "bindings/writer/brief.md": "欢迎初学者\n"}
    asked, _ = planned(extract(small_run(tmp_path, changes)))
    assert asked == ["`brief`: friendly towards beginners"]


def test_the_words_of_a_large_output_arent_counted(tmp_path: Path) -> None:
    """It is put to the judge in parts, whatever is in it."""
    run = extract(small_run(tmp_path, {"sources/writer.prose.md": TONE, "bindings/writer/brief.md": "Welcome!"}))
    path = "bindings/writer/brief.md"
    large = Document(path, LARGE + 1, run.documents[path].open)
    asked, found = planned(dataclasses.replace(run, documents={**run.documents, path: large}))
    assert asked == ["`brief`: friendly towards beginners"]
    assert found.cause is Cause.INCOMPLETE
