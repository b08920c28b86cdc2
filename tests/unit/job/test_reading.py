"""Runs in a checkout and in a commit: the same answers from both, and no way out of either."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from grader.errors import UsageError
from grader.github.client import Client
from grader.github.clock import SystemClock
from grader.github.commit import CommitTree
from grader.github.context import Context
from grader.job.files import folder_for
from grader.job.folder import FolderOfCommit
from grader.job.inputs import Inputs, Mode, offered
from grader.job.selection import by_globs, is_named
from grader.job.source import CheckoutSource, CommitSource
from grader.limits import Limits
from grader.openprose.identity import system_of
from grader.openprose.tree import LocalTree
from tests.run_on_disk import write

FILES = {
    "README.md": "text",
    "runs/a/root.prose.md": "---\nname: alpha\n---\n",
    "runs/a/bindings/alpha/x.md": "x",
    "runs/a/imports/b--c/root.prose.md": "---\n---\n",
    "runs/a/imports/b--c/forme.manifest.json": json.dumps({"systemName": "beta"}),
    "deep/er/runs/d/note.md": "x",
}
LINKS = {"runs/a/link.md": "../../README.md", "runs/e": "a"}


@pytest.fixture
def checkout(tmp_path: Path) -> CheckoutSource:
    """The files in a workspace."""
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    for name, target in LINKS.items():
        (tmp_path / name).symlink_to(target)
    return CheckoutSource(tmp_path, "repo")


@pytest.fixture
def commit(httpserver: HTTPServer) -> CommitSource:
    """The same files in a commit."""
    tree = [
        {"path": path, "mode": "100644", "type": "blob", "sha": path.replace("/", "_"), "size": len(content)}
        for path, content in FILES.items()
    ]
    tree += [
        {"path": path, "mode": "120000", "type": "blob", "sha": "link", "size": len(target)}
        for path, target in LINKS.items()
    ]
    httpserver.expect_request("/repos/org/repo/git/trees/head").respond_with_json({"tree": tree, "truncated": False})
    for path, content in FILES.items():
        url = f"/repos/org/repo/git/blobs/{path.replace('/', '_')}"
        httpserver.expect_request(url).respond_with_json({"content": _base64(content), "encoding": "base64"})
    client = Client(api_url=httpserver.url_for(""), token="", repository="org/repo", clock=SystemClock())
    return CommitSource(CommitTree(client, "head"), "repo")


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def test_both_find_the_same_runs(checkout: CheckoutSource, commit: CommitSource) -> None:
    """Every run, nested ones too."""
    assert commit.runs() == checkout.runs() == ("deep/er/runs/d", "runs/a", "runs/a/imports/b--c")


@pytest.mark.parametrize("path", [".", "runs", "runs/a", "runs/a/root.prose.md", "runs/b", "README.md/x", "nothing"])
def test_both_know_what_stands_where(checkout: CheckoutSource, commit: CommitSource, path: str) -> None:
    """Files, folders, and nothing."""
    assert checkout.exists(path) == commit.exists(path)


def test_both_show_a_run_alike(checkout: CheckoutSource, commit: CommitSource) -> None:
    """The same listing, entries and bytes, level by level."""
    here, there = checkout.tree("runs/a"), commit.tree("runs/a")
    assert here.name == there.name == "a"
    pending = [""]
    while pending:
        folder = pending.pop()
        assert here.folder(folder) == there.folder(folder)
        for entry in here.folder(folder)[0]:
            assert here.entry(entry.path) == there.entry(entry.path)
            if entry.problem is not None:
                continue
            with here.open(entry.path) as one, there.open(entry.path) as other:
                assert one.read() == other.read()
        pending += here.folder(folder)[1]
    assert here.entry("bindings") == there.entry("bindings")
    assert here.entry("nothing") is there.entry("nothing") is None


@pytest.mark.parametrize("path", ["nothing", "bindings", "../../README.md", "link.md"])
def test_neither_opens_what_is_no_file_of_the_run(checkout: CheckoutSource, commit: CommitSource, path: str) -> None:
    """OSError, and never another file."""
    for source in (checkout, commit):
        with pytest.raises(OSError):  # noqa: PT011 (each system says it in its own words)
            source.tree("runs/a").open(path)
    with pytest.raises(OSError, match="no folder"):
        commit.tree("runs/a").folder("nothing")


@pytest.mark.parametrize(
    ("path", "why"),
    [("runs/z", "there is nothing"), ("README.md", "it is a file"), ("runs/e", "it is a symbolic link")],
)
def test_both_say_alike_why_there_is_no_run(
    checkout: CheckoutSource, commit: CommitSource, path: str, why: str
) -> None:
    """Nothing, a file and a link are no folders of runs."""
    for source in (checkout, commit):
        with pytest.raises(OSError, match=why):
            source.tree(path)


def test_a_repository_that_is_a_run_has_its_own_name(checkout: CheckoutSource, commit: CommitSource) -> None:
    """Not that of the job's folder."""
    assert checkout.tree(".").name == commit.tree(".").name == "repo"
    assert isinstance(commit.tree("."), FolderOfCommit)
    assert isinstance(checkout.tree("."), LocalTree)


