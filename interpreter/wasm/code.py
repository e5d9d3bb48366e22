"""Code as a tree: each instruction contains the code of its operands.

So related code stays together, and instruction selection can return a piece of code as a value. A machine executes the
leaves in order: operands first, from left to right. Types are checked while code is made. Locals and labels are
objects; they get numbers when a module is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.wasm.operators import I32, I64, LOADS, OPERATORS, STORES

ANY = "any"
BITS = {I32: 32, I64: 64}
LIMITS = {of: (-(1 << bits - 1), (1 << bits) - 1) for of, bits in BITS.items()}
"""The least and the greatest number that can be written, as signed and as unsigned."""


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A local or parameter of a function. Its name is for readers."""

    name: str
    type: str


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """Target of a branch: the end of a `Block` or an `If`, the beginning of a `Loop`."""

    name: str


@dataclass(frozen=True, slots=True)
class Global:
    """A variable of the whole module. Its initial value is `start`."""

    name: str
    type: str
    start: int


class Code:
    """Base of all code. `type` is that of its result: a number type, None for no result, or `ANY`."""

    __slots__ = ()

    @property
    def type(self) -> str | None:
        return None

    def operands(self) -> Sequence[Code]:
        """Return the operands, in order."""
        return ()


def needs(code: Code, wanted: str, where: str) -> None:
    """Raise TypeError if code does not have the expected type."""
    if code.type not in (wanted, ANY):
        raise TypeError(f"{where} wants {wanted}, not {code.type}")


# ---------------------------------------------------------------- numbers


@dataclass(frozen=True, slots=True)
class Const(Code):
    """A number, given as signed or unsigned."""

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
    """An operator of `operators` with its operands."""

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
    """One of two numbers; both are computed."""

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
    """Assignment to a local or global."""

    of: Local | Global
    value: Code

    def __post_init__(self) -> None:
        needs(self.value, self.of.type, f"{self.of.name} :=")

    def operands(self) -> Sequence[Code]:
        return (self.value,)


@dataclass(frozen=True, slots=True)
class Tee(Code):
    """Assignment to a local, with the value as result."""

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
    """A number in memory, `offset` bytes after an address (read as unsigned)."""

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
    """Copy of bytes; the areas may overlap."""

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
    """Fill of an area of bytes with one number."""

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
    """Call of a function by name. The function may be written later; then `gives` is checked."""

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
    """Call of the function at an index of the module's table."""

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
    """Yield the code and all code inside it, in execution order."""
    for each in code.operands():
        yield from within(each)
    yield code
