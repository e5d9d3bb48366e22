"""A check of changed scenarios alone finds what a check of the whole game finds."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from dsl.folder import read_folder
from mercatoria.inspection import changed_scenario_faults, folder_faults
from tests.made_once import GAMES
from tests.mercatoria.editor.edits import edits, told
from tests.thinning import thinned

ROOT = GAMES.parent
SMALL = "docs/examples/commerce"
EACH = 6
"""Number of edits of one file."""


def cases() -> list[ParameterSet]:
    """Return games and seeds. The default run checks the small game only."""
    games = [SMALL, *(f"games/{path.parent.name}" for path in sorted(GAMES.glob("*/rulebook.rules")))]
    return thinned([(game, seed) for game in games for seed in range(3)], lambda case: case[0] == SMALL)


@pytest.mark.parametrize(("game", "seed"), cases())
def test_a_changed_scenario_has_the_same_faults(game: str, seed: int, tmp_path: Path) -> None:
    home = tmp_path / "game"
    shutil.copytree(ROOT / game, home)
    files = sorted((home / "scenarios").rglob("*.rules"))
    file = files[seed % len(files)]
    assert not folder_faults(read_folder(home, "game")).found
    compared = 0
    for changed in edits(file.read_text(encoding="utf-8"), seed, EACH):
        file.write_text(changed, encoding="utf-8")
        found = changed_scenario_faults(home, "game", frozenset(files) - {file})
        plain = read_folder(home, "game")
        assert (found is None) == bool(plain.reading.found)
        if found is not None:
            assert told(found.in_order()) == told(folder_faults(plain).in_order())
            compared += 1
    assert compared, "no edit of this seed can be read"


def test_scenarios_that_did_not_change_are_not_read(tmp_path: Path) -> None:
    home = tmp_path / "game"
    shutil.copytree(ROOT / SMALL, home)
    (file, *_) = files = sorted((home / "scenarios").rglob("*.rules"))
    file.write_text("scenario", encoding="utf-8")
    assert changed_scenario_faults(home, "game", set()) is None
    found = changed_scenario_faults(home, "game", set(files))
    assert found is not None
    assert found.found == []
