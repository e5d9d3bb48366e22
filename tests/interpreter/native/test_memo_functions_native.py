"""Tests that the cache of a module never changes a game, whatever the size of the cache."""

from __future__ import annotations

import pytest

from interpreter.native.emit import memory
from interpreter.native.emit.memory import ENTRY
from interpreter.native.terms import memo_functions
from tests.interpreter.native.lockstep import InStep
from tests.interpreter.native.native_games import ROOT, least_native, least_table, native_of

GAME = ROOT / "games" / "merchants_of_the_middle_ages"


def entries(words: list[int]) -> list[list[int]]:
    each = ENTRY // 4
    return [words[at : at + each] for at in range(0, len(words), each)]


def test_results_are_found_again_in_the_next_game() -> None:
    machine = least_native(GAME).machine
    begin, end = machine.memory.remembered // 4, machine.memory.remembered_lists // 4
    machine.call("play_many", 1, 0, 1)
    before = entries(machine.words[begin:end])
    assert (found := sum(map(any, before))) > 100
    machine.call("play_many", 1, 0, 1)
    after = entries(machine.words[begin:end])
    assert sum(one != other for one, other in zip(before, after, strict=True)) < found / 4


@pytest.mark.parametrize("room", [0, 64, 4096])
def test_little_room_changes_no_game(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    games = [list(least_native(GAME).play_many(3, 0, 20))]
    for module in (memory, memo_functions):
        monkeypatch.setattr(module, "LISTS_SIZE", room)
    little = native_of(least_table(GAME))
    assert [list(little.play_many(3, 0, 20))] == games
    assert InStep(least_table(GAME), little).play(seed=1, steps=60) > 0
