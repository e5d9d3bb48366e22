"""Reads the source of a kernel into a typed tree, and refuses code outside the subset.

A local variable has one type, which its first assignment determines. A kernel may use a variable only where every path
has assigned it. Rooms and marks are created outside loops and cannot be passed on, because they vanish when the kernel
returns.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from textwrap import dedent
from typing import NoReturn

from interpreter.kernel import tree as t
from interpreter.kernel.form import marks, room

NUMBERS = range(-(1 << 31), 1 << 31)
"""Numbers that a compiled kernel can compute with."""
CALLABLE = {id(each): each.__name__ for each in (len, max, min, sorted, range, room, marks)}
"""Functions that a kernel may call, by identity."""

CALCULATIONS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
LEAVING = (t.Break, t.Continue, t.Return, t.ReturnSorted)


class KernelFault(Exception):
    """Code of a kernel that is outside the subset, with its file and line."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: {message}")


@cache
def read(function: Callable[..., object]) -> t.Kernel:
    """Return the typed tree of a kernel.

    Raises:
        KernelFault: if the kernel uses something outside the subset.
    """
    return _Reader(function).kernel()


class _Reader:
    def __init__(self, function: Callable[..., object]) -> None:
        lines, first = inspect.getsourcelines(function)
        self._file, self._first = inspect.getfile(function), first
        self._outside: dict[str, object] = getattr(function, "__globals__", {})
        (node,) = ast.parse(dedent("".join(lines))).body
        if not isinstance(node, ast.FunctionDef):
            self._refuse(node, "a kernel is a plain function")
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

    def _refuse(self, node: ast.AST, message: str) -> NoReturn:
        raise KernelFault(self._file, self._first + getattr(node, "lineno", 1) - 1, message)

    def kernel(self) -> t.Kernel:
        node = self._function
        given = node.args
        if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults:
            self._refuse(node, "a kernel has only plain parameters without defaults")
        params = tuple(param for arg in given.args for param in self._params(arg))
        for param in params:
            self._types[param.name] = param.type
        self._assigned, self._fixed = set(self._types), set(self._types)
        if node.returns is None:
            self._refuse(node, "the type of the result is missing")
        self._gives = self._type(node.returns, ast.unparse(node.returns))
        if self._gives not in (t.Type.NUMBER, t.Type.LIST):
            self._refuse(node.returns, f"a kernel cannot return {self._gives.value}")
        body = self._body(node.body[1:] if ast.get_docstring(node) else node.body)
        if not body or not isinstance(body[-1], (t.Return, t.ReturnSorted)):
            self._refuse(node.body[-1], "the last statement must return a value")
        return t.Kernel(node.name, params, self._gives, body)

    # ------------------------------------------------------------ types

    def _params(self, arg: ast.arg) -> list[t.Name]:
        """Return the names for a parameter: one name, or one for each field of a record."""
        if arg.annotation is None:
            self._refuse(arg, f"the type of `{arg.arg}` is missing")
        record = self._outside.get(ast.unparse(arg.annotation))
        if isinstance(record, type) and is_dataclass(record):
            return [t.Name(f"{arg.arg}.{field.name}", self._type(arg, str(field.type))) for field in fields(record)]
        return [t.Name(arg.arg, self._type(arg, ast.unparse(arg.annotation)))]

    def _type(self, node: ast.AST, word: str) -> t.Type:
        found = next((each for each in t.Type if each.value == word), None)
        if found is None or found in (t.Type.ROOM, t.Type.MARKS):
            self._refuse(node, f"`{word}` cannot be the type of a parameter or result")
        return found

    def _name(self, node: ast.expr, *wanted: t.Type) -> t.Name:
        """Return a name that is assigned here and has one of the wanted types."""
        if not isinstance(node, (ast.Name, ast.Attribute)):
            self._refuse(node, "a name is needed here")
        name = ast.unparse(node)
        if name not in self._assigned:
            self._refuse(node, f"`{name}` may have no value here")
        found = t.Name(name, self._types[name])
        if wanted and found.type not in wanted:
            self._refuse(node, f"`{name}` is {found.type.value}, but {_said(wanted)} is needed here")
        return found

    def _target(self, node: ast.expr, of: t.Type) -> t.Name:
        """Return the name that a statement assigns, and record its type."""
        if not isinstance(node, ast.Name):
            self._refuse(node, "only a name can be assigned here")
        if node.id in self._fixed:
            self._refuse(node, f"`{node.id}` cannot be assigned again")
        if self._types.setdefault(node.id, of) != of:
            self._refuse(node, f"`{node.id}` is {self._types[node.id].value}, so it cannot become {of.value}")
        self._assigned.add(node.id)
        return t.Name(node.id, of)

    # ------------------------------------------------------------ statements

    def _body(self, nodes: Sequence[ast.stmt]) -> t.Body:
        return [each for node in nodes for each in self._statement(node)]

    def _inner(self, nodes: Sequence[ast.stmt], loop: bool = False) -> t.Body:
        self._depth, self._loops = self._depth + 1, self._loops + loop
        found = self._body(nodes)
        self._depth, self._loops = self._depth - 1, self._loops - loop
        return found

    def _statement(self, node: ast.stmt) -> list[t.Statement]:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Subscript() as pair):
                return [self._pair(node, targets, pair)]
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                return self._assign_each(node, targets, values)
            case ast.Assign(targets=targets, value=value):
                return self._assign(targets, value)
            case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
                source = ast.BinOp(ast.Name(target.id, ast.Load()), op, value)
                return self._assign([target], ast.fix_missing_locations(ast.copy_location(source, node)))
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=of, attr=word), args=[number], keywords=[])):
                return [self._method(node, word, of, number)]
            case ast.If():
                return [self._if(node)]
            case ast.While(test=test, body=body, orelse=[]):
                before = set(self._assigned)
                found = t.While(self._value(test, t.Type.FLAG), self._inner(body, loop=True))
                self._assigned = before
                return [found]
            case ast.For(target=target, iter=of, body=body, orelse=[]):
                before = set(self._assigned)
                loop = self._for(target, of, body)
                self._assigned = before
                return [loop]
            case ast.Break() | ast.Continue() if self._loops:
                return [t.Break() if isinstance(node, ast.Break) else t.Continue()]
            case ast.Return(value=ast.Call(func=func, args=[of])) if self._called(func) == "sorted":
                return [t.ReturnSorted(self._name(of, t.Type.ROOM))]
            case ast.Return(value=ast.expr() as value):
                return [t.Return(self._value(value, self._gives))]
        self._refuse(node, "this statement is outside the subset")

    def _pair(self, node: ast.stmt, targets: list[ast.expr], pair: ast.Subscript) -> t.Statement:
        of, at = self._name(pair.value, t.Type.PAIRS), self._value(pair.slice, t.Type.NUMBER)
        if len(targets) != 2:
            self._refuse(node, "a pair has two numbers")
        one, other = (self._target(each, t.Type.NUMBER) for each in targets)
        return t.AssignPair((one, other), of, at)

    def _assign_each(self, node: ast.stmt, targets: list[ast.expr], values: list[ast.expr]) -> list[t.Statement]:
        """Read `a, b = x, y` as two assignments, so that no value may use an earlier target."""
        if len(targets) != len(values):
            self._refuse(node, "as many names as values are needed")
        given: set[str] = set()
        for target, value in zip(targets, values, strict=True):
            if given & {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}:
                self._refuse(value, "this value uses a name that the same statement assigns before")
            given.add(ast.unparse(target))
        return [
            each for target, value in zip(targets, values, strict=True) for each in self._assign([target], value)
        ]  # fmt: skip

    def _assign(self, targets: list[ast.expr], value: ast.expr) -> list[t.Statement]:
        match value:
            case ast.Call(func=func, args=args, keywords=[]) if self._called(func) in ("room", "marks"):
                return [self._make(targets, value, args, str(self._called(func)))]
            case ast.Call(func=ast.Attribute(value=of, attr="pop"), args=[], keywords=[]):
                found: t.Value = t.Pop(self._name(of, t.Type.ROOM))
            case _:
                found = self._value(value, t.Type.NUMBER, t.Type.FLAG, t.Type.PAIRS)
        first, *others = (self._target(target, found.type) for target in targets)
        return [t.Assign(first, found), *(t.Assign(other, first) for other in others)]

    def _make(self, targets: list[ast.expr], node: ast.expr, args: list[ast.expr], what: str) -> t.Statement:
        if self._depth or len(targets) != 1:
            self._refuse(node, f"`{what}` must stand alone, outside loops and conditions")
        if not 1 <= len(args) <= (1 if what == "room" else 2):
            self._refuse(node, f"`{what}` has another number of arguments")
        size = self._value(args[0], t.Type.NUMBER)
        of = self._name(args[1], t.Type.LIST) if len(args) > 1 else None
        name = self._target(targets[0], t.Type.ROOM if what == "room" else t.Type.MARKS)
        self._fixed.add(name.name)
        return t.MakeRoom(name, size) if what == "room" else t.MakeMarks(name, size, of)

    def _method(self, node: ast.stmt, word: str, of: ast.expr, number: ast.expr) -> t.Statement:
        match word:
            case "append":
                return t.Append(self._name(of, t.Type.ROOM), self._value(number, t.Type.NUMBER))
            case "add" | "discard":
                return t.Mark(self._name(of, t.Type.MARKS), self._value(number, t.Type.NUMBER), word == "add")
        self._refuse(node, f"`{word}` is outside the subset")

    def _if(self, node: ast.If) -> t.Statement:
        test = self._value(node.test, t.Type.FLAG)
        before = set(self._assigned)
        then = self._inner(node.body)
        after_then, self._assigned = self._assigned, set(before)
        otherwise = self._inner(node.orelse)
        if otherwise and isinstance(otherwise[-1], LEAVING):
            self._assigned = after_then
        elif not isinstance(then[-1], LEAVING):
            self._assigned &= after_then
        return t.If(test, then, otherwise)

    def _for(self, target: ast.expr, of: ast.expr, body: list[ast.stmt]) -> t.Statement:
        if isinstance(of, ast.Call) and self._called(of.func) == "range":
            if not 1 <= len(of.args) <= 2 or of.keywords:
                self._refuse(of, "a range has one or two bounds")
            begin, end = [t.Number(0), *(self._value(arg, t.Type.NUMBER) for arg in of.args)][-2:]
            return t.ForRange(self._target(target, t.Type.NUMBER), begin, end, self._inner(body, loop=True))
        found = self._value(of, t.Type.LIST, t.Type.PAIRS)
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        if len(targets) != (1 if found.type == t.Type.LIST else 2):
            self._refuse(target, f"a loop over {found.type.value} has another number of names")
        names = tuple(self._target(each, t.Type.NUMBER) for each in targets)
        return t.ForEach(names, found, self._inner(body, loop=True))

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
                named, place = self._name(of, t.Type.LIST, t.Type.ROOM, t.Type.TABLE), self._value(at, t.Type.NUMBER)
                return t.TableRow(named, place) if named.type == t.Type.TABLE else t.Item(named, place)
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
                found = t.IsMarked(self._name(other, t.Type.MARKS), self._value(one, t.Type.NUMBER))
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

    def _call(self, node: ast.expr, name: str | None, args: list[ast.expr]) -> t.Value:
        match name, args:
            case "len", [of]:
                return t.Length(self._value(of, t.Type.LIST, t.Type.PAIRS, t.Type.TABLE, t.Type.ROOM))
            case ("min" | "max") as how, [one, other]:
                return t.Extreme(how, self._value(one, t.Type.NUMBER), self._value(other, t.Type.NUMBER))
        self._refuse(node, "this call is outside the subset")


def _said(types: Sequence[t.Type]) -> str:
    return " or ".join(each.value for each in types)
