"""Tests that changed rules are played by the same players as the original rules."""

from __future__ import annotations

import mercatoria
from mercatoria.balance import Rules, parameters_of
from mercatoria.balance.trials import game_of
from mercatoria.players.prices import prices_of

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
