"""Reads the expressions of a kernel into typed values, and refuses code outside the subset."""

from __future__ import annotations

import ast
import builtins
import linecache
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import FunctionType
from typing import NoReturn

from interpreter.kernel import tree as t
from interpreter.kernel.form import begin_each, copy, fill, marks, room
from interpreter.kernel.layout import FIELDS, is_shared, shared_fields

NUMBERS = range(-(1 << 31), 1 << 31)
"""Numbers that a compiled kernel can compute with."""
CALLABLE = {id(each): each.__name__ for each in (len, max, min, sorted, range, room, marks, fill, copy, begin_each)}
"""Functions that a kernel may call, by identity."""

CALCULATIONS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


class KernelFault(Exception):
    """Code of a kernel that is outside the subset, with its file and line."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: {message}")


@dataclass(frozen=True, slots=True)
class Signature:
    """Parameters and result of a kernel.

    A parameter has one name, or one for each field of a record. If kernels share the record, it is the record's class.
    """

    params: tuple[tuple[t.Name, ...] | type, ...]
    gives: t.Type

    @property
    def names(self) -> tuple[t.Name, ...]:
        return tuple(name for param in self.params if not isinstance(param, type) for name in param)


@cache
def signature(function: Callable[..., object]) -> Signature:
    """Return the signature of a kernel.

    Raises:
        KernelFault: if the signature is outside the subset.
    """
    return ExpressionReader(function).signature()


@cache
def functions_in(file: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a module by their line."""
    body = ast.parse("".join(linecache.getlines(file))).body
    return {node.lineno: node for node in body if isinstance(node, ast.FunctionDef)}


