"""The functions of a module that can be called from outside, and whether each makes scratch memory ready before it
needs it: the memory in which lists are put together, the budget of work, and what is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from interpreter import wasm as w
from interpreter.native.emit.memory import DRAFT, HEAP
from interpreter.native.emit.step_counter import LEFT
from interpreter.native.terms.memo_functions import LISTS

SCRATCH = {HEAP.name, DRAFT.name, LEFT.name, LISTS.name}
READY = "refill"
"""The function that makes it ready."""


def in_order(part: object) -> Iterator[w.Code]:
    """Code and all within it, what is worked out first before what needs it."""
    if isinstance(part, tuple):
        for each in part:
            yield from in_order(each)
    elif is_dataclass(part) and isinstance(part, w.Code):
        for field in fields(part):
            yield from in_order(getattr(part, field.name))
        yield part


def unready(module: w.Module) -> list[str]:
    """Exported functions that come to the scratch memory before it is made ready."""
    functions = {each.name: each for each in module.functions}
    known = {READY: True}

    def is_ready(name: str) -> bool:
        """Whether a function makes memory ready before it needs it, or never needs it."""
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
