"""Calls module functions without the checks that wasmtime repeats at each call.

wasmtime's own call asks for the types of a function, wraps each argument and unwraps each result. For a short function
this is six sevenths of the time. A function's types never change, so they are looked up once. The entry used here is
wasmtime's `wasmtime_func_call_unchecked`, which its Python package declares but does not offer as a method. If a
version of wasmtime does not declare it in the expected form, functions are called in the ordinary way.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any

PARAMETERS = 5
"""Number of parameters of wasmtime's unchecked entry: context, function, values, number of values, trap."""

RAW = 16
"""Bytes of one value. A number takes the first four or eight, the lowest byte first."""

_WIDE = {"i32": False, "i64": True}
"""Types of numbers; True for those with 64 bits."""

Call = Callable[..., Any]


def prepared(store: Any, function: Any) -> Call:
    """Return a function that calls a module function with whole numbers and returns its number, or None if it has none.

    Like wasmtime's own call, it raises `Trap` or `WasmtimeError`, the latter also for a wrong number of arguments. One
    thread at a time may call it.

    Args:
        store: The store of the module's instance.
        function: An exported function of this instance.
    """
    try:
        return _unchecked(store, function)
    except (ImportError, AttributeError, TypeError, KeyError, NotImplementedError):
        return _checked(store, function)


def _checked(store: Any, function: Any) -> Call:
    def call(*args: int) -> Any:
        return function(store, *args)

    return call


def _unchecked(store: Any, function: Any) -> Call:
    from wasmtime import Trap, WasmtimeError, _bindings

    enter, made_trap, made_error = _bindings._wasmtime_func_call_unchecked, Trap._from_ptr, WasmtimeError._from_ptr
    if len(enter.argtypes) != PARAMETERS or ctypes.sizeof(_bindings.wasmtime_val_raw_t) != RAW:
        raise NotImplementedError("wasmtime's unchecked entry has another form")
    if sys.byteorder != "little":
        raise NotImplementedError("this computer stores the highest byte of a number first")
    kind = function.type(store)
    wide, results = [_WIDE[str(each)] for each in kind.params], [_WIDE[str(each)] for each in kind.results]
    if len(results) > 1:
        raise NotImplementedError("the function returns several numbers")
    many, room = len(wide), max(len(wide), len(results))
    values = (_bindings.wasmtime_val_raw_t * max(room, 1))()
    given = (ctypes.c_int64 * (2 * len(values))).from_buffer(values)
    found = given if any(results) else (ctypes.c_int32 * 1).from_buffer(values)
    is_function, at = bool(results), range(0, 2 * many, 2)
    context, trap_kind = store._context(), ctypes.POINTER(_bindings.wasm_trap_t)
    entry = function._func  # the pointer below does not keep it alive, so `call` does
    pointer, trap = ctypes.byref(entry), trap_kind()
    trap_at = ctypes.byref(trap)

    def call(*args: int) -> Any:
        nonlocal trap, trap_at
        if len(args) != many:
            raise WasmtimeError(f"the function takes {many} numbers, not {len(args)}")
        for place, number in zip(at, args):  # noqa: B905 - the lengths are equal
            given[place] = number
        error = enter(context, pointer, values, room, trap_at)
        if error:
            raise made_error(error)
        if trap:
            fault, trap = made_trap(trap), trap_kind()
            trap_at = ctypes.byref(trap)
            raise fault
        return found[0] if is_function else None

    call.__dict__["kept"] = store, function, entry
    return call
