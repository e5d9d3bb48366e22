"""The desk finds what a check from scratch finds, after every edit."""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet

from mercatoria.editor import Desk
from mercatoria.inspection import folder_faults
from mercatoria.inspection.game import first_table
from tests.made_once import GAMES
from tests.mercatoria.editor.edits import edits, from_scratch, told
from tests.thinning import thinned

EACH = 15
"""Number of edits of one case. The default run makes the first case of each game."""
ALL = 300 // EACH
FILE = "rulebook.rules"
MOST_BESIDE = 4

SHIPPED = sorted(path.parent.name for path in GAMES.glob("*/rulebook.rules"))


def cases(each: int) -> list[ParameterSet]:
    return thinned([(name, seed) for name in SHIPPED for seed in range(each)], lambda case: case[1] == 0)


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


@pytest.mark.parametrize(("name", "seed"), cases(4))
def test_all_tables_and_files_are_the_same(name: str, seed: int) -> None:
    home = GAMES / name
    desk, text = Desk.open(home, name), (home / FILE).read_text(encoding="utf-8")
    compared = 0
    for changed in edits(text, 1000 + seed, EACH):
        desk.edit(FILE, changed)
        plain = from_scratch(home, name, home / FILE, changed)
        if not plain.reading.errors:
            assert told(desk.all_faults().in_order()) == told(folder_faults(plain).in_order())
            compared += 1
        if compared == 2:
            return
