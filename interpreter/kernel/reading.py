"""Reads the source of a kernel into a typed tree, and refuses code outside the subset.

A local variable has one type, which its first assignment determines. A kernel may use a variable only where every path
has assigned it. Rooms and marks are created outside loops. Other kernels can get them, but no kernel returns them,
because they vanish when the kernel that made them returns.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from functools import cache

from interpreter.kernel import tree as t
from interpreter.kernel.expressions import ExpressionReader

BITS_WORDS = ("begin", *t.CHANGES)
LEAVING = (t.Break, t.Continue, t.Return, t.ReturnList, t.Fail)


@cache
def read(function: Callable[..., object]) -> t.Kernel:
    """Return the typed tree of a kernel.

    Raises:
        KernelFault: if the kernel uses something outside the subset.
    """
    return _Reader(function).kernel()


class _Reader(ExpressionReader):
    def kernel(self) -> t.Kernel:
        node, signature = self._function, self.signature()
        self._types |= {param.name: param.type for param in signature.names}
        self._assigned, self._given = set(self._types), {param.name for param in signature.names}
        self._fixed = set(self._given)
        self._gives = signature.gives
        body = self._body(node.body[1:] if ast.get_docstring(node) else node.body)
        if self._gives == t.Type.NOTHING:
            body = [*body, t.Return(None)]
        elif not body or not isinstance(body[-1], (t.Return, t.ReturnList, t.Fail)):
            self._refuse(node.body[-1], "the last statement must return a value")
        return t.Kernel(node.name, signature.names, self._gives, body, tuple(self._calls))

    def _target(self, node: ast.expr, of: t.Type) -> t.Name:
        """Return the name that a statement assigns, and record its type."""
        if (field := self._field(node)) is not None and self._types.get(field) == of == t.Type.NUMBER:
            return t.Name(field, of)
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
            case ast.Assign(targets=[ast.Subscript(value=of, slice=at)], value=value):
                room = self._name(of, *t.ROOMS)
                item = self._value(value, t.ROOMS[room.type])
                return [t.SetItem(room, self._value(at, t.Type.NUMBER), item)]
            case ast.Assign(targets=targets, value=value):
                return self._assign(targets, value)
            case ast.AugAssign(target=ast.Name() | ast.Attribute() as target, op=op, value=value):
                source = ast.BinOp(target, op, value)
                return self._assign([target], ast.fix_missing_locations(ast.copy_location(source, node)))
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=of, attr=word), args=args, keywords=[])) if (
                word in BITS_WORDS and self._is_bits(of)
            ):
                return [self._change(node, word, of, args)]
            case ast.Expr(value=ast.Call(func=func, args=[of, *sizes])) if self._called(func) == "begin_each":
                number, size = (self._value(each, t.Type.NUMBER) for each in sizes)
                return [t.BeginEach(self._name(of, t.Type.BITS_ROOM), number, size)]
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=of, attr="clear"), args=[], keywords=[])):
                return [t.CutRoom(self._name(of, *t.ROOMS), t.Number(0))]
            case ast.Delete(targets=[ast.Subscript(value=of, slice=ast.Slice(lower=ast.expr() as size, upper=None))]):
                return [t.CutRoom(self._name(of, *t.ROOMS), self._value(size, t.Type.NUMBER))]
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=of, attr=word), args=[number], keywords=[])):
                return [self._method(node, word, of, number)]
            case ast.Expr(value=ast.Call(func=func, args=[of, size, number])) if self._called(func) == "fill":
                found = self._any_value(number)
                if not isinstance(found, t.Number) or found.value not in (0, -1):
                    self._refuse(number, "a room is filled with 0 or -1")
                return [t.FillRoom(self._name(of, t.Type.ROOM), self._value(size, t.Type.NUMBER), found.value)]
            case ast.Expr(value=ast.Call(func=func, args=[of, other])) if self._called(func) == "copy":
                return [t.CopyRoom(self._name(of, t.Type.ROOM), self._name(other, t.Type.ROOM))]
            case ast.Expr(value=ast.Call() as call):
                self._whole = call
                done = self._value(call, t.Type.NOTHING)
                assert isinstance(done, t.Call)
                return [t.Do(done)]
            case ast.Raise(exc=ast.Name(id=name), cause=None) if self._is_exception(name):
                return [t.Fail()]
            case ast.Return(value=None) if self._gives == t.Type.NOTHING:
                return [t.Return(None)]
            case ast.If():
                return [self._if(node)]
            case ast.While(test=test, body=body, orelse=[]):
                before = set(self._assigned)
                loop: t.Statement = t.While(self._value(test, t.Type.FLAG), self._inner(body, loop=True))
                self._assigned = before
                return [loop]
            case ast.For(target=target, iter=of, body=body, orelse=[]):
                before = set(self._assigned)
                loop = self._for(target, of, body)
                self._assigned = before
                return [loop]
            case ast.Break() | ast.Continue() if self._loops:
                return [t.Break() if isinstance(node, ast.Break) else t.Continue()]
            case ast.Return(value=ast.Call(func=func, args=[of])) if self._called(func) == "sorted":
                return [self._return_list(of, is_sorted=True)]
            case ast.Return(value=ast.Name(id=name) as of) if self._types.get(name) == t.Type.ROOM:
                return [self._return_list(of, is_sorted=False)]
            case ast.Return(value=ast.expr() as value):
                self._whole = value
                return [t.Return(self._value(value, self._gives))]
        self._refuse(node, "this statement is outside the subset")

    def _is_bits(self, node: ast.expr) -> bool:
        """Return True if an expression means a set of bits."""
        match node:
            case ast.Subscript(value=of):
                return self._types.get(self._field(of) or "") == t.Type.BITS_ROOM
        return self._types.get(self._field(node) or ast.unparse(node)) == t.Type.BITS

    def _change(self, node: ast.stmt, word: str, of: ast.expr, args: list[ast.expr]) -> t.Statement:
        types = t.CHANGES.get(word, (t.Type.NUMBER,))
        if len(args) != len(types):
            self._refuse(node, f"`{word}` has another number of arguments")
        values = tuple(self._value(arg, type_of) for arg, type_of in zip(args, types, strict=True))
        if word != "begin":
            return t.ChangeBits(word, self._value(of, t.Type.BITS), values)
        if self._field(of) is None:
            self._refuse(of, "only a set of a record can get another size")
        return t.BeginBits(self._name(of, t.Type.BITS), *values)

    def _return_list(self, of: ast.expr, is_sorted: bool) -> t.Statement:
        """Read a statement that returns a room as a list."""
        room = self._name(of, t.Type.ROOM)
        if self._gives != t.Type.LIST:
            self._refuse(of, f"the kernel returns {self._gives.value}")
        if room.name in self._given or self._field(of) is not None:
            self._refuse(of, f"only the kernel that made `{room.name}` can return it")
        return t.ReturnList(room, is_sorted)

    def _is_exception(self, name: str) -> bool:
        found = self._outside.get(name, getattr(builtins, name, None))
        return isinstance(found, type) and issubclass(found, Exception)

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
                self._whole = value
                found = self._value(value, t.Type.NUMBER, t.Type.FLAG, t.Type.LIST, t.Type.PAIRS)
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
                room = self._name(of, *t.ROOMS)
                return t.Append(room, self._value(number, t.ROOMS[room.type]))
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
