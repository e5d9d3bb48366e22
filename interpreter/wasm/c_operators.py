"""Writes constants, operators and memory accesses as C expressions without undefined behaviour.

All numbers are unsigned in C, so that sums and products wrap. Signed operations convert their operands. Shifts use only
the lowest bits of the distance, as in WebAssembly.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from interpreter.wasm.code import BITS, LIMITS, Code, Const, Get, Plain, Select
from interpreter.wasm.operators import I32, I64, LOADS, STORES

TYPES = {I32: "uint32_t", I64: "uint64_t"}
SIGNED = {I32: "int32_t", I64: "int64_t"}
KEYWORDS = frozenset((
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
    "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
    "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "asm",
))  # fmt: skip
OWN = frozenset(("g", "memory", "trapped", "nested", "copy", "fill"))
"""Names that every file uses."""

ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "div_u": "/", "rem_u": "%", "and": "&", "or": "|", "xor": "^"}
TESTS = {
    "eq": "==", "ne": "!=", "lt_s": "<", "lt_u": "<", "gt_s": ">", "gt_u": ">", "le_s": "<=", "le_u": "<=",
    "ge_s": ">=", "ge_u": ">=",
}  # fmt: skip
OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
TRUE_OF_EQUALS = ("==", "<=", ">=")
DIVISIONS = ("div_s", "div_u", "rem_s", "rem_u")


class Infix(str):
    """An expression that needs parentheses if it becomes an operand."""

    __slots__ = ()


def operand(text: str) -> str:
    return f"({text})" if isinstance(text, Infix) else text


def identifier(name: str) -> str:
    """Return a name as a C identifier."""
    found = re.sub(r"[^A-Za-z0-9_]", "_", name)
    return f"{found}_" if found in KEYWORDS | OWN else found


def number(of: Const) -> str:
    """Return a constant as C."""
    if of.signed < 0:
        return f"({TYPES[of.of]}){signed_number(of)}"
    return f"{of.signed}u" if of.of == I32 else f"UINT64_C({of.signed})"


def signed_number(of: Const) -> str:
    """Return a constant as a signed number in C."""
    bits = BITS[of.of]
    if of.signed == LIMITS[of.of][0]:
        return f"INT{bits}_MIN"
    return str(of.signed) if bits == 32 else f"INT64_C({of.signed})"


def what(code: Plain) -> str:
    """Return the name of an operator without its type."""
    return code.name.partition(".")[2]


def is_test(code: Code) -> bool:
    """Return True if an instruction compares numbers, so that its result is 0 or 1."""
    return isinstance(code, Plain) and what(code) in (*TESTS, "eqz")


def may_trap(code: Code) -> bool:
    """Return True for a division whose divisor is not a constant, or is 0 or -1."""
    if not isinstance(code, Plain) or what(code) not in DIVISIONS:
        return False
    by = code.args[1]
    return not isinstance(by, Const) or by.signed in (0, -1)


def operation(code: Plain, texts: Sequence[str]) -> str:
    """Return an operation as C.

    `texts` are its operands as C. A division must not trap.
    """
    of, name = code.args[0].type or I32, what(code)
    a, b = operand(texts[0]), operand(texts[-1])
    if name in ARITHMETIC:
        return Infix(f"{a} {ARITHMETIC[name]} {b}")
    if name in TESTS:
        return _comparison(code, texts, TESTS[name])
    match name:
        case "eqz":
            return Infix(f"!{a}")
        case "wrap_i64":
            return f"(uint32_t){a}"
        case "extend_i32_s":
            return f"(uint64_t)(int32_t){a}"
        case "extend_i32_u":
            return f"(uint64_t){a}"
        case "div_s" | "rem_s":
            sign = "/" if name == "div_s" else "%"
            return f"({TYPES[of]})({_signed(code.args[0], texts[0])} {sign} {_signed(code.args[1], texts[1])})"
        case "shl" | "shr_u":
            return Infix(f"{a} {'<<' if name == 'shl' else '>>'} {_distance(of, code.args[1], b)}")
        case "shr_s":
            return f"({TYPES[of]})({_signed(code.args[0], texts[0])} >> {_distance(of, code.args[1], b)})"
    return f"{name}{BITS[of]}({', '.join(texts)})"


def opposite(code: Plain, texts: Sequence[str]) -> str:
    """Return the opposite of a comparison as C."""
    if what(code) == "eqz":
        return texts[0]
    return _comparison(code, texts, OPPOSITES[TESTS[what(code)]])


def _comparison(code: Plain, texts: Sequence[str], sign: str) -> str:
    """Return a comparison as C. Compilers warn of comparisons whose result is known, so these become constants."""
    one, other = code.args
    if texts[0] == texts[1]:
        return "1u" if sign in TRUE_OF_EQUALS else "0u"
    if what(code).endswith("_s"):
        return Infix(f"{_signed(one, texts[0])} {sign} {_signed(other, texts[1])}")
    if isinstance(other, Const) and other.value == 0 and sign in ("<", ">="):
        return "1u" if sign == ">=" else "0u"
    if isinstance(one, Const) and one.value == 0 and sign in (">", "<="):
        return "1u" if sign == "<=" else "0u"
    return Infix(f"{operand(texts[0])} {sign} {operand(texts[1])}")


def _signed(code: Code, text: str) -> str:
    if isinstance(code, Const) and text == number(code):
        return signed_number(code)
    return f"({SIGNED[code.type or I32]}){operand(text)}"


def _distance(of: str, code: Code, text: str) -> str:
    most = BITS[of] - 1
    return str(code.value & most) if isinstance(code, Const) else f"({text} & {most})"


def access(name: str) -> str:
    """Return the name of the C function for a memory instruction, such as `load16_s` for `i32.load16_s`."""
    of, _, found = name.partition(".")
    if found in ("load", "store"):
        return f"{found}{BITS[of]}"
    return found if of == I32 else f"{found}_wide"


ACCESSES = {access(name): of for name, of in (*LOADS.items(), *STORES.items())}
"""The memory instructions, by the names of their C functions."""


def either(test: str, one: str, other: str) -> str:
    """Write a choice between two values."""
    return Infix(f"{operand(test)} ? {operand(one)} : {operand(other)}")


def step(code: Select) -> Const | None:
    """Return the constant that separates both values of a choice between `x + constant` and `x`, or None."""
    match code.one:
        case Plain("i32.add", (Get() as base, Const() as found)) if base == code.other:
            return found
    return None


def stepped(code: Code, test: str, base: str, by: Const) -> str:
    """Write a choice between `base + by` and `base` as a product, because compilers may choose by a branch.

    The rules use such a choice where the test is hard to predict.
    """
    flag = test if is_test(code) else f"(uint32_t)({operand(test)} != 0)"
    return Infix(f"{operand(base)} + ({flag} * {number(by)})")


def least(of: str) -> str:
    """Write the least signed number of a type."""
    return f"({TYPES[of]})INT{BITS[of]}_MIN"
