"""Tests that a module sorts rows in any initial order."""

from __future__ import annotations

import ctypes
from random import Random

import pytest

from interpreter import wasm as w
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import MOST_MARKED, WORD
from interpreter.native.emit.shorthand import call, code
from interpreter.native.emit.sorting import FEW, Sorting
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I32

Rows = list[tuple[int, ...]]
LENGTHS, MARKS, BEGIN = 256, 512, 1024
SHORT, LONG = (1, 3, 2, 4, 3), (2, FEW // WORD + 1, 1, 7, 3)
"""Numbers of words per row, indexed by the kind of the row."""
JUNK = 77
RANGES = ((-1, 1), (0, 9), (0, 63), (0, 64), (0, MOST_MARKED - 1), (0, MOST_MARKED), (-(2**31), 2**31 - 1))
"""Least and greatest numbers to sort."""


class Module:
    """A module that sorts the rows in its memory, which have these lengths."""

    def __init__(self, lengths: tuple[int, ...]) -> None:
        wasmtime = pytest.importorskip("wasmtime")
        out = Writer(w.Module(1))
        self._lengths, self._row = lengths, max(lengths)
        Sorting(out, WORD * self._row, LENGTHS, MARKS).write()
        with function(out, "rows", "end", I32, exported=True) as (end,):
            out.emit(call("put_in_order", BEGIN, end, gives=I32))
        with function(out, "numbers", "end", I32, exported=True) as (end,):
            out.emit(call("sort_words", BEGIN, end), code(end))
        with function(out, "set_of_numbers", "end", I32, exported=True) as (end,):
            out.emit(call("sort_set", BEGIN, end, gives=I32))
        self._store = wasmtime.Store()
        module = wasmtime.Module(self._store.engine, w.encode(out.module))
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._words = ctypes.cast(self._exports["memory"].data_ptr(self._store), ctypes.POINTER(ctypes.c_int32))
        for kind, length in enumerate(lengths):
            self._words[LENGTHS // WORD + kind] = length

    def sorted(self, rows: Rows) -> Rows:
        """Return the rows sorted and without duplicates; in memory, each is followed by junk."""
        padded = [word for row in rows for word in (*row, *(JUNK,) * (self._row - len(row)))]
        found = self._called("rows", padded)
        begins = range(0, len(found), self._row)
        return [tuple(found[at : at + self._lengths[found[at]]]) for at in begins]

    def numbers(self, given: list[int]) -> list[int]:
        return self._called("numbers", given)

    def set_of_numbers(self, given: list[int]) -> list[int]:
        return self._called("set_of_numbers", given)

    def _called(self, name: str, words: list[int]) -> list[int]:
        first = BEGIN // WORD
        for at, each in enumerate(words):
            self._words[first + at] = each
        end = self._exports[name](self._store, BEGIN + WORD * len(words))
        return self._words[first : end // WORD]


@pytest.fixture(scope="module", params=[SHORT, LONG])
def lengths(request: pytest.FixtureRequest) -> tuple[int, ...]:
    found: tuple[int, ...] = request.param
    return found


@pytest.fixture(scope="module")
def module(lengths: tuple[int, ...]) -> Module:
    return Module(lengths)


def rows_of(random: Random, kinds: list[int], lengths: tuple[int, ...], most: int) -> Rows:
    return [(kind, *(random.randint(-most, most) for _ in range(lengths[kind] - 1))) for kind in kinds]


@pytest.mark.parametrize("number", [0, 1, 2, 3, 13, 14, 100])
def test_rows_are_sorted_each_once(module: Module, lengths: tuple[int, ...], number: int) -> None:
    random = Random(number)
    for most in (1, 5, 2**31 - 1):
        rows = rows_of(random, random.choices(range(len(lengths)), k=number), lengths, most)
        for given in (rows, sorted(rows), sorted(rows, reverse=True), rows[:1] * number):
            assert module.sorted(given) == sorted(set(given))


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 13, 14, 200])
def test_numbers_are_sorted(module: Module, number: int) -> None:
    random = Random(number)
    for least, most in RANGES:
        given = [most, *(random.randint(least, most) for _ in range(number))]
        assert module.numbers(given) == sorted(given)
        assert module.set_of_numbers(given) == sorted(set(given))
        different = list(set(given))
        random.shuffle(different)
        assert module.numbers(different) == module.set_of_numbers(different) == sorted(different)


def test_groups_that_are_not_sorted(module: Module, lengths: tuple[int, ...]) -> None:
    """The kinds of the rows ascend, and some of the groups of one kind are not sorted."""
    random = Random(1)
    for _ in range(50):
        groups = [rows_of(random, [kind] * random.randint(0, 9), lengths, 3) for kind in range(len(lengths))]
        sorted_ = [sorted(group) if random.random() < 0.5 else group for group in groups]
        rows = [row for group in sorted_ for row in group]
        assert module.sorted(rows) == sorted(set(rows))
