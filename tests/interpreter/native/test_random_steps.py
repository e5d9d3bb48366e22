"""Tests the steps of random games: draws with a known bound, known rows, and the number of decisions."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest

from interpreter import wasm as w
from interpreter.native import Games
from interpreter.native.effects.instructions import bit_masks
from interpreter.native.emit.drawing import drawn_below
from interpreter.native.emit.faults import FaultCodes, fail_function
from interpreter.native.emit.library import Library
from interpreter.native.emit.memory import DRAFT, HEAP, Memory
from interpreter.native.emit.writer import Writer, local_of
from interpreter.native.play.decisions import packing_of
from interpreter.native.play.random_steps import fixed_rows
from interpreter.native.play.row_writing import PackedRowWriter, RowPacking, RowWriter
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import Emit
from interpreter.optimizer import planned_nodes as p
from interpreter.optimizer.terms.arena import Arena
from interpreter.position import Store
from interpreter.rng import RandomSource
from tests.interpreter.native.native_games import ROOT, least_native, least_table, program_of

EXAMPLES = ROOT / "docs" / "examples"
AT = 1024
"""Address of the stream that the tests draw from."""


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 64, 1000, (1 << 30) + 1, (1 << 31) - 1])
def test_a_draw_with_a_known_bound_gives_the_numbers_of_the_stream(bound: int) -> None:
    wasmtime = pytest.importorskip("wasmtime")
    out = Writer(w.Module(1, [fail_function()], [HEAP, DRAFT]))
    memory = Memory(8, 2, 1, 2, 0, 8)
    Library(out, memory, memory.table([2])).write()
    with out.function("number", (), "i32", exported=True):
        out.emit(drawn_below(out, AT, bound))
    store = wasmtime.Store()
    module = wasmtime.Module(store.engine, w.encode(out.module))
    exports = wasmtime.Instance(store, module, []).exports(store)
    source = RandomSource.seeded(7, [(1, 2)])
    words = ctypes.cast(exports["memory"].data_ptr(store), ctypes.POINTER(ctypes.c_uint32))
    words[AT // 4], words[AT // 4 + 1] = source.words[0]
    assert [exports["number"](store) for _ in range(200)] == [source.draw(0, bound) for _ in range(200)]


def decisions_of(game: str) -> list[p.Decision]:
    program = program_of(least_table(EXAMPLES / game))
    return [node for node in program.nodes if isinstance(node, p.Decision)]


def test_rows_without_conditions_are_known() -> None:
    (decision,) = decisions_of("pig")
    assert fixed_rows(decision.listing, 2) == [(1, 0), (2, 0)]


def test_rows_with_conditions_are_not_known() -> None:
    (decision,) = decisions_of("tic_tac_toe")
    assert fixed_rows(decision.listing, 2) == []


def test_rows_of_one_kind_pack_their_parameter_alone() -> None:
    (decision,) = decisions_of("tic_tac_toe")
    assert packing_of(decision) == RowPacking(((1, 0), (0, 4)))


def test_open_rows_and_large_numbers_are_not_packed() -> None:
    (decision,) = decisions_of("tic_tac_toe")
    assert packing_of(replace(decision, open=True)) is None
    arena = Arena()
    large = Emit((arena.num(1), arena.num((1 << 31) - 1), arena.num(0)))
    small = Emit((arena.num(1), arena.num(0), arena.num(2)))
    assert packing_of(with_steps(decision, small)) is not None
    assert packing_of(with_steps(decision, large, small)) is None


def with_steps(decision: p.Decision, *steps: Emit) -> p.Decision:
    return replace(decision, listing=replace(decision.listing, steps=steps))


def test_packed_rows_keep_their_order_and_their_numbers() -> None:
    wasmtime = pytest.importorskip("wasmtime")
    packing = RowPacking(((0, 2), (-3, 4), (7, 0), (0, 5)))
    rows = [(0, 0, 7, 0), (0, 12, 7, 1), (1, -3, 7, 31), (1, -2, 7, 0), (3, -3, 7, 4), (3, 12, 7, 31)]
    out = Writer(w.Module(1, [fail_function()]))
    for at, row in enumerate(rows):
        with out.function(f"packed{at}", (), "i32", exported=True):
            out.emit(packing.packed([w.Const("i32", number) for number in row]))
    for place in range(4):
        param = w.Local("row", "i32")
        with out.function(f"number{place}", (param,), "i32", exported=True):
            out.emit(packing.unpacked(param)[place])
    store = wasmtime.Store()
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, w.encode(out.module)), []).exports(store)
    packed = [exports[f"packed{at}"](store) for at in range(len(rows))]
    assert packed == sorted(packed)
    assert [tuple(exports[f"number{place}"](store, each) for place in range(4)) for each in packed] == rows


def test_several_tests_of_variables_decide_on_a_packed_row_without_a_branch() -> None:
    wasmtime = pytest.importorskip("wasmtime")
    arena, memory = Arena(), Memory(8, 2, 1, 2, 0, 8)
    one, other = arena.name(1, 0, 9), arena.name(2, 0, 9)
    tests = [arena.compare(">=", one, arena.num(3)), arena.compare("!=", other, arena.num(0))]
    slot = arena.compare(">", arena.load(arena.num(1), 0, 9), arena.num(3))
    row = (arena.num(1), one)
    out = Writer(w.Module(1, [fail_function()], [HEAP, DRAFT]))
    expressions = Expressions(cast(Any, None), out, memory, FaultCodes.of([]), cast(Any, None))
    params = [local_of(one), local_of(other)]
    with out.function("rows", params, "i32", exported=True):
        for name, param in zip((one, other), params, strict=True):
            out.bound_to(name, param)
        whole = RowWriter(out, memory, expressions)
        packed = PackedRowWriter(out, memory, expressions, RowPacking(((1, 0), (0, 4))))
        for rows in (whole, packed):
            rows.begin(0)
        assert not whole.add_if(tests, row, 0)
        assert not packed.add_if([*tests, slot], row, 0)
        assert packed.add_if(tests, row, 0)
        packed.end(ordered=True)
    out.module.pages = memory.pages
    store = wasmtime.Store()
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, w.encode(out.module)), []).exports(store)
    for number, further in product(range(10), range(10)):
        end = exports["rows"](store, number, further)
        assert end - memory.rows() == (4 if number >= 3 and further else 0)


@pytest.mark.parametrize("game", ["pig", "kuhn_poker", "sealed_bid", "stock_dump"])
def test_a_run_counts_the_decisions_of_its_games(game: str) -> None:
    games = Games(least_native(EXAMPLES / game).machine)
    played = [each for each in games.play_many(5, 3, 40) if each is not None]
    assert len(played) == 40
    assert games.decisions(5, 3, 40) == sum(each.decisions for each in played)


def test_known_members_become_bit_masks() -> None:
    store = Store("members", "flags", 0, 2, 3)
    assert bit_masks((3, 5, 34), store) == (0b101, 1)
    assert bit_masks((2,), store) is None
    assert bit_masks(None, store) is None


MANY_MOVES = """\
rulebook many_moves "Many moves"
    players 1
    seats One

game has
    level: 0 to 9 = 0

action pick(a: 1 to 400, b: 1 to 400) "Pick"
    needs low: level < a + b
    then raise level by 1

round "Day"
    One may pick

end last of round when round.number = 2

scoring of p in Player
    points: level
"""


def test_a_decision_with_too_many_packed_rows_is_handed_over(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(MANY_MOVES, encoding="utf-8")
    table = least_table(tmp_path)
    (decision,) = (node for node in program_of(table).nodes if isinstance(node, p.Decision))
    assert packing_of(decision) is not None
    games = Games(least_native(tmp_path).machine)
    assert games.play_one(1) is None
