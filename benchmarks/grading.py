"""How long and how much memory it takes to grade a wide run and a heavy one, as whole processes.

    python -m benchmarks.grading [--contracts 200] [--clauses 10] [--megabytes 200] [--repeat 3]

Prints the machine's facts, then a row per run: wall seconds and peak memory, the median of the repeats. The targets are
5 s and 300 MB for the wide run (two cores), and 500 MB for one binding of 200 MB, which must be graded, not refused.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PROMISES = (
    ("`summary`: 5-60 words", "summary.md", "The intake queue was drained twice and stayed short afterwards.\n"),
    ("`score`: integer 0-100", "score.md", "87\n"),
    ('`status`: "pass", "review" or "fail"', "status.md", "review\n"),
    ("`items`: a JSON array of at least 3 items, each with: `id`, `name`", "items.json", None),
    ("`notes`: a list of 2-5 items", "notes.md", "- drained\n- stayed short\n- watched\n"),
    ("`message`: one sentence containing the exact phrase `all clear`", "message.md", "It is all clear today.\n"),
    (
        '`report`: Markdown with the sections "Summary" and "Risks"',
        "report.md",
        "# R\n\n## Summary\n\nx\n\n## Risks\n\ny\n",
    ),
    ("`ratio`: number from 0 to 1", "ratio.md", "0.25\n"),
    ("`table`: CSV with the columns `host`, `load`", "table.csv", "host,load\nedge-1,3\nedge-2,4\n"),
    ("`home`: an absolute URL", "home.md", "https://example.org/start\n"),
)
ITEMS = json.dumps([{"id": number, "name": f"entry {number}"} for number in range(20)])


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _run(folder: Path, sources: dict[str, str], outputs: dict[str, str]) -> Path:
    run = folder / "runs" / "20260601-101500-abcdef"
    _write(run / "root.prose.md", "---\nname: wide\nkind: system\n---\n")
    for name, text in sources.items():
        _write(run / "sources" / f"{name}.prose.md", text)
    for path, text in outputs.items():
        _write(run / "bindings" / path, text)
    graph = [{"id": name, "sourcePath": f"sources/{name}.prose.md", "outputs": []} for name in sources]
    _write(run / "forme.manifest.json", json.dumps({"id": "wide", "graph": graph}))
    _write(run / "vm.log.md", "# run:x wide\n\n" + "".join(f"{n}→ {name} ✓\n" for n, name in enumerate(sources)))
    return run


def _source(name: str, clauses: list[str]) -> str:
    return f"---\nname: {name}\nkind: function\n---\n\n### Returns\n\n" + "".join(f"- {clause}\n" for clause in clauses)


def wide_run(folder: Path, contracts: int, clauses: int) -> Path:
    """A run of so many contracts with so many clauses each, all of them measurable."""
    sources, outputs = {}, {}
    for number in range(contracts):
        name = f"worker-{number}"
        chosen = [PROMISES[index % len(PROMISES)] for index in range(clauses)]
        sources[name] = _source(name, [clause for clause, _, _ in chosen])
        outputs |= {f"{name}/{path}": ITEMS if text is None else text for _, path, text in chosen}
    return _run(folder, sources, outputs)


def heavy_run(folder: Path, megabytes: int, kind: str) -> Path:
    """A run with one binding of so many megabytes: a JSON array, or Markdown."""
    if kind == "json":
        clauses = ["`items`: a JSON array of at least 1000 items, each with: `id`, `name`", "`items`: valid JSON"]
        run = _run(folder, {"worker": _source("worker", clauses)}, {"worker/items.json": "[]"})
        line = '{"id": %d, "name": "an entry of some length that a worker might have written", "ok": true}'
        _fill(
            run / "bindings" / "worker" / "items.json",
            megabytes,
            lambda n: ("[" if n == 0 else ",\n") + line % n,
            "]\n",
        )
        return run
    clauses = [
        "`notes`: at least 1000 words",
        "`notes`: contains the exact phrase `the end is here`",
        "`notes`: at least 3 sections",
    ]
    run = _run(folder, {"worker": _source("worker", clauses)}, {"worker/notes.md": "x"})
    prose = "A paragraph of prose that says what happened, in a few words and one line."
    text = f"## Section %d\n\n{prose}\n\n- an item\n- another\n\n"
    _fill(run / "bindings" / "worker" / "notes.md", megabytes, lambda n: text % n, "the end is here\n")
    return run


def _fill(path: Path, megabytes: int, piece: Any, end: str) -> None:
    with path.open("w", encoding="utf-8") as stream:
        number, size = 0, 0
        while size < megabytes * 1_000_000:
            size += stream.write(piece(number))
            number += 1
        stream.write(end)


def measure(run: Path) -> tuple[float, float, str]:
    """Wall seconds and peak megabytes of one process that grades the run, and the verdicts that it found."""
    out = run.parent / "grade.json"
    started = time.perf_counter()
    child = os.posix_spawn(
        sys.executable,
        [sys.executable, "-m", "grader.cli", "grade", str(run), "--format", "json", "--fail-on", "never"],
        dict(os.environ),
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, str(out), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)],
    )
    _, status, usage = os.wait4(child, 0)
    spent = time.perf_counter() - started
    if os.waitstatus_to_exitcode(status) != 0:
        return spent, usage.ru_maxrss / 1000, f"exit code {os.waitstatus_to_exitcode(status)}"
    grade = json.loads(out.read_text(encoding="utf-8"))
    verdicts = [clause["verdict"] for contract in grade["contracts"] for clause in contract["clauses"]]
    said = ", ".join(f"{verdicts.count(each)} {each}" for each in dict.fromkeys(verdicts))
    return spent, usage.ru_maxrss / 1000, said


def main() -> int:
    """Builds the runs, grades each several times, prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--contracts", type=int, default=200)
    parser.add_argument("--clauses", type=int, default=10)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}\n")
    print(f"{'run':44}{'seconds':>9}{'peak MB':>9}  verdicts")
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        runs = {
            f"{options.contracts} contracts of {options.clauses} clauses": wide_run(
                base / "wide", options.contracts, options.clauses
            ),
            f"one JSON binding of {options.megabytes} MB": heavy_run(base / "json", options.megabytes, "json"),
            f"one Markdown binding of {options.megabytes} MB": heavy_run(
                base / "markdown", options.megabytes, "markdown"
            ),
        }
        for title, run in runs.items():
            taken = [measure(run) for _ in range(options.repeat)]
            seconds, peak = (statistics.median(each[index] for each in taken) for index in (0, 1))
            print(f"{title:44}{seconds:9.2f}{peak:9.0f}  {taken[0][2]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
