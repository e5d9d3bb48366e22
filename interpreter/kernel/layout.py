"""Places the fields of records in a module.

A kernel may have a parameter that is a mutable dataclass. Its fields are state that kernels share: numbers, stacks made
by `sized`, and sets made by `bits`. A module has one such record of each class. A number is a global variable. A stack
is an area at a constant address, with a global variable for the number of elements. A set is an area that begins with
its size. The compiled kernels have no parameter for the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, dataclass, fields, is_dataclass

from interpreter import wasm as w
from interpreter.kernel import tree as t
from interpreter.wasm import I32

WORD = 4
Part = w.Local | w.Global | w.Const
FIELDS = {str(each.value): each for each in (t.Type.NUMBER, t.Type.BITS, *t.STACKS)}


@dataclass(frozen=True, slots=True)
class Layout:
    """Parts of a module that hold the fields of a record, by the name of class and field, as in `Shape.rows`.

    A number has one part. A stack has an address, a number of elements, and the largest number. A set of bits has an
    address and the largest size. `end` is the address after the last area.
    """

    parts: Mapping[str, tuple[Part, ...]]
    end: int

    @property
    def variables(self) -> list[w.Global]:
        return [part for parts in self.parts.values() for part in parts if isinstance(part, w.Global)]

    def variable(self, name: str) -> w.Global:
        """Return the global variable of a number, or of the number of elements in a stack."""
        (found,) = (part for part in self.parts[name] if isinstance(part, w.Global))
        return found

    def address(self, name: str) -> int:
        """Return the address of a stack."""
        address, *_ = self.parts[name]
        assert isinstance(address, w.Const)
        return address.signed


def words_of(size: int) -> int:
    """Return the number of words for a set of numbers below a size: the size itself, and the bits."""
    return 1 + (size + 31) // 32


def is_shared(record: object) -> bool:
    """Return True if an object is the class of a record that kernels share."""
    return isinstance(record, type) and is_dataclass(record) and not record.__dataclass_params__.frozen  # type: ignore[attr-defined]


def shared_fields(record: type) -> dict[str, Field[object]]:
    """Return the fields of a shared record by name, as kernels name them."""
    return {f"{record.__name__}.{each.name}": each for each in fields(record)}


def layout(record: type, begin: int) -> Layout:
    """Place the fields of a record, with its stacks from the address `begin`."""
    parts: dict[str, tuple[Part, ...]] = {}
    for name, field in shared_fields(record).items():
        variable = w.Global(name, I32, 0)
        if FIELDS[str(field.type)] == t.Type.NUMBER:
            parts[name] = (variable,)
            continue
        size = field.metadata["size"]
        if FIELDS[str(field.type)] == t.Type.BITS:
            parts[name] = w.Const(I32, begin), w.Const(I32, size)
            begin += WORD * words_of(size)
            continue
        parts[name] = w.Const(I32, begin), variable, w.Const(I32, size)
        begin += WORD * size
    return Layout(parts, begin)
