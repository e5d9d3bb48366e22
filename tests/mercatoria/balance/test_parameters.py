"""Tests which parts of a rulebook a search may change, and to what."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria.balance import Parameter, Rules, chosen_parameters, parameters_of, variant_text
from tests.mercatoria.balance.races import race


def test_numbers_options_and_cells_of_a_rulebook(tmp_path: Path) -> None:
    """A number that follows from another one is left out, and a table by players has one cell for each table."""
    game = mercatoria.load(race(tmp_path))
    found = [(each.name, each.value) for each in parameters_of(game, 2)]
    assert found == [("short", "no"), ("head_start", "4"), ("finish", "24"), ("longest(2)", "6")]
    assert ("longest(3)", "4") in [(each.name, each.value) for each in parameters_of(game, 3)]


def test_an_option_that_the_table_has_chosen_stays(tmp_path: Path) -> None:
    game = mercatoria.load(race(tmp_path), options={"short": "yes"})
    assert "short" not in [each.name for each in parameters_of(game, 2)]


def test_the_smallest_changes_are_tried_first() -> None:
    tried = [int(each.after) for each in Parameter("days", "Days", "4").changes()]
    assert tried == [3, 5, 2, 6, 8]
    assert [each.after for each in Parameter("days", "Days", "1").changes()] == ["0", "2", "3"]
    assert [each.after for each in Parameter("days", "Days", "4", ("2", "4", "6")).changes()] == ["2", "6"]
    wide = Parameter("days", "Days", "9", tuple(map(str, range(1, 11))))
    assert [each.after for each in wide.changes()] == ["8", "10", "7", "4"]


def test_values_beyond_the_last_one_follow_if_it_is_the_best() -> None:
    days = Parameter("days", "Days", "4")
    assert [each.after for each in days.beyond(8, [2, 4, 8])] == ["9", "12", "16"]
    assert [each.after for each in days.beyond(2, [2, 4, 8])] == ["0", "1"]
    assert days.beyond(4, [2, 4, 8]) == []


def test_names_choose_parameters(tmp_path: Path) -> None:
    found = parameters_of(mercatoria.load(race(tmp_path)), 2)
    assert [each.name for each in chosen_parameters(found, ["longest", "finish"], [])] == ["finish", "longest(2)"]
    assert [each.name for each in chosen_parameters(found, [], ["short", "longest"])] == ["head_start", "finish"]
    with pytest.raises(LookupError, match="no variant can set `twice`"):
        chosen_parameters(found, ["twice"], [])


@pytest.mark.parametrize("players", [2, 3])
def test_every_change_is_a_valid_variant(tmp_path: Path, players: int) -> None:
    folder = race(tmp_path)
    for parameter in parameters_of(mercatoria.load(folder), players):
        for change in parameter.changes():
            changed = Rules(folder, "race", changes=(change,)).load()
            after = {each.name: each.value for each in parameters_of(changed, players)}
            assert after[parameter.name] == change.after


def test_the_variant_names_the_game_and_its_changes() -> None:
    days, fee = Parameter("days", "Days", "4").to("5"), Parameter("fee(2)", "Fee", "1").to("3")
    text = variant_text("fair", (days, fee), "Balanced")
    assert text == 'variant balanced "Balanced" of fair\n    set days to 5\n    set fee(2) to 3\n'
