"""Replaces the operands of an instruction."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.wasm.code import Call, CallIndirect, Code, Copy, Fill, Load, Plain, Put, Select, Store, Tee
from interpreter.wasm.control import Block, Branch, BranchTable, Drop, If, Loop, Return


def with_operands(code: Code, operands: Sequence[Code]) -> Code:
    """Return an instruction with other operands, in the order of `Code.operands`.

    Raises:
        TypeError: Raised if an operand has the wrong type.
    """
    match code:
        case Plain(name):
            return Plain(name, tuple(operands))
        case Put(of):
            return Put(of, operands[0])
        case Tee(of):
            return Tee(of, operands[0])
        case Load(name, _, offset):
            return Load(name, operands[0], offset)
        case Store(name, _, _, offset):
            return Store(name, operands[0], operands[1], offset)
        case Call(function, _, gives):
            return Call(function, tuple(operands), gives)
        case CallIndirect(_, _, gives):
            return CallIndirect(operands[-1], tuple(operands[:-1]), gives)
        case Block(label, _, gives):
            return Block(label, tuple(operands), gives)
        case Loop(label):
            return Loop(label, tuple(operands))
        case If(_, then, _, gives):
            first = 1 + len(then)
            return If(operands[0], tuple(operands[1:first]), tuple(operands[first:]), gives)
        case Branch(label, test, value):
            return Branch(label, None if test is None else operands[-1], None if value is None else operands[0])
        case BranchTable(_, labels):
            return BranchTable(operands[0], labels)
        case Select() | Copy() | Fill() | Drop() | Return():
            return type(code)(*operands)
    return code
