"""What git says of a checkout."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from grader.github.git import Checkout, GitFailed


def git(folder: Path, *arguments: str) -> str:
    """Run git as the test's own committer."""
    who = ("-c", "user.name=Committer", "-c", "user.email=committer@example.com")
    done = subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with two commits on `main` and one on `topic`, which is checked out."""
    made = tmp_path / "origin"
    made.mkdir()
    git(made, "init", "--quiet", "--initial-branch=main")
    for name in ("one.md", "two.md"):
        (made / name).write_text(name)
        git(made, "add", "--all")
        git(made, "commit", "--quiet", "--message", name)
    git(made, "checkout", "--quiet", "-b", "topic")
    (made / "dir ü").mkdir()
    git(made, "mv", "one.md", "dir ü/moved.md")
    git(made, "commit", "--quiet", "--message", "move")
    return made


def test_a_checkout_knows_its_commit_and_parents(folder: Path) -> None:
    """The commit comes first; a folder that is no checkout has none."""
    checkout = Checkout(folder, os.environ)
    assert checkout.commits() == (git(folder, "rev-parse", "HEAD"), git(folder, "rev-parse", "main"))
    assert Checkout(folder.parent, os.environ).commits() == ()


def test_no_name_in_a_commit_makes_it_another_parent(folder: Path) -> None:
    """A form feed ends no line of a commit's header."""
    forged = "0" * 40
    git(folder, "-c", f"user.name=x\fparent {forged}\fy", "commit", "--quiet", "--allow-empty", "--message", "forged")
    assert not Checkout(folder, os.environ).holds(forged)


def test_parents_are_known_in_a_shallow_clone_too(folder: Path, tmp_path: Path) -> None:
    """A merge commit is recognised although its parents aren't there."""
    git(tmp_path, "clone", "--quiet", "--depth=1", "--branch=topic", f"file://{folder}", "shallow")
    checkout = Checkout(tmp_path / "shallow", os.environ)
    assert checkout.holds(git(folder, "rev-parse", "main"))
    assert not checkout.holds(git(folder, "rev-parse", "main~1"))


def test_a_sparse_checkout_isnt_whole(folder: Path) -> None:
    """It holds no commit's content."""
    checkout = Checkout(folder, os.environ)
    assert checkout.is_whole()
    git(folder, "sparse-checkout", "set", "dir ü")
    assert not checkout.is_whole()
    assert not checkout.holds(git(folder, "rev-parse", "HEAD"))


def test_changes_are_both_sides_of_a_rename(folder: Path) -> None:
    """A renamed file is named twice, in its own spelling."""
    checkout = Checkout(folder, os.environ)
    changed = checkout.changed(git(folder, "rev-parse", "main"), git(folder, "rev-parse", "topic"))
    assert changed == {"one.md", "dir ü/moved.md"}


def test_a_missing_commit_is_fetched_alone(folder: Path, tmp_path: Path) -> None:
    """A shallow clone gets the one commit that it lacks, never a history."""
    git(folder, "config", "uploadpack.allowAnySHA1InWant", "true")
    git(tmp_path, "clone", "--quiet", "--depth=1", "--branch=topic", f"file://{folder}", "shallow")
    base, head = git(folder, "rev-parse", "main~1"), git(folder, "rev-parse", "topic")
    shallow = tmp_path / "shallow"
    assert Checkout(shallow, os.environ).changed(base, head) == {"one.md", "two.md", "dir ü/moved.md"}
    assert git(shallow, "rev-list", "--count", "--all") == "1"


@pytest.mark.parametrize("commit", ["--output=/tmp/x", "main", "HEAD", "a" * 39, "-x"])
def test_only_full_names_of_commits_reach_git(folder: Path, commit: str) -> None:
    """What isn't a SHA can't become an option."""
    with pytest.raises(GitFailed, match="no full name"):
        Checkout(folder, os.environ).changed(commit, git(folder, "rev-parse", "HEAD"))


def test_an_unknown_commit_is_gits_own_refusal(folder: Path) -> None:
    """Git's message is passed on."""
    with pytest.raises(GitFailed, match="origin"):
        Checkout(folder, os.environ).changed("f" * 40, git(folder, "rev-parse", "HEAD"))


def test_nothing_that_the_checkout_configures_runs_or_sees_secrets(folder: Path, tmp_path: Path) -> None:
    """A file system monitor, a text conversion and an external diff in the configuration aren't started."""
    trap = tmp_path / "trap"
    trap.write_text("#!/bin/sh\nenv > sprung\n")
    trap.chmod(0o755)
    for name in ("core.fsmonitor", "diff.external", "diff.md.textconv", "core.askPass"):
        git(folder, "config", name, str(trap))
    (folder / ".git/info/attributes").write_text("*.md diff=md\n")
    environ = {**os.environ, "INPUT_GITHUB-TOKEN": "secret"}
    checkout = Checkout(folder, environ)
    checkout.changed(git(folder, "rev-parse", "main"), git(folder, "rev-parse", "topic"))
    (folder / "sprung").unlink(missing_ok=True)  # the test's own git may have started it
    checkout.changed(checkout.commits()[1], checkout.commits()[0])
    assert not (folder / "sprung").exists()
    assert not any(name.startswith("INPUT_") for name in checkout._environ)


def test_without_git_there_is_no_checkout(folder: Path, tmp_path: Path) -> None:
    """A machine without git is no error by itself."""
    environ = {"PATH": str(tmp_path / "nowhere")}
    assert Checkout(folder, environ).commits() == ()


def test_a_checkout_whose_settings_cant_be_read_counts_for_nothing(folder: Path) -> None:
    """Nobody knows whether files were left out."""
    checkout = Checkout(folder, os.environ)
    assert checkout.is_whole()
    (folder / ".git" / "config").write_text("[core\n")
    assert not checkout.is_whole()
