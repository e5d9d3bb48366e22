"""Tests that `can` accepts a group of actions."""

from __future__ import annotations

from pathlib import Path

import mercatoria

RULES = """rulebook market "A market"
    players 2

each Player has
    purse: money = 1
    stuck: 0 to 9 = 0

group business: buy or lend

round "Round"
    turn of player in Player
        if not can(player, business)
            raise player.stuck by 1
        player must business, or else pass

action buy "Buy"
    costs price: 2 to bank

action lend "Lend"
    costs coin: 1 to bank

end enough of round when round.number = 3

scoring of p in Player
    stuck: p.stuck
"""


def test_can_of_a_group_means_any_of_its_actions(tmp_path: Path) -> None:
    (tmp_path / "market.rules").write_text(RULES, encoding="utf-8")
    state = mercatoria.load(str(tmp_path / "market.rules")).start(2)
    for move in ("Seat1: lend", "Seat2: lend", "Seat1: pass"):
        state.apply(move)
    assert list(state.scores) == [1, 1]
