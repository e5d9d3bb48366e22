"""Tests that the error for an endless game names the moves that keep the game running."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from interpreter.table.repetition import FEWEST_MOVES, Made, repeating
from mercatoria.simulation import play_randomly
from mercatoria.simulation.playout import play
from tests.mercatoria.conftest import Ran

RULES = """rulebook tiny "Tiny"
    players 2
    seats Red, Blue

each Player has
    purse: 0 to 5 = 3

game has
    flag: 0 to 1 = 0
    still: 0 to 9 = 0

round "A day"
    turn of player in Player
        player must {actions}

{body}
end done at once when still > 5 "Over"

scoring of p in Player
    points: p.purse
"""
TURN = """action flip "Flip"
    then
        set flag to 1 - flag
"""
FILL = """action fill(n: 0 to 5) "Fill"
    then
        set you.purse to n
"""
IDLE = """action idle "Idle"
    then
        set flag to flag
"""


def tiny(folder: Path, actions: str, body: str) -> mercatoria.Game:
    folder.mkdir(exist_ok=True)
    (folder / "rulebook.rules").write_text(RULES.format(actions=actions, body=body))
    return mercatoria.load(str(folder))


def test_the_shortest_repeating_sequence_is_found() -> None:
    a, b, c = ((0, (n,)) for n in range(3))
    moves: list[Made] = [c, *[a, b] * FEWEST_MOVES]
    assert repeating(moves) == 2
    assert repeating([*moves, c]) == 0
    assert repeating([c, *[a] * FEWEST_MOVES]) == 1
    assert repeating([a] * 3) == 0
    assert repeating([]) == 0


def test_the_moves_that_repeat_are_named(tmp_path: Path) -> None:
    fault = play_randomly(tiny(tmp_path / "t", "flip", TURN).table(2), 1).fault
    assert fault is not None
    assert "50,000" in fault.message
    assert "these 2 moves repeat: `Red: flip`, `Blue: flip`; " in fault.hint
    assert "only these fields change: `flag`" in fault.hint
    assert "limit 1 per turn" in fault.hint
    assert fault.hint not in str(fault)
    assert pickle.loads(pickle.dumps(fault)).hint == fault.hint


def test_no_field_changes(tmp_path: Path) -> None:
    fault = play_randomly(tiny(tmp_path / "t", "idle", IDLE).table(2), 1).fault
    assert fault is not None
    assert "no field changes" in fault.hint


def test_moves_that_do_not_repeat_are_counted(tmp_path: Path) -> None:
    fault = play_randomly(tiny(tmp_path / "t", "fill", FILL).table(2), 1).fault
    assert fault is not None
    assert "no sequence of moves repeats exactly; the last 600 moves are `" in fault.hint
    assert "`Red: fill` 300 times" in fault.hint
    assert "`Red.purse`, `Blue.purse`" in fault.hint


@pytest.mark.parametrize("plain", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_other_players_and_the_reference_name_them_too(tmp_path: Path, plain: bool) -> None:
    kinds = ("random", "random") if plain else ("greedy", "greedy")
    fault = play(tiny(tmp_path / "t", "flip", TURN), 2, 1, kinds, plain).fault
    assert fault is not None
    assert "these 2 moves repeat: `" in fault.hint


def test_simulate_shows_the_hint(run: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tiny(tmp_path / "t", "flip", TURN)
    said = run("simulate", str(tmp_path / "t"), "--games", "1")
    assert "hint: these 2 moves repeat: `Red: flip`, `Blue: flip`" in said.out + said.err
