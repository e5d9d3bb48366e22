"""Finds exported functions of a module that use scratch memory without preparing it.

Scratch memory contains lists under construction, the step budget and cached results.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from interpreter import wasm as w
from interpreter.native.emit.memory import DRAFT, HEAP
from interpreter.native.terms.memo_functions import LISTS
from interpreter.native.terms.step_counter import LEFT

SCRATCH = {HEAP.name, DRAFT.name, LEFT.name, LISTS.name}
READY = "refill"
"""Name of the function that prepares scratch memory."""


def in_order(part: object) -> Iterator[w.Code]:
    """Yield the nodes of a code tree in the order of their evaluation."""
    if isinstance(part, tuple):
        for each in part:
            yield from in_order(each)
    elif is_dataclass(part) and isinstance(part, w.Code):
        for field in fields(part):
            yield from in_order(getattr(part, field.name))
        yield part


def unready(module: w.Module) -> list[str]:
    """Return the exported functions that use scratch memory before they prepare it."""
    functions = {each.name: each for each in module.functions}
    known = {READY: True}

    def is_ready(name: str) -> bool:
        """Return True if the function prepares scratch memory before its first use, or never uses it."""
        if name not in known:
            known[name] = True
            known[name] = all_ready(functions[name].body)
        return known[name]

    def all_ready(body: object) -> bool:
        for each in in_order(body):
            match each:
                case w.Call(function=name) if name == READY:
                    return True
                case w.Call(function=name) if name in functions and not is_ready(name):
                    return False
                case w.CallIndirect():
                    return False
                case w.Get(of=w.Global(name=name)) | w.Put(of=w.Global(name=name)) if name in SCRATCH:
                    return False
        return True

    return [each.name for each in module.functions if each.exported and not is_ready(each.name)]
