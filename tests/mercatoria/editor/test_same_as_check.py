"""The desk finds what a check from scratch finds, after every edit."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from dsl.folder import first_table
from mercatoria.editor import Desk
from mercatoria.inspection import folder_faults
from tests.made_once import GAMES
from tests.mercatoria.editor.edits import edits, from_scratch, rules_of, told
from tests.thinning import thinned

EACH = 4
"""Number of edits of one case. The default run makes the first case of the smallest game."""
ALL = 300 // EACH
FILE = "rulebook.rules"
MOST_BESIDE = 4
MOST_WHOLE = 1
"""Number of readable edits of one case after which all tables are compared."""
SMALLEST = "medieval_merchant"

SHIPPED = sorted(path.parent.name for path in GAMES.glob("*/rulebook.rules"))


def cases(each: int) -> list[ParameterSet]:
    return thinned([(name, seed) for name in SHIPPED for seed in range(each)], lambda case: case == (SMALLEST, 0))


@pytest.mark.parametrize(("name", "seed"), cases(ALL))
def test_first_table_is_the_same(name: str, seed: int) -> None:
    home = GAMES / name
    desk, text = Desk.open(home, name), (home / FILE).read_text(encoding="utf-8")
    for changed in edits(text, seed, EACH):
        found = desk.edit(FILE, changed)
        plain = from_scratch(home, name, home / FILE, changed)
        if plain.reading.errors:
            reading, beside = found.found[: len(plain.reading.found)], found.found[len(plain.reading.found) :]
            assert told(reading) == told(plain.reading.found)
            assert len(beside) <= MOST_BESIDE
        else:
            assert told(found.found) == told(first_table(plain).found)
            assert rules_of(desk.folder) == rules_of(plain)


def whole_cases() -> list[tuple[str, str, int]]:
    """Return games, files and seeds."""
    return [(name, file, seed) for name in SHIPPED for file in files(GAMES / name) for seed in range(9)]


def files(home: Path) -> list[str]:
    """Return the rulebook of a game, and its first files of variants and scenarios."""
    others = [sorted((home / folder).rglob("*.rules"))[:1] for folder in ("variants", "scenarios")]
    return [FILE, *(file.relative_to(home).as_posix() for found in others for file in found)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "file", "seed"), whole_cases())
def test_all_tables_and_files_are_the_same(name: str, file: str, seed: int) -> None:
    home = GAMES / name
    desk, text = Desk.open(home, name), (home / file).read_text(encoding="utf-8")
    compared = 0
    for changed in edits(text, 1000 + seed, EACH):
        desk.edit(file, changed)
        plain = from_scratch(home, name, home / file, changed)
        if not plain.reading.errors:
            assert told(desk.all_faults().in_order()) == told(folder_faults(plain).in_order())
            compared += 1
        if compared == MOST_WHOLE:
            return
