"""Tests that the writer keeps the local variables of functions apart."""

from __future__ import annotations

import pytest

from interpreter import wasm as w
from interpreter.native.emit.shorthand import code, put
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I32

SHARED = (
    "the functions first and second share the local variable seat, so inlining would mix up its values; "
    "create a variable in each function"
)


def test_functions_must_not_share_a_parameter() -> None:
    out, seat = Writer(w.Module(1)), w.Local("seat", I32)
    with out.function("first", (seat,), I32):
        out.emit(code(seat))
    with pytest.raises(ValueError, match=SHARED), out.function("second", (seat,), I32):
        out.emit(w.Const(I32, 1))


def test_functions_must_not_share_a_local_variable() -> None:
    out, seat = Writer(w.Module(1)), w.Local("seat", I32)
    with out.function("first"):
        out.emit(put(seat, 1))
    with pytest.raises(ValueError, match=SHARED), out.function("second"):
        out.emit(w.If(w.Const(I32, 1), (put(seat, 2),)))


def test_variables_of_the_same_name_are_different() -> None:
    out = Writer(w.Module(1))
    for name in ("first", "second"):
        with out.function(name, (w.Local("seat", I32),), I32):
            out.emit(w.Get(w.Local("row", I32)))
    assert [each.name for each in out.module.functions] == ["first", "second"]
