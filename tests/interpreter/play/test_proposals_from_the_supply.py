"""Tests that a proposal asks whether its costs can be paid in the same way as `can` and as an action."""

from __future__ import annotations

from pathlib import Path

import mercatoria

RULES = """\
rulebook wishes "Wishes"
    players 2

kind Chip with unlimited pieces
kind Good: Wool, Salt with 3 pieces each

each Player has
    chips: bag of Chip at most 9
    goods: bag of Good = 1 of Wool

round
    turn of player in Player
        player may barter, at most 2 times

offer barter(partner: others(you), give: you.goods) to partner "Give a good for chips of the supply"
    costs give: 1 of give from you.goods to partner.goods
    costs chips: 2 of Chip from supply to you.chips

end soon of round when round.number = 3
"""


def test_an_endless_supply_can_always_pay(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    for plain in (False, True):
        state = mercatoria.load(str(tmp_path)).start(2, plain=plain)
        state.apply("Seat1: barter(Seat2, Wool)").apply("Seat2: accept_barter(Seat1, Seat2, Wool)")
        state.apply("Seat1: pass")
        assert "Seat2: barter(Seat1, Wool)" in map(str, state.moves())
