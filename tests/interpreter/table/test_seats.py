"""Tests the messages about the seats of a table, for one player and for several players."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria

RULES = """\
rulebook walks "Walks"
    players 1 to 2

each Player has
    steps: 0 to 9 = 0

round "A walk"
    turn of player in Player
        player may walk

action walk "Walk"
    then
        raise you.steps by 1

end over of round when round.number = 2

scoring of p in Player
    steps: p.steps
"""
NEEDS_A_SEAT = RULES.replace("p.steps\n", "p.steps + seat(3).steps\n")
NEEDS_ANOTHER = RULES.replace("p.steps\n", "other(p).steps\n")


def written(folder: Path, rules: str) -> mercatoria.Game:
    (folder / "rulebook.rules").write_text(rules, encoding="utf-8")
    return mercatoria.load(str(folder))


@pytest.mark.parametrize(("players", "size"), [(1, "the table has 1 seat"), (2, "the table has 2 seats")])
def test_a_move_of_a_missing_seat(tmp_path: Path, players: int, size: str) -> None:
    state = written(tmp_path, RULES).start(players, seed=1)
    with pytest.raises(mercatoria.NotAMove) as refused:
        state.table.notation.from_data({"seat": players, "action": "walk"})
    assert str(refused.value) == f"there is no seat {players}; {size}"


def test_rules_that_need_another_seat_at_a_table_for_one(tmp_path: Path) -> None:
    for rules, code in ((NEEDS_A_SEAT, "E310"), (NEEDS_ANOTHER, "E303")):
        _, sink = written(tmp_path, rules).folder.check(1, lints=False)
        assert [(fault.code, fault.label) for fault in sink.errors] == [(code, "the table has 1 seat")]
