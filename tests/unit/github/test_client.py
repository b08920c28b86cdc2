"""Requests: all pages, our own patience, and nothing made twice."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from grader.github.client import PAGE, Client
from grader.github.commit import Blob, CommitTree
from grader.github.errors import GitHubError, NotFound, Refused, Rejected, Unreachable


class Clock:
    """A clock that waits for nothing and remembers for how long."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    def now(self) -> float:
        """Always the same second."""
        return 1_700_000_000.0

    def sleep(self, seconds: float) -> None:
        """Remember."""
        self.waits.append(seconds)


@pytest.fixture
def clock() -> Clock:
    """The client's clock."""
    return Clock()


@pytest.fixture
def client(httpserver: HTTPServer, clock: Clock) -> Client:
    """A client of the server."""
    return Client(api_url=httpserver.url_for(""), token="secret", repository="org/repo", clock=clock, timeout=5)


def scripted(httpserver: HTTPServer, *answers: Response) -> None:
    """Answer the requests for `/x` one after the other."""
    script: Iterator[Response] = iter(answers)
    httpserver.expect_request("/x").respond_with_handler(lambda _: next(script))


def test_all_pages_are_read(httpserver: HTTPServer, client: Client) -> None:
    """A hundred a page, until a page isn't full."""

    def page(request: Request) -> Response:
        assert request.args["per_page"] == str(PAGE)
        start = (int(request.args["page"]) - 1) * PAGE
        return Response(json.dumps([{"id": each} for each in range(start, min(start + PAGE, 250))]))

    httpserver.expect_request("/x").respond_with_handler(page)
    assert [item["id"] for item in client.pages("/x")] == list(range(250))


def test_a_linked_page_is_read_even_if_one_isnt_full(httpserver: HTTPServer, client: Client) -> None:
    """The server's own word that there is more counts."""
    more = {"Link": '<https://elsewhere/x?page=2>; rel="next"'}
    scripted(httpserver, Response('[{"id": 1}]', headers=more), Response('[{"id": 2}]'))
    assert [item["id"] for item in client.pages("/x")] == [1, 2]


@pytest.mark.parametrize(
    ("status", "error"),
    [(401, Refused), (403, Refused), (404, NotFound), (422, Rejected), (409, Rejected), (502, Unreachable)],
)
def test_each_refusal_has_its_error(
    httpserver: HTTPServer, client: Client, status: int, error: type[GitHubError]
) -> None:
    """The message says what was asked, the status and the server's words."""
    body = json.dumps({"message": "No way", "errors": [{"message": "too long"}, "odd"]})
    httpserver.expect_request("/x").respond_with_data(body, status=status)
    with pytest.raises(error, match=rf"GET /x: {status} No way: too long; odd") as raised:
        client.get("/x")
    assert raised.value.status == status


def test_patience_is_limited(httpserver: HTTPServer, client: Client, clock: Clock) -> None:
    """A gateway that never recovers is given up after five tries."""
    httpserver.expect_request("/x").respond_with_data("bad gateway", status=502)
    with pytest.raises(Unreachable):
        client.get("/x")
    assert clock.waits == [1, 2, 4, 8]


def test_a_broken_connection_is_unreachable(clock: Clock) -> None:
    """A host that isn't there is no traceback."""
    client = Client(api_url="http://127.0.0.1:9", token="", repository="org/repo", clock=clock, timeout=1)
    with pytest.raises(Unreachable, match="no answer"):
        client.get("/x")


def test_what_was_made_isnt_made_again(httpserver: HTTPServer, client: Client) -> None:
    """After a failure that hides a success, what is found is the result."""
    scripted(httpserver, Response("bad gateway", status=502))
    assert client.create("/x", {}, find=lambda: {"id": 7}) == {"id": 7}


def test_what_wasnt_made_is_tried_again(httpserver: HTTPServer, client: Client) -> None:
    """Nothing found means that nothing happened."""
    scripted(httpserver, Response("bad gateway", status=502), Response('{"id": 8}', status=201))
    assert client.create("/x", {}, find=lambda: None) == {"id": 8}


def test_a_limit_hides_no_success(httpserver: HTTPServer, client: Client, clock: Clock) -> None:
    """A request that was refused for its rate is repeated without a search."""
    scripted(httpserver, Response("{}", status=429, headers={"Retry-After": "9"}), Response('{"id": 9}', status=201))
    assert client.create("/x", {}, find=lambda: pytest.fail("searched")) == {"id": 9}
    assert clock.waits == [9]


def test_what_is_gone_is_deleted(httpserver: HTTPServer, client: Client) -> None:
    """Deleting twice is fine."""
    scripted(httpserver, Response(status=204), Response('{"message": "Not Found"}', status=404))
    client.delete("/x")
    client.delete("/x")


def test_a_list_that_github_cuts_is_read_level_by_level(httpserver: HTTPServer, client: Client) -> None:
    """A commit with more files than one answer holds is still listed whole."""
    blob = {"path": "a.md", "mode": "100644", "type": "blob", "sha": "1", "size": 3}
    link = {"path": "link", "mode": "120000", "type": "blob", "sha": "2", "size": 4}
    module = {"path": "module", "mode": "160000", "type": "commit", "sha": "3"}
    trees = "/repos/org/repo/git/trees"
    cut = {"tree": [], "truncated": True}
    top = {"tree": [blob, {"path": "b", "mode": "040000", "type": "tree", "sha": "t"}], "truncated": False}
    httpserver.expect_request(f"{trees}/head", query_string={"recursive": "1"}).respond_with_json(cut)
    httpserver.expect_request(f"{trees}/head", query_string="").respond_with_json(top)
    httpserver.expect_request(f"{trees}/t", query_string={"recursive": "1"}).respond_with_json({"tree": [link, module]})
    found = CommitTree(client, "head").blobs
    assert found == {
        "a.md": Blob("100644", "1", 3),
        "b/link": Blob("120000", "2", 4),
        "b/module": Blob("160000", "3", 0),
    }
    assert [blob.problem for blob in found.values()] == [None, "it is a symbolic link", "it is a submodule"]


@pytest.mark.parametrize(("status", "answer"), [(404, {"message": "Not Found"}), (200, {}), (200, {"content": "x"})])
def test_a_file_that_cant_be_had_is_said(
    httpserver: HTTPServer, client: Client, status: int, answer: dict[str, str]
) -> None:
    """Nobody knows what is in it, so it isn't taken for an empty one."""
    httpserver.expect_request("/repos/org/repo/git/blobs/1").respond_with_json(answer, status=status)
    with pytest.raises(GitHubError, match="GET /repos/org/repo/git/blobs/1: "):
        CommitTree(client, "head").read(Blob("100644", "1", 3))


def test_a_file_that_github_gives_nobody_is_known_beforehand() -> None:
    """Past 100 MiB there is nothing to ask for."""
    problem = Blob("100644", "1", 100 * 1024 * 1024 + 1).problem
    assert problem is not None
    assert "more than the 104,857,600 that GitHub gives" in problem
