"""How far the rules judge agrees with IFEval's reference checker, kind by kind, with every disagreement.

    python -m benchmarks.ifeval DATA.jsonl.gz [--show WORD] [--exceptions FILE]

DATA has one JSON object a line: `clause`, `output`, `label` (satisfied or violated), `type`, `id`, and `prompt` where
the clause needs it. `partially_satisfied` counts as violated; rows listed in the exceptions file, where the reference
contradicts the plain reading of its own clause, count for neither side.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import yaml

from grader.document import Document
from grader.judges.combine import combine
from grader.judges.rules.judge import measure_clause
from grader.judges.rules.measure import Facts
from grader.judges.rules.subject import Subject
from grader.judges.rules.views import View
from grader.model import Clause, Contract, Origin, Place, Role, Section, Verdict

EXCEPTIONS = Path(__file__).with_name("ifeval-exceptions.yaml")
_CONTRACT = Contract(name="worker", role=Role.NODE)


def verdict_on(row: dict[str, Any]) -> tuple[str, str]:
    """The rules judge's verdict on a row, and its evidence or reason."""
    place = Place(file="sources/worker.prose.md", lines=(1, 1))
    body = " ".join(row["clause"].split())
    clause = Clause(contract="worker", text=body, body=body, place=place, section=Section.RETURNS, name="response")
    document = Document.of_text("bindings/worker/response.md", row["output"])
    inputs = (
        {"prompt": Document.of_text("bindings/caller/prompt.md", row["prompt"], origin=Origin.INPUT)}
        if row.get("prompt")
        else {}
    )
    subject = Subject((View(document),)) if row["output"].strip() else Subject(missing="the output is blank")
    graded = combine(measure_clause(clause, subject, Facts(contract=_CONTRACT, own=(document,), inputs=inputs)), None)
    verdict = graded.verdict or Verdict.NOT_EVALUABLE
    return ("violated" if verdict is Verdict.PARTIALLY_SATISFIED else verdict.value), graded.reason or graded.evidence


def main() -> int:
    """Prints the table and the disagreements."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, nargs="?", default=os.environ.get("IFEVAL_DATA"))
    parser.add_argument("--show", default="", help="only kinds that contain this word")
    parser.add_argument("--open", action="store_true", help="list what was not decided, too")
    parser.add_argument("--exceptions", type=Path, default=EXCEPTIONS)
    options = parser.parse_args()
    if options.data is None:
        print("no data: name the file, or set IFEVAL_DATA to it (see the top of this script for its form)")
        return 0
    with gzip.open(options.data, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    listed = yaml.safe_load(options.exceptions.read_text(encoding="utf-8")) if options.exceptions.exists() else {}
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    begun = time.perf_counter()
    for row in rows:
        if options.show not in row["type"]:
            continue
        count = tally[row["type"]]
        if row["id"] in (listed or {}):
            count["excepted"] += 1
            continue
        verdict, why = verdict_on(row)
        count["rows"] += 1
        count["decided"] += verdict != "not_evaluable"
        count["agreed"] += verdict == row["label"]
        if verdict != row["label"] and (options.open or verdict != "not_evaluable"):
            print(
                f"{row['type']} {row['id']}\n    clause: {row['clause']!r}\n    {verdict}, reference "
                f"{row['label']}: {why[:200]!r}"
            )
    print(f"\n{'kind':44}{'rows':>6}{'decided':>9}{'agreed':>8}{'excepted':>10}")
    total: Counter[str] = Counter()
    for kind, count in sorted(tally.items()):
        total.update(count)
        print(f"{kind:44}{count['rows']:6}{count['decided']:9}{count['agreed']:8}{count['excepted']:10}")
    decided, rows_ = max(total["decided"], 1), max(total["rows"], 1)
    print(
        f"\nagreement on decided rows {total['agreed'] / decided:.2%}, coverage {total['decided'] / rows_:.2%}, "
        f"{total['rows']} rows, {total['excepted']} excepted, {time.perf_counter() - begun:.1f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
