"""The one comment: made, updated, found again, never doubled, never someone else's, never by an older run."""

from __future__ import annotations

import re

import pytest

from grader.github.marker import State, begin, marker
from tests.integration.action.job import Job
from tests.integration.action.repository import Repository
from tests.integration.action.runs import BAD, GOOD, run
from tests.integration.action.standins import Proxy

MARKER = marker("Contract Grader")
COMMENTS = r"/issues/\d+/comments$"


@pytest.fixture
def number(repository: Repository) -> int:
    """A pull request that adds a run with a violated clause."""
    repository.commit("topic", BAD, onto="main")
    return repository.open_pull("topic")


def ours(repository: Repository, number: int) -> list[str]:
    """The bodies of the comments with our marker."""
    return [each["body"] for each in repository.comments(number) if each["body"].startswith(MARKER)]


def test_the_first_comment_says_what_is_broken(job: Job, repository: Repository, number: int) -> None:
    """A violated run's comment begins with the verdict and gives evidence with links to the graded commit."""
    done = job.on_pull(number)

    assert done.code == 1, done.log
    [body] = ours(repository, number)
    head = repository.pull(number)["head"]["sha"]
    assert re.match(r"<!--.*-->\n<!--.*-->\n## ❌ `reporter`: violated, 0\.0 of 100", body)
    base = f"https://github.example/{repository.name}/blob/{head}/runs/20260601-120000-aaaaaa"
    assert f"({base}/root.prose.md?plain=1#L8)" in body
    assert f"({base}/bindings/reporter/report.md?plain=1#L1)" in body
    assert "5 words; at least 50 promised" in body
    assert done.outputs["comment-url"] == repository.comments(number)[0]["html_url"]


def test_a_second_run_updates_it(job: Job, repository: Repository, number: int) -> None:
    """A new head is written into the same comment."""
    job.on_pull(number)
    repository.commit("topic", run(words=2))
    job.run_id += 1
    done = job.on_pull(number)

    assert done.code == 0, done.log
    [body] = ours(repository, number)
    assert "## ✅ `reporter`: satisfied, 100.0 of 100" in body


@pytest.mark.parametrize("count", [30, 130])
def test_it_is_found_on_any_page(job: Job, repository: Repository, number: int, count: int) -> None:
    """The 31st comment and the 131st are found as well as the first."""
    for each in range(count):
        repository.comment(number, f"comment {each}")
    job.on_pull(number)
    job.run_id += 1
    done = job.on_pull(number)

    assert "comment updated" in done.log
    assert len(ours(repository, number)) == 1
    assert len(repository.comments(number)) == count + 1


def test_somebody_elses_marker_is_left_alone(job: Job, repository: Repository, number: int) -> None:
    """A comment by another author with our marker is neither edited nor taken for ours."""
    theirs = f"{MARKER}\nI'm not your comment"
    repository.comment(number, theirs, who="mallory")
    job.on_pull(number)

    bodies = ours(repository, number)
    assert len(bodies) == 2
    assert bodies[0] == theirs


def test_another_instance_has_its_own_comment(job: Job, repository: Repository, number: int) -> None:
    """Two instances with different names don't touch each other's comment, not even with a hostile name."""
    job.on_pull(number)
    job.on_pull(number, name="nightly --> <b>")
    job.on_pull(number, name="nightly --> <b>")

    bodies = [each["body"] for each in repository.comments(number)]
    assert len(bodies) == 2
    assert bodies[1].startswith("<!-- contract-grader: nightly%20%2D%2D%3E%20%3Cb%3E -->\n")


def test_duplicates_are_removed(job: Job, repository: Repository, number: int) -> None:
    """Where two comments of ours stand, the older one stays and is updated."""
    for order in (1, 2):
        state = State(head="0" * 40, order=(order, 1), fingerprint="")
        repository.comment(number, begin("Contract Grader", state) + f"old {order}", who="job")
    job.on_pull(number)

    [body] = ours(repository, number)
    assert "violated" in body
    assert repository.comments(number)[0]["body"] == body


