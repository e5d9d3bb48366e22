"""Tests that the cache of a module never changes a game, whatever the size of the cache."""

from __future__ import annotations

from typing import Any, cast

import pytest

from interpreter import wasm as w
from interpreter.native.emit import memory
from interpreter.native.emit.faults import FaultCodes, fail_function
from interpreter.native.emit.library import Library
from interpreter.native.emit.memory import DRAFT, ENTRY, HEAP, Memory
from interpreter.native.emit.shorthand import add, call, code, put
from interpreter.native.emit.writer import Writer
from interpreter.native.terms import memo_functions
from interpreter.native.terms.expressions import Expressions
from interpreter.native.terms.memo_functions import LISTS, MemoFunctions
from interpreter.optimizer import MemoKey
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.operations import HUGE
from interpreter.wasm import I64
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


class Counted:
    """A module with the memoised function `f (number)`, which returns the next number and counts its computations."""

    def __init__(self) -> None:
        wasmtime = pytest.importorskip("wasmtime")
        program, bills = cast(Any, None), cast(Any, None)
        room = Memory(size=8, seats=2, streams=0, row=2, buffers=0, result=6, remembers=True)
        number, given = Arena().name(1, -HUGE, HUGE), w.Local("given", I64)
        times = w.Global("times", I64, 0)
        out = Writer(w.Module(1, [fail_function()], [HEAP, DRAFT, LISTS, times]))
        Library(out, room, room.table([2])).write()
        functions = MemoFunctions(out, room, Expressions(program, out, room, FaultCodes.of([]), bills))
        functions.write()
        with functions.function("next_number", [number], I64, MemoKey((number,), ()), sequence=False):
            out.emit(put(times, add(times, 1)), add(out.name(number), 1))
        with out.function("f", (given,), I64, exported=True):
            out.emit(call("next_number", given, gives=I64))
        with out.function("times", (), I64, exported=True):
            out.emit(code(times))
        out.module.pages, out.module.data = room.pages, room.data([0] * room.size)
        self._store = wasmtime.Store()
        module = wasmtime.Module(self._store.engine, w.encode(out.module))
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)

    def __call__(self, number: int) -> int:
        return int(self._exports["f"](self._store, number))

    @property
    def times(self) -> int:
        return int(self._exports["times"](self._store))


def test_a_number_of_any_size_may_be_part_of_a_key() -> None:
    counted = Counted()
    assert [counted(number) for number in (5, -7, 5, -7)] == [6, -6, 6, -6]
    assert counted.times == 2


def test_a_number_that_does_not_fit_into_a_word_is_no_other_number() -> None:
    counted = Counted()
    large = 5 + (1 << 32)
    assert [counted(number) for number in (5, large, 5, large)] == [6, large + 1, 6, large + 1]
    assert counted.times == 3
