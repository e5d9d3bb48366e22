"""Tests that exactly one target of `make slow` runs each slow test."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
RECIPES = re.findall(r"^\t\$\(SLOW\) (.+)$", MAKEFILE, re.MULTILINE)
"""The arguments of pytest in each target."""


def runs(recipe: str, file: Path) -> bool:
    """Return True if a target runs the tests of a file."""
    ignored = [ROOT / path for path in re.findall(r"--ignore (\S+)", recipe)]
    named = [ROOT / path for path in re.sub(r"--\w+ \S+", "", recipe).split()]
    return any(map(file.is_relative_to, named)) and not any(map(file.is_relative_to, ignored))


def test_each_test_file_belongs_to_one_target() -> None:
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    assert len(files) > 300
    wrong = {str(file): found for file in files if len(found := [each for each in RECIPES if runs(each, file)]) != 1}
    assert not wrong


def test_make_slow_runs_every_target() -> None:
    (needed,) = re.findall(r"^slow: (.*?) ##", MAKEFILE, re.MULTILINE)
    targets = re.findall(r"^(slow-\w+|\$\(SLOW_GAMES\)):", MAKEFILE, re.MULTILINE)
    assert sorted(needed.split()) == sorted(targets)
    assert len(targets) == len(RECIPES)


def test_the_parts_of_the_games_are_numbered_from_one() -> None:
    (numbers,) = re.findall(r"^SLOW_GAMES := \$\(addprefix slow-games-,([\d ]+)\)$", MAKEFILE, re.MULTILINE)
    assert [int(each) for each in numbers.split()] == list(range(1, len(numbers.split()) + 1))
