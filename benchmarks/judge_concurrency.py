"""How close the model judge comes to the least time that N clauses can take, against a service of fixed latency.

    python -m benchmarks.judge_concurrency [--repeat 3]

A row per case: clauses, calls at a time, latency, contracts whose shared beginning is long enough to be kept by the
service, and the median wall time beside its target: 15 % more than ceil(N / C) * L, plus 0.5 s, plus one L for each
long beginning, whose first call must finish before the others start. Importing the SDK is not in it. The exit code is
1 if a target is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import platform
import statistics
import sys
import threading
import time

from grader.document import Document
from grader.judges.base import Ask, OpenQuestion, Remainder
from grader.judges.claude.judge import ClaudeJudge  # noqa: TID253 - a benchmark of that room
from grader.judges.claude.options import Endpoint, JudgeOptions  # noqa: TID253 - as above
from grader.model import Clause, Contract, Place, Role, Section

# clauses, at a time, seconds, contracts, whether their outputs are long
CASES = (
    (8, 8, 0.5, 1, False),
    (24, 8, 0.5, 4, False),
    (60, 4, 0.2, 6, False),
    (100, 16, 0.3, 10, False),
    (24, 8, 0.5, 1, True),
    (60, 8, 0.3, 3, True),
)
SHORT = "The harbour was built in 1912."
LONG = SHORT + "\n" + "More of the same history, told at length and in order.\n" * 120


class FixedLatency:
    """A service that answers every call alike, after the same time, as many at once as come."""

    def __init__(self) -> None:
        self.latency = 0.0
        self.calls = 0
        self.ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.run()), daemon=True)
        self.thread.start()
        self.ready.wait()

    async def run(self) -> None:
        """Listen until the process ends."""
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self.ready.set()
        await server.serve_forever()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        answer = reply()
        while head := await until_blank_line(reader):
            length = next(int(it.split(b":")[1]) for it in head.lower().split(b"\r\n") if it.startswith(b"content-le"))
            await reader.readexactly(length)
            self.calls += 1
            await asyncio.sleep(self.latency)
            writer.write(answer)
            await writer.drain()
        writer.close()


async def until_blank_line(reader: asyncio.StreamReader) -> bytes:
    """A request's head; nothing at the connection's end."""
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return b""


def reply() -> bytes:
    """A whole HTTP response with a good answer."""
    requirement = {
        "part": 1,
        "requirement": "tells the history",
        "quotes": [SHORT],
        "absence": "",
        "reason": "It does.",
        "outcome": "met",
    }
    answer = {
        "requirements": [requirement],
        "wording": "specific",
        "vague_because": "",
        "rewrite": "",
        "verdict": "satisfied",
        "confidence": 90,
    }
    body = json.dumps(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "fixed",
            "content": [{"type": "text", "text": json.dumps(answer)}],
            "stop_reason": "end_turn",
            "usage": {"input_tokens": 10, "output_tokens": 10},
        }
    ).encode()
    return b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)


def questions(count: int, contracts: int, output: str) -> list[OpenQuestion]:
    """As many open questions, spread over the contracts."""
    found = []
    for number in range(count):
        name = f"writer-{number % contracts}"
        text = f"promise {number}"
        clause = Clause(
            contract=name, text=text, body=text, place=Place(file="s", lines=(1, 1)), section=Section.RETURNS
        )
        document = Document.of_text(f"bindings/{name}/report.md", output)
        contract = Contract(name=name, role=Role.NODE)
        found.append(OpenQuestion(Ask.CLAUSE, clause, contract, (Remainder(text=text),), (), (document,), (), ()))
    return found


def measure(service: FixedLatency, asked: list[OpenQuestion], concurrency: int) -> float:
    """Wall seconds of one judgement of all questions."""
    judge = ClaudeJudge(Endpoint("key", service.url), JudgeOptions(concurrency=concurrency))
    before, began = service.calls, time.perf_counter()
    opinions = judge.judge(asked)
    took = time.perf_counter() - began
    assert all(it.failure is None and it.unproven is None for it in opinions), opinions
    assert service.calls - before == len(asked)
    return took


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    load = ", ".join(f"{it:.1f}" for it in os.getloadavg())
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, load {load}")
    service = FixedLatency()
    measure(service, questions(1, 1, SHORT), 1)  # imports the SDK
    print(f"{'clauses':>8}{'at a time':>10}{'latency':>9}{'long':>6}{'seconds':>9}{'target':>8}")
    missed = False
    for count, concurrency, latency, contracts, is_long in CASES:
        service.latency = latency
        asked = questions(count, contracts, LONG if is_long else SHORT)
        took = statistics.median(measure(service, asked, concurrency) for _ in range(options.repeat))
        prefixes = contracts if is_long else 0
        target = 1.15 * math.ceil(count / concurrency) * latency + 0.5 + prefixes * latency
        missed |= took > target
        print(f"{count:8}{concurrency:10}{latency:9.2f}{prefixes:6}{took:9.2f}{target:8.2f}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
