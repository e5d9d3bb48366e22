"""Represents code as trees in which each instruction contains its operands.

A code generator can therefore build and return each expression as a value. WebAssembly evaluates the operands of an
instruction first, from left to right. The constructors check the operand types. Local variables and labels are objects,
which are numbered when the module is encoded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from interpreter.wasm.operators import I32, I64, LOADS, OPERATORS, STORES

ANY = "any"
BITS = {I32: 32, I64: 64}
LIMITS = {of: (-(1 << bits - 1), (1 << bits) - 1) for of, bits in BITS.items()}
"""Smallest signed and largest unsigned integer of each type."""


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A local variable or a parameter of a function.

    The name is only an aid to people who read the code.
    """

    name: str
    type: str


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """Target of a branch: the end of a `Block` or the start of a `Loop`."""

    name: str


@dataclass(frozen=True, slots=True)
class Global:
    """A variable shared by all functions of a module, with the initial value `start`."""

    name: str
    type: str
    start: int


class Code:
    """Base class of all instructions.

    `type` is the type of the result. The type is None for instructions without a result, and `ANY` for those that never
    continue.
    """

    __slots__ = ()

    @property
    def type(self) -> str | None:
        return None

    def operands(self) -> Sequence[Code]:
        """Return the operands in order."""
        return ()


def needs(code: Code, wanted: str, where: str) -> None:
    """Check the type of an operand.

    Raises:
        TypeError: Raised if the operand has another type.
    """
    if code.type not in (wanted, ANY):
        raise TypeError(f"{where} wants {wanted}, not {code.type}")


# ---------------------------------------------------------------- numbers


@dataclass(frozen=True, slots=True)
class Const(Code):
    """A constant integer, written as a signed or unsigned number."""

    of: str
    value: int

    def __post_init__(self) -> None:
        low, high = LIMITS[self.of]
        if not low <= self.value <= high:
            raise ValueError(f"{self.value} does not fit {self.of}")

    @property
    def type(self) -> str:
        return self.of

    @property
    def signed(self) -> int:
        bits = BITS[self.of]
        return self.value if self.value < 1 << bits - 1 else self.value - (1 << bits)


@dataclass(frozen=True, slots=True)
class Plain(Code):
    """An operator from `operators` with its operands."""

    name: str
    args: tuple[Code, ...]

    def __post_init__(self) -> None:
        takes, given = OPERATORS[self.name].takes, tuple([arg.type for arg in self.args])
        if given == takes:
            return
        if len(takes) != len(given):
            raise TypeError(f"{self.name} takes {len(takes)} operands, not {len(given)}")
        for arg, wanted in zip(self.args, takes, strict=True):
            needs(arg, wanted, self.name)

    @property
    def type(self) -> str:
        return OPERATORS[self.name].gives

    def operands(self) -> Sequence[Code]:
        return self.args


@dataclass(frozen=True, slots=True)
class Select(Code):
    """Returns one of two numbers, after evaluating both."""

    one: Code
    other: Code
    test: Code

    def __post_init__(self) -> None:
        needs(self.test, I32, "select")
        needs(self.other, self.one.type or "a number", "select")

    @property
    def type(self) -> str | None:
        return self.one.type

    def operands(self) -> Sequence[Code]:
        return (self.one, self.other, self.test)


# ---------------------------------------------------------------- variables


@dataclass(frozen=True, slots=True)
class Get(Code):
    of: Local | Global

    @property
    def type(self) -> str:
        return self.of.type


@dataclass(frozen=True, slots=True)
class Put(Code):
    """Assigns a value to a local or global variable."""

    of: Local | Global
    value: Code

    def __post_init__(self) -> None:
        needs(self.value, self.of.type, self.of.name)

    def operands(self) -> Sequence[Code]:
        return (self.value,)


@dataclass(frozen=True, slots=True)
class Tee(Code):
    """Assigns a value to a local variable and returns the value."""

    of: Local
    value: Code

    def __post_init__(self) -> None:
        needs(self.value, self.of.type, self.of.name)

    @property
    def type(self) -> str:
        return self.of.type

    def operands(self) -> Sequence[Code]:
        return (self.value,)


# ---------------------------------------------------------------- memory


@dataclass(frozen=True, slots=True)
class Load(Code):
    """Reads a number from memory, `offset` bytes after the address.

    The address is unsigned.
    """

    name: str
    at: Code
    offset: int = 0

    def __post_init__(self) -> None:
        needs(self.at, I32, self.name)

    @property
    def type(self) -> str:
        return LOADS[self.name].type

    def operands(self) -> Sequence[Code]:
        return (self.at,)


@dataclass(frozen=True, slots=True)
class Store(Code):
    name: str
    at: Code
    value: Code
    offset: int = 0

    def __post_init__(self) -> None:
        needs(self.at, I32, self.name)
        needs(self.value, STORES[self.name].type, self.name)

    def operands(self) -> Sequence[Code]:
        return (self.at, self.value)


@dataclass(frozen=True, slots=True)
class Copy(Code):
    """Copies bytes from one memory area to another. The areas may overlap."""

    to: Code
    source: Code
    size: Code

    def __post_init__(self) -> None:
        for each in self.operands():
            needs(each, I32, "memory.copy")

    def operands(self) -> Sequence[Code]:
        return (self.to, self.source, self.size)


@dataclass(frozen=True, slots=True)
class Fill(Code):
    """Sets all bytes of a memory area to one value."""

    to: Code
    byte: Code
    size: Code

    def __post_init__(self) -> None:
        for each in self.operands():
            needs(each, I32, "memory.fill")

    def operands(self) -> Sequence[Code]:
        return (self.to, self.byte, self.size)


# ---------------------------------------------------------------- calls


@dataclass(frozen=True, slots=True)
class Call(Code):
    """Calls a function by name.

    The function may be added to the module later. `gives` must equal the function's result type.
    """

    function: str
    args: tuple[Code, ...]
    gives: str | None = None

    @property
    def type(self) -> str | None:
        return self.gives

    def operands(self) -> Sequence[Code]:
        return self.args


@dataclass(frozen=True, slots=True)
class CallIndirect(Code):
    """Calls the function at an index of the module's table."""

    at: Code
    args: tuple[Code, ...]
    gives: str | None = None

    def __post_init__(self) -> None:
        needs(self.at, I32, "call_indirect")

    @property
    def type(self) -> str | None:
        return self.gives

    def operands(self) -> Sequence[Code]:
        return (*self.args, self.at)


def within(body: Iterable[Code]) -> list[Code]:
    """Return all instructions of a sequence and everything nested in them, in order of execution."""
    found, waiting = list[Code](), [*body]
    while waiting:
        found.append(each := waiting.pop())
        waiting.extend(each.operands())
    found.reverse()
    return found
