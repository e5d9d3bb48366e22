"""A module run by wasmtime: its functions by name, its memory as words of 32 bits.

A module is compiled once (`Compiled`); then any number of machines, one per thread, can run it. Each has separate
memory, and a call releases Python's lock for other threads.
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
    """A call ended in an error. `number` identifies it (see `faults`), and `shown` is the first number of its message.
    """

    def __init__(self, number: int, shown: int) -> None:
        super().__init__(number)
        self.number = number
        self.shown = shown


def is_installed() -> bool:
    """Return True if modules can run here."""
    return find_spec("wasmtime") is not None


class Compiled:
    """A module as machine code of this computer. Needs wasmtime (ImportError).

    Usually a machine reserves four gigabytes of address space, but not of memory, so that no access needs a check. If
    that fails, the module is recompiled with checks.
    """

    def __init__(self, native: NativeModule) -> None:
        import wasmtime

        self.native = native
        self._loaded: list[tuple[Any, dict[str, Any]]] = []
        self._compile(wasmtime.Config())

    def load(self) -> None:
        """Load the module for the first machine, to test if that is possible here. Raises MemoryError."""
        self._loaded.append(self.instance())

    def _compile(self, config: Any) -> None:
        import wasmtime

        self._engine = wasmtime.Engine(config)
        self._module = wasmtime.Module(self._engine, encode(self.native.module))
        finalize(self, _close, self._module, self._engine)

    def instance(self) -> tuple[Any, dict[str, Any]]:
        """Return a store and the exports of the module there. Raises MemoryError."""
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
    """One running copy of a module. Only one thread at a time may use it."""

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
        """Memory of the module as bytes."""

    def call(self, name: str, *args: int) -> Any:
        """Call a function of the module.

        Raises `Stopped` if the call ends in an error of the rules, after a warning (`EngineFallback`) if the module
        itself fails.
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
        """Return words of the memory from an address on, to be read and written in place, also as a buffer."""
        return (ctypes.c_int32 * words).from_buffer(self.bytes, at)

    @property
    def fault(self) -> int:
        """The number of the error that ended the last call; 0 without error."""
        return int(self.words[FAULT // WORD])

    @property
    def position(self) -> list[int]:
        """The vector of the current game. Setting it raises `Stopped` if a number does not fit in the module."""
        at = self.memory.slot(0)
        words: list[int] = self.bytes[at : at + WORD * self.memory.size].cast("i").tolist()
        return self.memory.unpacked(words) if self.memory.wide else words

    @position.setter
    def position(self, v: list[int]) -> None:
        self.write_position(self.memory.slot(0), v)

    def write_position(self, at: int, v: list[int]) -> None:
        """Write a vector to an address. Raises `Stopped` if a number does not fit in the module."""
        try:
            packed = self.memory.packed(v)
        except OverflowError:
            raise Stopped(ASK, 0) from None
        self.bytes[at : at + len(packed)] = packed

    def set_streams(self, words: Sequence[Words]) -> None:
        """Set the random streams: the words of the chance streams in order, then of the seats."""
        flat = [half for pair in words for half in pair]
        struct.pack_into(f"<{len(flat)}I", self.bytes, self.memory.stream_words, *flat)


def _close(*kept: Any) -> None:
    """Release wasmtime's objects, at the latest before Python exits and unloads wasmtime's modules."""
    for each in kept:
        each.close()
