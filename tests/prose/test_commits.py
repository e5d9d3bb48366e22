"""The form of commit messages is checked, also where a clone holds only part of the history."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from blocks import ROOT, commits
from commits import message_faults, subject_faults

GOOD = [
    "fix(players): stop planning pieces that cannot be placed",
    "docs: explain `until`",
    "feat(dsl)!: drop the word `when`",
    "perf(native/play): embed tables",
    "test(adapters, web): bring a shallow clone",
]
BAD = {
    "Players stop planning": "not `type(scope)",
    "fixes(players): stop planning": "not `type(scope)",
    "fix(players) stop planning": "not `type(scope)",
    "fix(Players): stop planning": "not `type(scope)",
    "fix(players): Stop planning": "capital",
    "fix(players): stop planning.": "full stop",
    "fix(players): stopped planning": "imperative",
    "fix(players): stopping plans": "imperative",
    "fix(players): stops planning": "imperative",
    "fix(players): " + "x" * 70: "84 characters",
}


@pytest.mark.parametrize("subject", GOOD)
def test_a_good_subject_passes(subject: str) -> None:
    assert subject_faults(subject) == []


@pytest.mark.parametrize("subject", BAD)
def test_a_bad_subject_fails_for_one_reason(subject: str) -> None:
    (fault,) = subject_faults(subject)
    assert BAD[subject] in fault


def test_a_message_has_a_blank_second_line() -> None:
    assert message_faults(f"{GOOD[0]}\n\nIt wasted turns.\n# git's own\n") == []
    assert message_faults(f"{GOOD[0]}\n# git's own\n") == []
    assert "blank" in message_faults(f"{GOOD[0]}\nIt wasted turns.\n")[0]
    assert message_faults("Merge branch 'x'\n") == []


def test_the_hook_refuses_a_message(tmp_path: Path) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    message.write_text("Stopped planning\n", encoding="utf-8")
    hook = [sys.executable, "-m", "tests.prose.commits", str(message)]
    refused = subprocess.run(hook, cwd=ROOT, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "docs/style.md" in refused.stderr
    message.write_text(GOOD[0], encoding="utf-8")
    assert subprocess.run(hook, cwd=ROOT, check=False).returncode == 0


def test_the_commits_of_this_checkout_have_the_form() -> None:
    assert [(each.file, each.text) for each in commits() if subject_faults(each.text)] == []


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A repository with an old commit, a first one of the new form and two more."""
    folder = tmp_path / "history"
    folder.mkdir()
    git(folder, "init", "--quiet")
    for subject in ("Old habits", "docs: begin", "fix: one", "Bad form"):
        git(folder, "commit", "--quiet", "--allow-empty", "--message", subject)
    return folder


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", "-c", "core.hooksPath="]
    done = subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def subjects(folder: Path, first: str) -> list[str]:
    return [each.text for each in commits(folder, first)]


def test_old_commits_keep_their_form(history: Path) -> None:
    assert subjects(history, git(history, "rev-parse", "HEAD~2")) == ["Bad form", "fix: one"]


def test_a_shallow_clone_is_checked_as_far_as_it_goes(history: Path, tmp_path: Path) -> None:
    first = git(history, "rev-parse", "HEAD~2")
    git(tmp_path, "clone", "--quiet", "--depth", "1", history.as_uri(), "shallow")
    assert subjects(tmp_path / "shallow", first) == ["Bad form"]


def test_another_history_is_left_alone(history: Path) -> None:
    assert subjects(history, "0" * 40) == []
