"""Tests that the changelog has the form of Keep a Changelog and that its lines are short enough."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHANGELOG = (Path(__file__).resolve().parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
GROUPS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
LONGEST = 100
LONGEST_RELEASE = 25


def faults(text: str) -> list[str]:
    """Return the lines of the changelog that are too long or have the wrong form."""
    releases = text[text.index("## [Unreleased]") :].splitlines()
    form = re.compile(r"## \[(Unreleased|\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d)\]?|- \*\*[^*]+:\*\* .+\.")
    plain = {"", "First release.", *(f"### {group}" for group in GROUPS)}
    return [line for line in releases if line not in plain and not (len(line) <= LONGEST and form.fullmatch(line))]


def test_each_change_is_one_line() -> None:
    assert faults(CHANGELOG) == []


@pytest.mark.parametrize(
    "line",
    [
        f"- **Browser:** {'x' * 90}.",
        "- without an area.",
        "- **Browser:** without a full stop",
        "  a second line of a bullet",
        "### Repaired",
        "## [0.2] - 2026-12-01",
    ],
)
def test_other_lines_are_found(line: str) -> None:
    assert faults(f"## [Unreleased]\n\n### Added\n\n{line}\n") == [line]


def test_groups_have_their_order_and_come_once() -> None:
    for release in re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]:
        groups = re.findall(r"^### (.+)$", release, re.MULTILINE)
        assert groups == sorted(set(groups), key=GROUPS.index)


def test_the_first_release_is_short() -> None:
    first = CHANGELOG[CHANGELOG.index("## [0.1.0]") :]
    assert len([line for line in first.splitlines() if line]) <= LONGEST_RELEASE
