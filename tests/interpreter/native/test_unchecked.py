"""Tests that calls without wasmtime's checks give the results of calls with them, also after a call that failed."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from interpreter.native.machines.unchecked import _checked, _unchecked, prepared

wasmtime = pytest.importorskip("wasmtime", reason="wasmtime is not installed (extra: native)")
_bindings = pytest.importorskip("wasmtime._bindings")

SOURCE = """(module
    (global $kept (mut i32) (i32.const 0))
    (func (export "kept") (result i32) global.get $kept)
    (func (export "keep") (param i32) local.get 0 global.set $kept)
    (func (export "less") (param i32 i32) (result i32) local.get 0 local.get 1 i32.sub)
    (func (export "shared") (param i32 i32) (result i32) local.get 0 local.get 1 i32.div_s)
    (func (export "wide") (param i64 i32) (result i64) local.get 0 local.get 1 i64.extend_i32_s i64.mul)
    (func (export "fails") (param i32) (result i32) unreachable)
    (func (export "both") (param i32) (result i32 i32) local.get 0 local.get 0)
    (func (export "half") (param f64) (result f64) local.get 0 f64.const 2 f64.div))"""

CALLS = (
    ("keep", 7), ("kept",), ("keep", -(2**31)), ("kept",), ("less", 3, 5), ("less", 2**31 - 1, -1),
    ("shared", -9, 2), ("wide", 2**40, -3), ("wide", -(2**63), 1), ("wide", 2**63 - 1, 1),
)  # fmt: skip


@pytest.fixture
def instance() -> tuple[Any, Any]:
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    module = wasmtime.Module(engine, wasmtime.wat2wasm(SOURCE))
    return store, wasmtime.Instance(store, module, []).exports(store)


def test_calls_with_and_without_checks_agree(instance: tuple[Any, Any]) -> None:
    store, exports = instance
    unchecked = {name: _unchecked(store, exports[name]) for name, *_ in CALLS}
    checked = {name: _checked(store, exports[name]) for name, *_ in CALLS}
    assert [unchecked[name](*args) for name, *args in CALLS] == [checked[name](*args) for name, *args in CALLS]


def test_a_failing_call_raises_a_trap_and_the_next_call_succeeds(instance: tuple[Any, Any]) -> None:
    store, exports = instance
    fails, shared = (_unchecked(store, exports[name]) for name in ("fails", "shared"))
    for _ in range(1000):
        with pytest.raises(wasmtime.Trap, match="unreachable"):
            fails(1)
        with pytest.raises(wasmtime.Trap, match="divide by zero"):
            shared(1, 0)
        assert shared(9, 2) == 4
    gc.collect()
    assert shared(9, 3) == 3


def test_a_wrong_number_of_arguments_does_not_reach_the_module(instance: tuple[Any, Any]) -> None:
    store, exports = instance
    less = _unchecked(store, exports["less"])
    for args in ((), (1,), (1, 2, 3)):
        with pytest.raises(wasmtime.WasmtimeError, match="takes 2 numbers"):
            less(*args)


def test_other_functions_are_called_with_checks(instance: tuple[Any, Any]) -> None:
    store, exports = instance
    assert prepared(store, exports["both"])(3) == [3, 3]
    assert prepared(store, exports["half"])(3.0) == 1.5


@pytest.mark.parametrize("change", ["gone", "longer"])
def test_another_version_of_wasmtime_is_called_with_checks(
    instance: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    entry = _bindings._wasmtime_func_call_unchecked
    if change == "gone":
        monkeypatch.delattr(_bindings, "_wasmtime_func_call_unchecked")
    else:
        monkeypatch.setattr(entry, "argtypes", [*entry.argtypes, entry.argtypes[-1]])
    store, exports = instance
    assert prepared(store, exports["less"])(3, 5) == -2
