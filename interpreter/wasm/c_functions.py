"""Writes functions in C.

C does not say in which order it evaluates operands. An operand is therefore kept in a variable if a later operand could
change it. Branches become `goto`.

A trap sets `trapped` in the game, and every function returns at once. A function tests this word after each call of a
function that may trap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain

from interpreter.wasm import c_operators as o
from interpreter.wasm import code as c
from interpreter.wasm import control
from interpreter.wasm.c_surroundings import Surroundings
from interpreter.wasm.module import Function, signature_of
from interpreter.wasm.operators import I32

OUTSIDE = None
"""Stands for the memory and the globals among the variables that an instruction reads or changes."""
Variables = frozenset[c.Local | None]
MEMORY: Variables = frozenset((OUTSIDE,))


@dataclass(slots=True)
class _Scope:
    """A block or a loop around the current instruction.

    `result` is the variable for the block's result, or empty.
    """

    label: c.Label | None
    name: str
    result: str
    used: bool = False


@dataclass(frozen=True, slots=True)
class _Facts:
    """The variables that an instruction reads and changes.

    `plain` is True if the instruction becomes a C expression that needs no statements before it.
    """

    reads: Variables
    changes: Variables
    plain: bool


class FunctionText:
    """Writes the text of one function."""

    def __init__(self, function: Function, known: Surroundings) -> None:
        self._function = function
        self._known = known
        self._lines: list[str] = []
        self._depth = 1
        self._taken = set(known.functions.values()) | {*known.indirect.values(), *known.places.spans.values()}
        self._labels = set[str]()
        self._scopes: list[_Scope] = []
        self._facts_of: dict[int, _Facts] = {}
        self._temporaries: dict[str, str] = {}
        """Type of each variable that only this class assigns, by its name."""
        parts = function.parts()
        self._read = {part.of for part in parts if isinstance(part, (c.Get, c.Tee))}
        self._locals = {local: self._free(local.name, self._taken) for local in (*function.params, *function.locals())}

    def text(self) -> str:
        """Return the definition of the function."""
        function = self._function
        found = self._sequence(function.body, function.gives)
        if found:
            self._say(f"return {found};")
        declared = dict(self._variables())
        head = [f"    {o.TYPES[of]} {', '.join(f'{name} = 0' for name in names)};" for of, names in declared.items()]
        params = [self._locals[each] for each in function.params]
        read = set(re.findall(r"\w+", re.sub(r"(?m)^ *\w+ = ", "", "\n".join(self._lines))))
        unread = [name for name in ("g", *params, *chain(*declared.values())) if name not in read]
        head += [f"    (void){name};" for name in unread]
        return "\n".join([self._known.prototype(function, self._locals), "{", *head, *self._lines, "}"])

    def _variables(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the names of the variables to declare, by type."""
        own = {self._locals[each]: each.type for each in self._function.locals() if each in self._read}
        for of in o.TYPES:
            names = [name for name, type_ in {**own, **self._temporaries}.items() if type_ == of]
            if names:
                yield of, names

    # ------------------------------------------------------------ names and lines

    @staticmethod
    def _free(name: str, taken: set[str]) -> str:
        base = found = o.identifier(name)
        further = 2
        while found in taken:
            found, further = f"{base}_{further}", further + 1
        taken.add(found)
        return found

    def _kept(self, text: str, of: str | None) -> str:
        """Write code that keeps a value in a new variable, and return the variable."""
        found = self._temporary(of)
        self._say(f"{found} = {text};")
        return found

    def _temporary(self, of: str | None) -> str:
        found = self._free("t", self._taken)
        self._temporaries[found] = of or I32
        return found

    def _say(self, line: str) -> None:
        self._lines.append("    " * self._depth + line)

    @contextmanager
    def _braces(self, head: str) -> Iterator[None]:
        self._say(f"{head} {{")
        self._depth += 1
        yield
        self._depth -= 1
        self._say("}")

    # ------------------------------------------------------------ the order of operands

    def _facts(self, code: c.Code) -> _Facts:
        if id(code) not in self._facts_of:
            self._facts_of[id(code)] = self._found(code)
        return self._facts_of[id(code)]

    def _found(self, code: c.Code) -> _Facts:
        inner = [self._facts(each) for each in code.operands()]
        reads: Variables = frozenset().union(*(each.reads for each in inner))
        changes: Variables = frozenset().union(*(each.changes for each in inner))
        plain = all(each.plain for each in inner)
        match code:
            case c.Const() | c.Select():
                return _Facts(reads, changes, plain)
            case c.Plain():
                return _Facts(reads, changes, plain and not o.may_trap(code))
            case c.Get(of):
                return _Facts(frozenset((of if isinstance(of, c.Local) else OUTSIDE,)), changes, True)
            case c.Load():
                return _Facts(reads | MEMORY, changes, plain)
            case c.Put(of) | c.Tee(of):
                return _Facts(reads, changes | {of if isinstance(of, c.Local) else OUTSIDE}, False)
            case c.Store() | c.Copy() | c.Fill() | c.Call() | c.CallIndirect():
                return _Facts(reads | MEMORY, changes | MEMORY, False)
            case control.If(_, (one,), (other,)):
                return _Facts(reads, changes, plain and None not in (code.gives, one.type, other.type))
        return _Facts(reads, changes, False)

    def _operands(self, codes: Sequence[c.Code]) -> list[str]:
        """Write code that evaluates operands from left to right, and return expressions for their values.

        The expressions have no effects, and are valid after all operands are evaluated.
        """
        found = list[str]()
        for at, each in enumerate(codes):
            text = self._value(each)
            changes = (self._facts(later).changes for later in codes[at + 1 :])
            if text not in self._temporaries and not self._facts(each).reads.isdisjoint(frozenset().union(*changes)):
                text = self._kept(text, each.type)
            found.append(text)
        return found

    # ------------------------------------------------------------ statements

    def _sequence(self, body: Sequence[c.Code], gives: str | None) -> str:
        """Write instructions, and return the last one's result, which is empty if there is none."""
        at = 0
        while at < len(body):
            each = body[at]
            if gives and at == len(body) - 1 and each.type != c.ANY:
                return self._value(each)
            if isinstance(each, control.Branch) and len(tests := self._joined(body[at:])) > 1:
                texts = " | ".join(o.operand(self._value(test)) for test in tests)
                self._say(f"if ({texts}) goto {self._scope(each.label).name};")
                at += len(tests)
                continue
            self._statement(each)
            if isinstance(each, c.Call) and each.function in self._known.final:
                break
            at += 1
        return ""

    def _joined(self, body: Sequence[c.Code]) -> list[c.Code]:
        """Return the tests of the first branches, if they have the same label and read only local variables.

        To evaluate all these tests takes less time than to mispredict one more branch.
        """
        found = list[c.Code]()
        for each in body:
            if not isinstance(each, control.Branch) or each.label is not getattr(body[0], "label", None):
                break
            if each.test is None or not self._facts(each.test).plain or OUTSIDE in self._facts(each.test).reads:
                break
            found.append(each.test)
        return found

    def _statement(self, code: c.Code) -> None:
        match code:
            case c.Put(of, value):
                self._put(of, value)
            case c.Store(name, at, value, offset):
                place, text = self._operands((at, value))
                self._say(f"{o.access(name)}(g, {self._place(at, place, offset)}, {text});")
            case c.Copy() | c.Fill():
                name = "copy" if isinstance(code, c.Copy) else "fill"
                self._say(f"{name}(g, {', '.join(self._operands(code.operands()))});")
            case c.Call() | c.CallIndirect():
                self._say(f"{self._call(code)};")
                self._leave_if_trapped(code)
            case control.Drop(c.Call() | c.CallIndirect() as call):
                self._say(f"(void){self._call(call)};")
                self._leave_if_trapped(call)
            case control.Drop(value):
                self._drop(value)
            case control.Block() | control.Loop():
                self._labelled(code, "")
            case control.If(test, then, otherwise):
                with self._braces(f"if ({self._test(test)})"):
                    self._sequence(then, None)
                if otherwise:
                    with self._braces("else"):
                        self._sequence(otherwise, None)
            case control.Branch(label, test, given):
                scope = self._scope(label)
                if given is not None:
                    self._say(f"{scope.result} = {self._value(given)};")
                self._say(f"goto {scope.name};" if test is None else f"if ({self._test(test)}) goto {scope.name};")
            case control.BranchTable(at, labels):
                *targets, last = (self._scope(label).name for label in labels)
                with self._braces(f"switch ({self._value(at)})"):
                    for number, target in enumerate(targets):
                        self._say(f"case {number}: goto {target};")
                    self._say(f"default: goto {last};")
            case control.Return(given):
                self._say("return;" if given is None else f"return {self._value(given)};")
            case control.Unreachable():
                self._say("g->trapped = 1;")
                self._leave()
            case _:
                raise TypeError(f"{type(code).__name__} leaves a number")

    def _put(self, of: c.Local | c.Global, value: c.Code) -> None:
        if isinstance(of, c.Global):
            self._say(f"g->{o.identifier(of.name)} = {self._value(value)};")
        elif of in self._read:
            self._say(f"{self._locals[of]} = {self._value(value)};")
        else:
            self._drop(value)

    def _drop(self, value: c.Code) -> None:
        """Write code that evaluates a value that nothing reads."""
        if not self._facts(value).plain:
            self._say(f"(void){o.operand(self._value(value))};")

    def _leave(self) -> None:
        self._say("return;" if self._function.gives is None else "return 0;")

    def _leave_if_trapped(self, call: c.Call | c.CallIndirect) -> None:
        if isinstance(call, c.Call) and call.function in self._known.final:
            self._leave()
        elif isinstance(call, c.CallIndirect) or call.function in self._known.trapping:
            self._say(f"if (UNLIKELY(g->trapped)) return{'' if self._function.gives is None else ' 0'};")

    def _scope(self, label: c.Label) -> _Scope:
        scope = next(each for each in reversed(self._scopes) if each.label is label)
        scope.used = True
        return scope

    def _labelled(self, code: control.Block | control.Loop, result: str) -> None:
        """Write a block or a loop, which assigns the block's result to the variable `result`."""
        scope = _Scope(code.label, self._free(code.label.name if code.label else "block", self._labels), result)
        begin = len(self._lines)
        self._scopes.append(scope)
        self._assign(result, code.body, code.gives if isinstance(code, control.Block) else None)
        self._scopes.pop()
        if scope.used:
            at = begin if isinstance(code, control.Loop) else len(self._lines)
            self._lines.insert(at, f"{scope.name}:;")
        else:
            self._labels.discard(scope.name)

    def _assign(self, result: str, body: Sequence[c.Code], gives: str | None) -> None:
        """Write instructions, and assign the last one's result to a variable."""
        found = self._sequence(body, gives)
        if found:
            self._say(f"{result} = {found};")

    # ------------------------------------------------------------ expressions

    def _value(self, code: c.Code) -> str:
        """Write code that evaluates an instruction, and return an expression for its result."""
        match code:
            case c.Const():
                return o.number(code)
            case c.Get(of):
                return self._locals[of] if isinstance(of, c.Local) else f"g->{o.identifier(of.name)}"
            case c.Tee(of, value):
                self._say(f"{self._locals[of]} = {self._value(value)};")
                return self._locals[of]
            case c.Plain():
                text = self._plain(code)
                return f"(uint32_t)({text})" if isinstance(text, o.Infix) and o.is_test(code) else text
            case c.Select():
                one, other, test = self._operands(code.operands())
                step = o.step(code)
                return o.either(test, one, other) if step is None else o.stepped(code.test, test, other, step)
            case c.Load(name, at, offset):
                return f"{o.access(name)}(g, {self._place(at, self._value(at), offset)})"
            case c.Call() | c.CallIndirect():
                found = self._kept(self._call(code), code.gives)
                self._leave_if_trapped(code)
                return found
            case control.Block(_, _, gives) if gives:
                found = self._temporary(gives)
                self._labelled(code, found)
                return found
            case control.If(test, then, otherwise, gives) if gives:
                if self._facts(code).plain:
                    return o.either(self._test(test), self._value(then[0]), self._value(otherwise[0]))
                return self._choice(code, gives)
        if code.type != c.ANY:
            raise TypeError(f"{type(code).__name__} gives no number")
        self._statement(code)
        return "0u"

    def _test(self, code: c.Code) -> str:
        """Write code that evaluates a test, and return an expression that is 0 if the test fails."""
        if not isinstance(code, c.Plain):
            return self._value(code)
        (inner, *_) = code.args
        if o.what(code) == "eqz" and isinstance(inner, c.Plain) and o.is_test(inner):
            return o.opposite(inner, self._operands(inner.args))
        return self._plain(code)

    def _choice(self, code: control.If, gives: str) -> str:
        found = self._temporary(gives)
        with self._braces(f"if ({self._test(code.test)})"):
            self._assign(found, code.then, gives)
        with self._braces("else"):
            self._assign(found, code.otherwise, gives)
        return found

    def _plain(self, code: c.Plain) -> str:
        texts = self._operands(code.args)
        if not o.may_trap(code):
            return o.operation(code, texts)
        one, by = (
            text if text in self._temporaries else self._kept(text, arg.type)
            for text, arg in zip(texts, code.args, strict=True)
        )
        of, name = code.type, o.what(code)
        overflows = f" || ({one} == {o.least(of)} && {by} == ({o.TYPES[of]})-1)" if name == "div_s" else ""
        with self._braces(f"if (UNLIKELY({by} == 0{overflows}))"):
            self._statement(control.Unreachable())
        if name == "rem_s":  # C leaves the remainder of the least number and -1 undefined; it is 0
            return o.Infix(f"{by} == ({o.TYPES[of]})-1 ? 0u : {o.operation(code, (one, by))}")
        return o.operation(code, (one, by))

    def _place(self, at: c.Code, text: str, offset: int) -> str:
        """Return an address as C, with the names of fixed addresses."""
        if isinstance(at, c.Const):
            return self._known.places.name((at.signed & c.LIMITS[I32][1]) + offset)
        return f"(size_t){o.operand(text)} + {self._known.places.name(offset)}" if offset else text

    def _call(self, code: c.Call | c.CallIndirect) -> str:
        texts = self._operands(code.operands())
        if isinstance(code, c.Call):
            return f"{self._known.functions[code.function]}({', '.join(('g', *texts))})"
        *args, at = texts
        return f"{self._known.indirect[signature_of(code)]}({', '.join(('g', at, *args))})"
