"""Tests that a module reaches only its memory, which does not grow, and that writing it leaves Python as it was."""

from __future__ import annotations

import gc

import pytest

from interpreter.native import native_module
from interpreter.wasm import encode
from tests.interpreter.native.native_games import ROOT, least_table, program_of


def test_writing_a_module_leaves_the_garbage_collector_as_it_was() -> None:
    table = least_table(ROOT / "docs" / "examples" / "pig")
    frozen = gc.get_freeze_count() > 0
    native_module(table.flow, program_of(table), tuple(table.start()))
    assert gc.isenabled()
    assert (gc.get_freeze_count() > 0) == frozen


def test_writing_a_module_makes_no_object_old() -> None:
    """Otherwise full collections become too rare, and the memory of unused machines is never freed."""
    table = least_table(ROOT / "docs" / "examples" / "pig")
    program, start = program_of(table), tuple(table.start())
    gc.collect()
    young: list[object] = []
    native_module(table.flow, program, start)
    assert not any(each is young for each in gc.get_objects(generation=2))


def test_a_module_imports_nothing_and_its_memory_is_bounded() -> None:
    wasmtime = pytest.importorskip("wasmtime")
    table = least_table(ROOT / "games" / "medieval_merchant")
    native = native_module(table.flow, program_of(table), tuple(table.start()))
    module = wasmtime.Module(wasmtime.Engine(), encode(native.module))
    assert list(module.imports) == []
    (memory,) = (each.type for each in module.exports if each.name == "memory")
    assert memory.limits.max == memory.limits.min == native.module.pages
    assert native.module.pages << 16 < 200_000_000