def test_two_runs_at_once_leave_one_comment(job: Job, repository: Repository, proxy: Proxy, number: int) -> None:
    """Another run of the same head that comments in the same moment isn't doubled, and the later run's text stays."""
    head = repository.pull(number)["head"]["sha"]
    other = begin("Contract Grader", State(head=head, order=(999, 1), fingerprint="")) + "the later run's"
    proxy.meanwhile("POST", COMMENTS, lambda: repository.comment(number, other, who="job"))
    done = job.on_pull(number)

    assert done.code == 1, done.log
    [body] = ours(repository, number)
    assert "the later run's" in body


def test_an_older_run_doesnt_overwrite_a_later_one(job: Job, repository: Repository, number: int) -> None:
    """A slower, older run of the same head leaves the later run's comment."""
    job.run_id = 200
    job.on_pull(number)
    written = ours(repository, number)
    job.run_id = 199
    done = job.on_pull(number)

    assert "a later run has written it" in done.log
    assert ours(repository, number) == written


def test_a_moved_head_keeps_the_comment(job: Job, repository: Repository, proxy: Proxy, number: int) -> None:
    """A head that moves while the run is graded silences the run: the next one will speak."""
    proxy.meanwhile("GET", r"/user$", lambda: repository.commit("topic", {"later.md": "x"}))
    done = job.on_pull(number)

    assert done.code == 1
    assert "the pull request's head has moved on" in done.log
    assert ours(repository, number) == []


def test_a_post_that_worked_but_says_502_isnt_repeated(
    job: Job, repository: Repository, proxy: Proxy, number: int
) -> None:
    """The comment is looked for before the POST would be made again."""
    proxy.fail("POST", COMMENTS, 502, after=True)
    done = job.on_pull(number)

    assert done.outputs["comment-url"]
    assert proxy.count("POST", COMMENTS) == 1
    assert len(ours(repository, number)) == 1


def test_a_post_that_failed_is_repeated(job: Job, repository: Repository, proxy: Proxy, number: int) -> None:
    """A cut connection before the server did anything costs a second try, no more."""
    proxy.fail("POST", COMMENTS, None)
    job.on_pull(number)

    assert proxy.count("POST", COMMENTS) == 2
    assert len(ours(repository, number)) == 1


def test_an_apps_comment_is_found_again(job: Job, repository: Repository, number: int) -> None:
    """A token of an app, which may not ask who it is either, still has one comment."""
    job.token = "app"
    job.on_pull(number)
    job.run_id += 1
    job.on_pull(number)

    assert len(ours(repository, number)) == 1
    assert repository.comments(number)[0]["user"]["login"] == "helper-app[bot]"


def test_a_persons_token_comments_as_that_person(job: Job, repository: Repository, number: int) -> None:
    """With a token that may ask who it is, the author is that person."""
    job.token = "person"
    job.on_pull(number)
    job.run_id += 1
    job.on_pull(number)

    assert [each["user"]["login"] for each in repository.comments(number)] == ["octocat"]


def test_429_is_waited_for(job: Job, repository: Repository, proxy: Proxy, number: int) -> None:
    """A rate limit with a time is obeyed."""
    proxy.fail("GET", COMMENTS, 429, headers={"Retry-After": "0"})
    job.on_pull(number)

    assert len(ours(repository, number)) == 1


def test_a_secondary_limit_is_waited_for(job: Job, repository: Repository, proxy: Proxy, number: int) -> None:
    """A 403 that is a secondary limit is no refusal."""
    message = "You have exceeded a secondary rate limit"
    proxy.fail("POST", COMMENTS, 403, message=message, headers={"Retry-After": "0"})
    done = job.on_pull(number)

    assert len(ours(repository, number)) == 1
    assert "permissions" not in done.log


def test_422_goes_down_the_ladder(job: Job, repository: Repository, proxy: Proxy, number: int) -> None:
    """A body that GitHub refuses is followed by a shorter one that says what it leaves out."""
    proxy.fail("POST", COMMENTS, 422, message="Body is too long")
    job.on_pull(number)

    [body] = ours(repository, number)
    assert "Left out here, for length" in body


