"""Tests that a refusal counts missing pieces like the rest of the table: `2 kites`, not `2 a kite`."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria

RULES = """\
rulebook kites "Kites"
    players 2

kind Kite: Long, Wide with 6 pieces each called "a {this} kite"

each Player has
    hand: bag of Kite = 1 of Long

round
    turn of player in Player
        player may fly or trade

action fly
    costs kites: 2 of Long from you.hand to supply

action trade
    costs kites: 2 of Long from you.hand to supply
    accepts swap: 2 alike of Kite from you.hand to supply for 1

end late of round when round.number = 2
"""


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("Seat1: fly", "you need 2 Long kites but have only 1"),
        ("Seat1: trade", "it costs 2 Long kites (you have 1)"),
    ],
)
def test_missing_pieces_are_counted(tmp_path: Path, move: str, reason: str) -> None:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    state = mercatoria.load(str(tmp_path)).start(2, seed=1)
    with pytest.raises(mercatoria.IllegalMove) as refused:
        state.apply(move)
    assert reason in str(refused.value)
