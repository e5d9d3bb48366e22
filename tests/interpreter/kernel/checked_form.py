"""The checked form of a kernel: CPython runs its source, but with the limits of a compiled kernel.

A negative index, an index beyond what was written, a number that a set cannot hold, sets of different sizes, a stack or
set that is too large, and a sum beyond 32 bits raise an error. CPython alone would accept most of them.
"""

from __future__ import annotations
import __future__

import ast
import inspect
from collections.abc import Callable, Iterable, Sequence
from copy import copy as copy_of
from dataclasses import fields
from functools import cache
from itertools import repeat
from textwrap import dedent
from typing import ParamSpec, TypeVar

from interpreter.kernel import NUMBERS, Bits, read
from interpreter.kernel.layout import words_of

P, R, T = ParamSpec("P"), TypeVar("R"), TypeVar("T")


class OutOfLimits(Exception):
    """Raised if a kernel exceeds a limit of compiled kernels."""


class CheckedRoom(list[T]):
    def __init__(self, size: int, items: Iterable[T] = ()) -> None:
        super().__init__()
        self._size = size
        self.replace(items)

    def append(self, item: T) -> None:
        if len(self) >= self._size:
            raise OutOfLimits(f"{self._size} numbers are too few")
        super().append(fits(item) if isinstance(item, int) else item)

    def replace(self, items: Iterable[T]) -> None:
        self.clear()
        for each in items:
            self.append(each)


class CheckedMarks(set[int]):
    def __init__(self, size: int, of: Iterable[int] = ()) -> None:
        self._size = size
        super().__init__(self._inside(each) for each in of if each >= 0)

    def _inside(self, number: int) -> int:
        if number not in range(self._size):
            raise OutOfLimits(f"{number} is not below {self._size}")
        return number

    def __contains__(self, number: object) -> bool:
        assert isinstance(number, int)
        return super().__contains__(self._inside(number))

    def add(self, number: int) -> None:
        super().add(self._inside(number))

    def discard(self, number: int) -> None:
        super().discard(self._inside(number))


class CheckedBits(Bits):
    def __init__(self, most: int, size: int = 0) -> None:
        super().__init__(size)
        self._most, self._size = most, size

    def _inside(self, number: int) -> int:
        if number not in range(self._size):
            raise OutOfLimits(f"{number} is not below {self._size}")
        return number

    def _alike(self, of: Bits) -> Bits:
        assert isinstance(of, CheckedBits)
        if of._size != self._size:
            raise OutOfLimits(f"the sizes are {of._size} and {self._size}")
        return of

    def begin(self, size: int) -> None:
        if size not in range(1, self._most + 1):
            raise OutOfLimits(f"{size} is not from 1 to {self._most}")
        self._size = size
        super().begin(size)

    def add(self, number: int) -> None:
        super().add(self._inside(number))

    def add_all(self, of: Bits) -> None:
        super().add_all(self._alike(of))

    def add_moved(self, of: Bits, by: int) -> None:
        if by < 0:
            raise OutOfLimits(f"{by} is negative")
        super().add_moved(self._alike(of), by)

    def has_any(self, low: int, high: int) -> bool:
        if low < 0 or high >= self._size:
            raise OutOfLimits(f"{low} to {high} is not below {self._size}")
        return super().has_any(low, high)


class CheckedBitsRoom(list[Bits]):
    def __init__(self, words: int) -> None:
        super().__init__()
        self.words = words


