"""Tests that words of later forms are still free as names, so that older rulebooks keep their meaning."""

from __future__ import annotations

from pathlib import Path

import mercatoria

RULES = """\
rulebook heap "Heap"
    players 2 to 3

kind Good: Wool, Salt with 9 pieces each

each Player has
    hand: bag of Good = 3 of Wool
    shelf: bag of Good

game has
    discards: bag of Good
    refill: 0 to 3 = 1
    deck: hidden bag of Good = 3 of Salt

round
    turn of p in clockwise(seat(1))
        do empty
        p discards lost: 1 from p.hand to discards
        refill p.shelf to 1 from deck if refill = 1
        set refill to refill + 0

rule empty "The heap is emptied"
    move all Wool from discards to supply

end done of round when round.number = 1
"""


def test_refill_and_discards_are_names_outside_their_forms(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    state = mercatoria.load(str(tmp_path)).start(2, seed=1)
    seen = state.view(0)
    assert seen["game"]["discards"] == {"Wool": 1}
    assert seen["things"]["Player"]["Seat1"]["shelf"] == {"Salt": 1}
