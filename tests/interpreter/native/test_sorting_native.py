"""Tests that a module sorts rows in any initial order."""

from __future__ import annotations

import ctypes
from random import Random

import pytest

from interpreter import wasm as w
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import WORD
from interpreter.native.emit.shorthand import call
from interpreter.native.emit.sorting import FEW, Sorting
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I32

Rows = list[tuple[int, ...]]
BEGIN = 1024


class Module:
    """A module that sorts the rows in its memory."""

    def __init__(self) -> None:
        wasmtime = pytest.importorskip("wasmtime")
        out = Writer(w.Module(1))
        Sorting(out).write()
        with function(out, "rows", "end words", I32, exported=True) as (end, words):
            out.emit(call("put_in_order", BEGIN, end, words, gives=I32))
        with function(out, "numbers", "end words", I32, exported=True) as (end, words):
            out.emit(call("sort_words", BEGIN, end), call("unique", BEGIN, end, words, gives=I32))
        self._store = wasmtime.Store()
        module = wasmtime.Module(self._store.engine, w.encode(out.module))
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._words = ctypes.cast(self._exports["memory"].data_ptr(self._store), ctypes.POINTER(ctypes.c_int32))

    def sorted(self, name: str, rows: Rows, words: int) -> Rows:
        """Return the rows without duplicates, in the order of the sorting function `name`."""
        first = BEGIN // WORD
        for at, word in enumerate(word for row in rows for word in row):
            self._words[first + at] = word
        end = self._exports[name](self._store, BEGIN + WORD * words * len(rows), words)
        found = self._words[first : end // WORD]
        return [tuple(found[at : at + words]) for at in range(0, len(found), words)]


@pytest.fixture(scope="module")
def module() -> Module:
    return Module()


def rows_of(random: Random, number: int, words: int, most: int) -> Rows:
    return [tuple(random.randint(-most, most) for _ in range(words)) for _ in range(number)]


@pytest.mark.parametrize("number", [0, 1, 2, 3, 13, 14, 100])
@pytest.mark.parametrize("words", [1, 3, FEW // WORD + 1])
def test_rows_are_sorted_each_once(module: Module, number: int, words: int) -> None:
    random = Random(number)
    for most in (1, 5, 2**31 - 1):
        rows = rows_of(random, number, words, most)
        for given in (rows, sorted(rows), sorted(rows, reverse=True), rows[:1] * number):
            assert module.sorted("rows", given, words) == sorted(set(given))


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 13, 14, 200])
def test_numbers_are_sorted_each_once(module: Module, number: int) -> None:
    random = Random(number)
    for most in (1, 9, 2**31 - 1):
        given = rows_of(random, number, 1, most)
        assert module.sorted("numbers", given, 1) == sorted(set(given))


def test_groups_that_are_not_sorted(module: Module) -> None:
    """The first word of the rows ascends, and some of the groups with the same first word are not sorted."""
    random = Random(1)
    for _ in range(50):
        groups = [rows_of(random, random.randint(0, 9), 3, 3) for _ in range(5)]
        sorted_ = [sorted(group) if random.random() < 0.5 else group for group in groups]
        rows = [(number, *row[1:]) for number, group in enumerate(sorted_) for row in group]
        assert module.sorted("rows", rows, 3) == sorted(set(rows))
