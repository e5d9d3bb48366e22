"""Control flow instructions: blocks, loops, conditions and branches.

`Branch`, `Return` and `Unreachable` never continue with the next instruction. The type of these instructions is `ANY`,
which is accepted wherever a number is expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.wasm.code import ANY, Code, Label, needs
from interpreter.wasm.operators import I32


@dataclass(frozen=True, slots=True)
class Drop(Code):
    """Discards a number."""

    value: Code

    def operands(self) -> Sequence[Code]:
        return (self.value,)


@dataclass(frozen=True, slots=True)
class Block(Code):
    """Runs a sequence of instructions. A branch to `label` leaves the sequence.

    If `gives` is a type, the last instruction provides the block's result.
    """

    label: Label | None
    body: tuple[Code, ...]
    gives: str | None = None

    def __post_init__(self) -> None:
        _check_body(self.body, self.gives, "block")

    @property
    def type(self) -> str | None:
        return self.gives

    def operands(self) -> Sequence[Code]:
        return self.body


@dataclass(frozen=True, slots=True)
class Loop(Code):
    """Runs a sequence of instructions. A branch to `label` starts the sequence again.

    Without such a branch, the loop ends after the last instruction.
    """

    label: Label
    body: tuple[Code, ...]

    def __post_init__(self) -> None:
        _check_body(self.body, None, "loop")

    def operands(self) -> Sequence[Code]:
        return self.body


@dataclass(frozen=True, slots=True)
class If(Code):
    test: Code
    then: tuple[Code, ...]
    otherwise: tuple[Code, ...] = ()
    gives: str | None = None

    def __post_init__(self) -> None:
        needs(self.test, I32, "if")
        _check_body(self.then, self.gives, "then")
        _check_body(self.otherwise, self.gives, "else")

    @property
    def type(self) -> str | None:
        return self.gives

    def operands(self) -> Sequence[Code]:
        return (self.test, *self.then, *self.otherwise)


@dataclass(frozen=True, slots=True)
class Branch(Code):
    """Jumps to a label. If `test` is given, the jump is taken only if the test is true.

    `value` becomes the result of the block that the jump leaves.
    """

    label: Label
    test: Code | None = None
    value: Code | None = None

    def __post_init__(self) -> None:
        if self.test is not None:
            needs(self.test, I32, "br_if")
            if self.value is not None:
                raise TypeError("a conditional branch cannot pass a value")

    @property
    def type(self) -> str | None:
        return ANY if self.test is None else None

    def operands(self) -> Sequence[Code]:
        return tuple(each for each in (self.value, self.test) if each is not None)


@dataclass(frozen=True, slots=True)
class BranchTable(Code):
    """Jumps to the label at an index, or to the last label if the index is too large."""

    at: Code
    labels: tuple[Label, ...]

    def __post_init__(self) -> None:
        needs(self.at, I32, "br_table")

    @property
    def type(self) -> str:
        return ANY

    def operands(self) -> Sequence[Code]:
        return (self.at,)


@dataclass(frozen=True, slots=True)
class Return(Code):
    value: Code | None = None

    @property
    def type(self) -> str:
        return ANY

    def operands(self) -> Sequence[Code]:
        return () if self.value is None else (self.value,)


@dataclass(frozen=True, slots=True)
class Unreachable(Code):
    """Aborts execution with a trap."""

    @property
    def type(self) -> str:
        return ANY


def _check_body(body: tuple[Code, ...], gives: str | None, where: str) -> None:
    """Check that only the last instruction has a result, and that its type is `gives`.

    Raises:
        TypeError: Raised if an instruction has the wrong type.
    """
    for each in body[: -1 if gives else None]:
        if each.type not in (None, ANY):
            raise TypeError(f"{where}: a number of {type(each).__name__} is left over")
    if gives:
        if not body:
            raise TypeError(f"{where} gives no {gives}")
        needs(body[-1], gives, where)
