"""Replaces calls by the code of the called functions.

The runtime's compiler inlines nothing, and a call costs more time than the code of a small function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import is_

from interpreter.wasm.code import Call, Code, Const, Get, Label, Local, Put, Tee
from interpreter.wasm.control import Block, Branch, Loop, Return, Unreachable
from interpreter.wasm.module import Function, Module
from interpreter.wasm.operands import with_operands

SMALL = 40
"""Maximum number of instructions of a small function."""


def inline_calls(module: Module) -> None:
    """Replace calls by the code of the called function, if the function is small or is called only here.

    A small function makes no calls, apart from those that are inlined themselves. Functions that call themselves,
    directly or through others, and functions that never return are not inlined. Remove all functions that nothing
    calls any more.
    """
    module.functions = _Inlining(module).functions()


@dataclass(frozen=True, slots=True)
class _Inlined:
    """A function whose code replaces its calls.

    If `once` is True, the function is called only once, so its code can move without a copy of its local variables.
    """

    function: Function
    once: bool

    def code(self, args: Sequence[Code], again: bool) -> Code:
        """Return the code for a call.

        If `again` is True, the caller may run the code more than once, and the code sets all local variables to 0
        first.
        """
        function, own, changed = self.function, self.function.locals(), self.function.content().changed
        names = {of: of if self.once else Local(of.name, of.type) for of in (*function.params, *own)}
        values: dict[Local, Code] = {}
        begin: list[Code] = []
        for param, arg in zip(function.params, args, strict=True):
            if isinstance(arg, Const) and param not in changed and not self.once:
                values[param] = arg
            else:
                begin.append(Put(names[param], arg))
        if again:
            begin += (Put(names[of], Const(of.type, 0)) for of in own)
        body = function.body if self.once else _renamed(function.body, names, values)
        if not function.content().returns:
            return Block(None, (*begin, *body), function.gives)
        end = Label(function.name)
        return Block(end, (*begin, *_branching(body, end)), function.gives)


class _Inlining:
    """Inlines the calls of a module, in the called functions first."""

    def __init__(self, module: Module) -> None:
        reached = module.reached()
        self._functions = {of.name: of for of in module.functions if of.name in reached}
        self._entries = dict.fromkeys(module.entries())
        self._calls = Counter(name for function in self._functions.values() for name in function.content().calls)
        self._done: dict[str, Function] = {}
        self._begun: set[str] = set()
        """Functions whose called functions are not done yet."""
        self._inlined: dict[str, _Inlined] = {}
        self._loops = 0
        """Number of loops around the current instruction."""

    def functions(self) -> list[Function]:
        """Return the functions that remain.

        A function that is called once is always finished on behalf of its caller, because the search begins with the
        entries. So the caller's own calls are inlined later, and no call of a removed function remains.
        """
        for name in self._entries:
            self._finish(name)
        removed = self._inlined.keys() - self._entries.keys()
        return [self._done[name] for name in self._functions if name not in removed]

    def _finish(self, name: str) -> None:
        if name in self._done or name in self._begun:
            return
        function = self._functions[name]
        size, called = len(function.parts()), dict.fromkeys(function.content().calls)
        self._begun.add(name)
        for each in called:
            self._finish(each)
        self._begun.remove(name)
        if not self._inlined.keys().isdisjoint(called):
            function = replace(function, body=tuple(map(self._changed, function.body)))
        self._done[name] = function
        once = self._calls[name] == 1 and name not in self._entries
        if once or size <= SMALL:
            self._consider(function, once)

    def _consider(self, function: Function, once: bool) -> None:
        """Note a function whose calls are to be inlined."""
        content = function.content()
        small = not content.calls and not content.calls_table and len(content.parts) <= SMALL
        returns = not function.body or not isinstance(function.body[-1], Unreachable)
        waiting = self._begun | {function.name}
        repeats = not waiting.isdisjoint(content.calls)
        if (once or small) and returns and not repeats:
            self._inlined[function.name] = _Inlined(function, once)

    def _changed(self, code: Code) -> Code:
        """Return an instruction in which calls are inlined."""
        if isinstance(code, (Const, Get)):
            return code
        in_loop = isinstance(code, Loop)
        self._loops += in_loop
        found = _with_changed(code, self._changed)
        self._loops -= in_loop
        if isinstance(found, Call) and found.function in self._inlined:
            return self._inlined[found.function].code(found.args, self._loops > 0)
        return found


def _renamed(body: Iterable[Code], names: dict[Local, Local], values: dict[Local, Code]) -> tuple[Code, ...]:
    """Return code with other local variables, some of them replaced by values."""

    def renamed(code: Code) -> Code:
        match code:
            case Get(Local() as of):
                return values.get(of) or Get(names[of])
            case Put(Local() as of, value):
                return Put(names[of], renamed(value))
            case Tee(of, value):
                return Tee(names[of], renamed(value))
        return _with_changed(code, renamed)

    return tuple(map(renamed, body))


def _branching(body: Iterable[Code], end: Label) -> tuple[Code, ...]:
    """Return code that branches to a label instead of returning."""

    def branching(code: Code) -> Code:
        if isinstance(code, (Const, Get)):
            return code
        found = _with_changed(code, branching)
        return Branch(end, value=found.value) if isinstance(found, Return) else found

    return tuple(map(branching, body))


def _with_changed(code: Code, change: Callable[[Code], Code]) -> Code:
    """Return an instruction with changed operands, or the instruction itself if no operand changes."""
    old = code.operands()
    if not old:
        return code
    new = [change(each) for each in old]
    return code if all(map(is_, new, old)) else with_operands(code, new)
