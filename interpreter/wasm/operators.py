"""Lists the WebAssembly operators that this project uses.

An operator has an opcode, operand types and a result type. Operators in this module need only operands. `code` contains
the instructions that also need a memory offset, a name or nested instructions.
"""

from __future__ import annotations

from dataclasses import dataclass

I32, I64 = "i32", "i64"
"""Number types. There are no floating-point types, because rules use only integers."""


@dataclass(frozen=True, slots=True)
class Operator:
    byte: int
    takes: tuple[str, ...]
    gives: str


@dataclass(frozen=True, slots=True)
class Access:
    """A memory instruction that reads or writes a number that is 2**`width` bytes long."""

    byte: int
    type: str
    width: int


def _tests(of: str, first: int) -> dict[str, Operator]:
    """Return the comparison operators for a number type. Each operator returns 0 or 1."""
    names = ["eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u"]
    pairs = {f"{of}.{name}": Operator(first + 1 + at, (of, of), I32) for at, name in enumerate(names)}
    return {f"{of}.eqz": Operator(first, (of,), I32), **pairs}


def _arithmetic(of: str, first: int) -> dict[str, Operator]:
    ones = ["clz", "ctz", "popcnt"]
    twos = [
        "add",
        "sub",
        "mul",
        "div_s",
        "div_u",
        "rem_s",
        "rem_u",
        "and",
        "or",
        "xor",
        "shl",
        "shr_s",
        "shr_u",
        "rotl",
        "rotr",
    ]
    found = {f"{of}.{name}": Operator(first + at, (of,), of) for at, name in enumerate(ones)}
    return found | {f"{of}.{name}": Operator(first + 3 + at, (of, of), of) for at, name in enumerate(twos)}


OPERATORS: dict[str, Operator] = {
    **_tests(I32, 0x45), **_tests(I64, 0x50), **_arithmetic(I32, 0x67), **_arithmetic(I64, 0x79),
    "i32.wrap_i64": Operator(0xA7, (I64,), I32),
    "i64.extend_i32_s": Operator(0xAC, (I32,), I64),
    "i64.extend_i32_u": Operator(0xAD, (I32,), I64),
}  # fmt: skip

LOADS: dict[str, Access] = {
    "i32.load": Access(0x28, I32, 2), "i64.load": Access(0x29, I64, 3),
    "i32.load8_s": Access(0x2C, I32, 0), "i32.load8_u": Access(0x2D, I32, 0),
    "i32.load16_s": Access(0x2E, I32, 1), "i32.load16_u": Access(0x2F, I32, 1),
    "i64.load32_s": Access(0x34, I64, 2), "i64.load32_u": Access(0x35, I64, 2),
}  # fmt: skip

STORES: dict[str, Access] = {
    "i32.store": Access(0x36, I32, 2), "i64.store": Access(0x37, I64, 3), "i32.store8": Access(0x3A, I32, 0),
    "i32.store16": Access(0x3B, I32, 1), "i64.store32": Access(0x3E, I64, 2),
}  # fmt: skip
