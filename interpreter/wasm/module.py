"""Represents a module: functions, a memory, a function table, globals and initial data."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.wasm.code import Call, CallIndirect, Code, Get, Global, Local, Put, Tee, within
from interpreter.wasm.control import Return

PAGE = 1 << 16
"""Size of a memory page in bytes."""

Signature = tuple[tuple[str, ...], str | None]
"""Parameter types of a function, and its result type or None."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function.

    If `exported` is True, code outside the module can call the function by name.
    """

    name: str
    params: tuple[Local, ...]
    gives: str | None
    body: tuple[Code, ...]
    exported: bool = False
    _content: Content | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def signature(self) -> Signature:
        return tuple([param.type for param in self.params]), self.gives

    def parts(self) -> list[Code]:
        """Return all instructions, in order of execution. Callers must not change the list, which is made only once."""
        return self.content().parts

    def content(self) -> Content:
        """Return the instructions and what they use, which is found only once."""
        if self._content is None:
            object.__setattr__(self, "_content", Content.of(within(self.body)))
        assert self._content is not None
        return self._content

    def locals(self) -> list[Local]:
        """Return the local variables that are not parameters, in order of appearance."""
        return [local for local in self.content().locals if local not in self.params]


@dataclass(frozen=True, slots=True)
class Content:
    """The instructions of a function, and what they use. No list may be changed.

    `calls` holds the name of the called function for each call. `locals` holds the local variables and parameters in
    order of appearance, and `changed` those that get a new value. `returns` is True if a `Return` is among the
    instructions, and `calls_table` if an indirect call is.
    """

    parts: list[Code]
    calls: list[str]
    locals: list[Local]
    changed: set[Local]
    returns: bool
    calls_table: bool

    @classmethod
    def of(cls, parts: list[Code]) -> Content:
        calls, locals_, changed = list[str](), dict[Local, None](), set[Local]()
        for each in parts:
            if isinstance(each, (Get, Put, Tee)):
                if isinstance(each.of, Local):
                    locals_[each.of] = None
                    if not isinstance(each, Get):
                        changed.add(each.of)
            elif isinstance(each, Call):
                calls.append(each.function)
        kinds = {*map(type, parts)}
        return cls(parts, calls, [*locals_], changed, Return in kinds, CallIndirect in kinds)


@dataclass(frozen=True, slots=True)
class Data:
    """Initial contents of the memory area that begins at address `at`."""

    at: int
    content: bytes


@dataclass(slots=True)
class Module:
    """A WebAssembly module with `pages` pages of memory, exported as "memory".

    `table` lists the functions that indirect calls can reach.
    """

    pages: int
    functions: list[Function] = field(default_factory=list)
    globals: list[Global] = field(default_factory=list)
    table: list[str] = field(default_factory=list)
    data: list[Data] = field(default_factory=list)

    def entries(self) -> list[str]:
        """Return the names of the functions that code outside the module or an indirect call may call."""
        return [function.name for function in self.functions if function.exported] + self.table

    def reached(self) -> dict[str, list[Code]]:
        """Return the instructions of each function that an entry reaches, by the function's name."""
        functions = {function.name: function for function in self.functions}
        waiting, found = self.entries(), dict[str, list[Code]]()
        while waiting:
            if (name := waiting.pop()) not in found:
                found[name] = functions[name].parts()
                waiting += functions[name].content().calls
        return found

    def numbers(self) -> dict[str, int]:
        """Return each function's index by name.

        Raises:
            ValueError: Raised if two functions have the same name.
        """
        found = {function.name: number for number, function in enumerate(self.functions)}
        if len(found) < len(self.functions):
            names = [function.name for function in self.functions]
            raise ValueError(f"two functions are named {next(name for name in names if names.count(name) > 1)}")
        return found


def signature_of(call: CallIndirect) -> Signature:
    """Return the signature that an indirect call expects."""
    types = tuple(arg.type or "nothing" for arg in call.args)
    return types, call.gives
