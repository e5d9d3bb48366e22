"""Tests that a game validates each request before the request has an effect."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from dsl.folder import read_folder
from mercatoria.inspection import folder_faults

PIG = str(Path(__file__).resolve().parents[3] / "docs" / "examples" / "pig")


@pytest.mark.parametrize("players", [True, "4", None, 4.0, 99, 0, -1, 10**4000, [2]])
def test_players_are_a_number_that_the_game_is_for(players: object) -> None:
    with pytest.raises(mercatoria.TableError, match=r"players must be a whole number|is for 2 to 10 players"):
        mercatoria.load(PIG).start(players)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [True, "7", None, 1.5, 2**64, -(2**63) - 1, 10**4000])
def test_a_seed_is_a_whole_number_of_64_bits(seed: object) -> None:
    with pytest.raises(mercatoria.TableError, match="the seed must be a whole number from"):
        mercatoria.load(PIG).start(2, seed)  # type: ignore[arg-type]


def test_the_greatest_and_the_least_seed_can_be_saved() -> None:
    game = mercatoria.load(PIG)
    for seed in (2**64 - 1, -(2**63)):
        assert game.state_from_json(game.start(2, seed).to_json()).seed == seed


@pytest.mark.parametrize("variants", ["pig", 5, [5], [None]])
def test_variants_are_a_list_of_names(variants: object) -> None:
    with pytest.raises(mercatoria.TableError, match="variant"):
        mercatoria.load(PIG, variants)  # type: ignore[arg-type]


def test_options_are_names_with_what_is_chosen() -> None:
    with pytest.raises(mercatoria.TableError, match="options must map names"):
        mercatoria.load(PIG, options=["target"])  # type: ignore[arg-type]


def test_fewest_players_come_first(tmp_path: Path) -> None:
    text = (Path(PIG) / "rulebook.rules").read_text(encoding="utf-8").replace("players 2 to 10", "players 6 to 2")
    (tmp_path / "rulebook.rules").write_text(text, encoding="utf-8")
    faults = folder_faults(read_folder(tmp_path, "game")).errors
    assert [fault.code for fault in faults] == ["E321"]
    assert "the minimum number of players comes first" in faults[0].title
    with pytest.raises(mercatoria.RulebookError, match="the minimum number of players comes first"):
        mercatoria.load(str(tmp_path))
