"""The model judge is calibrated by the same command as the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.cli import main

Service = Any  # the service and what it can say are defined beside the fixtures
Say = Any


def test_a_model_is_calibrated_against_labels(
    service: Service, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Right, wrong, silent and failing answers end up in the right figures, and the cost is counted."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", service.url)
    output = "The harbour was built in 1912, and both sources agree on it."

    def script(body: Any, _: int) -> Any:
        text = json.dumps(body["messages"])
        if "its fourth" in text:
            return say.error(400)
        if "its third" in text:
            return say.message(say.judged("unknown"))
        return say.message(say.judged(quotes=["both sources agree"], confidence=85))

    service.script = script
    labels = [
        {"clause": f"weighs its {which} source critically", "output": output, "label": label}
        for which, label in (
            ("first", "satisfied"),
            ("second", "violated"),
            ("third", "satisfied"),
            ("fourth", "violated"),
        )
    ]
    file = tmp_path / "labels.jsonl"
    file.write_text("\n".join(json.dumps(label) for label in labels))
    assert main(["calibrate", str(file), "--judge", "claude", "--no-cache", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["judge"], found["unanswered"], found["usage"]["calls"]) == ("claude-sonnet-5-5", 1, 4)
    agreement = found["agreement"]
    assert (agreement["rows"], agreement["decided"], agreement["agreement"]) == (4, 2, 0.5)
    assert agreement["reliability"] == [{"confidence": [80, 89], "rows": 2, "mean_confidence": 85.0, "accuracy": 0.5}]
    assert agreement["expected_calibration_error"] == pytest.approx(0.35)
    assert found["usage"]["usd"] == pytest.approx(3 * (100 * 2 + 50 * 10) / 1e6)