class ExpressionReader:
    """Reads expressions in the scope of a kernel."""

    def __init__(self, function: Callable[..., object]) -> None:
        assert isinstance(function, FunctionType)
        self._file, line = function.__code__.co_filename, function.__code__.co_firstlineno
        self._outside: dict[str, object] = function.__globals__
        node = functions_in(self._file).get(line)
        if node is None:
            raise KernelFault(self._file, line, "a kernel is a plain function of a module, without decorators")
        self._function = node
        self._types: dict[str, t.Type] = {}
        """Type of every name that has been assigned so far."""
        self._assigned: set[str] = set()
        """Names that every path to the current statement has assigned."""
        self._fixed: set[str] = set()
        """Parameters, rooms and marks, which cannot be assigned again."""
        self._depth = 0
        """Number of loops and conditions around the current statement."""
        self._loops = 0
        self._gives = t.Type.NUMBER
        self._records: dict[str, type] = {}
        """Classes of the parameters that are shared records."""
        self._calls: dict[Callable[..., object], None] = {}
        """Kernels that have been called so far."""
        self._whole: ast.expr | None = None
        """The whole value that the current statement computes."""

    def _refuse(self, node: ast.AST, message: str) -> NoReturn:
        raise KernelFault(self._file, getattr(node, "lineno", self._function.lineno), message)

    # ------------------------------------------------------------ types

    def signature(self) -> Signature:
        """Return the parameters and the result, and give the parameters their types."""
        node, given = self._function, self._function.args
        if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults:
            self._refuse(node, "a kernel has only plain parameters without defaults")
        params = tuple(self._param(arg) for arg in given.args)
        if node.returns is None:
            self._refuse(node, "the type of the result is missing")
        gives = self._type(node.returns, ast.unparse(node.returns))
        if gives not in (t.Type.NUMBER, t.Type.FLAG, t.Type.LIST, t.Type.NOTHING):
            self._refuse(node.returns, f"a kernel cannot return {gives.value}")
        return Signature(params, gives)

    def _param(self, arg: ast.arg) -> tuple[t.Name, ...] | type:
        """Return the names for a parameter: one name, or one for each field of a record.

        If kernels share the record, return its class.
        """
        if arg.annotation is None:
            self._refuse(arg, f"the type of `{arg.arg}` is missing")
        record = self._outside.get(ast.unparse(arg.annotation))
        if not isinstance(record, type) or not is_dataclass(record):
            return (t.Name(arg.arg, self._type(arg, ast.unparse(arg.annotation))),)
        if not is_shared(record):
            found = [t.Name(f"{arg.arg}.{each.name}", self._type(arg, str(each.type))) for each in fields(record)]
            if any(name.type in (t.Type.ROOM, t.Type.MARKS, t.Type.BITS) for name in found):
                self._refuse(arg, "a frozen record contains only constants")
            return tuple(found)
        self._records[arg.arg] = record
        for name, each in shared_fields(record).items():
            if (type_of := FIELDS.get(str(each.type))) is None:
                self._refuse(arg, f"`{name}` has a type outside the subset")
            self._types[name] = type_of
        return record

    def _type(self, node: ast.AST, word: str) -> t.Type:
        found = next((each for each in t.Type if each.value == word), None)
        if found in (None, t.Type.LIST_ROOM, t.Type.BITS_ROOM):
            self._refuse(node, f"`{word}` cannot be the type of a parameter or result")
        return found

    def _name(self, node: ast.expr, *wanted: t.Type) -> t.Name:
        """Return a name that is assigned here and has one of the wanted types."""
        if not isinstance(node, (ast.Name, ast.Attribute)):
            self._refuse(node, "a name is needed here")
        name = self._field(node) or ast.unparse(node)
        if name not in self._assigned:
            self._refuse(node, f"`{name}` may have no value here")
        found = t.Name(name, self._types[name])
        if wanted and found.type not in wanted:
            self._refuse(node, f"`{name}` is {found.type.value}, but {_said(wanted)} is needed here")
        return found

    def _field(self, node: ast.expr) -> str | None:
        """Return the name of a field if an expression means a field of a shared record, otherwise None."""
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=field) if name in self._records:
                return f"{self._records[name].__name__}.{field}"
        return None

    # ------------------------------------------------------------ values

    def _value(self, node: ast.expr, *wanted: t.Type) -> t.Value:
        """Return a value that has one of the wanted types."""
        found = self._any_value(node)
        if found.type not in wanted:
            self._refuse(node, f"this is {found.type.value}, but {_said(wanted)} is needed here")
        return found

    def _any_value(self, node: ast.expr) -> t.Value:
        match node:
            case ast.Constant(value=int(number)) if not isinstance(number, bool):
                return self._number(node, number)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                return self._number(node, -number)
            case ast.UnaryOp(op=ast.Not(), operand=of):
                return t.Not(self._value(of, t.Type.FLAG))
            case ast.Constant(value=bool(truth)):
                return t.Truth(truth)
            case ast.Name(id=name) if name not in self._types and isinstance(constant := self._outside.get(name), int):
                return self._number(node, constant)
            case ast.Name() | ast.Attribute():
                return self._name(node)
            case ast.BinOp(op=op) if type(op) in CALCULATIONS:
                one, other = self._value(node.left, t.Type.NUMBER), self._value(node.right, t.Type.NUMBER)
                return t.Calculation(CALCULATIONS[type(op)], one, other)
            case ast.Compare(left=one, ops=[op], comparators=[other]):
                return self._comparison(node, one, op, other)
            case ast.BoolOp(op=op, values=values):
                first, *others = (self._value(each, t.Type.FLAG) for each in values)
                for each in others:
                    first = t.Junction("and" if isinstance(op, ast.And) else "or", first, each)
                return first
            case ast.IfExp(test=test, body=one, orelse=other):
                ways = self._value(one, t.Type.NUMBER), self._value(other, t.Type.NUMBER)
                return t.Choice(self._value(test, t.Type.FLAG), *ways)
            case ast.Subscript(value=of, slice=at):
                named, place = self._name(of, t.Type.LIST, *t.STACKS, *t.ROWS), self._value(at, t.Type.NUMBER)
                return t.TableRow(named, place) if named.type in t.ROWS else t.Item(named, place)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if (kernel := self._kernel(name)) is not None:
                return self._call_of(node, kernel, args)
            case ast.Call(func=ast.Attribute(value=of, attr="has_any"), args=[low, high], keywords=[]):
                bounds = self._value(low, t.Type.NUMBER), self._value(high, t.Type.NUMBER)
                return t.HasAny(self._value(of, t.Type.BITS), *bounds)
            case ast.Call(func=func, args=args, keywords=[]):
                return self._call(node, self._called(func), args)
        self._refuse(node, "this expression is outside the subset")

    def _number(self, node: ast.expr, number: int) -> t.Number:
        if number not in NUMBERS:
            self._refuse(node, f"{number} does not fit into 32 bits")
        return t.Number(number)

    def _comparison(self, node: ast.expr, one: ast.expr, op: ast.cmpop, other: ast.expr) -> t.Value:
        match op:
            case ast.In() | ast.NotIn():
                number, of = self._value(one, t.Type.NUMBER), self._value(other, t.Type.MARKS, t.Type.LIST)
                found: t.Value = t.Contains(of, number)
                if isinstance(of, t.Name) and of.type == t.Type.MARKS:
                    found = t.IsMarked(of, number)
                return found if isinstance(op, ast.In) else t.Not(found)
            case _ if type(op) in COMPARISONS:
                numbers = self._value(one, t.Type.NUMBER), self._value(other, t.Type.NUMBER)
                return t.Comparison(COMPARISONS[type(op)], *numbers)
        self._refuse(node, "this comparison is outside the subset")

    def _called(self, func: ast.expr) -> str | None:
        """Return the name of a called function that the subset knows, otherwise None."""
        if not isinstance(func, ast.Name):
            return None
        return CALLABLE.get(id(self._outside.get(func.id, getattr(builtins, func.id, None))))

    def _kernel(self, name: str) -> Callable[..., object] | None:
        """Return the kernel with this name, or None if the name has another meaning."""
        found = self._outside.get(name)
        return found if isinstance(found, FunctionType) and id(found) not in CALLABLE else None

    def _call_of(self, node: ast.expr, kernel: Callable[..., object], args: list[ast.expr]) -> t.Call:
        called = signature(kernel)
        if len(args) != len(called.params):
            self._refuse(node, f"`{kernel.__name__}` has {len(called.params)} parameters")
        self._calls[kernel] = None
        self._check_rooms(node, called, args)
        given = (each for arg, names in zip(args, called.params, strict=True) for each in self._args(arg, names))
        return t.Call(kernel.__name__, tuple(given), called.gives)

    def _check_rooms(self, node: ast.expr, called: Signature, args: list[ast.expr]) -> None:
        """Refuse a call that gets a room if the two kernels could see different numbers of words in it."""
        params = zip(args, called.params, strict=True)
        rooms = [arg for arg, param in params if not isinstance(param, type) and param[0].type == t.Type.ROOM]
        if rooms and node is not self._whole:
            self._refuse(node, "a call that gets a room must be the whole statement, or its whole value")
        if any(not isinstance(room, ast.Name) for room in rooms):
            self._refuse(node, "a call gets the whole record, not only its room")
        if len({ast.unparse(room) for room in rooms}) < len(rooms):
            self._refuse(node, "a call gets the same room twice")

    def _args(self, node: ast.expr, names: tuple[t.Name, ...] | type) -> list[t.Value]:
        """Return the values for one parameter of a kernel."""
        if isinstance(names, type):
            if not isinstance(node, ast.Name) or self._records.get(node.id) is not names:
                self._refuse(node, f"`{names.__name__}` is needed here")
            return []
        if any("." in name.name for name in names):
            return [
                self._name(ast.copy_location(ast.Attribute(node, name.name.split(".")[1]), node), name.type)
                for name in names
            ]
        return [self._value(node, name.type) for name in names]

    def _call(self, node: ast.expr, name: str | None, args: list[ast.expr]) -> t.Value:
        match name, args:
            case "len", [of]:
                return t.Length(self._value(of, t.Type.LIST, t.Type.PAIRS, *t.STACKS, *t.ROWS))
            case ("min" | "max") as how, [one, other]:
                return t.Extreme(how, self._value(one, t.Type.NUMBER), self._value(other, t.Type.NUMBER))
        self._refuse(node, "this call is outside the subset")


def _said(types: Sequence[t.Type]) -> str:
    return " or ".join(each.value for each in types)