def begin_each(room: CheckedBitsRoom, number: int, size: int) -> None:
    if size < 1 or number not in range(room.words // words_of(size) + 1):
        raise OutOfLimits(f"there is no room for {number} sets of size {size}")
    room[:] = [CheckedBits(size, size) for _ in range(number)]


def fits(number: int) -> int:
    if number not in NUMBERS:
        raise OutOfLimits(f"{number} does not fit into 32 bits")
    return number


def item(of: Sequence[T], at: int) -> T:
    if at not in range(len(of)):
        raise OutOfLimits(f"{at} is not below {len(of)}")
    return of[at]


def quotient(one: int, other: int) -> int:
    if one < 0 or other <= 0:
        raise OutOfLimits(f"{one} and {other} cannot be divided")
    return one // other


def remainder(one: int, other: int) -> int:
    return one - other * quotient(one, other)


def store(of: list[T], at: int, value: T) -> None:
    item(of, at)
    of[at] = fits(value) if isinstance(value, int) else value


def fill(room: CheckedRoom[int], size: int, number: int) -> None:
    if size < 0:
        raise OutOfLimits(f"{size} is no size")
    room.replace(repeat(number, size))


def cut(room: list[T], size: int) -> None:
    if size not in range(len(room) + 1):
        raise OutOfLimits(f"{size} is more than {len(room)}")
    del room[size:]


def copy(room: CheckedRoom[int], of: Sequence[int]) -> None:
    room.replace(of)


def checked_record(record: T) -> T:
    """Return a copy of a shared record with stacks and sets that check their limits. Sets of bits are new."""
    found = copy_of(record)
    for each in fields(record):  # type: ignore[arg-type]
        size = each.metadata.get("size")
        if each.type == "Bits":
            setattr(found, each.name, CheckedBits(size))
        elif each.type == "BitsRoom":
            setattr(found, each.name, CheckedBitsRoom(size))
        elif size is not None:
            setattr(found, each.name, CheckedRoom(size, getattr(record, each.name)))
    return found


def _call(name: str, *args: ast.expr) -> ast.Call:
    """Return a call to a check, whose name no variable of a kernel has."""
    return ast.Call(ast.Name(f"_{name}", ast.Load()), list(args), [])


class _Checks(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, (ast.FloorDiv, ast.Mod)):
            name = "quotient" if isinstance(node.op, ast.FloorDiv) else "remainder"
            return _call(name, self.visit(node.left), self.visit(node.right))
        return _call("fits", self.generic_visit(node))

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        match node.targets:
            case [ast.Subscript(value=of, slice=at)]:
                return ast.Expr(_call("store", *(self.visit(each) for each in (of, at, node.value))))
        return ast.Assign(node.targets, self.visit(node.value))

    def visit_Delete(self, node: ast.Delete) -> ast.stmt:
        (cut_off,) = node.targets
        assert isinstance(cut_off, ast.Subscript)
        assert isinstance(cut_off.slice, ast.Slice)
        assert cut_off.slice.lower is not None
        return ast.Expr(_call("cut", self.visit(cut_off.value), self.visit(cut_off.slice.lower)))

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        total = ast.BinOp(ast.parse(ast.unparse(node.target), mode="eval").body, node.op, node.value)
        return ast.Assign([node.target], self.visit(total))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        return _call("item", self.visit(node.value), self.visit(node.slice))


@cache
def checked(kernel: Callable[P, R]) -> Callable[P, R]:
    """Return the checked form of a kernel, which calls the checked forms of other kernels.

    The form is made once. Making it takes a hundred times as long as a call.
    """
    inside: dict[str, object] = {}
    _add(kernel, inside)
    found: Callable[P, R] = inside[getattr(kernel, "__name__", "")]  # type: ignore[assignment]
    return found


def _add(kernel: Callable[..., object], inside: dict[str, object]) -> None:
    """Add the checked forms of a kernel and of all kernels that it calls."""
    tree = ast.fix_missing_locations(_Checks().visit(ast.parse(dedent(inspect.getsource(kernel)))))
    outside = {name: each for name, each in getattr(kernel, "__globals__", {}).items() if name not in inside}
    inside |= {**outside, "room": CheckedRoom, "marks": CheckedMarks}
    inside |= {each.__name__: each for each in (fill, copy, begin_each)}
    inside |= {f"_{each.__name__}": each for each in (fits, item, quotient, remainder, store, cut)}
    exec(
        compile(tree, inspect.getfile(kernel), "exec", dont_inherit=True, flags=__future__.annotations.compiler_flag),
        inside,
    )
    for called in read(kernel).calls:
        if inside.get(called.__name__) is called:
            _add(called, inside)
