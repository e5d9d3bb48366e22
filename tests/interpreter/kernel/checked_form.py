"""The checked form of a kernel: CPython runs its source, but with the limits of a compiled kernel.

A negative index, an index beyond what was written, a number that a set cannot hold, a stack that is too large, and a
sum beyond 32 bits raise an error. CPython alone would accept most of them.
"""

from __future__ import annotations
import __future__

import ast
import inspect
from collections.abc import Callable, Iterable, Sequence
from copy import copy as copy_of
from dataclasses import fields
from itertools import repeat
from textwrap import dedent
from typing import ParamSpec, TypeVar

from interpreter.kernel import NUMBERS, read

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
    """Return a copy of a shared record with stacks that check their limits."""
    found = copy_of(record)
    for each in fields(record):  # type: ignore[arg-type]
        if "size" in each.metadata:
            setattr(found, each.name, CheckedRoom(each.metadata["size"], getattr(record, each.name)))
    return found


class _Checks(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, (ast.FloorDiv, ast.Mod)):
            name = "quotient" if isinstance(node.op, ast.FloorDiv) else "remainder"
            return ast.Call(ast.Name(name, ast.Load()), [self.visit(node.left), self.visit(node.right)], [])
        return ast.Call(ast.Name("fits", ast.Load()), [self.generic_visit(node)], [])

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        match node.targets:
            case [ast.Subscript(value=of, slice=at)]:
                args = [self.visit(each) for each in (of, at, node.value)]
                return ast.Expr(ast.Call(ast.Name("store", ast.Load()), args, []))
        return ast.Assign(node.targets, self.visit(node.value))

    def visit_Delete(self, node: ast.Delete) -> ast.stmt:
        (cut_off,) = node.targets
        assert isinstance(cut_off, ast.Subscript)
        assert isinstance(cut_off.slice, ast.Slice)
        assert cut_off.slice.lower is not None
        args = [self.visit(cut_off.value), self.visit(cut_off.slice.lower)]
        return ast.Expr(ast.Call(ast.Name("cut", ast.Load()), args, []))

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        total = ast.BinOp(ast.parse(ast.unparse(node.target), mode="eval").body, node.op, node.value)
        return ast.Assign([node.target], self.visit(total))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        return ast.Call(ast.Name("item", ast.Load()), [self.visit(node.value), self.visit(node.slice)], [])


def checked(kernel: Callable[P, R]) -> Callable[P, R]:
    """Return the checked form of a kernel, which calls the checked forms of other kernels."""
    inside: dict[str, object] = {}
    _add(kernel, inside)
    found: Callable[P, R] = inside[getattr(kernel, "__name__", "")]  # type: ignore[assignment]
    return found


def _add(kernel: Callable[..., object], inside: dict[str, object]) -> None:
    """Add the checked forms of a kernel and of all kernels that it calls."""
    tree = ast.fix_missing_locations(_Checks().visit(ast.parse(dedent(inspect.getsource(kernel)))))
    outside = {name: each for name, each in getattr(kernel, "__globals__", {}).items() if name not in inside}
    inside |= {**outside, "room": CheckedRoom, "marks": CheckedMarks}
    inside |= {each.__name__: each for each in (fits, item, quotient, remainder, store, fill, cut, copy)}
    exec(
        compile(tree, inspect.getfile(kernel), "exec", dont_inherit=True, flags=__future__.annotations.compiler_flag),
        inside,
    )
    for called in read(kernel).calls:
        if inside.get(called.__name__) is called:
            _add(called, inside)
