"""Tests that tables of small numbers take one or two bytes per entry, and that code reads them correctly."""

from __future__ import annotations

import pytest

from interpreter import wasm as w
from interpreter.native.emit.faults import fail_function
from interpreter.native.emit.memory import Memory
from interpreter.native.emit.writer import Writer
from interpreter.native.terms.addresses import Addresses, Entries
from interpreter.optimizer.terms.arena import Arena

ENDS = {1: (-128, 127), 2: (-129, 128), 4: (-32769, 32768)}
"""Lowest and highest number of a table, by the number of bytes per entry."""


def numbers(low: int, high: int) -> tuple[int, ...]:
    return (low, high, *(at % 100 for at in range(298)))


@pytest.mark.parametrize(("width", "ends"), ENDS.items())
@pytest.mark.parametrize("first", [-1, 0])
def test_code_reads_the_numbers_of_a_table(width: int, ends: tuple[int, int], first: int) -> None:
    wasmtime = pytest.importorskip("wasmtime")
    values, memory = numbers(*ends), Memory(8, 2, 1, 2, 0, 8)
    assert Entries.of(values).bytes(1) == width
    out, index = Writer(w.Module(1, [fail_function()])), w.Local("at", "i32")
    memory.table([7])  # another table comes first
    with out.function("entry", (index,), "i32", exported=True):
        addresses = Addresses(memory, lambda term: w.Get(index))
        out.emit(addresses.entry(values, Arena().name(1, first, 299)))
    out.module.pages, out.module.data = memory.pages, memory.data([0] * 8)
    store = wasmtime.Store()
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, w.encode(out.module)), []).exports(store)
    assert [exports["entry"](store, at) for at in range(first, 300)] == [*values[first:] * (first < 0), *values]


@pytest.mark.parametrize("entries", [(1, 2, 3), (*numbers(1, 2), None)])
def test_a_short_table_and_one_with_gaps_have_words(entries: tuple[int | None, ...]) -> None:
    assert Entries.of(entries).bytes(1) == 4


def test_a_factor_makes_a_table_wider() -> None:
    found = Entries.of(numbers(-100, 100))
    assert [found.bytes(factor) for factor in (1, 2, 400)] == [1, 2, 4]
