"""Shorthand for WebAssembly instructions.

An operand may be an integer, a local, a global or an instruction. For example, `add(x, 4)` adds 4 to the local `x`.
Operations on two constants are folded. If either operand has 64 bits, the operation has 64 bits, and integer operands
become 64-bit constants.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter import wasm as w
from interpreter.wasm import I32, I64

Given = w.Code | w.Local | w.Global | int

LOW, HIGH = {I32: -(1 << 31), I64: -(1 << 63)}, {I32: (1 << 31) - 1, I64: (1 << 63) - 1}
"""Minimum and maximum value of each type."""


def code(given: Given, of: str = I32) -> w.Code:
    """Convert an operand to an instruction."""
    if isinstance(given, w.Code):
        return given
    return w.Const(of, given) if isinstance(given, int) else w.Get(given)


def _type(*given: Given) -> str:
    for each in given:
        if not isinstance(each, int) and each.type == I64:
            return I64
    return I32


def _folding(name: str, fold: Callable[[int, int], int] | None = None) -> Callable[[Given, Given], w.Code]:
    names = {of: f"{of}.{name}" for of in (I32, I64)}

    def make(a: Given, b: Given) -> w.Code:
        of = _type(a, b)
        one, other = code(a, of), code(b, of)
        if fold is not None and isinstance(one, w.Const) and isinstance(other, w.Const):
            found = fold(one.signed, other.signed)
            if LOW[of] <= found <= HIGH[of]:
                return w.Const(of, found)
        return w.Plain(names[of], (one, other))

    return make


_add = _folding("add", lambda a, b: a + b)
_sub = _folding("sub", lambda a, b: a - b)
_mul = _folding("mul", lambda a, b: a * b)
_shl = _folding("shl", lambda a, b: a << b)
div, rem, rem_u = _folding("div_s"), _folding("rem_s"), _folding("rem_u")
both, any_of, differing = _folding("and"), _folding("or"), _folding("xor")
shr, shr_u, rotl = _folding("shr_s"), _folding("shr_u"), _folding("rotl")
eq, ne, lt, le = _folding("eq"), _folding("ne"), _folding("lt_s"), _folding("le_s")
gt, ge, lt_u, ge_u = _folding("gt_s"), _folding("ge_s"), _folding("lt_u"), _folding("ge_u")


def is_const(given: Given, value: int) -> bool:
    return given == value if isinstance(given, int) else isinstance(given, w.Const) and given.signed == value


def add(a: Given, b: Given) -> w.Code:
    if is_const(b, 0):
        return code(a, _type(a, b))
    return code(b, _type(a, b)) if is_const(a, 0) else _add(a, b)


def sub(a: Given, b: Given) -> w.Code:
    return code(a, _type(a, b)) if is_const(b, 0) else _sub(a, b)


def mul(a: Given, b: Given) -> w.Code:
    return code(a, _type(a, b)) if is_const(b, 1) else _mul(a, b)


def shl(a: Given, b: Given) -> w.Code:
    return code(a, _type(a, b)) if is_const(b, 0) else _shl(a, b)


def applied(instruction: str, a: Given, b: Given) -> w.Code:
    """Return an instruction with two operands; sums, differences and products are simplified."""
    match instruction:
        case "add":
            return add(a, b)
        case "sub":
            return sub(a, b)
        case "mul":
            return mul(a, b)
    return _folding(instruction)(a, b)


def zero(a: Given) -> w.Code:
    """Return an expression that tests whether a number is 0."""
    return w.Plain(f"{_type(a)}.eqz", (code(a),))


def wide(a: Given) -> w.Code:
    """Return an expression that sign-extends a number to 64 bits."""
    if isinstance(a, int):
        return w.Const(I64, a)
    found = code(a)
    if found.type == I64:
        return found
    return w.Const(I64, found.signed) if isinstance(found, w.Const) else w.Plain("i64.extend_i32_s", (found,))


def unsigned(a: Given) -> w.Code:
    """Return an expression that zero-extends a 32-bit number to 64 bits."""
    return w.Plain("i64.extend_i32_u", (code(a),))


def narrow(a: Given) -> w.Code:
    """Return an expression for the lower 32 bits of a number."""
    found = code(a)
    return found if found.type == I32 else w.Plain("i32.wrap_i64", (found,))


def as_type(a: Given, of: str) -> w.Code:
    return wide(a) if of == I64 else narrow(a)


def word(at: Given, offset: int = 0) -> w.Code:
    """Return an expression that loads a 32-bit word."""
    return w.Load("i32.load", code(at), offset)


def set_word(at: Given, value: Given, offset: int = 0) -> w.Code:
    return w.Store("i32.store", code(at), code(value), offset)


def put(of: w.Local | w.Global, value: Given) -> w.Code:
    return w.Put(of, code(value, of.type))


def tee(of: w.Local, value: Given) -> w.Code:
    return w.Tee(of, code(value, of.type))


def call(name: str, *args: Given, gives: str | None = None) -> w.Code:
    return w.Call(name, tuple(map(code, args)), gives)


def is_simple(of: w.Code) -> bool:
    """Return True if evaluating an expression twice costs no more than storing its value in a local."""
    return isinstance(of, (w.Const, w.Get))
