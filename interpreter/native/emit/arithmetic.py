"""Emits arithmetic and comparisons.

Each function here combines two numeric operands. An operand has 32 bits if its bounds allow, and 64 bits otherwise. If
a result might overflow 64 bits, a function in `library` computes it and detects the overflow.
"""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.native.emit.shorthand import HIGH, LOW, applied, as_type, call, narrow, wide, zero
from interpreter.native.emit.writer import fits
from interpreter.optimizer import ARITHMETIC, COMPARISONS, Arithmetic, Comparison, Term
from interpreter.wasm import I32, I64


def wider(one: w.Code, other: w.Code) -> str:
    """Return `I64` if either operand has 64 bits, otherwise `I32`."""
    return I64 if I64 in (one.type, other.type) else I32


def bounds(term: Term, found: w.Code) -> tuple[int, int]:
    """Return the minimum and maximum value of a term.

    The range is limited by the term's bounds and by the range of its WebAssembly type.
    """
    of = found.type if found.type in (I32, I64) else I64
    assert of is not None
    return max(term.low, LOW[of]), min(term.high, HIGH[of])


def computed(op: Arithmetic, args: tuple[Term, ...], one: w.Code, other: w.Code) -> w.Code:
    """Return an expression for a sum, difference or product."""
    row = ARITHMETIC[op]
    ends = row.bounds(*(bounds(arg, found) for arg, found in zip(args, (one, other), strict=True)))
    if fits(*ends) and wider(one, other) == I32:
        return applied(row.instruction, one, other)
    if fits(*ends, I64):
        return applied(row.instruction, wide(one), wide(other))
    return call(row.function, wide(one), wide(other), gives=I64)


def divided(op: Arithmetic, args: tuple[Term, ...], one: w.Code, other: w.Code) -> w.Code:
    """Return an expression for a quotient, rounded down or up, or for a remainder."""
    row, of = ARITHMETIC[op], wider(one, other)
    (low, _), (least, _) = (bounds(arg, found) for arg, found in zip(args, (one, other), strict=True))
    if low >= 0 and least > 0 and row.instruction:
        return applied(row.instruction, as_type(one, of), as_type(other, of))
    found = call(row.function, wide(one), wide(other), gives=I64)
    return narrow(found) if of == I32 else found


def compared(op: Comparison, one: w.Code, other: w.Code) -> w.Code:
    """Return an expression that is 1 if a comparison is true, and 0 otherwise."""
    of = wider(one, other)
    if op == "=" and isinstance(other, w.Const) and other.signed == 0:
        return zero(as_type(one, of))
    return applied(COMPARISONS[op].instruction, as_type(one, of), as_type(other, of))


def is_flag(found: w.Code) -> bool:
    """Return True if an expression can only be 0 or 1."""
    tests = ("eqz", "eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u")
    match found:
        case w.Plain(name):
            return name.split(".")[1] in tests or (name in ("i32.and", "i32.or") and all(map(is_flag, found.args)))
        case w.If(_, (then,), (otherwise,)):
            return is_flag(then) and is_flag(otherwise)
        case w.Const(_, value):
            return value in (0, 1)
    return False
