"""Typed syntax tree of a kernel, which `reading` builds and `writing` turns into WebAssembly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum


class Type(Enum):
    """Type of a value; the text is the word for the type in an annotation."""

    NUMBER = "int"
    FLAG = "bool"
    LIST = "List"
    PAIRS = "Pairs"
    TABLE = "Table"
    LISTS = "Lists"
    ROOM = "Room"
    LIST_ROOM = "ListRoom"
    MARKS = "Marks"
    BITS = "Bits"
    BITS_ROOM = "BitsRoom"
    NOTHING = "None"


ROWS = {Type.TABLE: Type.PAIRS, Type.LISTS: Type.LIST}
"""Types of the rows of tables."""

ROOMS = {Type.ROOM: Type.NUMBER, Type.LIST_ROOM: Type.LIST}
"""Types of the elements of stacks whose elements can be replaced."""

STACKS = {**ROOMS, Type.BITS_ROOM: Type.BITS}
"""Types of the elements of all stacks."""

CHANGES: dict[str, tuple[Type, ...]] = {
    "add": (Type.NUMBER,), "add_all": (Type.BITS,), "add_moved": (Type.BITS, Type.NUMBER),
}  # fmt: skip
"""Changes of a set of bits, with the types of their arguments."""

# ---------------------------------------------------------------- values


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    type = Type.NUMBER


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool
    type = Type.FLAG


@dataclass(frozen=True, slots=True)
class Name:
    """A local variable, a parameter, or a field of a record.

    A field has the name of the parameter, such as `graph.ways`, or that of the class if kernels share the record.
    """

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Calculation:
    """A sum, difference, product, quotient (`//`) or remainder (`%`) of two numbers."""

    op: str
    one: Value
    other: Value
    type = Type.NUMBER


@dataclass(frozen=True, slots=True)
class Comparison:
    op: str
    one: Value
    other: Value
    type = Type.FLAG


@dataclass(frozen=True, slots=True)
class Junction:
    """Two conditions joined by `and` or `or`. The second one is evaluated only if it matters."""

    op: str
    one: Value
    other: Value
    type = Type.FLAG


@dataclass(frozen=True, slots=True)
class Not:
    of: Value
    type = Type.FLAG


@dataclass(frozen=True, slots=True)
class IsMarked:
    marks: Name
    number: Value
    type = Type.FLAG


@dataclass(frozen=True, slots=True)
class Contains:
    """True if a list contains a number."""

    of: Value
    number: Value
    type = Type.FLAG


@dataclass(frozen=True, slots=True)
class Item:
    """A number in a list or room, or a list or set in a room for them."""

    of: Name
    at: Value

    @property
    def type(self) -> Type:
        return STACKS.get(self.of.type, Type.NUMBER)


@dataclass(frozen=True, slots=True)
class TableRow:
    table: Name
    at: Value

    @property
    def type(self) -> Type:
        return ROWS[self.table.type]


@dataclass(frozen=True, slots=True)
class Length:
    of: Value
    type = Type.NUMBER


@dataclass(frozen=True, slots=True)
class Extreme:
    """The smaller (`min`) or the larger (`max`) of two numbers."""

    how: str
    one: Value
    other: Value
    type = Type.NUMBER


@dataclass(frozen=True, slots=True)
class Choice:
    """A number if a test is true, otherwise another number."""

    test: Value
    one: Value
    other: Value
    type = Type.NUMBER


@dataclass(frozen=True, slots=True)
class Pop:
    """The last number of a room, which is removed."""

    room: Name
    type = Type.NUMBER


@dataclass(frozen=True, slots=True)
class HasAny:
    """True if a set of bits contains a number from `low` to `high`."""

    of: Value
    low: Value
    high: Value
    type = Type.FLAG


@dataclass(frozen=True, slots=True)
class Call:
    """The result of another kernel."""

    kernel: str
    args: tuple[Value, ...]
    type: Type


Value = (
    Number | Truth | Name | Calculation | Comparison | Junction | Not | IsMarked | Contains | Item | TableRow | Length
    | Extreme | Choice | Pop | HasAny | Call
)  # fmt: skip

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Assign:
    name: Name
    value: Value


@dataclass(frozen=True, slots=True)
class AssignPair:
    """Assigns the two numbers of a pair, as in `edge, there = pairs[at]`."""

    names: tuple[Name, Name]
    pairs: Name
    at: Value


@dataclass(frozen=True, slots=True)
class MakeRoom:
    name: Name
    size: Value


@dataclass(frozen=True, slots=True)
class MakeMarks:
    name: Name
    size: Value
    of: Name | None


@dataclass(frozen=True, slots=True)
class Append:
    room: Name
    item: Value


@dataclass(frozen=True, slots=True)
class SetItem:
    room: Name
    at: Value
    item: Value


@dataclass(frozen=True, slots=True)
class FillRoom:
    """Makes a room consist of `size` equal numbers."""

    room: Name
    size: Value
    number: int


@dataclass(frozen=True, slots=True)
class CutRoom:
    """Removes all elements of a room from an index on, as in `del found[size:]`."""

    room: Name
    size: Value


@dataclass(frozen=True, slots=True)
class CopyRoom:
    room: Name
    of: Name


@dataclass(frozen=True, slots=True)
class Mark:
    """Adds a number to a set, or removes it if `marked` is False."""

    marks: Name
    number: Value
    marked: bool


@dataclass(frozen=True, slots=True)
class BeginBits:
    """Gives a set of bits a size, and removes all numbers."""

    bits: Name
    size: Value


@dataclass(frozen=True, slots=True)
class BeginEach:
    """Makes a room consist of `number` empty sets of bits."""

    room: Name
    number: Value
    size: Value


@dataclass(frozen=True, slots=True)
class ChangeBits:
    """Changes a set of bits; `how` is a key of `CHANGES`."""

    how: str
    bits: Value
    args: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class If:
    test: Value
    then: Body
    otherwise: Body


@dataclass(frozen=True, slots=True)
class While:
    test: Value
    body: Body


@dataclass(frozen=True, slots=True)
class ForRange:
    name: Name
    begin: Value
    end: Value
    body: Body


@dataclass(frozen=True, slots=True)
class ForEach:
    """A loop over a list, with one name, or over pairs, with two names."""

    names: tuple[Name, ...]
    of: Value
    body: Body


@dataclass(frozen=True, slots=True)
class Break:
    pass


@dataclass(frozen=True, slots=True)
class Continue:
    pass


@dataclass(frozen=True, slots=True)
class Do:
    """Calls a kernel that returns nothing."""

    call: Call


@dataclass(frozen=True, slots=True)
class Fail:
    """Ends the call, because CPython would raise an exception."""


@dataclass(frozen=True, slots=True)
class Return:
    value: Value | None


@dataclass(frozen=True, slots=True)
class ReturnList:
    """Returns the numbers of a room as a list, perhaps sorted."""

    room: Name
    is_sorted: bool


Statement = (
    Assign | AssignPair | MakeRoom | MakeMarks | Append | SetItem | FillRoom | CutRoom | CopyRoom | Mark | BeginBits
    | BeginEach | ChangeBits | If | While | ForRange | ForEach | Break | Continue | Do | Fail | Return | ReturnList
)  # fmt: skip
Body = Sequence[Statement]


@dataclass(frozen=True, slots=True)
class Kernel:
    name: str
    params: tuple[Name, ...]
    gives: Type
    body: Body
    calls: tuple[Callable[..., object], ...]
    """Kernels that this kernel calls."""
