"""Code as a tree: each instruction holds the code that its operands come from.

So what belongs together stands together, and instruction selection can give a piece of code as a value. The order in
which a machine does it is that of the leaves: operands first, from left to right. Types are checked while code is made.
Locals and labels are objects; what numbers they get is found when a module is written. Code that never ends normally
(`Branch`, `Return`, `Unreachable`) has the type `ANY`: it may stand where any number is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.wasm.operators import I32, I64, LOADS, OPERATORS, STORES

ANY = "any"
BITS = {I32: 32, I64: 64}


@dataclass(frozen=True, slots=True, eq=False)
class Local:
    """A local or parameter of a function. The name is for people."""

    name: str
    type: str


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """What code can branch to: the end of a `Block` or an `If`, the beginning of a `Loop`."""

    name: str


@dataclass(frozen=True, slots=True)
class Global:
    """A variable of the whole module. It begins with `start`."""

    name: str
    type: str
    start: int


class Code:
    """Base of all code. `type` is what it gives: a number type, None for nothing, or `ANY`."""

    __slots__ = ()

    @property
    def type(self) -> str | None:
        return None

    def operands(self) -> Sequence[Code]:
        """The code within, in order."""
        return ()


def _needs(code: Code, wanted: str, where: str) -> None:
    if code.type not in (wanted, ANY):
        raise TypeError(f"{where} wants {wanted}, not {code.type}")


# ---------------------------------------------------------------- numbers


@dataclass(frozen=True, slots=True)
class Const(Code):
    """A number. It may be given as signed or unsigned."""

    of: str
    value: int

    def __post_init__(self) -> None:
        bits = BITS[self.of]
        if not -(1 << bits - 1) <= self.value < 1 << bits:
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
    """An operator of `operators` on its operands."""

    name: str
    args: tuple[Code, ...]

    def __post_init__(self) -> None:
        takes = OPERATORS[self.name].takes
        if len(takes) != len(self.args):
            raise TypeError(f"{self.name} takes {len(takes)} operands, not {len(self.args)}")
        for arg, wanted in zip(self.args, takes, strict=True):
            _needs(arg, wanted, self.name)

    @property
    def type(self) -> str:
        return OPERATORS[self.name].gives

    def operands(self) -> Sequence[Code]:
        return self.args


@dataclass(frozen=True, slots=True)
class Select(Code):
    """One of two numbers, both of which are worked out."""

    one: Code
    other: Code
    test: Code

    def __post_init__(self) -> None:
        _needs(self.test, I32, "select")
        _needs(self.other, self.one.type or "a number", "select")

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
    """Gives a local or global a value."""

    of: Local | Global
    value: Code

    def __post_init__(self) -> None:
        _needs(self.value, self.of.type, f"{self.of.name} :=")

    def operands(self) -> Sequence[Code]:
        return (self.value,)


@dataclass(frozen=True, slots=True)
class Tee(Code):
    """Gives a local a value, and is that value."""

    of: Local
    value: Code

    def __post_init__(self) -> None:
        _needs(self.value, self.of.type, f"{self.of.name} :=")

    @property
    def type(self) -> str:
        return self.of.type

    def operands(self) -> Sequence[Code]:
        return (self.value,)


# ---------------------------------------------------------------- memory


@dataclass(frozen=True, slots=True)
class Load(Code):
    """A number in memory, `offset` bytes behind an address (which counts as not below 0)."""

    name: str
    at: Code
    offset: int = 0

    def __post_init__(self) -> None:
        _needs(self.at, I32, self.name)

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
        _needs(self.at, I32, self.name)
        _needs(self.value, STORES[self.name].type, self.name)

    def operands(self) -> Sequence[Code]:
        return (self.at, self.value)


@dataclass(frozen=True, slots=True)
class Copy(Code):
    """Copies bytes; the stretches may overlap."""

    to: Code
    source: Code
    size: Code

    def __post_init__(self) -> None:
        for each in self.operands():
            _needs(each, I32, "memory.copy")

    def operands(self) -> Sequence[Code]:
        return (self.to, self.source, self.size)


@dataclass(frozen=True, slots=True)
class Fill(Code):
    """Sets all of some bytes to one number."""

    to: Code
    byte: Code
    size: Code

    def __post_init__(self) -> None:
        for each in self.operands():
            _needs(each, I32, "memory.fill")

    def operands(self) -> Sequence[Code]:
        return (self.to, self.byte, self.size)


# ---------------------------------------------------------------- calls


@dataclass(frozen=True, slots=True)
class Call(Code):
    """Calls a function by its name. It may be written later; then `gives` is checked."""

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
    """Calls the function at a place of the module's table."""

    at: Code
    args: tuple[Code, ...]
    gives: str | None = None

    def __post_init__(self) -> None:
        _needs(self.at, I32, "call_indirect")

    @property
    def type(self) -> str | None:
        return self.gives

    def operands(self) -> Sequence[Code]:
        return (*self.args, self.at)


# ---------------------------------------------------------------- course


@dataclass(frozen=True, slots=True)
class Drop(Code):
    """Forgets a number."""

    value: Code

    def operands(self) -> Sequence[Code]:
        return (self.value,)


@dataclass(frozen=True, slots=True)
class Block(Code):
    """Code one after the other; a branch to `label` leaves it. With `gives`, the last is its number."""

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
    """Like a block; but a branch to `label` begins it again. It is left at its end."""

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
        _needs(self.test, I32, "if")
        _check_body(self.then, self.gives, "then")
        _check_body(self.otherwise, self.gives, "else")

    @property
    def type(self) -> str | None:
        return self.gives

    def operands(self) -> Sequence[Code]:
        return (self.test, *self.then, *self.otherwise)


@dataclass(frozen=True, slots=True)
class Branch(Code):
    """Goes to a label; with a test, only if it holds. `value` is the number that a block with a number gives."""

    label: Label
    test: Code | None = None
    value: Code | None = None

    def __post_init__(self) -> None:
        if self.test is not None:
            _needs(self.test, I32, "br_if")
            if self.value is not None:
                raise TypeError("a branch with a test carries no number here")

    @property
    def type(self) -> str | None:
        return ANY if self.test is None else None

    def operands(self) -> Sequence[Code]:
        return tuple(each for each in (self.value, self.test) if each is not None)


@dataclass(frozen=True, slots=True)
class BranchTable(Code):
    """Goes to the label at a place; to the last one, if there are not so many."""

    at: Code
    labels: tuple[Label, ...]

    def __post_init__(self) -> None:
        _needs(self.at, I32, "br_table")

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
    """Ends in a trap."""

    @property
    def type(self) -> str:
        return ANY


def _check_body(body: tuple[Code, ...], gives: str | None, where: str) -> None:
    """All but the last give nothing; the last gives what is wanted."""
    for each in body[: -1 if gives else None]:
        if each.type not in (None, ANY):
            raise TypeError(f"{where}: a number of {type(each).__name__} is left over")
    if gives:
        if not body:
            raise TypeError(f"{where} gives no {gives}")
        _needs(body[-1], gives, where)


def within(code: Code) -> Iterator[Code]:
    """The code and all code inside of it, what stands outside first, each from left to right."""
    waiting = [code]
    while waiting:
        each = waiting.pop()
        yield each
        waiting.extend(reversed(each.operands()))
