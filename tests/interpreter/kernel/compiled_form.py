"""The compiled form of a kernel: a module with this kernel, which wasmtime runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass

import pytest

from interpreter import wasm as w
from interpreter.kernel import Layout, layout, read, written
from interpreter.kernel.tree import Type
from interpreter.native.emit.faults import ASK, fail_function
from interpreter.native.emit.kernels import surroundings
from interpreter.native.emit.library import Library
from interpreter.native.emit.memory import DRAFT, FAULT, HEAP, Memory
from interpreter.native.emit.shorthand import call, put, set_word
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I32
from tests.interpreter.kernel.checked_form import OutOfLimits

Argument = object
"""A number, a flag, a list, pairs, a table, or a dataclass of them."""


def run(kernel: Callable[..., object], *args: Argument) -> int | list[int]:
    """Return the result of a compiled kernel.

    Raises:
        OutOfLimits: if the kernel ends the call.
    """
    wasmtime = pytest.importorskip("wasmtime")
    shared = [arg for arg in args if is_shared(arg)]
    size = sum(layout(type(record), 0).end for record in shared)
    memory = Memory(size=8, seats=2, streams=0, row=2, buffers=0, result=6, bills_size=size)
    layouts: list[Layout] = []
    for record in shared:
        layouts.append(layout(type(record), layouts[-1].end if layouts else memory.bills))
    variables = [variable for each in layouts for variable in each.variables]
    out = Writer(w.Module(1, [fail_function()], [HEAP, DRAFT, *variables]))
    Library(out, memory, memory.table([2])).write()
    out.module.functions += written([kernel], surroundings(memory, *layouts))
    flat = [part for arg in args if not is_shared(arg) for part in (_parts(arg) if is_dataclass(arg) else (arg,))]
    types = [param.type for param in read(kernel).params]
    words = [word for arg, of in zip(flat, types, strict=True) for word in _words(memory, arg, of)]
    with out.function("f", (), I32, exported=True):
        out.emit(*(code for record, at in zip(shared, layouts, strict=True) for code in _set(memory, record, at)))
        out.emit(call("clear_heap"), call(kernel.__name__, *words, gives=I32))
    with out.function("left", (), I32, exported=True):
        out.emit(w.Get(DRAFT))
    w.inline_calls(out.module)
    out.module.pages, out.module.data = memory.pages, memory.data([0] * memory.size)
    store = wasmtime.Store()
    exports = wasmtime.Instance(store, wasmtime.Module(store.engine, w.encode(out.module)), []).exports(store)

    def word(at: int) -> int:
        return int.from_bytes(exports["memory"].read(store, at, at + 4), "little", signed=True)

    try:
        found = int(exports["f"](store))
    except wasmtime.Trap:
        if word(FAULT) == ASK:
            raise OutOfLimits from None
        raise
    assert exports["left"](store) == memory.draft
    if read(kernel).gives in (Type.NUMBER, Type.FLAG):
        return found
    return [word(found + 4 * (1 + at)) for at in range(word(found))]


def is_shared(arg: Argument) -> bool:
    return is_dataclass(arg) and not arg.__dataclass_params__.frozen  # type: ignore[attr-defined]


def _set(memory: Memory, record: object, at: Layout) -> Iterator[w.Code]:
    """Return code that gives the fields of a shared record their values. Sets of bits are new."""
    for field in fields(record):  # type: ignore[arg-type]
        name, value = f"{type(record).__name__}.{field.name}", getattr(record, field.name)
        if isinstance(value, int):
            yield put(at.variable(name), value)
            continue
        if field.type in ("Bits", "BitsRoom"):
            continue
        yield put(at.variable(name), len(value))
        for place, item in enumerate(value):
            word = item if isinstance(item, int) else memory.listed(tuple(item))
            yield set_word(at.address(name) + 4 * place, word)


def _parts(record: object) -> tuple[object, ...]:
    return tuple(getattr(record, field.name) for field in fields(record))


def _words(memory: Memory, arg: Argument, of: Type) -> Sequence[int]:
    match of:
        case Type.LIST:
            return (memory.listed(tuple(arg)),)
        case Type.PAIRS:
            return (memory.listed([each for pair in arg for each in pair]),)
        case Type.TABLE:
            return memory.lists(tuple(tuple(each for pair in row for each in pair) for row in arg)), len(arg)
        case Type.LISTS:
            return memory.lists(tuple(map(tuple, arg))), len(arg)
    return (int(arg),)
