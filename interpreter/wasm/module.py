"""A module: functions, one memory, one function table, globals, and initial data."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.wasm.code import CallIndirect, Code, Get, Global, Local, Put, Tee, within

PAGE = 1 << 16
"""Size of a memory page in bytes."""

Signature = tuple[tuple[str, ...], str | None]
"""The types of a function's parameters, and the type of its result (None if there is no result)."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function.

    If `exported` is True, the function can be called by its name from outside the module.
    """

    name: str
    params: tuple[Local, ...]
    gives: str | None
    body: tuple[Code, ...]
    exported: bool = False

    @property
    def signature(self) -> Signature:
        return tuple(param.type for param in self.params), self.gives

    def locals(self) -> list[Local]:
        """Return the locals other than the parameters, in order of appearance."""
        found: dict[Local, None] = {}
        for part in self.body:
            for each in within(part):
                if isinstance(each, (Get, Put, Tee)) and isinstance(each.of, Local):
                    found.setdefault(each.of)
        return [local for local in found if local not in self.params]


@dataclass(frozen=True, slots=True)
class Data:
    """The initial contents of an area of memory that begins at address `at`."""

    at: int
    content: bytes


@dataclass(slots=True)
class Module:
    """A module with `pages` pages of memory, which it exports as "memory".

    `table` holds the names of the functions that indirect calls can reach.
    """

    pages: int
    functions: list[Function] = field(default_factory=list)
    globals: list[Global] = field(default_factory=list)
    table: list[str] = field(default_factory=list)
    data: list[Data] = field(default_factory=list)

    def numbers(self) -> dict[str, int]:
        """Return the number of each function, by name.

        Raises:
            ValueError: Two functions share a name.
        """
        found = {function.name: number for number, function in enumerate(self.functions)}
        if len(found) < len(self.functions):
            names = [function.name for function in self.functions]
            raise ValueError(f"two functions are named {next(name for name in names if names.count(name) > 1)}")
        return found


def signature_of(call: CallIndirect) -> Signature:
    """Return the signature of the function that an indirect call expects."""
    types = tuple(arg.type or "nothing" for arg in call.args)
    return types, call.gives