def test_what_lies_behind_a_link_doesnt_exist(checkout: CheckoutSource, tmp_path: Path) -> None:
    """A link is something; what it leads to isn't part of the commit."""
    (tmp_path / "link").symlink_to(tmp_path / "runs")
    assert checkout.exists("link")
    assert not checkout.exists("link/a")
    assert not checkout.exists("link/a/root.prose.md")


def test_the_system_is_known_without_reading_the_run(checkout: CheckoutSource, commit: CommitSource) -> None:
    """From the root's frontmatter, else the manifest, else nobody knows."""
    for source in (checkout, commit):
        names = [system_of(source.tree(run), Limits()) for run in ("runs/a", "runs/a/imports/b--c", "deep/er/runs/d")]
        assert names == ["alpha", "beta", None]


@pytest.mark.parametrize(
    ("patterns", "named"),
    [
        (["runs/a"], True),
        (["./runs/a/"], True),
        (["runs"], True),
        (["*"], True),
        (["run?/*"], True),
        (["runs/b"], False),
        (["*", "!runs/*"], False),
        (["!*", "runs/a"], True),
        (["a"], False),
        (["runs/[a]"], True),
        (["**/runs/*"], True),
        (["**/a"], True),
        (["**/b"], False),
        (["!runs/b"], True),
        (["!runs/b", "!*"], False),
        ([], False),
    ],
)
def test_patterns_name_runs(patterns: list[str], named: bool) -> None:
    """The last pattern that fits decides."""
    assert is_named("runs/a", patterns) is named


def test_a_long_list_of_patterns_is_cut_in_what_is_said(checkout: CheckoutSource) -> None:
    """A note stays short enough for a comment."""
    [note] = by_globs(checkout, ["nowhere"] * 9999).notes
    assert len(note) < 400


def test_globs_choose_among_all_runs(checkout: CheckoutSource) -> None:
    """What no pattern fits is said."""
    assert by_globs(checkout, ["deep"]).runs == ("deep/er/runs/d",)
    assert by_globs(checkout, ["nowhere"]).notes == ("No run matches nowhere.",)


@pytest.mark.parametrize(
    ("given", "runs"),
    [
        ("", None),
        ("a\n  b/* \n\n!c\n", ("a", "b/*", "!c")),
        ('"runs/[x]"', ("runs/[[]x]",)),
        ('["a", "b*"]', ("a", "b[*]")),
        ("[]", ()),
    ],
)
def test_runs_are_globs_or_the_plans_json(given: str, runs: tuple[str, ...] | None) -> None:
    """A path that a plan gave means itself, whatever characters it has."""
    assert Inputs.from_environ({"INPUT_RUNS": given}).runs == runs


def test_runs_that_are_typed_already_stay_as_they_are() -> None:
    """Inputs may be given as text or typed."""
    assert Inputs.of({"runs": ("a[b]", "!c")}).runs == ("a[b]", "!c")


@pytest.mark.parametrize("given", ['["a"', '"a', "[1", "[1]", '[["a"]]'])
def test_broken_json_is_a_wrong_input(given: str) -> None:
    """The message names the input."""
    with pytest.raises(UsageError, match="runs can't be"):
        Inputs.from_environ({"INPUT_RUNS": given})


def test_inputs_come_from_the_runners_variables() -> None:
    """Upper case, hyphens kept, empty for unset."""
    found = Inputs.from_environ(
        {"INPUT_FAIL-ON": "regression", "INPUT_MODE": "plan", "INPUT_MIN-EVALUATED": "50%", "INPUT_OUT": ""}
    )
    assert (found.fail_on, found.fail_on_regression, found.baseline) == ("violated", True, True)
    assert (found.mode, found.min_evaluated, found.out) == (Mode.PLAN, 50, None)


def test_secrets_dont_show() -> None:
    """Neither the token nor the key is part of a representation."""
    found = Inputs.from_environ({"INPUT_GITHUB-TOKEN": "hush", "INPUT_ANTHROPIC-API-KEY": "hush"})
    assert "hush" not in repr(found)
    assert not {"fail_on_regression", "dry_run", "batch"} & offered().keys()


def test_without_the_runners_temp_the_reports_go_into_the_workspace(tmp_path: Path) -> None:
    """As on old runners."""
    context = Context.from_environ({"GITHUB_WORKSPACE": str(tmp_path)})
    folder = folder_for(context, None)
    assert folder.path == tmp_path / "contract-grader"
    assert folder.shown == "contract-grader"
    assert folder.owner is not None
    elsewhere = Context.from_environ({"GITHUB_WORKSPACE": str(tmp_path), "RUNNER_TEMP": str(tmp_path)})
    assert folder_for(elsewhere, None).owner is None


def test_a_run_whose_system_cant_be_told_has_none(tmp_path: Path) -> None:
    """A manifest that is no object, and a folder that went away."""
    tree = LocalTree(write(tmp_path / "run", {"root.prose.md": "no frontmatter", "forme.manifest.json": "[]"}))
    assert system_of(tree, Limits()) is None
    shutil.rmtree(tmp_path / "run")
    assert system_of(tree, Limits()) is None
