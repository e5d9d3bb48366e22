"""Short names for the WebAssembly instructions that compiled kernels use most."""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.wasm import I32

FEW = 32
"""Number of words up to which a loop is faster than an instruction for a whole area."""


def const(value: int) -> w.Code:
    return w.Const(I32, value)


def i32(name: str, *args: w.Code) -> w.Code:
    return w.Plain(f"i32.{name}", args)


def add(one: w.Code, other: w.Code) -> w.Code:
    return i32("add", one, other)


def in_bytes(number: w.Code) -> w.Code:
    return i32("shl", number, const(2))