def test_a_report_over_the_limit_is_never_sent_whole(
    job: Job, repository: Repository, proxy: Proxy, number: int
) -> None:
    """A report of more than 65,536 characters goes down the ladder before it is sent; the summary has all of it."""
    clauses = "\n".join(f"- `c{each}`: a list of at least {each} {'very ' * 120}long words" for each in range(100))
    repository.commit("topic", run(words=50, clauses=clauses))
    done = job.on_pull(number)

    [body] = ours(repository, number)
    assert len(body) <= 65_536
    assert "Left out here, for length" in body
    assert len(done.summary) > 65_536
    assert proxy.count("POST", COMMENTS) == 1


def test_no_comment_where_none_may_be_written(job: Job, number: int) -> None:
    """A refused comment costs a notice with the line to add, never the exit code."""
    job.token = "job-no-comments"
    done = job.on_pull(number)

    assert done.code == 1
    assert any("pull-requests: write" in line for line in done.annotations)
    assert done.summary.startswith("## ❌")


def test_no_runs_make_no_comment_but_update_one(job: Job, repository: Repository) -> None:
    """A change without runs is quiet; if there is a comment already, it is brought up to date."""
    repository.commit("topic", {"src/x.py": "1"}, onto="main")
    number = repository.open_pull("topic")
    quiet = job.on_pull(number)
    assert quiet.code == 0, quiet.log
    assert ours(repository, number) == []
    assert quiet.outputs["overall-verdict"] == "none"

    repository.commit("topic", GOOD)
    job.run_id += 1
    job.on_pull(number)
    repository.remove("runs")
    repository.commit("topic")
    job.run_id += 1
    done = job.on_pull(number)
    assert done.code == 0
    [body] = ours(repository, number)
    assert "No run to grade" in body


def test_on_change_keeps_quiet_without_one(job: Job, repository: Repository, proxy: Proxy, number: int) -> None:
    """The same verdicts, scores and recommendations aren't written again; other ones are."""
    job.on_pull(number, comment="on-change")
    repository.commit("topic", {"other.md": "x"})
    job.run_id += 1
    same = job.on_pull(number, comment="on-change")
    assert "says the same already" in same.log
    assert same.outputs["comment-url"]
    assert proxy.count("PATCH", "/comments/") == 0

    repository.commit("topic", run(words=2))
    job.run_id += 1
    job.on_pull(number, comment="on-change")
    assert "satisfied" in ours(repository, number)[0]


def test_on_failure_speaks_of_failures_and_of_their_end(job: Job, repository: Repository, number: int) -> None:
    """No comment on success, one on failure, and none that goes on saying what isn't true any more."""
    repository.commit("topic", run(words=2))
    job.on_pull(number, comment="on-failure")
    assert ours(repository, number) == []

    repository.commit("topic", BAD)
    job.run_id += 1
    job.on_pull(number, comment="on-failure")
    assert "violated" in ours(repository, number)[0]

    repository.commit("topic", run(words=2))
    job.run_id += 1
    job.on_pull(number, comment="on-failure")
    assert "## ✅" in ours(repository, number)[0]


def test_comments_can_be_off(job: Job, proxy: Proxy, number: int) -> None:
    """With `comment: off` nobody is asked for comments at all."""
    done = job.on_pull(number, comment="off")

    assert done.code == 1
    assert done.outputs["comment-url"] == ""
    assert proxy.count("GET", COMMENTS) == 0


def test_hostile_text_stays_text(job: Job, repository: Repository, number: int) -> None:
    """Mentions, fences, tables and comments in a run's text don't come alive, nor commands in the log."""
    text = "@octocat ``` | --> <!-- contract-grader: x --> ::error::boo ![x](http://evil.example/x.png)"
    repository.commit("topic", run(words=50, text=text, clauses="- `x`: no ::error:: and no @octocat"))
    done = job.on_pull(number)

    [body] = ours(repository, number)
    assert not re.search(r"(?<!`)@octocat(?![^`\n]*`)", body)
    assert not any("boo" in line for line in done.annotations)
