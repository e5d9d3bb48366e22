"""Code as a tree, in which each instruction contains the code of its operands.

Related code therefore stays together, and a code generator can return a piece of code as a value. A machine executes
the operands of an instruction first, from left to right. Types are checked while code is built. Locals and labels are
objects, and are numbered when a module is encoded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.wasm.operators import I32, I64, LOADS, OPERATORS, STORES

ANY = "any"
BITS = {I32: 32, I64: 64}
LIMITS = {of: (-(1 << bits - 1), (1 << bits) - 1) for of, bits in BITS.items()}
"""The smallest signed and the largest unsigned number of each type."""


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A local variable or a parameter of a function.

    The name of a local is only for readers of the code.
    """

    name: str
    type: str


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """The target of a branch: the end of a `Block` or the beginning of a `Loop`."""

    name: str


@dataclass(frozen=True, slots=True)
class Global:
    """A variable of the whole module, with the initial value `start`."""

    name: str
    type: str
    start: int


class Code:
    """The base class of all code.

    `type` is the type of the result: a number type, None for code without a result, or `ANY`.
    """

    __slots__ = ()

    @property
    def type(self) -> str | None:
        return None

    def operands(self) -> Sequence[Code]:
        """Return the operands of the code, in order."""
        return ()


def needs(code: Code, wanted: str, where: str) -> None:
    """Check that code has the expected type.

    Raises:
        TypeError: The code has another type.
    """
    if code.type not in (wanted, ANY):
        raise TypeError(f"{where} wants {wanted}, not {code.type}")


# ---------------------------------------------------------------- numbers


@dataclass(frozen=True, slots=True)
class Const(Code):
    """A constant number, given as a signed or an unsigned number."""

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
    """A plain operator (see `operators`) with its operands."""

    name: str
    args: tuple[Code, ...]

    def __post_init__(self) -> None:
        takes = OPERATORS[self.name].takes
        if len(takes) != len(self.args):
            raise TypeError(f"{self.name} takes {len(takes)} operands, not {len(self.args)}")
        for arg, wanted in zip(self.args, takes, strict=True):
            needs(arg, wanted, self.name)

    @property
    def type(self) -> str:
        return OPERATORS[self.name].gives

    def operands(self) -> Sequence[Code]:
        return self.args


@dataclass(frozen=True, slots=True)
class Select(Code):
    """A choice between two numbers; both numbers are computed."""

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
    """An assignment to a local or a global."""

    of: Local | Global
    value: Code

    def __post_init__(self) -> None:
        needs(self.value, self.of.type, f"{self.of.name} :=")

    def operands(self) -> Sequence[Code]:
        return (self.value,)


@dataclass(frozen=True, slots=True)
class Tee(Code):
    """An assignment to a local that also yields the value."""

    of: Local
    value: Code

    def __post_init__(self) -> None:
        needs(self.value, self.of.type, f"{self.of.name} :=")

    @property
    def type(self) -> str:
        return self.of.type

    def operands(self) -> Sequence[Code]:
        return (self.value,)


# ---------------------------------------------------------------- memory


@dataclass(frozen=True, slots=True)
class Load(Code):
    """A read of a number from memory, `offset` bytes after an address.

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
    """A copy of bytes from one area of memory to another; the areas may overlap."""

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
    """An instruction that sets all bytes of an area to one number."""

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
    """A call of a function by name.

    The function may be added to the module later, and `gives` must be the type of its result.
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
    """A call of the function at an index in the module's table."""

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


def within(code: Code) -> Iterator[Code]:
    """Yield a piece of code and all code inside it, in order of execution."""
    for each in code.operands():
        yield from within(each)
    yield code
