"""Describes what the text of a function in C must know of its module."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.wasm import c_operators as o
from interpreter.wasm import code as c
from interpreter.wasm import control
from interpreter.wasm.module import Function, Module, Signature, signature_of


@dataclass(frozen=True, slots=True)
class Places:
    """Names of addresses.

    `spans` maps the first and the last address of each named area to its name.
    """

    spans: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def name(self, address: int) -> str:
        """Return an address as C."""
        for (first, last), name in self.spans.items():
            if first <= address <= last:
                return name if first == address else f"{name} + {address - first}"
        return str(address)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Facts of a module that the text of a function needs.

    Attributes:
        game: Name of the structure that holds the memory and the globals.
        functions: Name of each function in C.
        indirect: Name of the C function for the indirect calls of each signature.
        trapping: The functions that may trap.
        final: The functions that always trap.
        places: Names of addresses.
    """

    game: str
    functions: Mapping[str, str]
    indirect: Mapping[Signature, str]
    trapping: frozenset[str]
    final: frozenset[str]
    places: Places

    def prototype(self, function: Function, locals_: Mapping[c.Local, str] | None = None) -> str:
        """Return the head of a function, with the names of its parameters if they are given."""
        params = [f"{o.TYPES[each.type]} {locals_[each] if locals_ else ''}".rstrip() for each in function.params]
        gives = o.TYPES[function.gives] if function.gives else "void"
        cold = "COLD " if function.name in self.final else ""
        game = f"struct {self.game} *{'g' if locals_ is not None else ''}".rstrip()
        return f"static {cold}{gives} {self.functions[function.name]}({', '.join((game, *params))})"


def trapping(
    functions: Iterable[Function], parts: Mapping[str, Sequence[c.Code]], deep: Iterable[str]
) -> frozenset[str]:
    """Return the names of the functions that may trap, directly or in a function that they call.

    The functions in `deep` trap after too many nested calls.
    """
    callers: dict[str, set[str]] = {}
    waiting = [*deep]
    for function in functions:
        for part in parts[function.name]:
            if isinstance(part, c.Call):
                callers.setdefault(part.function, set()).add(function.name)
            elif isinstance(part, (control.Unreachable, c.CallIndirect)) or o.may_trap(part):
                waiting.append(function.name)
    found = set[str]()
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting.extend(callers.get(name, ()))
    return frozenset(found)


def always_trapping(functions: Iterable[Function]) -> frozenset[str]:
    """Return the names of the functions that never return."""
    return frozenset(
        function.name
        for function in functions
        if function.body
        and isinstance(function.body[-1], control.Unreachable)
        and not any(isinstance(part, control.Return) for part in function.parts())
    )


def recursive(module: Module, parts: Mapping[str, Sequence[c.Code]]) -> frozenset[str]:
    """Return the names of the functions that may call themselves, directly, through others or through the table."""
    calls = {
        name: {part.function for part in found if isinstance(part, c.Call)}
        | {
            other
            for part in found
            if isinstance(part, c.CallIndirect)
            for other in with_signature(module, signature_of(part)).values()
        }
        for name, found in parts.items()
    }  # fmt: skip
    return frozenset(name for name in calls if name in _reached(calls, name))


def _reached(calls: Mapping[str, Iterable[str]], name: str) -> set[str]:
    found, waiting = set[str](), [*calls[name]]
    while waiting:
        if (each := waiting.pop()) not in found:
            found.add(each)
            waiting.extend(calls[each])
    return found


def with_signature(module: Module, signature: Signature) -> dict[int, str]:
    """Return the functions of a module's table that have a signature, by their indices."""
    signatures = {function.name: function.signature for function in module.functions}
    return {at: name for at, name in enumerate(module.table) if signatures[name] == signature}
