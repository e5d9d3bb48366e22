"""The native engine: a module run by wasmtime, beside the engine that tells what went wrong.

It implements the engine protocol: the vector is written into the module's memory and read from there. That is for
tests, and for those who have nothing better to do with a position; whole games are played inside (`play_many`). A fault
ends a call. Then the other engine does the same from the position before, and says in the author's words what it is.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dsl.limits import MOST_MOVES
from interpreter.flow import OVER, PC, Engine, Flow, Row, Vector
from interpreter.native.decisions import row_lengths
from interpreter.native.memory import FAULT, MOST_RESULTS, WORD
from interpreter.native.module import NativeModule, native_module
from interpreter.native.playing import DECISIONS, ENDING, FALLS, NUMBERS, PLAYED
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p
from interpreter.wasm import encode


@dataclass(frozen=True, slots=True)
class Played:
    """How one game went. `keys` are what the seats are ordered by, the least first."""

    seed: int
    decisions: int
    falls: int
    ending: int
    scores: tuple[int, ...]
    keys: tuple[tuple[int, ...], ...]


class NativeEngine:
    """An engine for one flow. `other` is asked where the module stops. Needs wasmtime (ImportError)."""

    def __init__(self, flow: Flow, program: Program, other: Engine) -> None:
        import wasmtime

        self.flow = flow
        self.other = other
        self.native: NativeModule = native_module(flow, program, tuple(other.start()))
        self._program = program
        self._trap = wasmtime.Trap
        self._store = wasmtime.Store()
        module = wasmtime.Module(self._store.engine, encode(self.native.module))
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._functions: dict[str, Any] = dict(exports)
        memory = self._functions["memory"]
        start = ctypes.addressof(memory.data_ptr(self._store).contents)
        self._words = (ctypes.c_int32 * (memory.data_len(self._store) // WORD)).from_address(start)
        self._lengths = row_lengths(program)

    # ------------------------------------------------------------ calls

    def _call(self, name: str, *args: int) -> Any:
        """Calls a function of the module. Raises `Trap` where it ends in a fault."""
        self._words[FAULT // WORD] = 0
        return self._functions[name](self._store, *args)

    @property
    def vector(self) -> Vector:
        """The position in the module."""
        at = self.native.memory.slot(0) // WORD
        return list(self._words[at : at + self._program.size])

    @vector.setter
    def vector(self, v: Vector) -> None:
        at = self.native.memory.slot(0) // WORD
        self._words[at : at + len(v)] = v

    def _changed(self, v: Vector, name: str, *args: int) -> bool:
        """Lets the module change a vector; False, and nothing is changed, if it stops."""
        self.vector = v
        try:
            self._call(name, *args)
        except self._trap:
            return False
        v[:] = self.vector
        return True

    # ------------------------------------------------------------ the engine

    def start(self) -> Vector:
        return self.other.start()

    def advance(self, v: Vector) -> None:
        at_chance = isinstance(self._program.nodes[v[PC]], p.Chance)
        waits = v[PC] < self._program.stops and not at_chance
        if not waits and not self._changed(v, "advance" if at_chance else "pass_on"):
            self.other.advance(v)

    def deciders(self, v: Vector) -> tuple[int, ...]:
        node = self._program.nodes[v[PC]]
        if not isinstance(node, p.Decision):
            return self.other.deciders(v)
        self.vector = v
        try:
            return (self._call("who"),)
        except self._trap:
            return self.other.deciders(v)

    def moves(self, v: Vector, seat: int) -> list[Row]:
        if not isinstance(self._program.nodes[v[PC]], (p.Decision, p.SimultaneousDecision)):
            return []
        self.vector = v
        try:
            end = self._call("rows", seat)
        except self._trap:
            return self.other.moves(v, seat)
        if end == 0:
            return []
        rows = list(self._rows(end))
        return rows if rows and len(rows) <= MOST_MOVES else self.other.moves(v, seat)

    def _rows(self, end: int) -> Iterator[Row]:
        memory = self.native.memory
        for at in range(memory.rows() // WORD, end // WORD, memory.row):
            yield tuple(self._words[at : at + self._lengths[self._words[at]]])

    def ranges(self, v: Vector, seat: int, row: Row) -> tuple[range, ...]:
        return self.other.ranges(v, seat, row)

    def is_legal(self, v: Vector, seat: int, row: Row) -> bool:
        return self.other.is_legal(v, seat, row)

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        at = self.native.memory.given_row
        self._words[at // WORD : at // WORD + len(row)] = row
        if not self._changed(v, "play", seat, at):
            self.other.apply(v, seat, row)

    def chance(self, v: Vector) -> list[tuple[int, int]]:
        if not isinstance(self._program.nodes[v[PC]], p.Chance):
            return []
        self.vector = v
        try:
            count = self._call("outcomes")
        except self._trap:
            return self.other.chance(v)
        at = self.native.memory.outcomes // WORD
        words = self._words[at : at + 2 * count]
        return list(zip(words[::2], words[1::2], strict=True)) or self.other.chance(v)

    def resolve(self, v: Vector, outcome: int) -> None:
        if not self._changed(v, "settle", outcome):
            self.other.resolve(v, outcome)

    def over(self, v: Vector) -> int:
        return v[OVER]

    def scores(self, v: Vector) -> tuple[int, ...]:
        self.vector = v
        try:
            return tuple(self._call("score", seat) for seat in range(self._program.seats))
        except self._trap:
            return self.other.scores(v)

    def standings(self, v: Vector) -> list[tuple[int, ...]]:
        self.vector = v
        keys = range(len(self._program.standing.keys))
        try:
            return [tuple(self._call(f"key{n}", seat) for n in keys) for seat in range(self._program.seats)]
        except self._trap:
            return self.other.standings(v)

    def ranking(self, v: Vector) -> list[list[int]]:
        standings = self.standings(v)
        return [[seat for seat, one in enumerate(standings) if one == each] for each in sorted(set(standings))]

    # ------------------------------------------------------------ whole games

    def play_many(self, seed: int, first: int, number: int) -> Iterator[Played | None]:
        """Random games of a run, in order: how they went. None for a game that the module does not play to its end."""
        while number > 0:
            wanted = min(number, MOST_RESULTS)
            try:
                self._call("play_many", as_signed(seed), first, wanted)
            except self._trap:
                wanted = self._words[PLAYED // WORD]
                yield from map(self._result, range(wanted))
                yield None
                wanted += 1
            else:
                yield from map(self._result, range(wanted))
            first, number = first + wanted, number - wanted

    def play_one(self, seed: int) -> Played | None:
        """A random game with this seed."""
        try:
            self._call("play_one", as_signed(seed))
        except self._trap:
            return None
        return self._result(0)

    @property
    def fault(self) -> int:
        """The number of the fault that ended the last call; 0 if none did."""
        return int(self._words[FAULT // WORD])

    def _result(self, number: int) -> Played:
        memory, words = self.native.memory, self._words
        at = memory.results // WORD + number * memory.result
        low, high = words[at] & 0xFFFFFFFF, words[at + 1] & 0xFFFFFFFF
        numbers = [
            (words[n] & 0xFFFFFFFF) + (words[n + 1] << 32) for n in range(at + NUMBERS // WORD, at + memory.result, 2)
        ]
        each = len(numbers) // self._program.seats
        seats = [numbers[n : n + each] for n in range(0, len(numbers), each)]
        decisions, falls, ending = (words[at + n // WORD] for n in (DECISIONS, FALLS, ENDING))
        scores = tuple(of[0] for of in seats)
        return Played(low + (high << 32), decisions, falls, ending, scores, tuple(tuple(of[1:]) for of in seats))


def as_signed(seed: int) -> int:
    """A seed as a signed number of 64 bits."""
    seed &= (1 << 64) - 1
    return seed - (1 << 64) if seed >= 1 << 63 else seed
