"""Tests that changed rules are played by the same players as the original rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria.balance import Rules, parameters_of
from mercatoria.balance.trials import game_of
from mercatoria.players.prices import prices_of
from tests.mercatoria.balance.races import race

AUCTIONS = "merchants_of_the_middle_ages"


def test_a_change_does_not_change_the_players() -> None:
    """Players estimate prices from a few random games, which any change of the rules turns into other games."""
    base = mercatoria.load(AUCTIONS)
    rules = Rules(AUCTIONS, base.slug)
    number = next(each for each in parameters_of(base, 4) if each.is_number)
    change = max(number.changes(), key=lambda change: change.size)
    changed = rules.changed((change,))
    own = prices_of(base.table(4)).price
    assert prices_of(changed.load().table(4)).price != own, "this change does not show the difference"
    assert prices_of(game_of(changed, 4).table(4)).price == own


def test_a_change_costs_neither_reading_nor_trial_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process reads the rulebook once, and estimates prices once, for all changes of its numbers."""
    folder = race(tmp_path)
    rules = Rules(folder, "race")
    game_of(rules, 2)
    prices_of(game_of(rules, 2).table(2))
    monkeypatch.setattr("dsl.folder.file_reader.FileReader.source", _refuse)
    monkeypatch.setattr("mercatoria.players.prices.trial_game", _refuse)
    for parameter in parameters_of(game_of(rules, 2), 2):
        change = parameter.changes()[0]
        changed = game_of(rules.changed((change,)), 2)
        after = {each.name: each.value for each in parameters_of(changed, 2)}
        assert after[parameter.name] == change.after
        assert prices_of(changed.table(2)).price == prices_of(game_of(rules, 2).table(2)).price


def _refuse(*args: object, **kwargs: object) -> None:
    pytest.fail("a change of a number reads or plays something again")
