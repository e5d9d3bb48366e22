"""A module that runs in wasmtime.

A machine gives access to the functions of the module by name, and to its memory as 32-bit words. A module is compiled
once (`Compiled`). Any number of machines, one for each thread, can then run it. Each machine has its own memory, and
other Python threads can run during a call.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import Any
from weakref import finalize

from interpreter.native.emit.faults import ASK
from interpreter.native.emit.memory import FAULT, SHOWN, WORD
from interpreter.native.module import NativeModule
from interpreter.position import OF_A_POSITION, OF_ITS_OWN, RUNNING, Row, warn_of_failure
from interpreter.rng import Words
from interpreter.wasm import encode


class Stopped(Exception):
    """The exception raised when an error ends a call.

    `number` identifies the error (see `faults`), and `shown` is the first value in the error's message.
    """

    def __init__(self, number: int, shown: int) -> None:
        super().__init__(number)
        self.number = number
        self.shown = shown


def is_installed() -> bool:
    """Return True if the package wasmtime, which runs modules, is installed."""
    return find_spec("wasmtime") is not None


class Compiled:
    """A module that is compiled to machine code for this computer.

    Usually a machine reserves four gigabytes of address space (but not of memory), so that memory accesses need no
    bounds check. If the reservation fails, the module is compiled again with bounds checks. Without wasmtime, the
    constructor raises ImportError.
    """

    def __init__(self, native: NativeModule) -> None:
        import wasmtime

        self.native = native
        self._loaded: list[tuple[Any, dict[str, Any]]] = []
        self._compile(wasmtime.Config())

    def load(self) -> None:
        """Load the module for the first machine, to test that it can be loaded on this computer.

        Raises:
            MemoryError: There is not enough memory or address space.
        """
        self._loaded.append(self.instance())

    def _compile(self, config: Any) -> None:
        import wasmtime

        self._engine = wasmtime.Engine(config)
        self._module = wasmtime.Module(self._engine, encode(self.native.module))
        finalize(self, _close, self._module, self._engine)

    def instance(self) -> tuple[Any, dict[str, Any]]:
        """Return a wasmtime store and the exports of the module in this store.

        Raises:
            MemoryError: There is not enough memory or address space.
        """
        import wasmtime

        with suppress(IndexError):
            return self._loaded.pop()
        try:
            return self._instance()
        except wasmtime.WasmtimeError:
            frugal = wasmtime.Config()
            frugal.memory_reservation = frugal.memory_guard_size = 0
            self._compile(frugal)
        try:
            return self._instance()
        except wasmtime.WasmtimeError as fault:
            raise MemoryError(str(fault)) from fault

    def _instance(self) -> tuple[Any, dict[str, Any]]:
        import wasmtime

        store = wasmtime.Store(self._engine)
        return store, dict(wasmtime.Instance(store, self._module, []).exports(store))


class Machine:
    """A running copy of a module. Only one thread at a time may use it."""

    def __init__(self, compiled: Compiled) -> None:
        import wasmtime

        self.native = compiled.native
        self.memory = compiled.native.memory
        self._trap, self._failed = wasmtime.Trap, (wasmtime.Trap, wasmtime.WasmtimeError)
        self._store, self._functions = compiled.instance()
        finalize(self, _close, self._store)
        memory = self._functions["memory"]
        start = ctypes.addressof(memory.data_ptr(self._store).contents)
        size: int = memory.data_len(self._store)
        self.words: Any = (ctypes.c_int32 * (size // WORD)).from_address(start)
        self.bytes = memoryview((ctypes.c_char * size).from_address(start)).cast("B")
        """The memory of the machine as bytes; `words` is the same memory as 32-bit words."""

    def call(self, name: str, *args: int) -> Any:
        """Call a function of the module and return its result.

        Raises:
            Stopped: The call ended in an error of the rules, or the module failed. If the module failed, the machine
                first gives a warning (`EngineFallback`).
        """
        self.words[FAULT // WORD] = 0
        function = self._functions[name]
        try:
            return function(self._store, *args)
        except (*self._failed, *OF_A_POSITION, *OF_ITS_OWN) as cause:
            if not isinstance(cause, self._trap) or self.fault == 0:
                warn_of_failure("native", RUNNING, cause)
                raise Stopped(ASK, 0) from cause
            raise Stopped(self.fault, self.words[SHOWN // WORD]) from None

    def row(self, at: int) -> Row:
        """Return the move at an address."""
        begin = at // WORD
        return tuple(self.words[begin : begin + self.native.lengths[self.words[begin]]])

    def stretch(self, at: int, words: int) -> Any:
        """Return `words` words of the memory, starting at an address.

        The array can be read and written in place.
        """
        return (ctypes.c_int32 * words).from_buffer(self.bytes, at)

    @property
    def fault(self) -> int:
        """Number of the error that ended the last call, or 0 if there was none."""
        return int(self.words[FAULT // WORD])

    @property
    def position(self) -> list[int]:
        """The vector of the current game.

        Setting the vector raises `Stopped` if a number does not fit into the module's memory.
        """
        at = self.memory.slot(0)
        words: list[int] = self.bytes[at : at + WORD * self.memory.size].cast("i").tolist()
        return self.memory.unpacked(words) if self.memory.wide else words

    @position.setter
    def position(self, v: list[int]) -> None:
        self.write_position(self.memory.slot(0), v)

    def write_position(self, at: int, v: list[int]) -> None:
        """Write a vector to an address.

        Raises:
            Stopped: A number does not fit into the module's memory.
        """
        try:
            packed = self.memory.packed(v)
        except OverflowError:
            raise Stopped(ASK, 0) from None
        self.bytes[at : at + len(packed)] = packed

    def set_streams(self, words: Sequence[Words]) -> None:
        """Set the words of the chance streams, in order, followed by the words of the seats' streams."""
        flat = [half for pair in words for half in pair]
        struct.pack_into(f"<{len(flat)}I", self.bytes, self.memory.stream_words, *flat)


def _close(*kept: Any) -> None:
    """Release wasmtime's objects before Python unloads the wasmtime modules at exit."""
    for each in kept:
        each.close()
