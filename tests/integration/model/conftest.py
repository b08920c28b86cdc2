"""A service on loopback that answers as scripted, and questions to put to it through the real SDK."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from grader.document import Document
from grader.judges.base import Ask, OpenQuestion, Remainder
from grader.judges.claude.cache import NoStore, Store
from grader.judges.claude.judge import ClaudeJudge
from grader.judges.claude.options import Endpoint, JudgeOptions
from grader.model import Binding, Clause, ConditionalClause, Contract, Place, RequirementResult, Role, Section


def pytest_configure(config: pytest.Config) -> None:
    """Know the mark of the test that needs a model's packages."""
    config.addinivalue_line("markers", "small_model: needs the packages of a real, small model (130 MB)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the test that takes a minute, so that the others run beside it."""
    items.sort(key=lambda item: item.get_closest_marker("small_model") is None)


REPORT = "# Findings\n\nThe harbour was built in 1912 and\nclosed after the flood.\n\nThe sources agree on this.\n"
QUOTE = "The harbour was built in 1912"

Body = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What the service sends back: a status, headers and a body; or something worse."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drop_after: int | None = None  # bytes of the body after which the connection is closed
    hang: bool = False  # nothing is sent until the service is stopped


Script = Callable[[Body, int], Answer]


class Service:
    """Listens on loopback, asks the script for each answer, and keeps every request with the time it took."""

    def __init__(self) -> None:
        self.script: Script = lambda _body, _number: message(judged())
        self.bodies: list[Body] = []
        self.headers: list[Mapping[str, str]] = []
        self.paths: list[str] = []
        self.spans: list[tuple[float, float]] = []
        self.lock = threading.Lock()
        self.stopping = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                service.serve(self)

            def do_GET(self) -> None:
                service.serve(self)

            def log_message(self, *_: object) -> None:
                """Keep quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    @property
    def url(self) -> str:
        """The base address."""
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    @property
    def calls(self) -> int:
        """How many requests came in."""
        return len(self.bodies)

    def serve(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer one request."""
        began = time.monotonic()
        raw = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        body = json.loads(raw) if raw else {}
        with self.lock:
            self.bodies.append(body)
            self.headers.append({name.lower(): it for name, it in handler.headers.items()})
            self.paths.append(handler.path)
            number = len(self.bodies)
        answer = self.script(body, number)
        if answer.hang or answer.delay:
            self.stopping.wait(60 if answer.hang else answer.delay)
        try:
            self.send(handler, answer)
        except OSError:
            handler.close_connection = True  # the client has gone
        self.spans.append((began, time.monotonic()))

    @staticmethod
    def send(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        """Send status, headers and as much of the body as the answer wants."""
        if answer.drop_after == 0:
            handler.close_connection = True
            return
        handler.send_response(answer.status)
        for name, value in {"content-type": "application/json", **answer.headers}.items():
            handler.send_header(name, value)
        handler.send_header("content-length", str(len(answer.body)))
        handler.end_headers()
        handler.wfile.write(answer.body[: answer.drop_after])
        if answer.drop_after is not None:
            handler.close_connection = True

    def stop(self) -> None:
        """Stop listening, and let go of whoever still waits."""
        self.stopping.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def service() -> Iterator[Service]:
    """A service that answers "satisfied" with a real quote until it is scripted otherwise."""
    running = Service()
    yield running
    running.stop()


def message(content: object, *, stop: str | None = "end_turn", usage: Mapping[str, int] | None = None) -> Answer:
    """A complete message of the service, with the content as its text (JSON unless it is text already)."""
    text = content if isinstance(content, str) else json.dumps(content)
    return Answer(
        json.dumps(
            {
                "id": "msg_1",
                "type": "message",
                "role": "assistant",
                "model": "claude-sonnet-5-5",
                "content": [{"type": "text", "text": text}] if text else [],
                "stop_reason": stop,
                "stop_sequence": None,
                "usage": usage or {"input_tokens": 100, "output_tokens": 50},
            }
        ).encode()
    )


def error(status: int, said: str = "as scripted", **headers: str) -> Answer:
    """An error of the service."""
    body = {"type": "error", "error": {"type": "some_error", "message": said}}
    return Answer(json.dumps(body).encode(), status, {name.replace("_", "-"): it for name, it in headers.items()})


def judged(outcome: str = "met", verdict: str | None = None, **changes: object) -> dict[str, object]:
    """A well-formed answer about one requirement, with changes to it or to the requirement."""
    requirement: dict[str, object] = {
        "part": 1,
        "requirement": "tells the harbour's history",
        "quotes": [QUOTE],
        "absence": "",
        "reason": "The passage shows it.",
        "outcome": outcome,
    }
    verdicts = {"met": "satisfied", "not_met": "violated", "unknown": "not_evaluable"}
    answer: dict[str, object] = {
        "requirements": [requirement],
        "wording": "specific",
        "vague_because": "",
        "rewrite": "",
        "verdict": verdict or verdicts.get(outcome, "satisfied"),
        "confidence": 90,
    }
    for name, value in changes.items():
        (requirement if name in requirement else answer)[name] = value
    return answer


@pytest.fixture
def make_question() -> Callable[..., OpenQuestion]:
    """Makes an open question about a contract with one published report."""
    return question


def question(
    text: str = "`report`: tells the harbour's history",
    *,
    contract: str = "writer",
    outputs: Mapping[str, str] | None = None,
    remainder: Sequence[Remainder] = (Remainder(text="tells the harbour's history"),),
    measured: Sequence[RequirementResult] = (),
    condition: str | None = None,
) -> OpenQuestion:
    """An open question about what a contract published."""
    files = {f"bindings/{contract}/report.md": REPORT} if outputs is None else outputs
    documents = tuple(Document.of_text(path, it) for path, it in files.items())
    fields: dict[str, Any] = {
        "contract": contract,
        "text": text,
        "place": Place(file=f"sources/{contract}.prose.md", lines=(7, 7)),
        "section": Section.RETURNS,
        "name": "report",
        "body": text,
    }
    clause = ConditionalClause(**fields, condition=condition) if condition else Clause(**fields)
    bindings = tuple(
        Binding(contract=contract, name=it.path.split("/")[-1].split(".")[0], path=it.path, size=it.size)
        for it in documents
    )
    return OpenQuestion(
        ask=Ask.CONDITION if condition else Ask.CLAUSE,
        clause=clause,
        contract=Contract(name=contract, role=Role.NODE, bindings=bindings),
        remainder=tuple(remainder),
        measured=tuple(measured),
        outputs=documents,
        inputs=(),
        errors=(),
    )


@pytest.fixture
def make_judge(service: Service) -> Callable[..., ClaudeJudge]:
    """Makes a judge that asks the service and never really waits before it tries again."""

    def make(open_store: Callable[[], Store] = NoStore, **options: Any) -> ClaudeJudge:
        chosen = JudgeOptions(**{"call_timeout": 5.0, "clause_deadline": 20.0, **options})
        return ClaudeJudge(Endpoint("test-key", service.url), chosen, open_store=open_store, sleep=no_sleep)

    return make


@pytest.fixture
def say() -> Say:
    """What the service can say."""
    return Say()


class Say:
    """What the service can say: a complete message, an error, and the content of a well-formed answer."""

    message = staticmethod(message)
    error = staticmethod(error)
    judged = staticmethod(judged)
    answer = Answer


async def no_sleep(seconds: float) -> None:
    """Don't wait."""
    del seconds
