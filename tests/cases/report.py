"""Prints how the rules judge does on the cases: `python -m tests.cases.report [WORD in the id or file]`."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.cases.runs import complaints, grade_case, load_cases

OPEN = "not_evaluable"


def main(words: list[str]) -> int:
    """Prints every case that comes out otherwise, then precision on decided cases and coverage."""
    tally: Counter[str] = Counter()
    for case in load_cases():
        if words and not any(word in case["id"] or word in case["origin"] for word in words):
            continue
        with tempfile.TemporaryDirectory() as folder:
            got = grade_case(case, Path(folder))
        wrong = complaints(case, got)
        verdict = got.verdict.value if got.verdict else None
        tally["cases"] += 1
        tally["as expected"] += not wrong
        tally["decided"] += verdict not in {OPEN, None}
        tally["decided rightly"] += verdict not in {OPEN, None} and verdict == case["verdict"]
        tally["decidable"] += case["verdict"] not in {OPEN, None}
        if wrong:
            grave = "WRONG  " if verdict not in {OPEN, None} and verdict != case["verdict"] else "differs"
            print(f"{grave} {case['origin']} {case['id']}: {case['clause']!r}\n        {'; '.join(wrong)}")
    print(dict(tally))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
