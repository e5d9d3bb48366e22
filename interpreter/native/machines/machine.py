"""Runs a compiled module in wasmtime.

A `Compiled` module can be run by any number of machines, one per thread. Each machine has its own memory, and gives
access to the functions of the module by name. During a call, other Python threads can run.
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
from interpreter.native.machines.unchecked import prepared
from interpreter.native.module import NativeModule
from interpreter.position import OF_A_POSITION, OF_ITS_OWN, RUNNING, Row, warn_of_failure
from interpreter.rng import Words
from interpreter.wasm import encode


class Stopped(Exception):
    """Raised when a call ends in an error.

    `number` identifies the error (see `faults`), and `shown` is the first value in the error message.
    """

    def __init__(self, number: int, shown: int) -> None:
        super().__init__(number)
        self.number = number
        self.shown = shown


def is_installed() -> bool:
    """Return True if wasmtime, which runs modules, is installed."""
    return find_spec("wasmtime") is not None


class Compiled:
    """A module compiled to machine code for this computer.

    By default, a machine reserves 4 GiB of address space, so that memory accesses need no bounds checks. If the
    reservation fails, the module is recompiled with bounds checks. Without wasmtime, the constructor raises
    ImportError.
    """

    def __init__(self, native: NativeModule) -> None:
        import wasmtime

        self.native = native
        self._loaded: list[tuple[Any, dict[str, Any]]] = []
        self._compile(wasmtime.Config())

    def load(self) -> None:
        """Instantiate the module for the first machine, to test that this computer can run it.

        Raises:
            MemoryError: if there is not enough memory or address space.
        """
        self._loaded.append(self.instance())

    def _compile(self, config: Any) -> None:
        import wasmtime

        self._engine = wasmtime.Engine(config)
        self._module = wasmtime.Module(self._engine, encode(self.native.module))
        finalize(self, _close, self._module, self._engine)

    def instance(self) -> tuple[Any, dict[str, Any]]:
        """Return a wasmtime store, and the exports of a new module instance in this store.

        Raises:
            MemoryError: if there is not enough memory or address space.
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
    """A running instance of a module, for use by one thread at a time."""

    def __init__(self, compiled: Compiled) -> None:
        import wasmtime

        self.native = compiled.native
        self.memory = compiled.native.memory
        self._trap, self._failed = wasmtime.Trap, (wasmtime.Trap, wasmtime.WasmtimeError)
        self._store, exported = compiled.instance()
        finalize(self, _close, self._store)
        memory = exported.pop("memory")
        self._functions = {name: prepared(self._store, each) for name, each in exported.items()}
        start = ctypes.addressof(memory.data_ptr(self._store).contents)
        size: int = memory.data_len(self._store)
        self.words: Any = (ctypes.c_int32 * (size // WORD)).from_address(start)
        self.bytes = memoryview((ctypes.c_char * size).from_address(start)).cast("B")
        """The machine's memory as bytes; `words` is a view of the same memory as 32-bit words."""

    def call(self, name: str, *args: int) -> Any:
        """Call a module function by name and return its result.

        Raises:
            Stopped: if a rule fails, or if the module itself fails (with an `EngineFallback` warning).
        """
        self.words[FAULT // WORD] = 0
        function = self._functions[name]
        try:
            return function(*args)
        except (*self._failed, *OF_A_POSITION, *OF_ITS_OWN) as cause:
            if not isinstance(cause, self._trap) or self.fault == 0:
                warn_of_failure("native", RUNNING, cause)
                raise Stopped(ASK, 0) from cause
            raise Stopped(self.fault, self.words[SHOWN // WORD]) from None

    def row(self, at: int) -> Row:
        """Return the move stored at an address."""
        begin = at // WORD
        return tuple(self.words[begin : begin + self.native.lengths[self.words[begin]]])

    def stretch(self, at: int, words: int) -> Any:
        """Return a view of `words` words of memory, which callers may read and write."""
        return (ctypes.c_int32 * words).from_buffer(self.bytes, at)

    @property
    def fault(self) -> int:
        """Error number of the last call, or 0 if the call succeeded."""
        return int(self.words[FAULT // WORD])

    @property
    def position(self) -> list[int]:
        """Vector of the current game.

        Assigning a vector raises `Stopped` if a number does not fit into its slot.
        """
        at = self.memory.slot(0)
        words: list[int] = self.bytes[at : at + WORD * self.memory.size].cast("i").tolist()
        return self.memory.unpacked(words)

    @position.setter
    def position(self, v: list[int]) -> None:
        self.write_position(self.memory.slot(0), v)

    def write_position(self, at: int, v: list[int]) -> None:
        """Write a vector to memory.

        Raises:
            Stopped: if a number does not fit into its slot.
        """
        try:
            packed = self.memory.packed(v)
        except OverflowError:
            raise Stopped(ASK, 0) from None
        self.bytes[at : at + len(packed)] = packed

    def set_streams(self, words: Sequence[Words]) -> None:
        """Set the state of all random streams: first the chance streams, then the seats' streams."""
        flat = [half for pair in words for half in pair]
        struct.pack_into(f"<{len(flat)}I", self.bytes, self.memory.stream_words, *flat)


def _close(*kept: Any) -> None:
    """Close wasmtime's objects before Python unloads the wasmtime package at exit."""
    for each in kept:
        each.close()
